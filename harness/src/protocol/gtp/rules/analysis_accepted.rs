//! An analysis command accepts every form of a color, and the forms `lz-` and `kata-` need no color.
//!
//! GUIs write colors in different ways: Sabaki sends `B`, Lizzie sends `b` or no color.
//!
//! ```conforms
//! > list_commands
//! < = lz-analyze
//! < protocol_version
//! < name
//! < version
//! < known_command
//! < list_commands
//! < quit
//! < boardsize
//! < clear_board
//! < komi
//! < play
//! < genmove
//! <
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > lz-analyze White 10
//! < =
//! < info move E5 visits 10 winrate 5000 order 0 pv E5
//! > name
//! <
//! < = Example
//! <
//! ```
//!
//! Forms with more words are not judged, because an engine may know none of them:
//!
//! ```conforms
//! > list_commands
//! < = lz-analyze
//! < protocol_version
//! < name
//! < version
//! < known_command
//! < list_commands
//! < quit
//! < boardsize
//! < clear_board
//! < komi
//! < play
//! < genmove
//! <
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > lz-analyze b interval 10
//! < ? syntax error
//! <
//! > lz-analyze 10
//! < =
//! < info move E5 visits 10 winrate 5000 order 0 pv E5
//! > name
//! <
//! < = Example
//! <
//! ```
//!
//! ```violates
//! > list_commands
//! < = lz-analyze
//! < protocol_version
//! < name
//! < version
//! < known_command
//! < list_commands
//! < quit
//! < boardsize
//! < clear_board
//! < komi
//! < play
//! < genmove
//! <
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > lz-analyze W 10
//! < ? syntax error
//!   ^^^^^^^^^^^^^^ `lz-analyze W 10` fails, although its arguments are a color and an interval
//! <
//! ```
//!
//! ```violates
//! > list_commands
//! < = kata-analyze
//! < protocol_version
//! < name
//! < version
//! < known_command
//! < list_commands
//! < quit
//! < boardsize
//! < clear_board
//! < komi
//! < play
//! < genmove
//! <
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > kata-analyze 10
//! < ? invalid color
//!   ^^^^^^^^^^^^^^^ `kata-analyze 10` fails, although its argument is an interval
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/analysis_accepted",
    level: Level::Must,
    topic: "analysis",
    spec: "GTP A-9, G-54",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(view, out, &["analyze", "lz-analyze", "kata-analyze"]);
    for (exchange, response) in view.completely_answered_exchanges() {
        let listed = exchange.facts.listed == Some(true) && exchange.board.position.is_some();
        let Some(has_color) = has_color(exchange).filter(|_| listed) else {
            continue;
        };
        let command = exchange.command_text();
        out.require(
            response.status.is_success,
            response.line.culprit(),
            || match has_color {
                true => message!(
                    "gtp_analysis_refused",
                    "`{command}` fails, although its arguments are a color and an interval",
                    command
                ),
                false => message!(
                    "gtp_analysis_without_color_refused",
                    "`{command}` fails, although its argument is an interval",
                    command
                ),
            },
        );
    }
}

/// Whether an analysis command has a color and an interval, or only an interval, which `analyze` does not allow. Returns
/// `None` for other commands.
fn has_color(exchange: &CommandExchange) -> Option<bool> {
    let command = &exchange.command;
    let is_interval = |word: &[u8]| parse_int(word).is_some_and(|it| it > 0);
    match command.arguments.as_slice() {
        [color, interval] if Color::parse(color).is_some() && is_interval(interval) => command
            .has_any_name(&["analyze", "lz-analyze", "kata-analyze"])
            .then_some(true),
        [interval] if is_interval(interval) => command
            .has_any_name(&["lz-analyze", "kata-analyze"])
            .then_some(false),
        _ => None,
    }
}
