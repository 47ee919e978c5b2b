//! The engine does not hang.
//!
//! A hung process still runs but answers no command, so a GUI can only kill it.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > isready
//! < readyok
//! > quit
//! < bye
//! ! exit 0
//! ```
//!
//! One missing answer is not a hang if the engine answers later commands:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > stop
//! 10.002000 ~ 10s
//! 10.003000 > quit
//! 10.004000 < bye
//! 10.005000 ! exit 0
//! ```
//!
//! In batch mode the engine executes `quit` only after the search, so it does not count as hung
//! while the search's clock runs:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < option batch type check default false
//! 0.001000 < ucciok
//! 0.002000 > setoption batch true
//! 0.003000 > position startpos
//! 0.003000 > go time 60 increment 0
//! 0.004000 > quit
//! 12.000000 ! killed
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > isready
//!            ^^^^^^^ the engine sent nothing after this command and had to be killed
//! 10.003000 ~ 10s
//! 10.003000 > quit
//! 11.003000 ~ 1s
//! 11.004000 ! killed
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/no_hang",
    level: Level::Robust,
    topic: "process",
    spec: "UCCI RD1, X1",
    measures: Measurement::Absence,
    since: "0.1.0",
    check: checks::check_no_hang,
};
