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
//! After another `register`, the engine may check again:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! < registration checking
//! < registration error
//! > register name Somebody code 123
//! < registration checking
//! < registration ok
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! < registration checking
//! < registration ok
//! < registration error
//!   ^^^^^^^^^^^^^^^^^^ the check has a result already: `ok` and `error` exclude each other
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

use super::super::{prelude::*, wire::LicenceCheckResult};

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
    check_one_result(view, out);
}

/// Checks that a check has one result: `ok` and `error` exclude each other. After a command, such as `register`, the engine
/// may check again.
fn check_one_result(view: &View, out: &mut Findings) {
    let mut have_result = [false; 2];
    for entry in &view.entries {
        if entry.command().is_some() {
            have_result = [false; 2];
        }
        let Some(Response::Dialect(UciResponse::Check(what, Some(result)))) = entry.response()
        else {
            continue;
        };
        let index = usize::from(matches!(what, LicenceCheckKind::Registration));
        let is_result = !matches!(result, LicenceCheckResult::Checking);
        if is_result && have_result[index] {
            let message = message!(
                "second_check_result",
                "the check has a result already: `ok` and `error` exclude each other"
            );
            out.violates(entry.culprit(), message);
        }
        have_result[index] = is_result;
    }
}
