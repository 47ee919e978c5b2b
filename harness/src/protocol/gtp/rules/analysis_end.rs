//! A line from the controller ends an analysis, and the engine closes its response with one newline.
//!
//! The controller waits for the empty line at the end of the analysis before it reads the next response. A controller
//! may read a second empty line as the end of the next response.
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
//! A comment line also ends the analysis, and gets no response of its own:
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
//! > # enough
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
//! <| \n
//!    ^ the empty line before this one has closed the analysis
//! < =21 toy
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/analysis_end",
    level: Level::Should,
    topic: "analysis",
    spec: "GTP A-2, G-33",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(view, out, &["analyze", "lz-analyze", "kata-analyze"]);
    for (exchange, response) in view.answered_exchanges() {
        let closed = exchange.owes_analysis() && exchange.interrupted_by.is_some();
        if !closed || !response.status.is_success {
            continue;
        }
        match (
            response.extra_newlines.first(),
            response.closing_empty_line_event(),
        ) {
            (Some(extra), _) => out.violates(
                extra.culprit(),
                message!(
                    "gtp_analysis_closed_twice",
                    "the empty line before this one has closed the analysis"
                ),
            ),
            (None, Some(at)) => out.conforms(at),
            (None, None) => (),
        }
    }
}
