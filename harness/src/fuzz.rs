//! Fuzzes an engine: sends generated commands to its process, and judges the conversations by the rules.
//!
//! A *test case* is a few lines that a protocol's [`FuzzGrammar`](crate::protocol::FuzzGrammar) generates. A session sends many
//! test cases. After each test case the session makes the engine idle and checks that the engine answers (`@idle`).
//! Each violation is triaged: it is confirmed in fresh processes, minimized, and stored as a script for `replay`.

pub mod campaign;
pub mod campaign_result;
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

pub use triage::{Finding, minimize_violation};
