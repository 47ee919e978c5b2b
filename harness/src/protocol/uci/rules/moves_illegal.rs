//! An illegal or unreadable move in a `position` does no harm.
//!
//! An interface with a bug in its move generator sends illegal moves.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos moves e2e5
//! > isready
//! < readyok
//! ```
//!
//! After an illegal move in a `position`, the engine may exit with a diagnosis and a status other than 0:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos moves e2e5
//! > isready
//! < readyok
//! > position startpos moves e2e5
//! % illegal move e2e5
//! ! exit 1
//! ```
//!
//! A diagnosis may have any text, and the engine may write it to its standard error or to its output. If the engine
//! exits without any text, the author of the interface does not learn the reason:
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos moves e2e5
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ after this line the process exited with status 1 without an error message
//! ! exit 1
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos moves e2e5
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/moves_illegal",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCI U44",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::IllegalMoves]);
}
