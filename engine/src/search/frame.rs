//! One node of the search that is being worked on.

use super::{
    MATE,
    evaluate::{evaluate, worth},
};
use crate::games::xiangqi::{Kind, Move, Position};

/// How many plies of captures follow the last full ply.
const QUIET: i32 = -6;

/// A node: its moves, and what is known of its value.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) position: Position,
    moves: Vec<Move>,
    next: usize,
    /// Plies left; at 0 and below only captures are searched.
    pub(super) depth: i32,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    /// The bound that the node began with.
    pub(super) from: i32,
    pub(super) best: i32,
    pub(super) pv: Vec<Move>,
}

impl Frame {
    pub(super) fn root(position: Position, moves: Vec<Move>, depth: i32) -> Frame {
        Frame {
            position,
            moves,
            next: 0,
            depth,
            alpha: -2 * MATE,
            beta: 2 * MATE,
            from: -2 * MATE,
            best: -2 * MATE,
            pv: Vec::new(),
        }
    }

    /// The node after a move of `parent`, `ply` plies from the root.
    pub(super) fn child(parent: &Frame, position: Position, hash: Option<Move>, ply: i32) -> Frame {
        let depth = parent.depth - 1;
        let mut frame = Frame {
            next: 0,
            depth,
            alpha: -parent.beta,
            beta: -parent.alpha,
            from: -parent.beta,
            best: -MATE + ply,
            moves: Vec::new(),
            pv: Vec::new(),
            position,
        };
        if depth > 0 {
            frame.moves = frame.position.legal_moves();
        } else {
            frame.best = evaluate(&frame.position);
            frame.alpha = frame.alpha.max(frame.best);
            if depth > QUIET && frame.alpha < frame.beta {
                frame.moves = captures(&frame.position);
            }
        }
        order(&frame.position, &mut frame.moves, hash);
        frame
    }

    /// The next move to search; none if all are done or the rest does not matter.
    pub(super) fn take_move(&mut self) -> Option<Move> {
        if self.alpha >= self.beta {
            return None;
        }
        let step = self.moves.get(self.next).copied();
        self.next += 1;
        step
    }

    /// Takes in the value of the move taken last, and the line that goes on from it.
    pub(super) fn learn(&mut self, value: i32, line: Vec<Move>) {
        let Some(step) = self.moves.get(self.next.saturating_sub(1)) else {
            return;
        };
        if value > self.best || (self.pv.is_empty() && self.depth > 0) {
            self.best = self.best.max(value);
            self.pv = [vec![*step], line].concat();
        }
        self.alpha = self.alpha.max(value);
    }

    /// The value for the side to move.
    pub(super) fn value(&self) -> i32 {
        self.best
    }
}

fn captures(position: &Position) -> Vec<Move> {
    let mut moves = position.pseudo_legal_moves();
    moves.retain(|it| position.piece_at(it.to).is_some() && position.keeps_king(*it));
    moves
}

/// The move of the hash table first, then captures: the most valuable victim by the least
/// valuable attacker.
pub(super) fn order(position: &Position, moves: &mut [Move], hash: Option<Move>) {
    let worth = |it: Option<Kind>| it.map_or(0, worth);
    moves.sort_by_key(|it| {
        let victim = worth(position.piece_at(it.to).map(|it| it.kind));
        let attacker = worth(position.piece_at(it.from).map(|it| it.kind));
        let first = hash == Some(*it);
        let gain = if victim > 0 {
            16 * victim - attacker
        } else {
            0
        };
        (!first, -gain, *it)
    });
}
