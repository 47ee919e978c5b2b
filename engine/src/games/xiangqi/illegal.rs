//! The reason why a move is illegal, as text.

use super::{Kind, Move, Piece, Position, Square};

impl Position {
    /// Why a move is illegal here; `None` if it is legal.
    pub fn why_illegal(&self, it: Move) -> Option<String> {
        if self.is_legal(it) {
            return None;
        }
        let Some(piece) = self.piece_at(it.from) else {
            return Some(format!("there is no piece on {}", it.from));
        };
        if piece.side != self.side {
            return Some(format!(
                "the piece on {} is not {}'s",
                it.from,
                self.side.name()
            ));
        }
        if self
            .piece_at(it.to)
            .is_some_and(|there| there.side == self.side)
        {
            return Some(format!(
                "{} has a piece of its own on {}",
                self.side.name(),
                it.to
            ));
        }
        if !self.is_pseudo_legal(it) {
            return Some(self.why_unreachable(piece, it));
        }
        Some(self.why_exposed(it))
    }

    fn why_unreachable(&self, piece: Piece, it: Move) -> String {
        let files = it.to.file() - it.from.file();
        let ranks = it.to.rank() - it.from.rank();
        let kind = piece.kind.name();
        let article = if "aeiou".contains(&kind[..1]) {
            "an"
        } else {
            "a"
        };
        let stranger = format!("{article} {kind} does not move like that");
        match piece.kind {
            Kind::Knight if (files * ranks).abs() == 2 => {
                let leg = it.from.step((files / 2, ranks / 2));
                self.blocked("horse", leg).unwrap_or(stranger)
            }
            Kind::Bishop if files.abs() == 2 && ranks.abs() == 2 => {
                let eye = it.from.step((files / 2, ranks / 2));
                let river = "an elephant may not cross the river".to_owned();
                self.blocked("elephant", eye).unwrap_or(river)
            }
            Kind::Rook | Kind::Cannon if files == 0 || ranks == 0 => {
                format!("its way to {} is not what a {kind} needs", it.to)
            }
            Kind::King | Kind::Advisor if !piece.side.in_palace(it.to) => {
                format!("the {kind} may not leave the palace")
            }
            _ => stranger,
        }
    }

    fn blocked(&self, name: &str, by: Option<Square>) -> Option<String> {
        let by = by.filter(|it| self.piece_at(*it).is_some())?;
        Some(format!("the {name} is blocked on {by}"))
    }

    fn why_exposed(&self, it: Move) -> String {
        let mut after = self.clone();
        after.play(it);
        let king = after.kings[self.side as usize];
        let [red, black] = after.kings;
        let between = |square: Square| {
            let (low, high) = (red.rank().min(black.rank()), red.rank().max(black.rank()));
            square.file() == red.file() && (low + 1..high).contains(&square.rank())
        };
        let open = !after.pieces().any(|(square, _)| between(square));
        if red.file() == black.file() && open {
            return "the two kings would face each other".to_owned();
        }
        format!("it leaves the king on {king} to be taken")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(fen: &str, it: &str) -> Option<String> {
        let position = Position::from_fen(fen).unwrap();
        let it: Move = it.parse().unwrap();
        let why = position.why_illegal(it);
        assert_eq!(why.is_none(), position.is_legal(it), "{it} in {fen}");
        why
    }

    #[test]
    fn each_reason_is_named() {
        let start = super::super::START;
        for (fen, it, reason) in [
            (start, "e5e6", "there is no piece on e5"),
            (start, "e6e5", "the piece on e6 is not red's"),
            (start, "a0a3", "red has a piece of its own on a3"),
            (start, "b0d1", "the horse is blocked on c0"),
            (start, "b0b1", "a horse does not move like that"),
            (start, "b2b9", ""),
            (start, "b2b8", "its way to b8 is not what a cannon needs"),
            (start, "a0b2", "red has a piece of its own on b2"),
            (start, "e0e2", "a king does not move like that"),
            (
                "3k5/9/9/9/9/2B6/9/9/9/4K4 w",
                "c4e6",
                "an elephant may not cross the river",
            ),
            (
                "3k5/9/9/9/9/9/4P4/9/9/4K4 w",
                "e3d3",
                "a pawn does not move like that",
            ),
            (
                "3k5/9/9/9/9/9/9/9/9/4K4 w",
                "e0d0",
                "the two kings would face each other",
            ),
            (
                "3k5/9/9/9/9/9/9/9/9/5K3 w",
                "f0g0",
                "the king may not leave the palace",
            ),
            (
                "3k5/4r4/9/9/9/9/9/4R4/9/4K4 w",
                "e2d2",
                "it leaves the king on e0 to be taken",
            ),
        ] {
            if reason.is_empty() {
                assert_eq!(why(fen, it), None, "{it}");
            } else {
                assert!(
                    why(fen, it).is_some_and(|it| it == reason),
                    "{it}: {:?}",
                    why(fen, it)
                );
            }
        }
    }
}
