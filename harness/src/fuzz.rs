//! Fuzzing an engine's executable: generated conversations, judged by the rules like any others.
//!
//! A *test case* is a few lines that a protocol's [`Grammar`](crate::protocol::Grammar) generates. A session sends many
//! of them, and after each it makes the engine idle and checks that it answers (`@idle`). A violation is then triaged:
//! confirmed in fresh processes, minimized to the lines that matter, and stored as a script for `replay`.

pub mod campaign;
mod explore;
mod generate;
mod minimize;
mod perform;
mod scheduler;
mod signature;
mod starter;
pub mod store;
pub mod targets;
mod triage;

pub use triage::{Finding, smallest};
