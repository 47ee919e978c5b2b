//! An unknown word after `go`, or a missing number, does no harm.
//!
//! Interfaces send parameters that only some engines support.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth
//! > stop
//! > isready
//! < readyok
//! ```
//!
//! The engine may skip an unknown word, and obey the other parameters of the `go`:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go fast depth 1
//! < bestmove e2e4
//! > isready
//! < readyok
//! ```
//!
//! If a number is missing after a parameter of `go`, the engine may exit with a diagnosis and a status other than 0:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth
//! % parse_go(): missing argument
//! ! exit 1
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth
//!   ^^^^^^^^ after this line the process exited with status 1 without an error message
//! ! exit 1
//! ```
//!
//! The engine must not exit because of an unknown word after `go`:
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go quickly depth 1
//!   ^^^^^^^^^^^^^^^^^^ after this line the process exited with status 1
//! ! exit 1
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth
//!   ^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/go_words",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCI U81, U47",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let number = UnspecifiedInput::DialectInput(UciUnspecifiedInput::GoNumberWrong);
    view.check_survival(out, &[UnspecifiedInput::GoWithoutMode, number]);
}
