//! `genmove_analyze` ends with `play` and a vertex or `resign`.
//!
//! The controller plays the move of the `play` line. Without the `play` line the game stops.
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > 20 lz-genmove_analyze b 50
//! < =20
//! < info move E5 visits 10 winrate 5000 pv E5
//! < play E5
//! <
//! ```
//!
//! A further command does not end `genmove_analyze`, and the engine may send no report at all:
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > 20 lz-genmove_analyze b 50
//! > 21 name
//! < =20
//! < play resign
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
//! > 20 lz-genmove_analyze b 50
//! < =20
//!   ^^^ expected `play` and a vertex or `resign` on the last line
//! < info move E5 visits 10 winrate 5000 pv E5
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/genmove_analyze_end",
    level: Level::Must,
    topic: "analysis",
    spec: "GTP A-3",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(
        view,
        out,
        &[
            "genmove_analyze",
            "lz-genmove_analyze",
            "kata-genmove_analyze",
        ],
    );
    for (exchange, response) in view.completely_answered_exchanges() {
        if !exchange.owes_genmove_analysis() || !response.status.is_success {
            continue;
        }
        let last = response.text_lines().last().map_or(&b""[..], |it| it.1);
        let ends = last.starts_with(b"play ")
            && (response.vertex().is_some() || response.is_resignation());
        out.require(ends, response.line.culprit(), || {
            message!(
                "gtp_no_play_line",
                "expected `play` and a vertex or `resign` on the last line"
            )
        });
    }
}
