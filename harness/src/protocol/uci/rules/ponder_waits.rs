//! After `go ponder` the engine sends no `bestmove` before `ponderhit` or `stop`.
//!
//! While the engine ponders, the opponent has not yet played the expected move, so a GUI assigns an early result to the
//! wrong position.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos moves e2e4 e7e5
//! > go ponder wtime 60000 btime 60000
//! > ponderhit
//! < bestmove g1f3
//! ```
//!
//! A pondering engine waits for `ponderhit` or `stop` even if it found a mate or reached a limit:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1
//! > go ponder depth 3
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
//! > position startpos moves e2e4 e7e5
//! > go ponder wtime 60000 btime 60000
//! < bestmove g1f3
//!   ^^^^^^^^^^^^^ a result while pondering, before `ponderhit` or `stop`
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/ponder_waits",
    level: Level::Must,
    topic: "state",
    spec: "UCI U55, U106",
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
        let Some(result) = search.result_entry.filter(|_| search.go.is_ponder) else {
            continue;
        };
        let over = search
            .position()
            .is_none_or(|it| it.legal_moves().is_empty());
        if search.result_excused_since.is_some() || over {
            continue;
        }
        let asked = search.ponderhit_entry.is_some() || search.stop_entry.is_some();
        out.require(asked, view.entry(result).culprit(), || {
            message!(
                "result_while_pondering",
                "a result while pondering, before `ponderhit` or `stop`"
            )
        });
    }
}
