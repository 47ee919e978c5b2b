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
        // Up to the next command, if that is `isready`, nothing else can be meant.
        let mut said = view.entries[index + 1..].iter();
        let mut about = None;
        let next = said.find(|it| {
            let response = it.response().filter(|it| **it != Response::Blank);
            about = about.or(response.map(|_| *it));
            it.command().is_some()
        });
        let answer = said.find(|it| it.response().is_some_and(|it| *it != Response::Blank));
        let fenced = next.is_some_and(|it| it.command() == Some(&Command::IsReady));
        let strange = |it: &Entry| it.response() == Some(&Response::Other);
        let about = about.or_else(|| answer.filter(|it| fenced && strange(it)));
        match (about, answer) {
            (Some(about), _) if strange(about) => {
                out.violates(
                    about.culprit(),
                    "said about an option that was not announced",
                );
            }
            (None, Some(answer)) if fenced => out.conforms(answer.at),
            _ => (),
        }
    }
}
