//! Parses the interface's commands of AGI.

use std::time::Duration;

use ponderhit_engine::games::gomoku::Point;

use super::{Command, PositionSpec, Words, is_keyword, take_keyword};
use crate::protocol::{
    agi::{dialect::MAX_TIME_MILLIS, game::parse_points},
    search::{BasePosition, GoCommand, LenientCommand, SearchLimits},
};

/// A command that only AGI has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum AgiCommand {
    SetRule(Rules),
    SetOption(OptionSwitches),
    DoMove(Point),
    /// A `GO` with `PONDER`, which has no result (`BESTMOVE`).
    GoPonder,
}

/// The rules of the game that `SETRULE` sets. A rule of the game is `None` if it is not certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Rules {
    pub(in super::super) has_forbidden_moves: Option<bool>,
    pub(in super::super) change: Option<Change>,
    /// A word after `SETRULE` is unknown, or two words contradict each other.
    pub(in super::super) is_unclear: bool,
}

/// When an engine may ask for a swap of colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Change {
    Never,
    AfterFirstMove,
    AfterThirdMove,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            has_forbidden_moves: Some(true),
            change: Some(Change::Never),
            is_unclear: false,
        }
    }
}

impl Rules {
    /// The value if no rule of the game is certain.
    pub(in super::super) const UNKNOWN: Rules = Rules {
        has_forbidden_moves: None,
        change: None,
        is_unclear: true,
    };
}

/// The options that a `SETOPTION` switches on or off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct OptionSwitches {
    pub(in super::super) own_book: Option<bool>,
    pub(in super::super) ponder: Option<bool>,
}

/// The parameters of a `GO` without `PONDER`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct AgiGo {
    /// The points after `SEARCH`, to which the search is restricted.
    pub(in super::super) points: Option<Vec<Point>>,
    pub(in super::super) time_millis: Option<u64>,
    pub(in super::super) is_infinite: bool,
    /// The line of the `GO` is outside the grammar.
    pub(in super::super) is_malformed: bool,
}

impl GoCommand for AgiGo {
    fn is_ponder(&self) -> bool {
        false
    }

    fn limits(&self, _unit: Duration, _first: Option<bool>) -> SearchLimits {
        SearchLimits {
            clock: self.time_millis.map(Duration::from_millis),
            is_infinite: self.is_infinite,
            is_unclear: self.is_malformed
                || self.time_millis.is_some_and(|it| it > MAX_TIME_MILLIS),
            ..SearchLimits::default()
        }
    }

    fn excludes_move(&self, step: &str) -> bool {
        let is_listed = |list: &Vec<Point>| list.iter().any(|it| it.to_string() == step);
        self.points.as_ref().is_some_and(|it| !is_listed(it))
    }
}

/// Parses a line of the interface, without its newline.
pub(in super::super) fn parse_command(line: &[u8]) -> Command {
    let mut words = Words::new(line);
    let Some(first) = words.next() else {
        return Command::Blank;
    };
    let keyword = first.text.to_ascii_uppercase();
    match keyword.as_slice() {
        b"AGI" => Command::Greet.accept_if_only_word(&words),
        b"ISREADY" => Command::IsReady.accept_if_only_word(&words),
        b"STOP" => Command::Stop.accept_if_only_word(&words),
        b"QUIT" => Command::Quit.accept_if_only_word(&words),
        b"SETRULE" => Command::Dialect(AgiCommand::SetRule(parse_game_rules(words))),
        b"SETOPTION" => parse_option_switches(words).map_or(Command::Other, |it| {
            Command::Dialect(AgiCommand::SetOption(it))
        }),
        b"POSITION" => Command::Position(parse_position(words)),
        b"GO" => parse_go(words),
        b"DOMOVE" => match words.next().and_then(|it| Point::parse(it.text)) {
            Some(point) => Command::Dialect(AgiCommand::DoMove(point)).accept_if_only_word(&words),
            None => Command::Other,
        },
        _ => Command::Other,
    }
}

/// Parses the words after `SETRULE`, in any order. An engine may skip unknown words of `SETRULE` (`AGI N-2`).
fn parse_game_rules(words: Words<'_>) -> Rules {
    let (mut forbidden, mut change, mut unclear) = (None, None, false);
    for word in words {
        match word.text.to_ascii_uppercase().as_slice() {
            b"FORBIDDEN" => unclear |= forbidden.replace(true) == Some(false),
            b"UNFORBIDDEN" => unclear |= forbidden.replace(false) == Some(true),
            b"FIRSTCHANGE" => unclear |= change.replace(Change::AfterFirstMove).is_some(),
            b"THIRDCHANGE" => unclear |= change.replace(Change::AfterThirdMove).is_some(),
            b"FIVETWINE" | b"TIVETWINE" | b"FIVEMULITY" | b"FIVEMULTI" | b"FIVEMULTY" => (),
            _ => unclear = true,
        }
    }
    if unclear {
        return Rules::UNKNOWN;
    }
    Rules {
        has_forbidden_moves: Some(forbidden.unwrap_or(true)),
        change: Some(change.unwrap_or(Change::Never)),
        is_unclear: false,
    }
}

