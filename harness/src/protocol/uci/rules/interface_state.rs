//! An interface sends a command only if the current state of the engine allows it.
//!
//! During a search only `stop`, `ponderhit`, `isready`, `debug` and `quit` are valid, even between `stop` and the
//! result. If another command arrives during a search, an engine may ignore the command, execute it late, or end the
//! search. Before `uciok` only `isready`, `debug`, `stop` and `quit` are valid, and after `quit` no command is.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos
//! > go infinite
//! > isready
//! < readyok
//! > debug on
//! > stop
//! < bestmove e2e4
//! > position startpos moves e2e4
//! > ucinewgame
//! > setoption name Hash value 3
//! ```
//!
//! An engine may refuse a malformed `go`, so the interface need not wait for a `bestmove`:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos
//! > go fast
//! > position startpos moves e2e4
//! > go depth 1
//! < bestmove e7e5
//! ```
//!
//! An interface may ask with `isready` before `uciok`:
//!
//! ```conforms
//! > uci
//! > isready
//! > debug on
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! < readyok
//! > position startpos
//! > quit
//! ```
//!
//! The interface may take a result that came without a `go` for the result of its next `go`:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos
//! < bestmove e2e4
//! > go movetime 1000
//! > position startpos moves e2e4 e7e5
//! > go movetime 1000
//! < bestmove g1f3
//! ```
//!
//! ```violates
//! > uci
//! > setoption name Hash value 32
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ sent before `uciok`
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > quit
//! > stop
//!   ^^^^ sent after `quit`
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go infinite
//! > setoption name Hash value 64
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ the search is still running
//! > stop
//! < bestmove e2e4
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go infinite
//! > ucinewgame
//!   ^^^^^^^^^^ the search is still running
//! > stop
//! < bestmove e2e4
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go infinite
//! > stop
//! > position startpos moves e2e4
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ the search is still running
//! < bestmove e2e4
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos
//! > go infinite
//! > uci
//!   ^^^ the search is still running
//! > stop
//! < bestmove e2e4
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go infinite
//! > go depth 1
//!   ^^^^^^^^^^ the search is still running
//! < bestmove e2e4
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/interface_state",
    level: Level::Must,
    topic: "interface",
    spec: "UCI U35, U46, U59, U101, D3",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

/// If the engine has sent no answer for this time after `stop`, the interface may treat the engine as idle.
const MAX_RESULT_WAIT: Duration = Duration::from_secs(1);

/// If the engine has sent no `uciok` for this time, the interface may treat the engine as ready.
const MAX_HANDSHAKE_WAIT: Duration = Duration::from_secs(3);

fn check(view: &View, out: &mut Findings) {
    let mut next_engine_started = false;
    for (index, command) in view.commands() {
        let entry = view.entry(index);
        let is_greeting = *command == Command::Greet;
        next_engine_started |= entry.phase == EnginePhase::Quitting && is_greeting;
        if entry.may_be_other_protocol {
            continue;
        }
        let sets = matches!(
            command,
            Command::SetOption { .. }
                | Command::Position(_)
                | Command::Go(_)
                | Command::Dialect(UciCommand::NewGame | UciCommand::Register { .. })
        ) || is_greeting;
        match entry.phase {
            _ if sets && !is_greeting && is_handshake_running(view, index) => {
                let why = message!("sent_before_uciok", "sent before `uciok`");
                out.violates(entry.culprit(), why);
            }
            EnginePhase::Idle if sets => out.conforms(entry.at),
            EnginePhase::Thinking if !sets => out.conforms(entry.at),
            EnginePhase::Thinking => {
                let mut searches = view.searches.iter().rev();
                let search = searches.find(|it| it.entry < index);
                if search.is_some_and(|it| is_search_running(view, it, index)) {
                    let why = message!("sent_during_search", "the search is still running");
                    out.violates(entry.culprit(), why);
                }
            }
            EnginePhase::Quitting if !next_engine_started && !is_harmless_after_quit(command) => {
                out.violates(
                    entry.culprit(),
                    message!("sent_after_quit", "sent after `quit`"),
                );
            }
            _ => (),
        }
    }
}

/// True for a command that cannot harm even an engine that is about to end.
fn is_harmless_after_quit(command: &Command) -> bool {
    matches!(command, Command::Quit | Command::Blank | Command::Other)
}

/// True if the engine sends its `uciok` later than the line `index`, and the interface has not waited long for it.
fn is_handshake_running(view: &View, index: usize) -> bool {
    view.first_handshake.as_ref().is_some_and(|it| {
        let asked = view.entry(it.entry).time;
        let waited = view.entry(index).time.saturating_sub(asked);
        let is_between = it.entry < index && it.answer_entry.is_some_and(|it| index < it);
        is_between && waited <= MAX_HANDSHAKE_WAIT
    })
}

/// True if the search is certainly running when the interface sends the line `index`.
fn is_search_running(view: &View, search: &Search, index: usize) -> bool {
    let optional = search.may_be_skipped || search.outside_grammar || search.may_have_been_stopped;
    let doubtful = search.is_doubtful && search.doubtful_since.is_none_or(|it| it < index);
    // A command that the interface sent earlier during the search may have ended the search (`UCI A6`).
    let interrupted = search.interrupting_entry.is_some_and(|it| it < index);
    // In a position without a legal move some engines send no `bestmove`, so the interface need not wait for it.
    let over = search
        .position()
        .is_some_and(|it| it.legal_moves().is_empty());
    let waited = search.stop_entry.is_some_and(|stop| {
        let since = view.entry(stop).time;
        view.entry(index).time.saturating_sub(since) > MAX_RESULT_WAIT
    });
    let habits = view.dialect_notes.interface_habits;
    let other_result = || habits.may_have_other_result(view, search.entry);
    !(optional || doubtful || interrupted || over || waited || other_result())
}
