//! An interface sets `usemillisec` if the engine announced it.
//!
//! If the engine and the interface use different units, the clock is wrong by a factor of 1000.
//!
//! ```conforms
//! > ucci
//! < option usemillisec type check default false
//! < ucciok
//! > setoption usemillisec true
//! > position startpos
//! > go time 60000 increment 0
//! ```
//!
//! If the engine did not announce `usemillisec`, the interface sends seconds:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go time 60 increment 0
//! ```
//!
//! The interface need not set `usemillisec` again after a second `ucci`. Before `ucciok` the interface cannot know
//! which options the engine will announce:
//!
//! ```conforms
//! > ucci
//! > position startpos
//! > go time 5 increment 0
//! < option usemillisec type check default false
//! < ucciok
//! < bestmove h2e2
//! > setoption usemillisec true
//! > ucci
//! < option usemillisec type check default false
//! < ucciok
//! > position startpos
//! > go time 60000 increment 0
//! ```
//!
//! ```violates
//! > ucci
//! < option usemillisec type check default false
//! < ucciok
//! > position startpos
//! > go time 60 increment 0
//!      ^^^^^^^^^^^^^^^^^^^ `usemillisec` is announced but was not set
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_milliseconds",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI O3, G7",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let announced = view.announced_options.iter().any(|it| it == "usemillisec");
    let handshake = view.first_handshake.as_ref();
    let mut sent = view.dialect_notes.sent_options;
    for (entry, command) in view.commands_of_this_protocol() {
        sent.observe_command(command);
        let Command::Go(go) = command else {
            continue;
        };
        // Before `ucciok` the interface does not know the announced options (`UCCI C9`).
        let ucciok = handshake.map(|it| it.answer_entry.map(|it| view.entry(it).at));
        let blind = ucciok.is_some_and(|it| it.is_none_or(|it| entry.at < it));
        if matches!(go.mode, GoMode::Time(_)) && !blind {
            let agreed = !announced || sent.uses_milliseconds;
            out.require(agreed, entry.culprit_of_part(go.span.clone()), || {
                message!(
                    "usemillisec_not_set",
                    "`usemillisec` is announced but was not set"
                )
            });
        }
    }
}
