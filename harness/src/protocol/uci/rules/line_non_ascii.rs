//! Bytes outside of ASCII do no harm.
//!
//! File paths and names of opponents contain letters of all languages.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > setoption name UCI_Opponent value none none human Müller
//! > isready
//! < readyok
//! ```
//!
//! The line of the interface may be in any encoding, or may be no valid text at all:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! >| \xff\xfe\n
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! >| \xff\xfe\n
//!    ^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/line_non_ascii",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCI U4, U33",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::NonAscii]);
}
