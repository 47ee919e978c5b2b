//! Several limits in one `go`, or limits in another order, do no harm.
//!
//! UCI2WB sends the clocks, the increments and a depth in one `go`.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go time 100 opptime 100 movestogo 40 oppincrement 0 increment 0 depth 3
//! > isready
//! < readyok
//! ```
//!
//! If a `go` has several limits, the engine may apply any of them:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 2 nodes 100
//! < bestmove h2e2
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go time 100 opptime 100 movestogo 40 oppincrement 0 increment 0 depth 3
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/dialect_go_mixed",
    level: Level::Should,
    topic: "dialect",
    spec: "UCCI D5",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(
        out,
        &[UnspecifiedInput::DialectInput(
            UcciUnspecifiedInput::MixedGo,
        )],
    );
}
