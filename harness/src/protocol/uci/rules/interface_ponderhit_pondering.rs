//! An interface sends `ponderhit` only while the engine ponders.
//!
//! In a search that began without `ponder`, the engine ignores `ponderhit`, and does not notice that the interface
//! starts the engine's clock.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos moves e2e4 e7e5
//! > go ponder wtime 60000 btime 60000
//! > ponderhit
//! < bestmove g1f3
//! ```
//!
//! A `ponderhit` is also allowed if the engine did not wait for it and has already sent its `bestmove`:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos moves e2e4 e7e5
//! > go ponder wtime 60000 btime 60000
//! < bestmove g1f3
//! > ponderhit
//! > position startpos moves e2e4 e7e5
//! > go infinite ponder
//! > ponderhit
//! > stop
//! < bestmove g1f3
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go infinite
//! > ponderhit
//!   ^^^^^^^^^ the engine does not ponder
//! > stop
//! < bestmove e2e4
//! > ponderhit
//!   ^^^^^^^^^ the engine does not ponder
//! ```
//!
//! After `ponderhit` or `stop` the engine no longer ponders:
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos moves e2e4 e7e5
//! > go ponder wtime 60000 btime 60000
//! > ponderhit
//! > ponderhit
//!   ^^^^^^^^^ the engine does not ponder
//! < bestmove g1f3
//! > go ponder wtime 60000 btime 60000
//! > stop
//! < bestmove g1f3
//! > ponderhit
//!   ^^^^^^^^^ the engine does not ponder
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > ponderhit
//!   ^^^^^^^^^ the interface has sent no `go`
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/interface_ponderhit_pondering",
    level: Level::Must,
    topic: "interface",
    spec: "UCI U108",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let sent = view.dialect_notes.sent_searches;
    checks::check_ponderhits_pondering(view, sent, out);
    for (entry, state) in sent.ponderhits(view) {
        if state == PonderhitState::Pondering {
            out.conforms(entry.at);
        }
    }
}
