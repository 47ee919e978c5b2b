//! After `go infinite` the engine sends no `bestmove` before `stop`.
//!
//! The user decides when an analysis ends, so a GUI does not expect a result before it sends `stop`.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go infinite
//! > stop
//! < bestmove e2e4
//! ```
//!
//! An infinite search continues even if the engine found a mate:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1
//! > go infinite
//! < info depth 1 score mate 1 pv f7g7
//! > isready
//! < readyok
//! > stop
//! < bestmove f7g7
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go infinite
//! < bestmove e2e4
//!   ^^^^^^^^^^^^^ a result before `stop`
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/infinite_waits",
    level: Level::Must,
    topic: "state",
    spec: "UCI U54, U58",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let plain = |it: &&Search| {
        !it.is_doubtful
            && !it.may_have_been_stopped
            && !it.may_be_skipped
            && it.interrupting_entry.is_none()
    };
    for search in view.searches.iter().filter(plain) {
        let Some(result) = search.result_entry.filter(|_| search.go.is_infinite) else {
            continue;
        };
        // A limit, such as `depth`, may end a `go infinite` that contains the limit (`UCI` section 12). The rule
        // `ponder_waits` judges a `go` with `ponder`.
        let limited = search.go.are_searchmoves_ambiguous
            || search.limits().depth.is_some()
            || search.limits().nodes.is_some()
            || search.limits().clock.is_some()
            || search.go.mate.is_some();
        if limited
            || search.search_mode_at(result) != SearchMode::Infinite
            || search.result_excused_since.is_some()
        {
            continue;
        }
        // In a position without a legal move, the specification only recommends that the engine waits for `stop` (`UCI
        // A2`).
        let over = search
            .position()
            .is_none_or(|it| it.legal_moves().is_empty());
        let entry = view.entry(result);
        if search.stop_entry.is_some() {
            out.conforms(entry.at);
        } else if !over {
            let why = message!("result_before_stop", "a result before `stop`");
            out.violates(entry.culprit(), why);
        }
    }
}
