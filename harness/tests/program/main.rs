//! Tests that start the program as its users do. They are one test binary, so that the waits of all of them overlap.
#![cfg(unix)]
#![expect(
    clippy::disallowed_methods,
    reason = "tests start processes of their own and wait for them"
)]

mod campaign;
mod cli;
mod common;
mod engine;
mod hostile;
mod real_engines;
mod record;
mod snapshots;
