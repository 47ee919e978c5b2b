//! Tests that start the program `ponderhit` as users start it. All these tests are in one test
//! binary, so that their waits overlap.
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
