//! An interface's list of points has complete points on the board, no separators, and no point twice.
//!
//! AGI has no message for errors, so after a malformed list of points the engine continues the game with a wrong
//! position.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > POSITION STATU 78695A MOVES 67
//! > DOMOVE 89
//! ```
//!
//! Points in lower case are allowed:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > position moves 7a6b
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > POSITION MOVES 789
//!   ^^^^^^^^^^^^^^^^^^ the list of points is malformed
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > POSITION MOVES 7878
//!   ^^^^^^^^^^^^^^^^^^^ a point comes twice
//! ```
//!
//! ```violates
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! > DOMOVE 7869
//!   ^^^^^^^^^^^ `DOMOVE` must have exactly one point, on the board
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/interface_points",
    level: Level::Must,
    topic: "interface",
    spec: "AGI C-1, C-6, C-7, R-9, R-8",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (index, command) in view.commands() {
        let entry = view.entry(index);
        if entry.may_be_other_protocol {
            continue;
        }
        let first = Words::new(&entry.line).next();
        let is_domove = first.is_some_and(|it| is_keyword(&it, "DOMOVE"));
        match command {
            Command::Position(spec) => match &spec.base_position {
                BasePosition::UnclearPosition if has_superfluous_words(&entry.line) => (),
                BasePosition::UnclearPosition => {
                    let why = message!("list_malformed", "the list of points is malformed");
                    out.violates(entry.culprit(), why);
                }
                _ if spec.position_after_moves().is_none() => {
                    let why = message!("point_twice", "a point comes twice");
                    out.violates(entry.culprit(), why);
                }
                _ => out.conforms(entry.at),
            },
            Command::Dialect(AgiCommand::DoMove(_)) => {
                let input = UnspecifiedInput::DialectInput(AgiUnspecifiedInput::PointsMalformed);
                let mut lines = view.unspecified_lines.iter();
                let is_occupied = lines.any(|it| it.entry == index && it.kind == input);
                out.require(!is_occupied, entry.culprit(), || {
                    message!("domove_occupied", "this point is occupied")
                });
            }
            Command::Other if is_domove && has_superfluous_words(&entry.line) => (),
            Command::Other if is_domove => {
                let why = message!(
                    "domove_malformed",
                    "`DOMOVE` must have exactly one point, on the board"
                );
                out.violates(entry.culprit(), why);
            }
            _ => (),
        }
    }
}
