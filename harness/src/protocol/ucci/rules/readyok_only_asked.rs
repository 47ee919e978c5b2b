//! `readyok` comes only in answer to `isready`.
//!
//! A GUI takes it for the answer to the next `isready`, and goes on too early.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > isready
//! < readyok
//! ```
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > isready
//! > isready
//! < readyok
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > isready
//! < readyok
//! < readyok
//!   ^^^^^^^ no `isready` was open
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/readyok_only_asked",
    level: Level::Must,
    topic: "state",
    spec: "UCCI RD3",
    measures: Measures::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (entry, response) in view.responses() {
        if *response == Response::ReadyOk {
            View::expects(entry, out, || "no `isready` was open".to_owned());
        }
    }
}
