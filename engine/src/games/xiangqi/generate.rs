//! Move generation and legality.
//!
//! Almost every pseudo-legal move of a side that is not in check is legal. Attacks on the king are computed
//! only for a move that touches a point in [`CheckInfo`], because only such a move could expose the king.

use super::{
    Kind, Move, Piece, Position, Side, Square,
    attack::{self, Occupancy},
    bits::Bits,
};
use crate::game::{GenType, Moves};

impl Position {
    /// Adds the pseudo-legal moves of the side to move; such a move may leave the mover's king in check.
    pub(super) fn add_moves(&self, gen_type: GenType, out: &mut Moves<Move>) {
        let within = match gen_type {
            GenType::All => !self.sides[self.side as usize],
            GenType::Captures => self.sides[self.side.other() as usize],
            GenType::Quiet => !self.occupied.all,
        };
        for from in self.sides[self.side as usize] {
            for to in self.targets(from) & within {
                // The list has room for every move.
                let _ = out.try_push(Move { from, to });
            }
        }
        if gen_type != GenType::Captures {
            for on in self.promotable() {
                let _ = out.try_push(Move { from: on, to: on });
            }
        }
    }

    /// All legal moves, in a fixed order.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Moves::new();
        self.add_moves(GenType::All, &mut moves);
        let info = self.check_info();
        moves.retain(|it| self.is_legal_given(&info, *it));
        moves.iter().copied().collect()
    }

    /// All pseudo-legal moves; such a move may leave the mover's king in check.
    pub fn pseudo_legal_moves(&self) -> Vec<Move> {
        let mut moves = Moves::new();
        self.add_moves(GenType::All, &mut moves);
        moves.iter().copied().collect()
    }

    /// Whether a move is legal here.
    pub fn is_legal(&self, it: Move) -> bool {
        self.is_pseudo_legal(it) && self.is_king_safe_after(it)
    }

    /// Whether a move is one of the [`Position::pseudo_legal_moves`].
    pub fn is_pseudo_legal(&self, it: Move) -> bool {
        let own = self.sides[self.side as usize];
        let goes = own.has(it.from) && (self.targets(it.from) & !own).has(it.to);
        goes || (it.from == it.to && self.promotable().has(it.from))
    }

    /// Counts the legal moves without listing them.
    pub(super) fn count_legal_moves(&self) -> u64 {
        let own = self.sides[self.side as usize];
        let info = self.check_info();
        let count = |from: Square| {
            let targets = self.targets(from) & !own;
            let doubtful = if info.from.has(from) {
                targets
            } else {
                targets & info.to
            };
            let safe = doubtful.filter(|to| self.is_king_safe_after(Move { from, to: *to }));
            (targets & !doubtful).count() as usize + safe.count()
        };
        let promotions = self
            .promotable()
            .filter(|it| self.is_king_safe_after(Move { from: *it, to: *it }));
        (own.map(count).sum::<usize>() + promotions.count()) as u64
    }

    /// The points that the piece on `from` reaches or attacks, including points with pieces of its own side.
    pub(super) fn targets(&self, from: Square) -> Bits {
        match self.piece_at(from) {
            Some(piece) => reach(piece, from, &self.occupied),
            None => Bits::NONE,
        }
    }

    /// Whether a pseudo-legal move leaves the mover's king safe.
    pub fn is_king_safe_after(&self, it: Move) -> bool {
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

    /// Whether a pseudo-legal move is legal. The answer is fast if the move touches no point of `info`.
    pub fn is_legal_given(&self, info: &CheckInfo, it: Move) -> bool {
        !(info.from.has(it.from) || info.to.has(it.to)) || self.is_king_safe_after(it)
    }

    /// Whether pieces of the side `by`, on the points `attackers`, attack the king on `king`. Elephants and
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

    /// Computes pins and checks for the side to move.
    pub fn check_info(&self) -> CheckInfo {
        let king = self.kings[self.side as usize];
        if self.is_king_attacked(self.side) {
            return CheckInfo::IN_CHECK;
        }
        let enemies = self.sides[self.side.other() as usize];
        let of = |kind: Kind| self.kinds[kind as usize] & enemies;
        let along = of(Kind::Rook) | of(Kind::King);
        let mut info = CheckInfo {
            from: Bits::of(king),
            to: Bits::NONE,
        };
        let cannons = of(Kind::Cannon) & attack::cross(king);
        if cannons.any() || (along & attack::cross(king)).any() {
            let reach = attack::chariot(king, &self.occupied);
            let first = reach & self.occupied.all;
            let second = attack::cannon(king, &self.occupied);
            // If the first piece on the line moves away, a chariot or the other king can attack. If one of
            // the first two pieces moves away, a cannon behind them can attack.
            if cannons.any() {
                info.from |= first | second;
            } else if (second & along).any() {
                info.from |= first;
            }
            // The first piece is a cannon without a screen, so a piece that moves between exposes the king.
            if (first & cannons).any() {
                info.to |= reach & !first;
            }
        }
        if (attack::horse_near(king) & of(Kind::Knight)).any() {
            info.from |= attack::diagonal(king);
        }
        info
    }
}

/// Pins and checks: the points where a move could expose its own king.
#[derive(Clone, Copy, Debug)]
pub struct CheckInfo {
    /// Points of pieces that may be pinned.
    from: Bits,
    /// Points where a piece could become the screen of a cannon.
    to: Bits,
}

impl CheckInfo {
    /// The value for a side in check: every move must be tested.
    const IN_CHECK: CheckInfo = CheckInfo {
        from: Bits(u128::MAX),
        to: Bits(u128::MAX),
    };

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.to == CheckInfo::IN_CHECK.to
    }
}

/// The points that a piece on `from` reaches or attacks.
pub(super) fn reach(piece: Piece, from: Square, occupied: &Occupancy) -> Bits {
    match piece.kind {
        Kind::King => attack::king(from),
        Kind::Advisor => attack::advisor(from),
        Kind::Bishop => attack::elephant(from, occupied),
        Kind::Knight => attack::horse(from, occupied),
        Kind::Rook => attack::chariot(from, occupied),
        // A cannon moves like a chariot, but captures only over a screen.
        Kind::Cannon => {
            attack::chariot(from, occupied) & !occupied.all | attack::cannon(from, occupied)
        }
        Kind::Pawn => attack::pawn(piece.side, from),
    }
}
