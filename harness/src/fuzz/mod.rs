//! Fuzzing a black box: made-up conversations, judged by the rules like any others.
//!
//! A *unit* is a few lines that a protocol's [`Grammar`] makes up. Units are said one after the other
//! in one session, each followed by a reset that is verified (`@idle`): the engine is idle again and
//! answers. What a rule convicts then is looked at alone: the lines that bring it about in a fresh
//! process are shrunk to the few that matter, and become a script for `replay`.

pub mod campaign;
mod hunt;
mod made_up;
mod shrink;
mod signature;
pub mod store;
mod supply;
pub mod targets;
mod unit;

use arbitrary::Unstructured;

pub use hunt::{Finding, smallest};
pub use unit::{Say, Unit};

/// How conversations of one protocol are made up.
pub trait Grammar: Sync {
    /// What is tried first and in order: every edge that is known to be one.
    fn boundary(&self) -> Vec<Unit>;

    /// Anything else, out of random bytes. What is `tidy` is followed to its end by the judge, and
    /// hides nothing that comes after it; it need not be correct.
    ///
    /// # Errors
    ///
    /// If there are not enough of them.
    fn random(&self, source: &mut Unstructured<'_>, tidy: bool) -> arbitrary::Result<Unit>;

    /// Whether it is what a session says by itself, to bring the engine to rest.
    fn is_reset(&self, line: &[u8]) -> bool;

    /// What a command looks like, so that two findings about one shape are one: `position long`.
    fn shape(&self, line: &[u8]) -> String;
}
