//! The engine sends `info` only during a search, even if the option `debug` is on.
//!
//! The specification allows additional `info` lines if `debug` is on, but does not define when the engine may send
//! these lines. If an idle engine sends an `info` line, a GUI shows the line beside the wrong position.
//!
//! ```conforms
//! > ucci
//! < option debug type check default false
//! < ucciok
//! > setoption debug true
//! > position startpos
//! > go depth 1
//! < info message 44 moves
//! < bestmove h2e2
//! ```
//!
//! An `info` line is a violation only if the engine is certainly idle:
//!
//! ```conforms
//! > ucci
//! < option debug type check default false
//! < ucciok
//! > setoption debug true
//! > position startpos
//! > go infinite
//! > go infinite
//! < bestmove h2e2
//! < info message searching once more
//! > stop
//! < bestmove h2e2
//! > position startpos
//! > go depth 1
//! < info message 44 moves
//! < bestmove h2e2
//! ```
//!
//! ```violates
//! > ucci
//! < option debug type check default false
//! < ucciok
//! > setoption debug true
//! < info message debug is on
//!   ^^^^^^^^^^^^^^^^^^^^^^^^ `info` while no search is running
//! > position startpos
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/info_while_debugging",
    level: Level::Should,
    topic: "state",
    spec: "UCCI I1, O8",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.is_handshake_done() && !view.announced_options.iter().any(|it| it == "debug") {
        out.not_applicable(message!("no_debug", "the engine does not announce `debug`"));
    }
    for (entry, response) in view.responses() {
        if matches!(response, Response::Info(_)) && entry.was_debug_on {
            View::judge_expectation(entry, out, || {
                message!("info_in_debug", "`info` while no search is running")
            });
        }
    }
}
