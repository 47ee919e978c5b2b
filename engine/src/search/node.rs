//! A node of the search: its window, the move that is searched, and the best result so far.

use super::MATE_SCORE;

/// A node to search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    /// The remaining depth, in plies.
    pub(super) depth: i32,
    /// The distance from the root, in plies.
    pub(super) ply: usize,
}

impl Node {
    /// The child node after a move, seen from the other side.
    pub(super) fn child(self, depth: i32) -> Node {
        Node {
            alpha: -self.beta,
            beta: -self.alpha,
            depth,
            ply: self.ply + 1,
        }
    }

    /// The child node after a move, with a null window. The null window tests whether the move is
    /// better than alpha.
    pub(super) fn null_window_child(self, depth: i32) -> Node {
        Node {
            alpha: -self.alpha - 1,
            beta: -self.alpha,
            depth,
            ply: self.ply + 1,
        }
    }
}

/// The move that is searched.
#[derive(Clone, Copy)]
pub(super) struct ChildMove<M> {
    pub(super) child_move: M,
    /// True if the move gains no material: it neither captures nor promotes to a queen.
    pub(super) is_quiet: bool,
    /// True if the move is a capture that loses material.
    pub(super) loses_material: bool,
    /// The number of moves that were searched before this move.
    pub(super) earlier_move_count: usize,
}

/// The best result of a node's moves so far.
pub(super) struct NodeResult<M> {
    pub(super) best_score: i32,
    pub(super) alpha: i32,
    /// The move that raised alpha.
    pub(super) best_move: Option<M>,
    pub(super) searched_move_count: usize,
}

impl<M: Copy> NodeResult<M> {
    pub(super) fn new(node: Node) -> NodeResult<M> {
        NodeResult {
            best_score: -MATE_SCORE,
            alpha: node.alpha,
            best_move: None,
            searched_move_count: 0,
        }
    }

    pub(super) fn node_with_raised_alpha(&self, node: Node) -> Node {
        Node {
            alpha: self.alpha,
            ..node
        }
    }

    /// Records the value of a move; returns true if the move raised alpha.
    pub(super) fn add_value(&mut self, step: M, value: i32) -> bool {
        self.best_score = self.best_score.max(value);
        let better = value > self.alpha;
        if better {
            self.alpha = value;
            self.best_move = Some(step);
        }
        better
    }
}
