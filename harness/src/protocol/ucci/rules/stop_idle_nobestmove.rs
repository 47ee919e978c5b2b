//! An idle engine answers `stop` with one `nobestmove`.
//!
//! The engine may send its result at the moment in which the interface sends `stop`. If the engine does not answer a
//! `stop` that arrives after its result, the interface may wait for ever.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > stop
//! < nobestmove
//! ```
//!
//! The engine may receive later commands before it answers `stop`:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > stop
//! > isready
//! < nobestmove
//! < readyok
//! ```
//!
//! The engine may answer `stop` after the next `go`. If a result follows, the first `nobestmove` was the answer to
//! `stop`:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > stop
//! > position startpos
//! > go depth 1
//! < nobestmove
//! < bestmove h2e2
//! > stop
//! < nobestmove
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > stop
//!   ^^^^ the engine did not answer this `stop` with `nobestmove`, not even within a second after a later `readyok`
//! > isready
//! < readyok
//! ~ 1s
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/stop_idle_nobestmove",
    level: Level::Should,
    topic: "state",
    spec: "UCCI X3, D10",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for stop in &view.idle_stops {
        if let Some(answer) = stop.answer {
            out.conforms(answer);
        } else if stop.is_expired {
            let message = message!(
                "idle_stop_unanswered",
                "the engine did not answer this `stop` with `nobestmove`, not even within a second after a later `readyok`"
            );
            out.violates(stop.culprit.clone(), message);
        }
    }
}
