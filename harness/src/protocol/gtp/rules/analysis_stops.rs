//! An analysis sends no report after its end.
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

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/analysis_stops",
    level: Level::Must,
    topic: "analysis",
    spec: "GTP A-2",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(view, out, &["analyze", "lz-analyze", "kata-analyze"]);
    for (exchange, response) in view.completely_answered_exchanges() {
        if exchange.owes_analysis() && response.status.is_success {
            out.conforms(response.line.at);
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
