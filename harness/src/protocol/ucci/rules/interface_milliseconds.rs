//! An interface counts in milliseconds if the engine announced `usemillisec`, and says so.
//!
//! A clock in one unit that is read in another is wrong a thousand times over.
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
//! An engine that announced nothing gets seconds:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go time 60 increment 0
//! ```
//!
//! What was set once need not be set again after another `ucci`; and before `ucciok` it cannot be known what
//! will be announced:
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
//!      ^^^^^^^^^^^^^^^^^^^ `usemillisec` was announced, and not set
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_milliseconds",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI O3, G7",
    measures: Measures::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let announced = view.announced.iter().any(|it| it == "usemillisec");
    let handshake = view.handshake.as_ref();
    let mut sent = view.own.sent;
    for (entry, command) in view.sent() {
        sent.take(command);
        let Command::Go(go) = command else {
            continue;
        };
        // What is sent before `ucciok` is sent without knowing what is announced (`UCCI C9`).
        let ucciok = handshake.map(|it| it.greeted.map(|it| view.entry(it).at));
        let blind = ucciok.is_some_and(|it| it.is_none_or(|it| entry.at < it));
        if matches!(go.mode, Mode::Time(_)) && !blind {
            let agreed = !announced || sent.milliseconds;
            out.require(agreed, entry.point(go.span.clone()), || {
                "`usemillisec` was announced, and not set".to_owned()
            });
        }
    }
}
