//! `genmove` answers within the time that the engine's clock allows.
//!
//! An engine that uses more time than it has loses the game, however strong it is.
//!
//! ```conforms
//! 0.000000 > time_settings 30 0 0
//! 0.001000 < =
//! 0.001000 <
//! 0.002000 > genmove b
//! 9.000000 < = E5
//! 9.000000 <
//! ```
//!
//! After the main time comes the extra time, and each color has its own clock:
//!
//! ```conforms
//! 0.000000 > time_settings 10 30 1
//! 0.001000 < =
//! 0.001000 <
//! 0.002000 > genmove b
//! 35.000000 < = E5
//! 35.000000 <
//! 35.001000 > genmove w
//! 70.000000 < = D4
//! 70.000000 <
//! ```
//!
//! ```violates
//! 0.000000 > time_settings 10 0 0
//! 0.001000 < =
//! 0.001000 <
//! 0.002000 > genmove b
//! 20.002000 < = E5
//!             ^^^^ the engine took 20.000 s, but was allowed only 10.000 s
//! 20.002000 <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/clock_kept",
    level: Level::Should,
    topic: "time",
    spec: "GTP G-136, G-123, G-124",
    measures: Measurement::Time,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(view, out, &["time_settings", "time_left"]);
    for (exchange, response) in view.completely_answered_exchanges() {
        let Some(thinking) = exchange
            .genmove_timing
            .filter(|_| !response.line.time.is_zero())
        else {
            continue;
        };
        let message = |took| {
            message!(
                "gtp_clock_exceeded",
                "the engine took {took}, but was allowed only {allowed}",
                took,
                allowed = thinking.allowed_time
            )
        };
        out.add_deadline(
            thinking.started_at,
            thinking.started_at.saturating_add(thinking.allowed_time),
        );
        match thinking.timing {
            AnswerTiming::InTime => out.conforms(response.line.at),
            AnswerTiming::Late(took) => {
                out.record_measured_violation(response.line.culprit(), message(took));
            }
            AnswerTiming::HostLate(took) => {
                out.add_late_host_doubt(response.line.at, message(took));
            }
            AnswerTiming::Missing(_) | AnswerTiming::NotYetDue => (),
        }
    }
}
