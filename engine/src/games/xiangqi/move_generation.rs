//! Move generation and legality.
//!
//! Almost every pseudo-legal move of a side that is not in check is legal. Attacks on the king are
//! computed only for a move from a pinned point or to a screen point of [`CheckInfo`], because only
//! such a move could expose the king.

use super::{
    Move, Piece, PieceKind, Position, Side, Square,
    attack::{self, Occupancy},
    bitboard::Bitboard,
};
use crate::game::{GenType, MoveList};

impl Position {
    /// Adds the pseudo-legal moves of the side to move; a pseudo-legal move may leave the mover's
    /// king in check.
    pub(super) fn add_moves(&self, gen_type: GenType, out: &mut MoveList<Move>) {
        let within = match gen_type {
            GenType::All => !self.points_by_side[self.moving_side as usize],
            GenType::Captures => self.points_by_side[self.moving_side.opponent() as usize],
            GenType::Quiet => !self.occupancy.occupied_points,
        };
        for from in self.points_by_side[self.moving_side as usize] {
            for to in self.reachable_points(from) & within {
                // The list has room for every move.
                let _ = out.try_push(Move { from, to });
            }
        }
        if gen_type != GenType::Captures {
            for on in self.promotable_pieces() {
                let _ = out.try_push(Move { from: on, to: on });
            }
        }
    }

    /// All legal moves, in a fixed order.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = MoveList::new();
        self.add_moves(GenType::All, &mut moves);
        let info = self.check_info();
        moves.retain(|it| self.is_legal_by_info(&info, *it));
        moves.iter().copied().collect()
    }

    /// All pseudo-legal moves; a pseudo-legal move may leave the mover's king in check.
    pub fn pseudo_legal_moves(&self) -> Vec<Move> {
        let mut moves = MoveList::new();
        self.add_moves(GenType::All, &mut moves);
        moves.iter().copied().collect()
    }

    /// Whether a move is legal in this position.
    pub fn is_legal(&self, it: Move) -> bool {
        self.is_pseudo_legal(it) && self.is_king_safe_after(it)
    }

    /// Whether a move is one of the [`Position::pseudo_legal_moves`].
    pub fn is_pseudo_legal(&self, it: Move) -> bool {
        let own = self.points_by_side[self.moving_side as usize];
        let goes = own.contains(it.from) && (self.reachable_points(it.from) & !own).contains(it.to);
        goes || (it.from == it.to && self.promotable_pieces().contains(it.from))
    }

    /// Counts the legal moves without listing them.
    pub(super) fn count_legal_moves(&self) -> u64 {
        let own = self.points_by_side[self.moving_side as usize];
        let info = self.check_info();
        let count = |from: Square| {
            let targets = self.reachable_points(from) & !own;
            let doubtful = if info.pinned_points.contains(from) {
                targets
            } else {
                targets & info.screen_points
            };
            let safe = doubtful.filter(|to| self.is_king_safe_after(Move { from, to: *to }));
            (targets & !doubtful).count() as usize + safe.count()
        };
        let promotions = self
            .promotable_pieces()
            .filter(|it| self.is_king_safe_after(Move { from: *it, to: *it }));
        (own.map(count).sum::<usize>() + promotions.count()) as u64
    }

    /// The points that the piece on `from` reaches or attacks, including points with pieces of its
    /// own side.
    pub(super) fn reachable_points(&self, from: Square) -> Bitboard {
        match self.piece_at(from) {
            Some(piece) => reachable_points_of_piece(piece, from, &self.occupancy),
            None => Bitboard::EMPTY,
        }
    }

    /// Whether a pseudo-legal move leaves the mover's king safe.
    pub fn is_king_safe_after(&self, it: Move) -> bool {
        let mut occupied = self.occupancy;
        occupied.toggle_point(it.from);
        if !occupied.occupied_points.contains(it.to) {
            occupied.toggle_point(it.to);
        }
        let king = match self.king_points[self.moving_side as usize] {
            king if king == it.from => it.to,
            king => king,
        };
        let enemies = self.points_by_side[self.moving_side.opponent() as usize]
            & !Bitboard::from_square(it.to);
        !self.is_king_point_attacked(king, self.moving_side.opponent(), enemies, &occupied)
    }

    /// Whether a pseudo-legal move is legal. The function is fast if the piece is not on a pinned
    /// point and does not move to a screen point of `info`.
    pub fn is_legal_by_info(&self, info: &CheckInfo, it: Move) -> bool {
        !(info.pinned_points.contains(it.from) || info.screen_points.contains(it.to))
            || self.is_king_safe_after(it)
    }

    /// Whether pieces of the side `by`, on the points `attackers`, attack the king on `king`.
    /// Elephants and advisors can never attack a king; the two kings attack each other along an
    /// open file.
    fn is_king_point_attacked(
        &self,
        king: Square,
        by: Side,
        attackers: Bitboard,
        occupied: &Occupancy,
    ) -> bool {
        let of = |kind: PieceKind| self.points_by_kind[kind as usize] & attackers;
        let along = of(PieceKind::Rook) | of(PieceKind::King);
        (attack::chariot_attacks(king, occupied) & along).is_not_empty()
            || (attack::cannon_captures(king, occupied) & of(PieceKind::Cannon)).is_not_empty()
            || (attack::horse_attackers(king, occupied) & of(PieceKind::Knight)).is_not_empty()
            || (attack::pawn_attackers(by, king) & of(PieceKind::Pawn)).is_not_empty()
    }

    /// Whether the king of `side` is attacked.
    pub(super) fn is_king_attacked(&self, side: Side) -> bool {
        let by = side.opponent();
        let king = self.king_points[side as usize];
        self.is_king_point_attacked(king, by, self.points_by_side[by as usize], &self.occupancy)
    }

    /// Computes pins and checks for the side to move.
    pub fn check_info(&self) -> CheckInfo {
        let king = self.king_points[self.moving_side as usize];
        if self.is_king_attacked(self.moving_side) {
            return CheckInfo::IN_CHECK;
        }
        let enemies = self.points_by_side[self.moving_side.opponent() as usize];
        let of = |kind: PieceKind| self.points_by_kind[kind as usize] & enemies;
        let along = of(PieceKind::Rook) | of(PieceKind::King);
        let mut info = CheckInfo {
            pinned_points: Bitboard::from_square(king),
            screen_points: Bitboard::EMPTY,
        };
        let cannons = of(PieceKind::Cannon) & attack::rank_and_file_points(king);
        if cannons.is_not_empty() || (along & attack::rank_and_file_points(king)).is_not_empty() {
            let reach = attack::chariot_attacks(king, &self.occupancy);
            let first = reach & self.occupancy.occupied_points;
            let second = attack::cannon_captures(king, &self.occupancy);
            // If the piece nearest to the king on a line moves away, a chariot or the other king
            // behind this piece can attack the king. If one of the two nearest pieces moves away, a
            // cannon behind both pieces can attack the king.
            if cannons.is_not_empty() {
                info.pinned_points |= first | second;
            } else if (second & along).is_not_empty() {
                info.pinned_points |= first;
            }
            // If the nearest piece is a cannon without a screen, a piece that moves between cannon
            // and king exposes the king.
            if (first & cannons).is_not_empty() {
                info.screen_points |= reach & !first;
            }
        }
        if (attack::unblocked_horse_attackers(king) & of(PieceKind::Knight)).is_not_empty() {
            info.pinned_points |= attack::diagonal_neighbours(king);
        }
        info
    }
}

