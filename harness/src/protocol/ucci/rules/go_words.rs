//! `go` with unrecognized parameters does no harm.
//!
//! Interfaces for other protocols send `go` without parameters, or send the parameters in another order.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go
//! > isready
//! < readyok
//! ```
//!
//! After a `go` with unrecognized parameters, the engine may search for ever, or not at all:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth
//! < nobestmove
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go
//!   ^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/go_words",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCCI G10",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::GoWithoutMode]);
}
