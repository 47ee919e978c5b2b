//! An interface sends a command only if the current state of the engine allows it.
//!
//! During a search only `stop`, `ponderhit`, `isready`, `probe` and `quit` are valid, even between
//! `stop` and the result. After `quit` no command is valid.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go ponder depth 9
//! > isready
//! < readyok
//! > probe startpos
//! < pophash
//! > stop
//! < bestmove h2e2
//! > position startpos moves h2e2
//! ```
//!
//! In batch mode the engine queues every command, so the interface may send any command during a search:
//!
//! ```conforms
//! > ucci
//! < option batch type check default false
//! < ucciok
//! > setoption batch true
//! > position startpos
//! > go depth 2
//! > position startpos moves h2e2
//! > go depth 2
//! < bestmove h2e2
//! < bestmove h9g7
//! ```
//!
//! In batch mode the engine queues commands even if the transcript ends before the first result:
//!
//! ```conforms
//! > ucci
//! < option batch type check default false
//! < ucciok
//! > setoption batch true
//! > position startpos
//! > go depth 30
//! > position startpos moves h2e2
//! > go depth 30
//! ! cut
//! ```
//!
//! If a `nobestmove` answers an earlier `stop`, the interface may take it for the result of the search, and send the
//! next `position`:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > stop
//! > position startpos
//! > go infinite
//! > stop
//! < nobestmove
//! > position startpos moves h2e2
//! < bestmove h2e2
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! > go depth 2
//!   ^^^^^^^^^^ the search is still running
//! < bestmove h2e2
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! > stop
//! > position startpos moves h2e2
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ the search is still running
//! < bestmove h2e2
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > quit
//! > position startpos
//!   ^^^^^^^^^^^^^^^^^ sent after `quit`
//! < bye
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_state",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI ST6, X4, X7",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let mut next_engine_started = false;
    for (index, command) in view.commands() {
        let entry = view.entry(index);
        let is_quitting = entry.phase == EnginePhase::Quitting;
        next_engine_started |= is_quitting && *command == Command::Greet;
        if entry.is_deferred || entry.may_be_other_protocol {
            continue;
        }
        if is_quitting && !next_engine_started && needs_engine(command) {
            let why = message!("sent_after_quit", "sent after `quit`");
            out.violates(entry.culprit(), why);
        }
        let admitted = match (entry.phase, command) {
            // The effect of a second `ucci` is not defined (`UCCI H7`).
            (EnginePhase::Thinking, Command::Blank | Command::Other | Command::Greet) => continue,
            (
                EnginePhase::Thinking,
                Command::SetOption { .. }
                | Command::Position(_)
                | Command::Dialect(UcciCommand::BanMoves(_))
                | Command::Go(_),
            ) => false,
            (EnginePhase::Thinking, _) => true,
            (EnginePhase::Idle, Command::Go(_) | Command::Position(_)) => true,
            _ => continue,
        };
        let search = view.searches.iter().rev().find(|it| it.entry < index);
        let habits = view.dialect_notes.interface_habits;
        if !admitted && search.is_some_and(|it| habits.may_have_other_result(view, it.entry)) {
            continue;
        }
        out.require(admitted, entry.culprit(), || {
            message!("sent_during_search", "the search is still running")
        });
    }
}

/// True for a command that has an effect only if the engine goes on. A `stop` may cross the end of a search.
fn needs_engine(command: &Command) -> bool {
    matches!(
        command,
        Command::SetOption { .. }
            | Command::Position(_)
            | Command::Dialect(UcciCommand::BanMoves(_))
            | Command::Go(_)
    )
}
