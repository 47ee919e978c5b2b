//! The score of a position contains the komi.
//!
//! If `final_score` ignores the komi, or names the wrong winner, a controller gives the game to the wrong side.
//!
//! ```conforms
//! > play b pass
//! < =
//! <
//! > play w pass
//! < =
//! <
//! > komi 0.5
//! < =
//! <
//! > final_score
//! < = B+24.5
//! <
//! > komi 7
//! < =
//! <
//! > final_score
//! < = B+18
//! <
//! > komi 0.5
//! < =
//! <
//! > final_score
//! < = B+24.5
//! <
//! ```
//!
//! Before the end of a game a score may be an estimate, and other rules may change the score:
//!
//! ```conforms
//! > komi 0.5
//! < =
//! <
//! > final_score
//! < = B+24.5
//! <
//! > komi 7
//! < =
//! <
//! > final_score
//! < = B+20
//! <
//! > komi 0.5
//! < =
//! <
//! > final_score
//! < = B+24.5
//! <
//! > play b pass
//! < =
//! <
//! > play w pass
//! < =
//! <
//! > kgs-rules japanese
//! < =
//! <
//! > final_score
//! < = B+24.5
//! <
//! > komi 7
//! < =
//! <
//! > kgs-rules chinese
//! < =
//! <
//! > final_score
//! < = B+19
//! <
//! > komi 0.5
//! < =
//! <
//! > kgs-rules japanese
//! < =
//! <
//! > final_score
//! < = B+24.5
//! <
//! > komi 7
//! < =
//! <
//! > final_score
//! < = B+18
//! <
//! > komi 0.5
//! < =
//! <
//! > final_score
//! < = B+24.5
//! <
//! ```
//!
//! An engine may round all scores to whole numbers:
//!
//! ```conforms
//! > play b pass
//! < =
//! <
//! > play w pass
//! < =
//! <
//! > komi 0.5
//! < =
//! <
//! > final_score
//! < = B+25
//! <
//! > komi 7
//! < =
//! <
//! > final_score
//! < = B+18
//! <
//! > komi 0.5
//! < =
//! <
//! > final_score
//! < = B+25
//! <
//! ```
//!
//! A score may be an estimate that changes from one answer to the next, so a score is judged only if the engine repeats
//! it for the same komi. This estimate is not judged, and the later scores are:
//!
//! ```conforms
//! > play b pass
//! < =
//! <
//! > play w pass
//! < =
//! <
//! > komi 0.5
//! < =
//! <
//! > final_score
//! < = B+24.5
//! <
//! > komi 7
//! < =
//! <
//! > final_score
//! < = B+20
//! <
//! > komi 0.5
//! < =
//! <
//! > final_score
//! < = B+21.5
//! <
//! > komi 7
//! < =
//! <
//! > final_score
//! < = B+15
//! <
//! > komi 0.5
//! < =
//! <
//! > final_score
//! < = B+21.5
//! <
//! ```
//!
//! ```violates
//! > play b pass
//! < =
//! <
//! > play w pass
//! < =
//! <
//! > komi 0.5
//! < =
//! <
//! > final_score
//! < = B+24.5
//! <
//! > komi 7
//! < =
//! <
//! > final_score
//! < = B+24.5
//! <
//! > komi 0.5
//! < =
//! <
//! > final_score
//! < = B+24.5
//!   ^^^^^^^^ with komi 7 instead of 0.5, this position had the score B+24.5; expected B+18
//! <
//! ```

use super::super::{
    prelude::*,
    view::{KnownScore, PRINTED_PRECISION, format_score},
};

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/komi_counts",
    level: Level::Should,
    topic: "commands",
    spec: "GTP G-125",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

/// The largest difference of two scores if both are rounded to whole numbers.
const ROUNDED_PRECISION: f64 = 1.01;

/// With a larger komi, an engine may round the score.
const MAX_KOMI: f64 = 200.0;

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(view, out, &["final_score"]);
    for (exchange, response) in view.completely_answered_exchanges() {
        let scores = exchange.facts.scores;
        let (Some(komi), Some(score)) = (scores.komi, response.score()) else {
            continue;
        };
        let is_judged = exchange.is_valid_command(&["final_score"])
            && scores.is_game_over()
            && !scores.is_komi_of_record;
        if !is_judged || komi.abs() > MAX_KOMI {
            continue;
        }
        let is_near = |a: f64, b: f64| (a - b).abs() < PRINTED_PRECISION;
        let same_komi = |it: &KnownScore| is_near(it.komi, komi);
        let known_scores = || scores.of_position().filter(|it| !it.is_komi_of_record);
        let is_repeated = known_scores()
            .find(same_komi)
            .is_some_and(|it| is_near(it.score, score));
        // The last score with another komi lies between the two equal scores.
        let other = known_scores().next().filter(|it| !same_komi(it));
        let Some(other) = other.filter(|it| is_repeated && it.komi.abs() <= MAX_KOMI) else {
            continue;
        };
        let expected = score + other.komi - komi;
        let is_whole = |score: f64| score.fract() == 0.0;
        let precision = match is_whole(score) && is_whole(other.score) {
            true => ROUNDED_PRECISION,
            false => PRINTED_PRECISION,
        };
        out.require(
            (other.score - expected).abs() < precision,
            response.line.culprit(),
            || {
                message!(
                    "gtp_komi_ignored",
                    "with komi {other_komi} instead of {komi}, this position had the score {found}; expected {expected}",
                    other_komi = other.komi.to_string(),
                    komi = komi.to_string(),
                    found = format_score(other.score),
                    expected = format_score(expected)
                )
            },
        );
    }
}
