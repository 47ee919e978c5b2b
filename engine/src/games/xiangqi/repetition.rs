//! The league's rules of repetition (`UCCI K3`, `K4`, `K8`, `K9`).
//!
//! A side loses if it alone gives perpetual check, or alone chases one piece with every move. If one side
//! gives perpetual check and the other side chases, the checking side loses. If both sides check, both chase,
//! or neither does, the game is drawn. The league's rules are simpler than those of human tournaments: only
//! the piece that just moved can chase, and pins are ignored.

use super::{Kind, Move, Position, Side, Square};
use crate::game::Repetition;

/// The result of a repeated position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recurrence {
    Draw,
    Loses(Side),
}

/// The threat that a side makes with every move of a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Habit {
    Nothing,
    Chase,
    Check,
}

/// Judges the cycle `moves`, which leads from `start` back to the same position.
pub fn judge_cycle(start: &Position, moves: &[Move]) -> Recurrence {
    let mut position = start.clone();
    let mut pieces = Pieces::default();
    let mut sides = [Conduct::default(), Conduct::default()];
    for step in moves {
        let side = position.side;
        position.play(*step);
        pieces.follow(*step);
        let chased = chased(&position, *step);
        let chased = chased.iter().map(|it| pieces.on(*it)).collect();
        sides[side as usize].observe(position.in_check(), chased);
    }
    let [red, black] = sides.map(|it| it.habit());
    match red.cmp(&black) {
        std::cmp::Ordering::Greater => Recurrence::Loses(Side::Red),
        std::cmp::Ordering::Less => Recurrence::Loses(Side::Black),
        std::cmp::Ordering::Equal => Recurrence::Draw,
    }
}

/// The points of the enemy pieces that are chased by the piece that just moved.
pub fn chased(after: &Position, moved: Move) -> Vec<Square> {
    let Some(hunter) = after.piece_at(moved.to) else {
        return Vec::new();
    };
    let enemies = after.sides[hunter.side.other() as usize];
    let prey = after.targets(moved.to) & enemies;
    prey.filter(|it| is_chased(after, moved.to, hunter.kind, *it))
        .collect()
}

/// Whether the attack of the piece on `from` on the piece on `prey` counts as a chase (`UCCI K8`, `K9`).
fn is_chased(position: &Position, from: Square, hunter: Kind, prey: Square) -> bool {
    let Some(piece) = position.piece_at(prey) else {
        return false;
    };
    if piece.kind == Kind::Pawn && piece.side.own_rank(prey) < 5 {
        return false;
    }
    match (hunter, piece.kind) {
        (Kind::Knight | Kind::Cannon, Kind::Rook) => true,
        (Kind::Knight, Kind::Cannon | Kind::Pawn)
        | (Kind::Cannon, Kind::Knight | Kind::Pawn)
        | (Kind::Rook, Kind::Knight | Kind::Cannon | Kind::Pawn) => {
            !position.could_be_retaken(from, prey)
        }
        _ => false,
    }
}

/// The checks and chases of a side so far in a cycle.
#[derive(Clone, Debug, Default)]
struct Conduct {
    moves: usize,
    checks: usize,
    /// The pieces that every move so far has chased.
    chased: Vec<usize>,
}

impl Conduct {
    fn observe(&mut self, check: bool, chased: Vec<usize>) {
        match self.moves {
            0 => self.chased = chased,
            _ => self.chased.retain(|it| chased.contains(it)),
        }
        self.moves += 1;
        self.checks += usize::from(check);
    }

    fn habit(&self) -> Habit {
        if self.moves > 0 && self.checks == self.moves {
            Habit::Check
        } else if self.chased.is_empty() {
            Habit::Nothing
        } else {
            Habit::Chase
        }
    }
}

/// The piece on each point; a piece is identified by its point at the start of the cycle.
struct Pieces([usize; 90]);

impl Default for Pieces {
    fn default() -> Pieces {
        Pieces(std::array::from_fn(|it| it))
    }
}

impl Pieces {
    fn follow(&mut self, step: Move) {
        self.0[step.to.index()] = self.0[step.from.index()];
    }

    fn on(&self, square: Square) -> usize {
        self.0[square.index()]
    }
}

/// The result of the cycle `moves` for the side to move.
pub(super) fn repetition(start: &Position, moves: &[Move]) -> Repetition {
    match judge_cycle(start, moves) {
        Recurrence::Draw => Repetition::Draw,
        Recurrence::Loses(side) if side == start.side => Repetition::Loses,
        Recurrence::Loses(_) => Repetition::Wins,
    }
}

#[cfg(test)]
mod tests;
