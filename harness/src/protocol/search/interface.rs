//! What the interface sent, as far as only the rules about the interface need it.

use super::{Dialect, MoveOf, Posspec};
use crate::rule::Culprit;

/// The first `position` after a `ponderhit`.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct AfterHit<D: Dialect> {
    pub(in crate::protocol) entry: usize,
    pub(in crate::protocol) last_position: Posspec<D>,
    /// What the engine pondered about.
    pub(in crate::protocol) pondered: Posspec<D>,
    /// What it answered.
    pub(in crate::protocol) answer: Option<MoveOf<D>>,
}

/// Where a line stands that has no newline.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct UnterminatedLine {
    pub(in crate::protocol) culprit: Culprit,
    pub(in crate::protocol) line: Vec<u8>,
}
