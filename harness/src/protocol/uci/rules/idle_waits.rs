//! An idle engine uses almost no processor time.
//!
//! An engine that uses the processor while no search runs slows down its opponent, which searches on the same machine.
//!
//! The rule is violated if an idle engine uses a second or more of processor time although it receives no command.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! = memory 14200 KiB
//! = cpu 120ms
//! ~ 1500ms
//! = memory 14200 KiB
//! = cpu 130ms
//! > quit
//! ! exit 0
//! ```
//!
//! An idle engine may wake up its threads from time to time, and may clean up for a short time:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! = memory 14200 KiB
//! = cpu 120ms
//! ~ 1500ms
//! = memory 14800 KiB
//! = cpu 420ms
//! > quit
//! ! exit 0
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! = memory 14200 KiB
//! = cpu 120ms
//! ~ 1500ms
//! = memory 14200 KiB
//!   ^^^^^^^^^^^^^^^^ the idle engine used 1.450 s of processor time within 1.500 s
//! = cpu 1570ms
//! > quit
//! ! exit 0
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/idle_waits",
    level: Level::Should,
    topic: "state",
    spec: "UCI U8, U11, U112",
    measures: Measurement::Processor,
    since: "0.2.0",
    check: checks::check_idle_processor_use,
};
