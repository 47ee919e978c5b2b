//! `go ponder` does no harm, even if the engine did not announce `Ponder`.
//!
//! Some interfaces send `go ponder` without checking the engine's options.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos moves e2e4 e7e5
//! > go ponder wtime 1000 btime 1000
//! > stop
//! < bestmove g1f3
//! > isready
//! < readyok
//! ```
//!
//! `go ponder` without a clock does no harm, either:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos moves e2e4 e7e5
//! > go ponder
//! > stop
//! < bestmove g1f3
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos moves e2e4 e7e5
//! > go ponder wtime 1000 btime 1000
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/go_ponder",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCI U120",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(
        out,
        &[UnspecifiedInput::DialectInput(
            UciUnspecifiedInput::GoPonder,
        )],
    );
}
