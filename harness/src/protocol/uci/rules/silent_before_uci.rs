//! Before `uci` the engine sends no `info`, `copyprotection` or `registration`.
//!
//! Before `uci` a GUI does not know the protocol of the engine, so it does not expect lines of UCI.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! < info string ready
//! < registration checking
//! < registration ok
//! ```
//!
//! Before `uci`, the engine may send a banner that is not a message of the protocol:
//!
//! ```conforms
//! < Example 1.0 by A. N. Author: more information with help
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! < info string 3 tables loaded
//! ```
//!
//! ```violates
//! < info string 3 tables loaded
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^ sent before `uci`
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/silent_before_uci",
    level: Level::Must,
    topic: "state",
    spec: "UCI U7",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    // If the first command of a transcript is `uci`, the transcript usually contains the start of the engine.
    let Some((uci, Command::Greet)) = view.commands().next().filter(|_| !view.greeted_before)
    else {
        return;
    };
    // If the engine sent an answer or the result of a search before `uci`, the transcript may begin in the middle of a
    // conversation.
    let middle = |it: &Response| match it {
        Response::ReadyOk | Response::BestMove(_) | Response::GreetingAnswer => true,
        Response::Info(info) => info.has_item_other_than_string(),
        _ => false,
    };
    let before = view.entries[..uci].iter();
    let before = before.filter_map(|it| Some((it, it.response()?)));
    if before.clone().any(|(_, it)| middle(it)) {
        return;
    }
    let early: Vec<&Entry> = before
        .filter(|(_, it)| matches!(it, Response::Info(_) | Response::Dialect(_)))
        .map(|(entry, _)| entry)
        .collect();
    for entry in &early {
        let why = message!("sent_before_uci", "sent before `uci`");
        out.violates(entry.culprit(), why);
    }
    if early.is_empty() && view.is_handshake_done() {
        out.conforms(view.entry(uci).at);
    }
}
