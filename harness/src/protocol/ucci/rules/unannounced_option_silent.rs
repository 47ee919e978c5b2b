//! Setting an option that was not announced is passed over in silence.
//!
//! Interfaces send their settings blindly: what an engine says about it turns up in the middle of other
//! answers.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > setoption nosuchthing 7
//! > isready
//! < readyok
//! ```
//!
//! Without a value it is no different:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > setoption loadbook
//! > isready
//! < readyok
//! ```
//!
//! What comes after other commands may be about those, and a stray line about anything:
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
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^ said about an option that was not announced
//! > isready
//! < readyok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/unannounced_option_silent",
    level: Level::Should,
    topic: "options",
    spec: "UCCI O4, D12",
    measures: Measures::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let handshake = view.handshake.as_ref().and_then(|it| it.ucciok);
    for (index, command) in view.commands() {
        let Command::SetOption { name, .. } = command else {
            continue;
        };
        let entry = view.entry(index);
        let announced = |it: &String| it.as_bytes() == name.as_slice();
        let known = view.announced.iter().any(announced);
        if known || entry.phase != Phase::Idle || handshake.is_some_and(|it| it > index) {
            continue;
        }
        // Up to the answer of the next command, if that is `isready`, nothing else can be meant.
        let mut said = view.entries[index + 1..].iter();
        let spoke = |it: &&Entry| it.response().is_some_and(|it| *it != Response::Blank);
        let mut about = None;
        let next = said.find(|it| {
            about = about.or(spoke(it).then_some(*it));
            it.command().is_some()
        });
        if next.and_then(Entry::command) != Some(&Command::IsReady) {
            continue;
        }
        match about.or_else(|| said.find(spoke)) {
            Some(answer) if answer.response() == Some(&Response::Other) => {
                // A stray line may be about anything (`UCCI T4`).
                let named = answer.line.windows(name.len().max(1)).any(|it| it == name);
                if !named {
                    continue;
                }
                let message = "said about an option that was not announced";
                out.violates(answer.culprit(), message);
            }
            Some(answer) if about.is_none() => out.conforms(answer.at),
            _ => (),
        }
    }
}
