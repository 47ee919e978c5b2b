//! A line from the controller ends an analysis, and no report comes after its end.
//!
//! If a report comes after the end of the analysis, a controller reads it as a response, or as a
//! part of one, and matches the later responses to the wrong commands.
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > 20 lz-analyze b 50
//! < =20
//! < info move E5 visits 10 winrate 5000 pv E5
//! > 21 name
//! <
//! < =21 toy
//! <
//! ```
//!
//! The engine may send a report before it has read the line that ends the analysis:
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > 20 lz-analyze b 50
//! < =20
//! > 21 name
//! < info move E5 visits 10 winrate 5000 pv E5
//! <
//! < =21 toy
//! <
//! ```
//!
//! A blank line or a comment ends the analysis, too. The empty line that closes the response may not wait for a later
//! command:
//!
//! ```violates
//! 0.000000 > boardsize 9
//! 0.000000 < =
//! 0.000000 <
//! 0.000000 > clear_board
//! 0.000000 < =
//! 0.000000 <
//! 0.010000 > 20 lz-analyze b 50
//! 0.011000 < =20
//! 0.511000 < info move E5 visits 10 winrate 5000 pv E5
//! 0.600000 > # enough
//!            ^^^^^^^^ the response was not closed within 11.001 s; the limit is 10.000 s
//! 1.011000 < info move E5 visits 20 winrate 5000 pv E5
//! 11.600000 > 21 name
//! 11.601000 <
//! 11.601000 < =21 toy
//! 11.601000 <
//! ```
//!
//! ```violates
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > 20 lz-analyze b 50
//! < =20
//! > 21 name
//! <
//! < =21 toy
//! <
//! < info move E5 visits 90 winrate 5000 pv E5
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ a report after the end of the analysis
//! > 22 version
//! < =22 1.0
//! <
//! ```

use super::super::{prelude::*, view::QUICK_COMMAND_TIMEOUT};

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/analysis_stops",
    level: Level::Must,
    topic: "analysis",
    spec: "GTP A-2",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(view, out, &["analyze", "lz-analyze", "kata-analyze"]);
    for (exchange, response) in view.completely_answered_exchanges() {
        if !exchange.owes_analysis() || !response.status.is_success {
            continue;
        }
        let message = |took| {
            message!(
                "gtp_analysis_not_closed",
                "the response was not closed within {took}; the limit is {limit}",
                took,
                limit = QUICK_COMMAND_TIMEOUT
            )
        };
        match (exchange.stream_end_timing, &exchange.interrupted_by) {
            (Some(AnswerTiming::Late(took)), Some(line)) => {
                out.record_measured_violation(line.culprit(), message(took));
            }
            (Some(AnswerTiming::HostLate(took)), Some(line)) => {
                out.add_late_host_doubt(line.at, message(took));
            }
            _ => out.conforms(response.line.at),
        }
    }
    for line in view
        .unexpected_lines
        .iter()
        .filter(|it| it.begins_with_late_report)
    {
        out.violates(
            line.line.culprit(),
            message!("gtp_late_report", "a report after the end of the analysis"),
        );
    }
}
