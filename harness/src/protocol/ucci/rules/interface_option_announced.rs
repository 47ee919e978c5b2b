//! An interface sets only options that the engine announced.
//!
//! An engine ignores an option that it did not announce, but the user of the interface expects that setting the option
//! has an effect.
//!
//! ```conforms
//! > ucci
//! < option newgame type button
//! < ucciok
//! > setoption newgame
//! ```
//!
//! Before `ucciok` the interface does not know the options of the engine:
//!
//! ```conforms
//! > ucci
//! > setoption ponder true
//! < option newgame type button
//! < ucciok
//! > setoption newgame
//! ```
//!
//! The engine may answer a second `ucci` with other options:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > ucci
//! < option newgame type button
//! < ucciok
//! > setoption newgame
//! ```
//!
//! The interface may send `setoption newgame` for every new game and for every edited position (`UCCI O33`). Interfaces
//! send it to all engines:
//!
//! ```conforms
//! > ucci
//! < option usebook type check default true
//! < ucciok
//! > setoption usebook false
//! > setoption newgame
//! ```
//!
//! ```violates
//! > ucci
//! < option newgame type button
//! < ucciok
//! > setoption ponder true
//!   ^^^^^^^^^^^^^^^^^^^^^ the engine does not announce `ponder`
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_option_announced",
    level: Level::Should,
    topic: "interface",
    spec: "UCCI O16",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let handshake = view.first_handshake.as_ref();
    for (entry, command) in view.commands_of_this_protocol() {
        let ucciok = handshake.map(|it| it.answer_entry.map(|it| view.entry(it).at));
        let early = ucciok.is_some_and(|it| it.is_none_or(|it| entry.at < it));
        let Command::SetOption { name, .. } = command else {
            continue;
        };
        if early {
            continue;
        }
        let announced = |it: &String| it.as_bytes() == name.as_slice();
        let mut names = view
            .announced_options
            .iter()
            .chain(&view.reannounced_options);
        let known = names.any(announced);
        if !known && name == b"newgame" {
            continue;
        }
        out.require(known, entry.culprit(), || {
            let name = readable_text(name);
            message!(
                "option_not_announced",
                "the engine does not announce `{name}`",
                name
            )
        });
    }
}
