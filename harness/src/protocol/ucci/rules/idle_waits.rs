//! An idle engine uses almost no processor time.
//!
//! An engine that is busy while idle slows down its opponent, which searches on the same machine.
//!
//! Violated if the engine keeps a processor busy for a second or more without any command.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! = memory 14200 KiB
//! = cpu 120ms
//! ~ 1500ms
//! = memory 14200 KiB
//! = cpu 130ms
//! > quit
//! < bye
//! ! exit 0
//! ```
//!
//! Threads that wake up from time to time, and short cleanup, are allowed:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! = memory 14200 KiB
//! = cpu 120ms
//! ~ 1500ms
//! = memory 14800 KiB
//! = cpu 420ms
//! > quit
//! < bye
//! ! exit 0
//! ```
//!
//! Clearing the hash table for a new game may use the processor, too; a later result shows that it is done:
//!
//! ```unjudged
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > setoption newgame
//! 0.010000 = memory 14200 KiB
//! 0.010000 = cpu 120ms
//! 1.510000 = memory 14200 KiB
//! 1.510000 = cpu 1570ms
//! 1.600000 > quit
//! 1.601000 < bye
//! 1.602000 ! exit 0
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! = memory 14200 KiB
//! = cpu 120ms
//! ~ 1500ms
//! = memory 14200 KiB
//!   ^^^^^^^^^^^^^^^^ the idle engine used 1.450 s of processor time within 1.500 s
//! = cpu 1570ms
//! > quit
//! < bye
//! ! exit 0
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/idle_waits",
    level: Level::Must,
    topic: "state",
    spec: "UCCI ST3",
    measures: Measures::Processor,
    since: "0.1.0",
    check: checks::idle_waits,
};
