//! A broken FEN, or an impossible board, does no harm.
//!
//! Users edit positions by hand, and interfaces send these positions unchecked.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position fen 8/8/8 w - - 0 1
//! > isready
//! < readyok
//! ```
//!
//! After a broken FEN, the engine may exit with a diagnosis and a status other than 0:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position fen 8/8/8 w - - 0 1
//! > isready
//! % unreadable FEN
//! ! exit 1
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position fen 8/8/8 w - - 0 1
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ after this line the process exited with status 1 without an error message
//! ! exit 1
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position fen 8/8/8 w - - 0 1
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/fen_broken",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCI U45, Q5",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::BrokenFen]);
}
