//! Moves: where each piece goes, which of it is legal, and which of it needs a closer look.
//!
//! Almost every move of a side that is not in check is legal. Only a move that touches a point
//! where the king could be uncovered is tried out; see [`Care`].

use super::{
    Kind, Move, Piece, Position, Side, Square,
    attack::{self, Occupancy},
    bits::Bits,
};
use crate::game::{Moves, Which};

impl Position {
    /// Adds the pseudo-legal moves (they leave the own king out of account) of the side to move.
    pub(super) fn add_moves(&self, which: Which, out: &mut Moves<Move>) {
        let within = match which {
            Which::All => !self.sides[self.side as usize],
            Which::Captures => self.sides[self.side.other() as usize],
            Which::Quiet => !self.occupied.all,
        };
        for from in self.sides[self.side as usize] {
            for to in self.targets(from) & within {
                // There is room for every move; a full list would only lack some.
                let _ = out.try_push(Move { from, to });
            }
        }
        if which != Which::Captures {
            for on in self.promotable() {
                let _ = out.try_push(Move { from: on, to: on });
            }
        }
    }

    /// All legal moves, in the order of their points.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Moves::new();
        self.add_moves(Which::All, &mut moves);
        let care = self.care();
        moves.retain(|it| self.is_safe(&care, *it));
        moves.iter().copied().collect()
    }

    /// All moves that leave the king out of account.
    pub fn pseudo_legal_moves(&self) -> Vec<Move> {
        let mut moves = Moves::new();
        self.add_moves(Which::All, &mut moves);
        moves.iter().copied().collect()
    }

    /// Whether a move is legal here.
    pub fn is_legal(&self, it: Move) -> bool {
        self.is_pseudo_legal(it) && self.keeps_king(it)
    }

    /// Whether a move is one of the [`Position::pseudo_legal_moves`].
    pub fn is_pseudo_legal(&self, it: Move) -> bool {
        let own = self.sides[self.side as usize];
        let goes = own.has(it.from) && (self.targets(it.from) & !own).has(it.to);
        goes || (it.from == it.to && self.promotable().has(it.from))
    }

    /// How many legal moves there are, without listing them.
    pub(super) fn count_legal_moves(&self) -> u64 {
        let own = self.sides[self.side as usize];
        let care = self.care();
        let count = |from: Square| {
            let targets = self.targets(from) & !own;
            let doubtful = if care.from.has(from) {
                targets
            } else {
                targets & care.to
            };
            let safe = doubtful.filter(|to| self.keeps_king(Move { from, to: *to }));
            (targets & !doubtful).count() as usize + safe.count()
        };
        let promotions = self
            .promotable()
            .filter(|it| self.keeps_king(Move { from: *it, to: *it }));
        (own.map(count).sum::<usize>() + promotions.count()) as u64
    }

    /// The points that the piece on `from` reaches and attacks; own pieces are not left out.
    pub(super) fn targets(&self, from: Square) -> Bits {
        match self.piece_at(from) {
            Some(piece) => reach(piece, from, &self.occupied),
            None => Bits::NONE,
        }
    }

    /// Whether a pseudo-legal move leaves the mover's king safe.
    pub fn keeps_king(&self, it: Move) -> bool {
        let mut occupied = self.occupied;
        occupied.toggle(it.from);
        if !occupied.all.has(it.to) {
            occupied.toggle(it.to);
        }
        let king = match self.kings[self.side as usize] {
            king if king == it.from => it.to,
            king => king,
        };
        let enemies = self.sides[self.side.other() as usize] & !Bits::of(it.to);
        !self.is_attacked(king, self.side.other(), enemies, &occupied)
    }

    /// The same, and quickly if the move touches nothing that needs care.
    pub fn is_safe(&self, care: &Care, it: Move) -> bool {
        !(care.from.has(it.from) || care.to.has(it.to)) || self.keeps_king(it)
    }

    /// Whether `by`, standing on the points `attackers`, attacks the king on `king`. Elephants and
    /// advisors never reach a king; the two kings attack each other along an open file.
    fn is_attacked(&self, king: Square, by: Side, attackers: Bits, occupied: &Occupancy) -> bool {
        let of = |kind: Kind| self.kinds[kind as usize] & attackers;
        let along = of(Kind::Rook) | of(Kind::King);
        (attack::chariot(king, occupied) & along).any()
            || (attack::cannon(king, occupied) & of(Kind::Cannon)).any()
            || (attack::horse_to(king, occupied) & of(Kind::Knight)).any()
            || (attack::pawn_to(by, king) & of(Kind::Pawn)).any()
    }

    /// Whether the king of `side` is attacked.
    pub(super) fn is_king_attacked(&self, side: Side) -> bool {
        let by = side.other();
        let king = self.kings[side as usize];
        self.is_attacked(king, by, self.sides[by as usize], &self.occupied)
    }

    /// What the side to move must take care of.
    pub fn care(&self) -> Care {
        let king = self.kings[self.side as usize];
        if self.is_king_attacked(self.side) {
            return Care::EVERYWHERE;
        }
        let enemies = self.sides[self.side.other() as usize];
        let of = |kind: Kind| self.kinds[kind as usize] & enemies;
        let along = of(Kind::Rook) | of(Kind::King);
        let mut care = Care {
            from: Bits::of(king),
            to: Bits::NONE,
        };
        let cannons = of(Kind::Cannon) & attack::cross(king);
        if cannons.any() || (along & attack::cross(king)).any() {
            let reach = attack::chariot(king, &self.occupied);
            let first = reach & self.occupied.all;
            let second = attack::cannon(king, &self.occupied);
            // Uncovered by the first piece: a chariot or the other king. By one of the first
            // two: a cannon behind them.
            if cannons.any() {
                care.from |= first | second;
            } else if (second & along).any() {
                care.from |= first;
            }
            // A cannon without a screen waits for one.
            if (first & cannons).any() {
                care.to |= reach & !first;
            }
        }
        if (attack::horse_near(king) & of(Kind::Knight)).any() {
            care.from |= attack::diagonal(king);
        }
        care
    }
}

/// Where a move must be looked at closely, or its king could be taken.
#[derive(Clone, Copy, Debug)]
pub struct Care {
    /// Pieces that could be needed where they are.
    from: Bits,
    /// Points that had better stay empty.
    to: Bits,
}

impl Care {
    /// In check, every move is.
    const EVERYWHERE: Care = Care {
        from: Bits(u128::MAX),
        to: Bits(u128::MAX),
    };

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.to == Care::EVERYWHERE.to
    }
}

/// The points that a piece on `from` reaches, and attacks.
pub(super) fn reach(piece: Piece, from: Square, occupied: &Occupancy) -> Bits {
    match piece.kind {
        Kind::King => attack::king(from),
        Kind::Advisor => attack::advisor(from),
        Kind::Bishop => attack::elephant(from, occupied),
        Kind::Knight => attack::horse(from, occupied),
        Kind::Rook => attack::chariot(from, occupied),
        // It goes like a chariot, but takes only over a screen.
        Kind::Cannon => {
            attack::chariot(from, occupied) & !occupied.all | attack::cannon(from, occupied)
        }
        Kind::Pawn => attack::pawn(piece.side, from),
    }
}
