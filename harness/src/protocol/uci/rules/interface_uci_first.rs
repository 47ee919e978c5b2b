//! `uci` is the first command that an interface sends, and the interface sends it only once.
//!
//! If the first command is not `uci`, the engine may exit, or continue in another protocol. A transcript that may begin
//! in the middle of a conversation is not judged, because its first command is unknown. With nothing but `isready` before
//! `uci`, either `isready` was the first command, or `uci` was sent twice.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! ```
//!
//! An interface may send `quit` immediately after `uci`:
//!
//! ```conforms
//! > uci
//! > quit
//! ! exit 0
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > uci
//!   ^^^ `uci` was sent before
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! ```
//!
//! ```violates
//! > isready
//!   ^^^^^^^ sent before `uci`
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! ```
//!
//! ```violates
//! > isready
//!   ^^^^^^^ sent before `uci`
//! < readyok
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/interface_uci_first",
    level: Level::Must,
    topic: "interface",
    spec: "UCI U86",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    check_first_command(view, out);
    let mut was_sent = view.greeted_before;
    for (index, _) in view.commands().filter(|(_, it)| **it == Command::Greet) {
        let entry = view.entry(index);
        // After the greeting of another protocol, `uci` may change the protocol of the engine back to UCI.
        if was_sent && !entry.may_be_other_protocol {
            let why = message!("uci_sent_again", "`uci` was sent before");
            out.violates(entry.culprit(), why);
        }
        was_sent = true;
    }
}

fn check_first_command(view: &View, out: &mut Findings) {
    // The first `uci` that the interface sends while the engine may still speak another protocol.
    let uci = view.commands().find(|(index, command)| {
        let entry = view.entry(*index);
        let before = matches!(
            entry.phase,
            EnginePhase::BeforeFirstCommand | EnginePhase::OtherProtocol
        ) && entry.may_be_other_protocol;
        before && **command == Command::Greet
    });
    let Some((uci, _)) = uci.filter(|_| !view.greeted_before) else {
        return;
    };
    // If the engine sent an answer before `uci`, the transcript may begin in the middle of a conversation.
    let before = &view.entries[..uci];
    if before.iter().any(is_answer) && !has_only_answered_isready(before) {
        return;
    }
    let sent = |it: &&Entry| it.command().is_some_and(|it| *it != Command::Blank);
    match before.iter().find(sent) {
        Some(first) => out.violates(
            first.culprit(),
            message!("sent_before_uci", "sent before `uci`"),
        ),
        None => out.conforms(view.entry(uci).at),
    }
}

/// True if the engine sent this entry after the first command, and the entry answers a command.
fn is_answer(entry: &Entry) -> bool {
    let answer = entry.response().is_some_and(|it| {
        matches!(
            it,
            Response::ReadyOk | Response::Info(_) | Response::BestMove(_) | Response::Dialect(_)
        )
    });
    answer && entry.phase != EnginePhase::BeforeFirstCommand
}

/// True if the interface sent nothing but `isready` in these entries, and each `isready` has a `readyok`.
fn has_only_answered_isready(entries: &[Entry]) -> bool {
    let commands = entries.iter().filter_map(Entry::command);
    let mut sent = commands.filter(|it| **it != Command::Blank);
    let answers = || entries.iter().filter(|it| is_answer(it));
    let count = entries
        .iter()
        .filter(|it| it.command() == Some(&Command::IsReady))
        .count();
    sent.all(|it| *it == Command::IsReady)
        && answers().all(|it| it.response() == Some(&Response::ReadyOk))
        && answers().count() == count
}
