//! Fuzzing a black box: made-up conversations, judged by the rules like any others.
//!
//! A *case* is a few lines that a protocol's [`Grammar`](crate::protocol::Grammar) makes up. Units are said one after the other
//! in one session, each followed by a reset that is verified (`@idle`): the engine is idle again and
//! answers. What a rule convicts then is looked at alone: the lines that bring it about in a fresh
//! process are shrunk to the few that matter, and become a script for `replay`.

pub mod campaign;
mod made_up;
mod minimize;
mod perform;
mod scheduler;
mod signature;
pub mod store;
pub mod targets;
mod triage;

pub use triage::{Finding, smallest};
