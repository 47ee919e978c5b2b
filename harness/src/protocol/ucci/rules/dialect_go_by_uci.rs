//! `go` with parameters of UCI does no harm.
//!
//! TCHESS and UCI2WB send `go movetime`, and Sylvan sends `go wtime` and `go btime`.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go movetime 100
//! > isready
//! < readyok
//! ```
//!
//! After a `go` with parameters of UCI, the engine may search for any time, or not at all:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go wtime 1000 btime 1000 winc 0 binc 0
//! < bestmove h2e2
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go movetime 100
//!   ^^^^^^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/dialect_go_by_uci",
    level: Level::Should,
    topic: "dialect",
    spec: "UCCI D4",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(
        out,
        &[UnspecifiedInput::DialectInput(UcciUnspecifiedInput::UciGo)],
    );
}
