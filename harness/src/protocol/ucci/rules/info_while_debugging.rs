//! With `debug` on, too, `info` appears only while the engine thinks.
//!
//! The text lets `debug` bring more `info` lines, and does not say where. A GUI still shows an idle one
//! beside the wrong position.
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
//! Lines before the search count as idle only while the engine is idle for certain:
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
//!   ^^^^^^^^^^^^^^^^^^^^^^^^ `info` although the engine is not thinking
//! > position startpos
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/info_while_debugging",
    level: Level::Should,
    topic: "state",
    spec: "UCCI I1, O8",
    measures: Measures::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.handshake_done() && !view.announced.iter().any(|it| it == "debug") {
        out.not_applicable("the engine does not announce `debug`");
    }
    for (entry, response) in view.responses() {
        if matches!(response, Response::Info(_)) && entry.debug {
            View::expects(entry, out, || {
                "`info` although the engine is not thinking".to_owned()
            });
        }
    }
}