/// Parses one or two pairs, each with the name of an option and `ON` or `OFF`.
fn parse_option_switches(mut words: Words<'_>) -> Option<OptionSwitches> {
    let mut switches = OptionSwitches::default();
    words.peek()?;
    while let Some(name) = words.next() {
        let value = words.next()?;
        let on = is_keyword(&value, "ON");
        if !on && !is_keyword(&value, "OFF") {
            return None;
        }
        let before = if is_keyword(&name, "OWNBOOK") {
            switches.own_book.replace(on)
        } else if is_keyword(&name, "PONDER") {
            switches.ponder.replace(on)
        } else {
            return None;
        };
        if before.is_some() {
            return None;
        }
    }
    Some(switches)
}

/// Parses `[STATU points] [MOVES points]`.
fn parse_position(mut words: Words<'_>) -> PositionSpec {
    let unclear = || PositionSpec::new(BasePosition::UnclearPosition, None);
    let base = match take_keyword(&mut words, "STATU") {
        false => BasePosition::Start,
        true => match words.next().filter(|it| parse_points(it.text).is_some()) {
            Some(points) => BasePosition::Fen(points.to_text()),
            None => return unclear(),
        },
    };
    let moves = match take_keyword(&mut words, "MOVES") {
        false => Some(Vec::new()),
        true => words.next().and_then(|it| parse_points(it.text)),
    };
    match (moves, words.next()) {
        (Some(moves), None) => PositionSpec::new(base, Some(moves)),
        _ => unclear(),
    }
}

fn has_point_twice(points: &[Point]) -> bool {
    let earlier = |index: usize| points.iter().take(index);
    let mut each = points.iter().enumerate();
    each.any(|(index, it)| earlier(index).any(|other| other == it))
}

/// Parses `[SEARCH points] [PONDER] [TIME ms | INFINITE]`.
fn parse_go(mut words: Words<'_>) -> Command {
    let mut all = words.clone();
    if all.any(|it| is_keyword(&it, "PONDER")) {
        return Command::Dialect(AgiCommand::GoPonder);
    }
    let mut go = AgiGo::default();
    if take_keyword(&mut words, "SEARCH") {
        // The text does not say how an engine reads a list with a point twice (`AGI C-7`).
        let points = words.next().and_then(|it| parse_points(it.text));
        go.points = points.filter(|it| !has_point_twice(it));
        go.is_malformed = go.points.is_none();
    }
    if take_keyword(&mut words, "TIME") {
        go.time_millis = words.next().and_then(|it| it.parse_uint());
        go.is_malformed |= go.time_millis.is_none();
    } else if take_keyword(&mut words, "INFINITE") {
        go.is_infinite = true;
    }
    go.is_malformed |= words.next().is_some();
    if go.is_malformed {
        go.points = None;
    }
    Command::Go(go)
}

/// Whether the line is a `POSITION`, `DOMOVE` or `SETOPTION` with words too many, or with an empty list, and is well
/// formed without them. Points that are separated by blanks are no words too many, nor is a second option.
pub(in super::super) fn has_superfluous_words(line: &[u8]) -> bool {
    let is_well_formed = |line: &[u8]| match parse_command(line) {
        Command::Position(it) => it.base_position != BasePosition::UnclearPosition,
        Command::Dialect(AgiCommand::SetOption(_) | AgiCommand::DoMove(_)) => true,
        _ => false,
    };
    if is_well_formed(line) {
        return false;
    }
    let words: Vec<&[u8]> = Words::new(line).map(|it| it.text).collect();
    let mut splits = (1..words.len()).rev().map(|it| words.split_at(it));
    let Some((kept, superfluous)) = splits.find(|it| is_well_formed(&it.0.join(&b' '))) else {
        return false;
    };
    let is_one_of = |word: &[u8], names: &[&str]| {
        names
            .iter()
            .any(|it| word.eq_ignore_ascii_case(it.as_bytes()))
    };
    match superfluous {
        [list] if is_one_of(list, &["STATU", "MOVES"]) => true,
        _ => {
            // A word that begins with a digit is meant as a point.
            let has_meaning = |it: &&[u8]| {
                is_one_of(it, &["STATU", "MOVES", "OWNBOOK", "PONDER", "ON", "OFF"])
                    || parse_points(it).is_some()
                    || it.first().is_some_and(u8::is_ascii_digit)
            };
            kept.len() > 1 && !superfluous.iter().any(has_meaning)
        }
    }
}

/// First words of commands, each with the command that a lenient parser may execute if it finds the word anywhere in a
/// line.
const COMMAND_WORDS: [(&str, LenientCommand); 12] = [
    ("AGI", LenientCommand::Greet),
    ("ISREADY", LenientCommand::IsReady),
    ("STOP", LenientCommand::Stop),
    ("QUIT", LenientCommand::Quit),
    ("EXIT", LenientCommand::Quit),
    ("END", LenientCommand::Quit),
    ("BYE", LenientCommand::Quit),
    ("SETRULE", LenientCommand::SetOption),
    ("SETOPTION", LenientCommand::SetOption),
    ("POSITION", LenientCommand::BoardCommand),
    ("DOMOVE", LenientCommand::BoardCommand),
    ("GO", LenientCommand::Go),
];

/// The commands that a lenient parser may find in a line outside the grammar.
pub(in super::super) fn lenient_commands(line: &[u8]) -> impl Iterator<Item = LenientCommand> {
    let words = line.split(|it| !it.is_ascii_alphanumeric());
    words.filter_map(|word| {
        let same = |it: &&(&str, LenientCommand)| word.eq_ignore_ascii_case(it.0.as_bytes());
        COMMAND_WORDS.iter().find(same).map(|it| it.1)
    })
}
