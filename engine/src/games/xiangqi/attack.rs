//! Whether a side attacks a point.

use super::{Kind, Piece, Position, Side, Square, generate::HORSE, square::LINES};

impl Position {
    /// Whether `by` attacks the king on `square`. Elephants and advisors never reach a king; the
    /// two kings attack each other along an open file.
    pub(super) fn attacked(&self, square: Square, by: Side) -> bool {
        self.attacked_by_horse(square, by)
            || self.attacked_along_lines(square, by)
            || self.attacked_by_pawn(square, by)
    }

    fn is(&self, square: Option<Square>, by: Side, kind: Kind) -> bool {
        square.and_then(|it| self.piece_at(it)) == Some(Piece { side: by, kind })
    }

    /// The horse's leg is beside the horse, not beside what it attacks.
    fn attacked_by_horse(&self, square: Square, by: Side) -> bool {
        HORSE.iter().any(|(leg, jump)| {
            let horse = square.step((-jump.0, -jump.1));
            let leg = horse.and_then(|it| it.step(*leg));
            self.is(horse, by, Kind::Knight) && leg.is_some_and(|it| self.piece_at(it).is_none())
        })
    }

    fn attacked_along_lines(&self, square: Square, by: Side) -> bool {
        LINES.iter().any(|step| {
            let mut pieces = square.ray(*step).filter(|it| self.piece_at(*it).is_some());
            let (first, second) = (pieces.next(), pieces.next());
            let facing = step.0 == 0 && self.is(first, by, Kind::King);
            facing || self.is(first, by, Kind::Rook) || self.is(second, by, Kind::Cannon)
        })
    }

    fn attacked_by_pawn(&self, square: Square, by: Side) -> bool {
        let behind = square.step((0, -by.forward()));
        let beside = [square.step((1, 0)), square.step((-1, 0))];
        let crossed = by.own_rank(square) >= 5;
        self.is(behind, by, Kind::Pawn)
            || (crossed && beside.iter().any(|it| self.is(*it, by, Kind::Pawn)))
    }
}
