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

/// A score that may mean a mate, whatever the scale.
const MATE: u64 = 900;

fn check(view: &View, out: &mut Findings) {
    let plain = |it: &&Search| !it.doubtful && !it.go.ponder && !it.tampered;
    for search in view.searches.iter().filter(plain) {
        let (Mode::Infinite, Some(result)) = (&search.go.mode, view.result(search)) else {
            continue;
        };
        if search.stop.is_some() {
            out.conforms(result.at);
            continue;
        }
        if search.abandoned.is_some() || may_be_over(search, result) {
            continue;
        }
        // A book move has a rule of its own.
        if search.usebook && !view.has_searched(search) {
            continue;
        }
        match view.last_score(search) {
            Some(score) if score.unsigned_abs() < MATE => {
                let message =
                    format!("a result before `stop`, and the score told last is no mate: {score}");
                out.violates(result.culprit(), message);
            }
            // A mate was found, or said in words.
            Some(_) => (),
            None if view.says_mate(search) => (),
            None => {
                let why = "a result before `stop`, and no score tells whether a mate was found";
                out.doubt(result.at, why);
            }
        }
    }
}

/// Whether there may be nothing to think about any more: the game is over, one move is left, or the
/// move found ends it.
fn may_be_over(search: &Search, result: &Entry) -> bool {
    let best = match result.response() {
        Some(Response::BestMove(it)) => it.best.as_ref().map(|it| it.0),
        _ => None,
    };
    let left = search.board.open_moves().map_or(0, |it| it.len());
    left <= 1 || search.game_may_be_over() || best.is_some_and(|it| search.ends_the_game(it))
}
