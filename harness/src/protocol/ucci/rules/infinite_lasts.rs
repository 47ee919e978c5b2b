//! `go infinite` lasts until `stop`, unless a mate is found.
//!
//! Interfaces use it for analysis; a result that nobody asked for ends what the user is looking at. No
//! clock of an earlier `go` counts either.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! < info depth 9 score 20 pv h2e2
//! > stop
//! < bestmove h2e2
//! ```
//!
//! Once a mate is found there is nothing left to think about:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! < info depth 9 score 9990
//! < bestmove h2e2
//! > position startpos
//! > go infinite
//! > stop
//! < bestmove h2e2
//! ```
//!
//! A mate on the board needs no score, and the only legal move no thinking:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position fen 4k4/R8/9/9/9/9/9/9/9/1R3K3 w - - 0 1
//! > go infinite
//! < info depth 1 score 640 pv a8a1
//! < bestmove b0b9
//! > position startpos
//! > go infinite
//! > stop
//! < bestmove h2e2
//! ```
//!
//! The end of the engine's input ends everything:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! > stop
//! < bestmove h2e2
//! > go infinite
//! < info depth 9 score 20 pv h2e2
//! >! eof
//! < bestmove h2e2
//! ! exit 0
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! < info depth 9 score 20 pv h2e2
//! < bestmove h2e2
//!   ^^^^^^^^^^^^^ a result before `stop`, and the score told last is no mate: 20
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/infinite_lasts",
    level: Level::Must,
    topic: "state",
    spec: "UCCI G4, G17",
    measures: Measures::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let plain = |it: &&Search| !it.doubtful && !it.go.ponder && !it.maybe_stopped;
    for search in view.searches.iter().filter(plain) {
        let (Mode::Infinite, Some(result)) = (&search.go.mode, view.result(search)) else {
            continue;
        };
        if search.stop.is_some() {
            out.conforms(result.at);
            continue;
        }
        // One that obeys a `stop` in batch mode is the affair of `batch_waits`; what a `ponderhit` does here is not
        // said (`UCCI G10`).
        let stop = |it: &Command| *it == Command::Stop;
        let left = search.abandoned.is_some() || search.ponderhit.is_some();
        if left || view.waited_in(search, stop).is_some() {
            continue;
        }
        match view.end_of_infinite(search, result) {
            InfiniteEnd::Unasked(score) => {
                let message =
                    format!("a result before `stop`, and the score told last is no mate: {score}");
                out.violates(result.culprit(), message);
            }
            InfiniteEnd::Allowed => (),
            InfiniteEnd::Unclear => {
                let why = "a result before `stop`, and no score tells whether a mate was found";
                out.doubt(result.at, why);
            }
        }
    }
}
