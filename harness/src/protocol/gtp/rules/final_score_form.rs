//! The answer to `final_score` is `0`, or it is `B+` or `W+` with a number.
//!
//! A controller reads the result of the game from the answer to `final_score`.
//!
//! ```conforms
//! > final_score
//! < = W+6.5
//! <
//! ```
//!
//! A draw can be written as `0` or as `B+0`, and `final_score` may fail:
//!
//! ```conforms
//! > final_score
//! < = 0
//! <
//! > final_score
//! < = B+0
//! <
//! > final_score
//! < ? cannot score
//! <
//! ```
//!
//! The notation of a float is not defined (`GTP G-51`), so an engine may write an exponent:
//!
//! ```conforms
//! > final_score
//! < = B+1.65e2
//! <
//! > final_score
//! < = W+.5
//! <
//! ```
//!
//! If the komi is no plain number, such as `inf`, the answer to `final_score` may be anything:
//!
//! ```conforms
//! > komi inf
//! < =
//! <
//! > final_score
//! < = W+inf
//! <
//! > komi 6.5
//! < =
//! <
//! > final_score
//! < = W+6.5
//! <
//! ```
//!
//! ```violates
//! > final_score
//! < = W+Resign
//!   ^^^^^^^^^^ expected `B+`, `W+` and a number, or `0`, found `W+Resign`
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/final_score_form",
    level: Level::Must,
    topic: "commands",
    spec: "GTP G-125",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(view, out, &["final_score"]);
    for (exchange, response) in view.completely_answered_exchanges() {
        if !exchange.is_valid_command(&["final_score"])
            || !response.status.is_success
            || exchange.facts.komi_is_odd
        {
            continue;
        }
        let text = response.single_line().unwrap_or_default();
        let number = text.strip_prefix(b"B+").or(text.strip_prefix(b"W+"));
        let zero = text.starts_with(b"0") && is_decimal(text);
        let found = readable_text(&response.text).into_owned();
        let is_score = zero || number.is_some_and(is_unsigned_float);
        out.require(is_score, response.line.culprit(), || {
            message!(
                "gtp_no_score",
                "expected `B+`, `W+` and a number, or `0`, found `{found}`",
                found
            )
        });
    }
}

/// Whether a word is a finite number without a sign.
fn is_unsigned_float(word: &[u8]) -> bool {
    let starts = |it: &u8| it.is_ascii_digit() || *it == b'.';
    let number = str::from_utf8(word).ok().and_then(|it| it.parse().ok());
    word.first().is_some_and(starts) && number.is_some_and(f64::is_finite)
}
