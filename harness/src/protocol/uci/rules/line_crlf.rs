//! A line that ends in CR LF does no harm.
//!
//! Interfaces on Windows end their lines with both.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! >| isready\r\n
//! < readyok
//! > isready
//! < readyok
//! ```
//!
//! Both kinds may be mixed:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! >| position startpos\r\n
//! > go depth 1
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
//! >| isready\r\n
//!    ^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/line_crlf",
    level: Level::Should,
    topic: "robustness",
    spec: "UCI U79",
    measures: Measures::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[Unspecified::CrLf]);
}
