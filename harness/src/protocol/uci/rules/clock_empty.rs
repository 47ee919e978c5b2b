//! A clock at 0 or below does no harm.
//!
//! In some interfaces a clock that has run out continues below 0.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go wtime -20 btime 1000
//! < bestmove e2e4
//! > isready
//! < readyok
//! ```
//!
//! The clock of the other side may also be at 0 or below:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go wtime 1000 btime 0
//! < bestmove e2e4
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go wtime -20 btime 1000
//!   ^^^^^^^^^^^^^^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/clock_empty",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCI U49",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(
        out,
        &[UnspecifiedInput::DialectInput(
            UciUnspecifiedInput::ClockAtOrBelowZero,
        )],
    );
}
