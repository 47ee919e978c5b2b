//! `info` is sent only during a search.
//!
//! If an `info` line comes after `bestmove`, a GUI shows the line beside the wrong position, or as part of a search
//! that does not run.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < info depth 1
//! < bestmove h2e2
//! ```
//!
//! After `stop` the search continues until the engine sends its result:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! > stop
//! < info depth 9
//! < bestmove h2e2
//! ```
//!
//! If it is uncertain whether a `nobestmove` ends the search or answers an earlier `stop`, a later `info` is not
//! judged:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < info depth 1 score 3 pv h2e2
//! < bestmove h2e2
//! > stop
//! > position startpos
//! > go infinite
//! < nobestmove
//! > position startpos moves h2e2
//! < info depth 1 score 3 pv h2e2
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! < bestmove h2e2
//! < info depth 1
//!   ^^^^^^^^^^^^ `info` although the engine is not thinking
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/info_only_thinking",
    level: Level::Must,
    topic: "state",
    spec: "UCCI I1, P1",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::check_info_only_in_search(view, out, |_, _| true);
}
