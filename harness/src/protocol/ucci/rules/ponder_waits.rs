//! A pondering engine sends no result before `ponderhit` or `stop`.
//!
//! While the engine ponders, the opponent has not yet played the guessed move. Some GUIs treat a result before
//! `ponderhit` as an error, others as the answer to their next command.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! > go ponder time 3000 increment 0
//! > ponderhit
//! < bestmove h0g2
//! ```
//!
//! If the opponent plays another move, the interface sends `stop` and the engine sends its result:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! > go ponder time 3000 increment 0
//! > stop
//! < bestmove h0g2
//! ```
//!
//! In a position without a legal move, the engine may send `nobestmove` while it ponders:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go ponder time 3000 increment 0
//! > stop
//! < bestmove h2e2
//! > position fen 3k5/4P4/3P5/9/9/9/9/9/9/4K4 b - - 0 1
//! > go ponder time 3000 increment 0
//! < nobestmove
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! > go ponder time 3000 increment 0
//! < bestmove h0g2
//!   ^^^^^^^^^^^^^ a result while pondering, before `ponderhit` or `stop`
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/ponder_waits",
    level: Level::Should,
    topic: "time",
    spec: "UCCI X5, G20",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for search in view.searches.iter().filter(|it| {
        !it.is_doubtful && !it.may_have_been_stopped && it.result_excused_since.is_none()
    }) {
        // `ponder` has an effect only if `go` has a clock (`UCCI G3`).
        let timed = matches!(search.go.mode, GoMode::Time(_)) && search.go.is_ponder;
        let (true, Some(result)) = (timed, view.result_entry(search)) else {
            continue;
        };
        // The rule `nobestmove_only_dead` judges a `nobestmove` while pondering.
        if result.response() == Some(&Response::NoBestMove) {
            continue;
        }
        // In batch mode the engine reads neither `ponderhit` nor `stop` during a search (`UCCI ST8`).
        let waits = |it: &Command| matches!(it, Command::PonderHit { .. } | Command::Stop);
        if view.first_deferred_command(search, waits).is_some() {
            continue;
        }
        let asked = search.ponderhit_entry.is_some() || search.stop_entry.is_some();
        out.require(asked, result.culprit(), || {
            message!(
                "result_while_pondering",
                "a result while pondering, before `ponderhit` or `stop`"
            )
        });
    }
}
