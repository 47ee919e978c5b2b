//! An analysis begins with `=`, the id and a newline, and the reports follow on later lines.
//!
//! A controller reads an analysis line by line, and learns from the first line only that the analysis has begun.
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
//! The first line of the response may come long before the first report:
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
//! >| \n
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
//! < =20 info move E5 visits 10 winrate 5000 pv E5
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected a newline after the id, and the reports on later lines
//! >| \n
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/analysis_header",
    level: Level::Must,
    topic: "analysis",
    spec: "GTP A-1, A-9",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(
        view,
        out,
        &[
            "analyze",
            "lz-analyze",
            "kata-analyze",
            "genmove_analyze",
            "lz-genmove_analyze",
            "kata-genmove_analyze",
        ],
    );
    for (exchange, response) in view.answered_exchanges() {
        let is_stream = exchange.owes_analysis() || exchange.owes_genmove_analysis();
        if !is_stream || !response.status.is_success {
            continue;
        }
        let text = response.status.text.as_slice();
        // The response to `genmove_analyze` may have no report, so only a report on the first line is a violation.
        let has_report = text.starts_with(b"info");
        out.require(!has_report, response.line.culprit(), || {
            message!(
                "gtp_report_in_header",
                "expected a newline after the id, and the reports on later lines"
            )
        });
    }
}
