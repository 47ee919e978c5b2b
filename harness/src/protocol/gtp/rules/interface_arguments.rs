//! The arguments of a standard command have the types that the specification defines.
//!
//! If an argument has the wrong type, the engine rejects the command, and the game stops.
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > komi 6.5
//! < =
//! <
//! ```
//!
//! Colors and vertices may be in upper or lower case, and there may be several blanks between words:
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play  BLACK  e5
//! < =
//! <
//! ```
//!
//! A float has a decimal point, not a comma:
//!
//! ```violates
//! > komi 6,5
//!   ^^^^^^^^ an argument is missing or has the wrong type
//! < =
//! <
//! ```
//!
//! ```violates
//! > boardsize 9.5
//!   ^^^^^^^^^^^^^ an argument is missing or has the wrong type
//! < ? syntax error
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/interface_arguments",
    level: Level::Must,
    topic: "interface",
    spec: "GTP G-50, G-51, G-52, G-53, G-54, G-55, G-8",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::judge_commands(view, out, |exchange| {
        let kind = exchange.command.argument_kind();
        let wrong = matches!(
            kind,
            ArgumentKind::Invalid | ArgumentKind::Negative | ArgumentKind::OddVertex
        );
        (wrong || has_too_large_int(exchange) || has_odd_float(exchange)).then(|| {
            message!(
                "gtp_interface_argument",
                "an argument is missing or has the wrong type"
            )
        })
    });
}

/// Whether the command has an integer argument that is larger than 2147483647.
fn has_too_large_int(exchange: &CommandExchange) -> bool {
    const INT_COMMANDS: [&str; 5] = [
        "boardsize",
        "time_settings",
        "time_left",
        "fixed_handicap",
        "place_free_handicap",
    ];
    let is_large = |it: &Vec<u8>| {
        !it.is_empty() && it.iter().all(u8::is_ascii_digit) && parse_int(it).is_none()
    };
    let takes_ints = INT_COMMANDS.iter().any(|it| exchange.command.has_name(it));
    takes_ints && exchange.command.arguments.iter().any(is_large)
}

/// Whether the argument of `komi` is no finite number with a decimal point, such as `6,5` or `inf` (`GTP G-51`).
fn has_odd_float(exchange: &CommandExchange) -> bool {
    let finite = |word: &[u8]| {
        let text = std::str::from_utf8(word).ok();
        text.and_then(|it| it.parse::<f32>().ok())
            .is_some_and(f32::is_finite)
    };
    exchange.command.has_name("komi") && exchange.command.arguments.iter().any(|it| !finite(it))
}
