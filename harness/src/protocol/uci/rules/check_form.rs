//! `copyprotection` and `registration` are followed by `checking`, `ok` or `error`.
//!
//! If another word follows `copyprotection` or `registration`, a GUI does not know whether the user may use the engine.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! < copyprotection checking
//! < copyprotection ok
//! ```
//!
//! The engine may check `copyprotection` and `registration` at the same time, or send neither of these lines:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! < registration checking
//! < copyprotection checking
//! < registration error
//! < copyprotection ok
//! > register later
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! < copyprotection passed
//!   ^^^^^^^^^^^^^^^^^^^^^ `copyprotection` must be followed by `checking`, `ok` or `error`
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/check_form",
    level: Level::Must,
    topic: "grammar",
    spec: "UCI U25, U91",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.is_handshake_done() {
        out.not_applicable(message!(
            "no_checks",
            "the engine checks neither copy protection nor registration"
        ));
    }
    for (entry, response) in view.complete_responses() {
        let Response::Dialect(UciResponse::Check(what, result)) = response else {
            continue;
        };
        let word = match what {
            LicenceCheckKind::CopyProtection => "copyprotection",
            LicenceCheckKind::Registration => "registration",
        };
        out.require(result.is_some(), entry.culprit(), || {
            message!(
                "check_result",
                "`{word}` must be followed by `checking`, `ok` or `error`",
                word
            )
        });
    }
}
