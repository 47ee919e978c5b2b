//! The reason why a move is illegal.

use std::fmt;

use super::{Move, Piece, PieceKind, Position, Side, Square};

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalReason {
    NoPiece {
        empty_square: Square,
    },
    /// The piece does not belong to `side`, which is to move.
    NotOwnPiece {
        from_square: Square,
        side: Side,
    },
    /// The side to move has a piece on the target point.
    OwnPieceOn {
        target_square: Square,
        side: Side,
    },
    /// A piece of this kind does not move in this way.
    WrongMovement(PieceKind),
    /// A piece blocks the horse's leg or the elephant's eye.
    Blocked {
        kind: PieceKind,
        blocking_square: Square,
    },
    /// The move of an elephant crosses the river.
    CrossesRiver,
    /// The move of a king or an advisor leaves the palace.
    LeavesPalace(PieceKind),
    /// A piece blocks the path of a chariot or cannon, or there is not exactly one piece between a
    /// cannon and the piece that it captures.
    PathBlocked {
        kind: PieceKind,
        to: Square,
    },
    FacingKings,
    /// The move leaves the mover's king in check.
    KingExposed {
        king: Square,
    },
}

impl fmt::Display for IllegalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalReason::NoPiece { empty_square: on } => write!(f, "there is no piece on {on}"),
            IllegalReason::NotOwnPiece {
                from_square: on,
                side,
            } => {
                write!(f, "the piece on {on} is not {}'s", side.name())
            }
            IllegalReason::OwnPieceOn {
                target_square: on,
                side,
            } => {
                write!(f, "a {} piece is already on {on}", side.name())
            }
            IllegalReason::WrongMovement(kind) => {
                let name = kind.name();
                let vowel = name.starts_with(['a', 'e', 'i', 'o', 'u']);
                let article = if vowel { "an" } else { "a" };
                write!(f, "{article} {name} cannot move in this way")
            }
            IllegalReason::Blocked {
                kind,
                blocking_square: on,
            } => {
                write!(f, "the {} is blocked on {on}", kind.name())
            }
            IllegalReason::CrossesRiver => f.write_str("an elephant may not cross the river"),
            IllegalReason::LeavesPalace(kind) => {
                write!(f, "the {} may not leave the palace", kind.name())
            }
            IllegalReason::PathBlocked {
                kind: PieceKind::Cannon,
                to,
            } => write!(
                f,
                "a cannon needs a free way to {to}, or one piece to jump over for a capture"
            ),
            IllegalReason::PathBlocked { to, .. } => write!(f, "the way to {to} is not free"),
            IllegalReason::FacingKings => f.write_str("the two kings would face each other"),
            IllegalReason::KingExposed { king } => {
                write!(f, "the move leaves the king on {king} in check")
            }
        }
    }
}

impl Position {
    /// Why a move is illegal in this position; `None` if the move is legal.
    pub fn why_illegal(&self, it: Move) -> Option<IllegalReason> {
        if self.is_legal(it) {
            return None;
        }
        let Some(piece) = self.piece_at(it.from) else {
            return Some(IllegalReason::NoPiece {
                empty_square: it.from,
            });
        };
        let side = self.moving_side;
        if piece.side != side {
            return Some(IllegalReason::NotOwnPiece {
                from_square: it.from,
                side,
            });
        }
        if self.piece_at(it.to).is_some_and(|there| there.side == side) {
            return Some(IllegalReason::OwnPieceOn {
                target_square: it.to,
                side,
            });
        }
        if !self.is_pseudo_legal(it) {
            return Some(self.not_pseudo_legal_reason(piece, it));
        }
        Some(self.king_exposed_reason(it))
    }

    fn not_pseudo_legal_reason(&self, piece: Piece, it: Move) -> IllegalReason {
        let files = it.to.file() - it.from.file();
        let ranks = it.to.rank() - it.from.rank();
        let kind = piece.kind;
        let middle = || {
            let middle = it.from.at_offset((files / 2, ranks / 2));
            middle.filter(|it| self.piece_at(*it).is_some())
        };
        match kind {
            PieceKind::Knight if (files * ranks).abs() == 2 => {
                middle().map_or(IllegalReason::WrongMovement(kind), |on| {
                    IllegalReason::Blocked {
                        kind,
                        blocking_square: on,
                    }
                })
            }
            PieceKind::Bishop if files.abs() == 2 && ranks.abs() == 2 => {
                middle().map_or(IllegalReason::CrossesRiver, |on| IllegalReason::Blocked {
                    kind,
                    blocking_square: on,
                })
            }
            PieceKind::Rook | PieceKind::Cannon if files == 0 || ranks == 0 => {
                IllegalReason::PathBlocked { kind, to: it.to }
            }
            PieceKind::King | PieceKind::Advisor if !piece.side.is_in_palace(it.to) => {
                IllegalReason::LeavesPalace(kind)
            }
            _ => IllegalReason::WrongMovement(kind),
        }
    }

    fn king_exposed_reason(&self, it: Move) -> IllegalReason {
        let mut after = self.clone();
        after.play_move(it);
        let king = after.king_points[self.moving_side as usize];
        let [red, black] = after.king_points;
        let between = |square: Square| {
            let (low, high) = (red.rank().min(black.rank()), red.rank().max(black.rank()));
            square.file() == red.file() && (low + 1..high).contains(&square.rank())
        };
        let open = !after.pieces().any(|(square, _)| between(square));
        if red.file() == black.file() && open {
            return IllegalReason::FacingKings;
        }
        IllegalReason::KingExposed { king }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason_text(fen: &str, it: &str) -> Option<String> {
        let position = Position::from_fen(fen).unwrap();
        let it: Move = it.parse().unwrap();
        let why = position.why_illegal(it);
        assert_eq!(why.is_none(), position.is_legal(it), "{it} in {fen}");
        why.map(|it| it.to_string())
    }

    #[test]
    fn each_illegal_move_has_a_reason() {
        let start = super::super::START_FEN;
        for (fen, it, reason) in [
            (start, "e5e6", "there is no piece on e5"),
            (start, "e6e5", "the piece on e6 is not red's"),
            (start, "a0a3", "a red piece is already on a3"),
            (start, "b0d1", "the horse is blocked on c0"),
            (start, "b0b1", "a horse cannot move in this way"),
            (start, "b2b9", ""),
            (
                start,
                "b2b8",
                "a cannon needs a free way to b8, or one piece to jump over for a capture",
            ),
            (start, "a0b2", "a red piece is already on b2"),
            (start, "e0e2", "a king cannot move in this way"),
            (
                "3k5/9/9/9/9/2B6/9/9/9/4K4 w",
                "c4e6",
                "an elephant may not cross the river",
            ),
            (
                "3k5/9/9/9/9/9/4P4/9/9/4K4 w",
                "e3d3",
                "a pawn cannot move in this way",
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
                "the move leaves the king on e0 in check",
            ),
        ] {
            if reason.is_empty() {
                assert_eq!(reason_text(fen, it), None, "{it}");
            } else {
                assert!(
                    reason_text(fen, it).is_some_and(|it| it == reason),
                    "{it}: {:?}",
                    reason_text(fen, it)
                );
            }
        }
    }
}
