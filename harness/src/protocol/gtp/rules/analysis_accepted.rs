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
//!   ^^^^^^^^^^^^^^^ `kata-analyze 10` fails, although its color and its interval are optional
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
    let names: Vec<&str> = ALL_FORMS.iter().map(|it| it.0).collect();
    checks::mark_inapplicable_if_unlisted(view, out, &names);
    for (exchange, response) in view.completely_answered_exchanges() {
        let listed = exchange.facts.listed == Some(true) && exchange.board.position.is_some();
        let Some(form) = form_of(exchange).filter(|_| listed) else {
            continue;
        };
        let command = exchange.command_text();
        out.require(
            response.status.is_success,
            response.line.culprit(),
            || match form {
                Form::Complete => message!(
                    "gtp_analysis_refused",
                    "`{command}` fails, although its arguments are a color and an interval",
                    command
                ),
                Form::Shortened => message!(
                    "gtp_shortened_analysis_refused",
                    "`{command}` fails, although its color and its interval are optional",
                    command
                ),
            },
        );
    }
}

/// The arguments of an analysis command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// A color and an interval.
    Complete,
    /// The color, the interval or both are left out.
    Shortened,
}

/// The analysis commands, and whether their color and their interval are optional.
const ALL_FORMS: [(&str, bool); 6] = [
    ("analyze", false),
    ("genmove_analyze", false),
    ("lz-analyze", true),
    ("kata-analyze", true),
    ("lz-genmove_analyze", true),
    ("kata-genmove_analyze", true),
];

/// The form of the arguments of an analysis command. Returns `None` for other commands, and if the arguments have
/// another form.
fn form_of(exchange: &CommandExchange) -> Option<Form> {
    let command = &exchange.command;
    let found = ALL_FORMS.iter().find(|it| command.has_name(it.0));
    let &(_, is_optional) = found?;
    let is_interval = |word: &[u8]| parse_int(word).is_some_and(|it| it > 0);
    let is_color = |word: &[u8]| Color::parse(word).is_some();
    let form = match command.arguments.as_slice() {
        [color, interval] if is_color(color) && is_interval(interval) => Form::Complete,
        [] => Form::Shortened,
        [word] if is_color(word) || is_interval(word) => Form::Shortened,
        _ => return None,
    };
    (form == Form::Complete || is_optional).then_some(form)
}
