//! The repetition rules of the UCCI league (`UCCI K3`, `K4`, `K8`, `K9`).
//!
//! A side loses if it alone gives perpetual check, or alone chases one piece with every move. If
//! one side gives perpetual check and the other side chases, the checking side loses. If both sides
//! give perpetual check, if both sides chase, or if neither side does either, the game is drawn.
//! The league's rules are simpler than those of human tournaments: only the piece that just moved
//! can chase, and pins are ignored.

use super::{Move, PieceKind, Position, Side, Square};
use crate::game::Repetition;

/// The result of a repeated position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CycleResult {
    Draw,
    Loses(Side),
}

/// The threat that one side makes with every move of a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum CycleThreat {
    NoThreat,
    Chase,
    Check,
}

/// Judges the cycle `moves`, which leads from `start` back to the same position.
pub fn judge_cycle(start: &Position, moves: &[Move]) -> CycleResult {
    let mut position = start.clone();
    let mut pieces = PieceTracker::default();
    let mut sides = [ThreatCounts::default(), ThreatCounts::default()];
    for step in moves {
        let side = position.moving_side;
        position.play_move(*step);
        pieces.apply_move(*step);
        let chased = chased_pieces(&position, *step);
        let chased = chased
            .iter()
            .map(|it| pieces.tracked_piece_on(*it))
            .collect();
        sides[side as usize].add_move(position.in_check(), chased);
    }
    let [red, black] = sides.map(|it| it.cycle_threat());
    match red.cmp(&black) {
        std::cmp::Ordering::Greater => CycleResult::Loses(Side::Red),
        std::cmp::Ordering::Less => CycleResult::Loses(Side::Black),
        std::cmp::Ordering::Equal => CycleResult::Draw,
    }
}

/// The points of the enemy pieces that are chased by the piece that just moved.
pub fn chased_pieces(after: &Position, moved: Move) -> Vec<Square> {
    let Some(hunter) = after.piece_at(moved.to) else {
        return Vec::new();
    };
    let enemies = after.points_by_side[hunter.side.opponent() as usize];
    let prey = after.reachable_points(moved.to) & enemies;
    prey.filter(|it| is_chased(after, moved.to, hunter.kind, *it))
        .collect()
}

/// Whether the piece on `from`, which attacks the piece on `prey`, chases that piece by the rules
/// of the league (`UCCI K8`, `K9`).
fn is_chased(position: &Position, from: Square, hunter: PieceKind, prey: Square) -> bool {
    let Some(piece) = position.piece_at(prey) else {
        return false;
    };
    if piece.kind == PieceKind::Pawn && piece.side.rank_from_own_edge(prey) < 5 {
        return false;
    }
    match (hunter, piece.kind) {
        (PieceKind::Knight | PieceKind::Cannon, PieceKind::Rook) => true,
        (PieceKind::Knight, PieceKind::Cannon | PieceKind::Pawn)
        | (PieceKind::Cannon, PieceKind::Knight | PieceKind::Pawn)
        | (PieceKind::Rook, PieceKind::Knight | PieceKind::Cannon | PieceKind::Pawn) => {
            !position.can_be_recaptured(from, prey)
        }
        _ => false,
    }
}

/// Counts the checks and chases of one side in a cycle.
#[derive(Clone, Debug, Default)]
struct ThreatCounts {
    move_count: usize,
    check_count: usize,
    /// The enemy pieces that the side has chased with each of its moves so far.
    always_chased_pieces: Vec<usize>,
}

impl ThreatCounts {
    fn add_move(&mut self, check: bool, chased: Vec<usize>) {
        match self.move_count {
            0 => self.always_chased_pieces = chased,
            _ => self.always_chased_pieces.retain(|it| chased.contains(it)),
        }
        self.move_count += 1;
        self.check_count += usize::from(check);
    }

    fn cycle_threat(&self) -> CycleThreat {
        if self.move_count > 0 && self.check_count == self.move_count {
            CycleThreat::Check
        } else if self.always_chased_pieces.is_empty() {
            CycleThreat::NoThreat
        } else {
            CycleThreat::Chase
        }
    }
}

/// For each point, the identity of the piece on it. The identity of a piece is the piece's point at
/// the start of the cycle.
struct PieceTracker([usize; 90]);

impl Default for PieceTracker {
    fn default() -> PieceTracker {
        PieceTracker(std::array::from_fn(|it| it))
    }
}

impl PieceTracker {
    fn apply_move(&mut self, step: Move) {
        self.0[step.to.index()] = self.0[step.from.index()];
    }

    fn tracked_piece_on(&self, square: Square) -> usize {
        self.0[square.index()]
    }
}

/// The result of the cycle `moves` for the side to move.
pub(super) fn judge_repetition(start: &Position, moves: &[Move]) -> Repetition {
    match judge_cycle(start, moves) {
        CycleResult::Draw => Repetition::Draw,
        CycleResult::Loses(side) if side == start.moving_side => Repetition::SideToMoveLoses,
        CycleResult::Loses(_) => Repetition::SideToMoveWins,
    }
}

#[cfg(test)]
mod tests;