/// The pins and checks of a position: the points on which a move could expose the mover's own king.
#[derive(Clone, Copy, Debug)]
pub struct CheckInfo {
    /// Points of pieces that may be pinned.
    pinned_points: Bitboard,
    /// Points where a piece could become the screen of a cannon.
    screen_points: Bitboard,
}

impl CheckInfo {
    /// The [`CheckInfo`] of a side in check: all points are marked as pinned points and screen
    /// points, so the attacks on the king are computed for every move.
    const IN_CHECK: CheckInfo = CheckInfo {
        pinned_points: Bitboard(u128::MAX),
        screen_points: Bitboard(u128::MAX),
    };

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.screen_points == CheckInfo::IN_CHECK.screen_points
    }
}

/// The points that a piece on `from` reaches or attacks.
pub(super) fn reachable_points_of_piece(
    piece: Piece,
    from: Square,
    occupied: &Occupancy,
) -> Bitboard {
    match piece.kind {
        PieceKind::King => attack::king_attacks(from),
        PieceKind::Advisor => attack::advisor_attacks(from),
        PieceKind::Bishop => attack::elephant_attacks(from, occupied),
        PieceKind::Knight => attack::horse_attacks(from, occupied),
        PieceKind::Rook => attack::chariot_attacks(from, occupied),
        // A cannon moves like a chariot, but captures only over a screen.
        PieceKind::Cannon => {
            attack::chariot_attacks(from, occupied) & !occupied.occupied_points
                | attack::cannon_captures(from, occupied)
        }
        PieceKind::Pawn => attack::pawn_attacks(piece.side, from),
    }
}
