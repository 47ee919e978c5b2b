//! Where each piece can go, its own king left out of account.

use super::{
    Kind, Move, Piece, Position, Side, Square,
    square::{DIAGONALS, LINES},
};

/// Where a horse goes: the leg that must be free, and the jump.
pub(super) const HORSE: [((i8, i8), (i8, i8)); 8] = [
    ((0, 1), (1, 2)),
    ((0, 1), (-1, 2)),
    ((0, -1), (1, -2)),
    ((0, -1), (-1, -2)),
    ((1, 0), (2, 1)),
    ((1, 0), (2, -1)),
    ((-1, 0), (-2, 1)),
    ((-1, 0), (-2, -1)),
];

/// All moves of the side to move.
pub(super) fn all(position: &Position, out: &mut Vec<Move>) {
    for (square, piece) in position.pieces() {
        if piece.side == position.side {
            of(position, square, piece, out);
        }
    }
}

/// The moves of one piece.
pub(super) fn of(position: &Position, from: Square, piece: Piece, out: &mut Vec<Move>) {
    let mut moves = Moves {
        position,
        from,
        side: piece.side,
        out,
    };
    match piece.kind {
        Kind::King => moves.steps(&LINES, |it| piece.side.in_palace(it)),
        Kind::Advisor => moves.steps(&DIAGONALS, |it| piece.side.in_palace(it)),
        Kind::Bishop => moves.elephant(),
        Kind::Knight => moves.horse(),
        Kind::Rook => moves.chariot(),
        Kind::Cannon => moves.cannon(),
        Kind::Pawn => moves.pawn(),
    }
}

struct Moves<'a> {
    position: &'a Position,
    from: Square,
    side: Side,
    out: &'a mut Vec<Move>,
}

impl Moves<'_> {
    /// Goes to a point that one's own pieces leave free.
    fn go(&mut self, to: Square) {
        let own = self
            .position
            .piece_at(to)
            .is_some_and(|it| it.side == self.side);
        if !own {
            self.out.push(Move {
                from: self.from,
                to,
            });
        }
    }

    fn free(&self, square: Square) -> bool {
        self.position.piece_at(square).is_none()
    }

    fn steps(&mut self, steps: &[(i8, i8)], allowed: impl Fn(Square) -> bool) {
        for step in steps {
            if let Some(to) = self.from.step(*step).filter(|it| allowed(*it)) {
                self.go(to);
            }
        }
    }

    /// Two points diagonally, over a free eye, on its own side of the river.
    fn elephant(&mut self) {
        for (files, ranks) in DIAGONALS {
            let eye = self.from.step((files, ranks)).filter(|it| self.free(*it));
            let to = self.from.step((2 * files, 2 * ranks));
            if let (Some(_), Some(to)) = (eye, to.filter(|it| self.side.own_rank(*it) <= 4)) {
                self.go(to);
            }
        }
    }

    fn horse(&mut self) {
        for (leg, jump) in HORSE {
            let leg = self.from.step(leg).filter(|it| self.free(*it));
            if let (Some(_), Some(to)) = (leg, self.from.step(jump)) {
                self.go(to);
            }
        }
    }

    fn chariot(&mut self) {
        for step in LINES {
            for to in self.from.ray(step) {
                self.go(to);
                if !self.free(to) {
                    break;
                }
            }
        }
    }

    /// Moves like a chariot and takes over exactly one piece, the screen.
    fn cannon(&mut self) {
        for step in LINES {
            let mut ray = self.from.ray(step);
            for to in ray.by_ref() {
                if !self.free(to) {
                    break;
                }
                self.go(to);
            }
            if let Some(to) = ray.find(|it| !self.free(*it)) {
                self.go(to);
            }
        }
    }

    /// One step forward; across the river sideways too.
    fn pawn(&mut self) {
        let forward = (0, self.side.forward());
        self.steps(&[forward], |_| true);
        if self.side.own_rank(self.from) >= 5 {
            self.steps(&[(1, 0), (-1, 0)], |_| true);
        }
    }
}
