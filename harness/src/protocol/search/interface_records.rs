//! Data about the interface's commands that only the rules about the interface use.

use super::{Dialect, MoveOf, PositionSpec};
use crate::rule::Culprit;

/// The first `position` after a `ponderhit`.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct PositionAfterPonderhit<D: Dialect> {
    pub(in crate::protocol) entry: usize,
    pub(in crate::protocol) last_position: PositionSpec<D>,
    /// The position that the engine searched while pondering.
    pub(in crate::protocol) pondered_position: PositionSpec<D>,
    /// The engine's last best move before the `position` command.
    pub(in crate::protocol) last_best_move: Option<MoveOf<D>>,
}

/// A line of the interface that has no newline.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct UnterminatedLine {
    pub(in crate::protocol) culprit: Culprit,
    pub(in crate::protocol) line: Vec<u8>,
}
