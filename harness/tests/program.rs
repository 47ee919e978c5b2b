//! Tests that start the program `ponderhit` as users start it.
#![cfg(unix)]
#![expect(
    clippy::disallowed_methods,
    reason = "tests start processes of their own and wait for them"
)]

mod campaign;
mod check_gui;
pub(crate) mod cli;
mod engine;
mod hostile;
mod real_engines;
mod record;
mod snapshots;
