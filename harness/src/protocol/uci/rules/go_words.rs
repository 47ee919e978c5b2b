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
//! The engine may apply the other parameters of the line:
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
//! If a number is missing, the engine may also exit with a diagnosis and a status other than 0:
//!
//! ```unjudged
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
//! An unknown word is no reason to exit:
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
    view.check_survival(out, &[UnspecifiedInput::GoWithoutMode]);
    // A missing number is illegal input, after which an engine may exit (`UCI A7`).
    let number = UnspecifiedInput::DialectInput(UciUnspecifiedInput::GoNumberWrong);
    view.check_survival_or_exit(out, &[number]);
}
