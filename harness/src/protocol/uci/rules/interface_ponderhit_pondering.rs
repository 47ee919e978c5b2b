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
    for (index, command) in view.commands() {
        let entry = view.entry(index);
        let judged = matches!(entry.phase, EnginePhase::Idle | EnginePhase::Thinking)
            && !entry.may_be_other_protocol;
        if !matches!(command, Command::PonderHit { .. }) || !judged {
            continue;
        }
        let mut searches = view.searches.iter().rev();
        let search = searches.find(|it| it.entry < index);
        let pondered = search.map_or(
            view.dialect_notes.sent_commands.last_search_pondered,
            |it| it.is_pondering_at(index),
        );
        match pondered {
            Some(true) if entry.phase == EnginePhase::Thinking => out.conforms(entry.at),
            Some(false) => {
                let why = message!("engine_not_pondering", "the engine does not ponder");
                out.violates(entry.culprit(), why);
            }
            None if search.is_none()
                && view.has_all_commands_since_uci()
                && !was_go_sent(view, index) =>
            {
                let why = message!("no_go_before_ponderhit", "the interface has sent no `go`");
                out.violates(entry.culprit(), why);
            }
            _ => (),
        }
    }
}

/// True if a line of the interface before the entry `index` has the word `go`, in any place of the line.
fn was_go_sent(view: &View, index: usize) -> bool {
    let mut before = view.entries[..index].iter();
    view.dialect_notes.sent_commands.any_line_had_word_go
        || before.any(|it| it.is_command_with_word(&[b"go"]))
}
