//! The engine silently ignores an option that it did not announce.
//!
//! Interfaces send all their settings without checking which options the engine announced. Output about unknown options
//! would mix with the engine's answers.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > setoption nosuchthing 7
//! > isready
//! < readyok
//! ```
//!
//! The engine also ignores an unannounced option without a value:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > setoption loadbook
//! > isready
//! < readyok
//! ```
//!
//! This rule does not judge a line after another command, because the line may be about that command. This rule does
//! not judge a line that does not contain the option's name, because the line may be about anything:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > setoption nosuchthing 7
//! > position startpos
//! < a word about the position
//! > setoption loadbook
//! > isready
//! < still awake
//! < readyok
//! > setoption loadbook
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > setoption nosuchthing 7
//! < No such option: nosuchthing
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^ output about an option that was not announced
//! > isready
//! < readyok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/unannounced_option_silent",
    level: Level::Should,
    topic: "options",
    spec: "UCCI O4, D12",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let handshake = view.first_handshake.as_ref().and_then(|it| it.answer_entry);
    for (index, command) in view.commands() {
        let Command::SetOption { name, .. } = command else {
            continue;
        };
        let entry = view.entry(index);
        let early = handshake.is_some_and(|it| it > index);
        if is_announced(view, name) || entry.phase != EnginePhase::Idle || early {
            continue;
        }
        if let Some(complaint) = find_output_about_option(view, index, name) {
            let message = message!(
                "option_not_ignored",
                "output about an option that was not announced"
            );
            out.violates(complaint.culprit(), message);
            continue;
        }
        // The engine conforms if the next command is `isready` and the engine sends nothing before
        // its answer.
        let mut said = view.entries[index + 1..].iter();
        let spoke = |it: &&Entry| it.response().is_some_and(|it| *it != Response::Blank);
        let mut silent = true;
        let next = said.find(|it| {
            silent &= !spoke(it);
            it.command().is_some()
        });
        if silent && next.and_then(Entry::command) == Some(&Command::IsReady) {
            match said.find(spoke) {
                Some(answer) if answer.response() != Some(&Response::Other) => {
                    out.conforms(answer.at);
                }
                _ => (),
            }
        }
    }
}

/// Returns true if a handshake announced the option. Upper and lower case are the same, because `UCCI T4` does not
/// define case.
fn is_announced(view: &View, name: &[u8]) -> bool {
    let mut announced = view
        .announced_options
        .iter()
        .chain(&view.reannounced_options);
    announced.any(|it| it.as_bytes().eq_ignore_ascii_case(name))
}

/// Finds a line outside the protocol that contains the option's name. The function looks only at the lines before the
/// next command that may itself have caused a line outside the protocol. A line outside the protocol that does not
/// contain the option's name may have any cause (`UCCI T4`).
fn find_output_about_option<'a>(view: &'a View, index: usize, name: &[u8]) -> Option<&'a Entry> {
    for entry in &view.entries[index + 1..] {
        match (entry.command(), entry.response()) {
            (Some(Command::SetOption { name, .. }), _) if !is_announced(view, name) => (),
            (Some(Command::IsReady), _) => (),
            (Some(_), _) | (_, Some(Response::ReadyOk)) => return None,
            (_, Some(Response::Other)) if contains_word(&entry.line, name) => return Some(entry),
            _ => (),
        }
    }
    None
}

/// Returns true if the line contains the name as a word. The function ignores names of one or two letters, which may be
/// common words, and an option named `name`, because other protocols write this word before every option's name (`UCCI
/// D6`).
fn contains_word(line: &[u8], name: &[u8]) -> bool {
    let letter = |it: Option<&u8>| it.is_some_and(u8::is_ascii_alphanumeric);
    let word = |start: usize| {
        let before = start.checked_sub(1).and_then(|it| line.get(it));
        !letter(before) && !letter(line.get(start + name.len()))
    };
    let clear = name.len() > 2 && name != b"name";
    let mut places = line.windows(name.len().max(1)).enumerate();
    clear && places.any(|(start, it)| it.eq_ignore_ascii_case(name) && word(start))
}
