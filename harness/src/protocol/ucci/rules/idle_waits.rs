//! An idle engine uses almost no processor time.
//!
//! An engine that uses the processor while idle slows down its opponent, which searches on the same machine.
//!
//! The rule is violated if the engine uses one processor for a second or more while no command is running.
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
//! An idle engine may have threads that wake up from time to time, and may clean up for a short time:
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
//! The engine may use the processor to clear the hash table for a new game, so idle time is not judged before the next
//! result:
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
    measures: Measurement::Processor,
    since: "0.1.0",
    check: checks::check_idle_processor_use,
};
