//! The engine announces `usemillisec`.
//!
//! If `usemillisec` is not announced, an interface must send seconds, and the engine loses up to a second with every
//! move.
//!
//! ```conforms
//! > ucci
//! < option usemillisec type check default false
//! < ucciok
//! ```
//!
//! The default of `usemillisec` may be `true` or `false`, because the interface always sends `true`.
//!
//! ```conforms
//! > ucci
//! < option usemillisec type check default true
//! < option newgame type button
//! < ucciok
//! ```
//!
//! ```violates
//! > ucci
//! < option newgame type button
//! < ucciok
//!   ^^^^^^ `usemillisec` is not announced
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/usemillisec_announced",
    level: Level::Should,
    topic: "grammar",
    spec: "UCCI O2, L3",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let ucciok = view.first_handshake.as_ref().and_then(|it| it.answer_entry);
    if let Some(ucciok) = ucciok.map(|it| view.entry(it)) {
        let announced = view.announced_options.iter().any(|it| it == "usemillisec");
        out.require(announced, ucciok.culprit(), || {
            message!("usemillisec_missing", "`usemillisec` is not announced")
        });
    }
}
