//! An interface sends only commands that have the form of the grammar.
//!
//! An engine ignores a malformed command, or parses it in an unexpected way.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos
//! > go movetime 100 searchmoves e2e4
//! < bestmove e2e4
//! ```
//!
//! The rule does not judge words that the specification does not define:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! >
//! > bench 16
//! > debug
//! > position moves e2e4
//! > position startpos
//! > go perft 3
//! < bestmove e2e4
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > debug maybe
//!         ^^^^^ expected `on` or `off` after `debug`
//! > isready
//! < readyok
//! > position startpos
//! > go depth 2 searchmoves
//!              ^^^^^^^^^^^ no move follows `searchmoves`
//! < bestmove e2e4
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name Clear Hash type button
//! < option name Ponder type check default false
//! < uciok
//! > setoption name Clear Hash name Ponder value true
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected one option in each `setoption`
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name Hash type spin default 16 min 1 max 1024
//! < uciok
//! > setoption Hash 3
//!   ^^^^^^^^^^^^^^^^ not a command of UCI
//! > isready now
//!   ^^^^^^^^^^^ not a command of UCI
//! > position e2e4
//!   ^^^^^^^^^^^^^ expected `fen` or `startpos`
//! > position startpos e2e4
//!                     ^^^^ expected `moves` after the position
//! > position startpos
//! > setoption name Hash value 16 name Ponder value true
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected one option in each `setoption`
//! > go depth wtime 5000
//!            ^^^^^ expected a whole number
//! < bestmove e2e4
//! > go wtime 1.5
//!            ^^^ expected a whole number
//! ```
//!
//! An empty value of a string is allowed, but a number, a choice or a switch has no empty value:
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name Hash type spin default 16 min 1 max 1024
//! < option name Book type string default <empty>
//! < uciok
//! > setoption name Book value
//! > setoption name Hash value
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^ no value follows `value`
//! ```
//!
//! The messages of an engine are no commands:
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > uciok
//!   ^^^^^ a message of the engine, not a command
//! > isready
//! < readyok
//! > position startpos
//! > bestmove e2e4
//!   ^^^^^^^^^^^^^ a message of the engine, not a command
//! ```

use std::ops::Range;

use super::super::{prelude::*, wire};

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/interface_commands",
    level: Level::Must,
    topic: "interface",
    spec: "UCI D3, U35",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (entry, command) in view.commands_of_this_protocol() {
        let mut words = Words::new(&entry.line);
        words.next();
        match command {
            Command::Blank => (),
            Command::Other => {
                if let Some(why) = unknown_line_error(&entry.line) {
                    out.violates(entry.culprit(), why);
                }
            }
            Command::Position(spec) => match spec.base_position {
                // Some interfaces omit the word `startpos` after `position` (`UCI U103`).
                BasePosition::UnclearPosition
                    if words.next().is_some_and(|it| it.text == b"moves") => {}
                BasePosition::UnclearPosition => {
                    let why = message!("no_fen_or_startpos", "expected `fen` or `startpos`");
                    out.violates(entry.culprit(), why);
                }
                BasePosition::Start => match words.nth(1) {
                    Some(it) if it.text != b"moves" => {
                        let why = message!("no_moves_word", "expected `moves` after the position");
                        out.violates(entry.culprit_of_part(it.span), why);
                    }
                    _ => out.conforms(entry.at),
                },
                BasePosition::Fen(_) => out.conforms(entry.at),
            },
            Command::Go(go) => match &go.flaw {
                None => match empty_searchmoves(&entry.line) {
                    Some(span) => {
                        let why = message!("searchmoves_empty", "no move follows `searchmoves`");
                        out.violates(entry.culprit_of_part(span), why);
                    }
                    None => out.conforms(entry.at),
                },
                Some(flaw) => {
                    // The rule does not judge a word that the specification does not define.
                    let before = Words::new(&entry.line).take_while(|it| it.span.end <= flaw.start);
                    let key = before.last();
                    let lacks_number = |it: &[u8]| NUMBER_PARAMETERS.contains(&it);
                    let own = entry.line.get(flaw.clone()).is_some_and(lacks_number);
                    let digits = |it: &[u8]| it.iter().all(u8::is_ascii_digit);
                    let twice = entry.line.get(flaw.clone()).is_some_and(digits);
                    let after_key = !twice && key.is_some_and(|it| lacks_number(it.text));
                    if own || after_key || go.has_split_number {
                        let why = message!("go_number_malformed", "expected a whole number");
                        out.violates(entry.culprit_of_part(flaw.clone()), why);
                    }
                }
            },
            // Some interfaces send `debug` alone.
            Command::Dialect(UciCommand::Debug(None)) => {
                if let Some(word) = words.next() {
                    let why = message!("debug_word", "expected `on` or `off` after `debug`");
                    out.violates(entry.culprit_of_part(word.span), why);
                }
            }
            Command::SetOption { name, value }
                if has_second_option(view, entry, value) || has_second_name(view, name) =>
            {
                let why = message!("several_options", "expected one option in each `setoption`");
                out.violates(entry.culprit(), why);
            }
            Command::SetOption { value, .. } if value.is_empty() && lacks_value(view, entry) => {
                let why = message!("option_value_empty", "no value follows `value`");
                out.violates(entry.culprit(), why);
            }
            _ => out.conforms(entry.at),
        }
    }
}

/// Why the line is neither a command nor an extension with other words than those of the specification.
fn unknown_line_error(line: &[u8]) -> Option<Message> {
    let first = Words::new(line).next()?.text;
    let is_first = |it: &(&str, _)| first == it.0.as_bytes();
    if vocabulary::COMMAND_WORDS.iter().any(is_first) || first == b"register" {
        return Some(message!("uci_command_malformed", "not a command of UCI"));
    }
    if is_glued_of_commands(first) {
        return Some(message!(
            "uci_commands_glued",
            "two commands without a newline between them: do two threads write at the same time?"
        ));
    }
    is_engine_message(line).then(|| {
        message!(
            "uci_engine_message_sent",
            "a message of the engine, not a command"
        )
    })
}

/// True if the word consists of two commands, such as `isreadystop`. No extension has such a name.
fn is_glued_of_commands(word: &[u8]) -> bool {
    let commands = || vocabulary::COMMAND_WORDS.iter().map(|it| it.0.as_bytes());
    let mut endings = commands().filter_map(|it| word.strip_suffix(it));
    endings.any(|before| commands().any(|it| it == before))
}

/// True if the line is a complete message that only an engine sends. Other words than those of the specification may be
/// extensions.
fn is_engine_message(line: &[u8]) -> bool {
    match wire::parse_response(line) {
        Response::GreetingAnswer | Response::ReadyOk => Words::new(line).count() == 1,
        Response::BestMove(it) => it.best_move.is_some(),
        Response::Info(it) => it.has_item_other_than_string(),
        _ => false,
    }
}

/// True if the line ends with the word `value`, and the option cannot have an empty value.
fn lacks_value(view: &View, entry: &Entry) -> bool {
    let ends_with_value = Words::new(&entry.line)
        .last()
        .is_some_and(|it| it.text == b"value");
    let mut unspecified = view.unspecified_lines.iter();
    ends_with_value
        && unspecified.any(|it| {
            it.kind == UnspecifiedInput::InvalidOptionValue && view.entry(it.entry).at == entry.at
        })
}

/// True if the words `name` and `value` occur in a value that the option cannot have.
fn has_second_option(view: &View, entry: &Entry, value: &[u8]) -> bool {
    let mut words = value.split(u8::is_ascii_whitespace).skip(1);
    let names_another = words.any(|it| it == b"name") && words.any(|it| it == b"value");
    let mut unspecified = view.unspecified_lines.iter();
    names_another
        && unspecified.any(|it| {
            it.kind == UnspecifiedInput::InvalidOptionValue && view.entry(it.entry).at == entry.at
        })
}

/// True if the name consists of the word `name` between the names of two options.
fn has_second_name(view: &View, name: &[u8]) -> bool {
    let is_announced = |name: &[u8]| {
        let mut options = view.announced_options.iter();
        options.any(|it| it.as_bytes().eq_ignore_ascii_case(name))
    };
    let between = b" name ";
    let mut places = name.windows(between.len()).enumerate();
    !is_announced(name)
        && places.any(|(at, it)| {
            it == between && is_announced(&name[..at]) && is_announced(&name[at + between.len()..])
        })
}

/// The place of a `searchmoves` that is the last word, or that another parameter of `go` follows.
fn empty_searchmoves(line: &[u8]) -> Option<Range<usize>> {
    let mut words = Words::new(line);
    let found = words.find(|it| it.text == b"searchmoves")?;
    let follows = words.next();
    let is_parameter =
        |word: &[u8]| NUMBER_PARAMETERS.contains(&word) || word == b"infinite" || word == b"ponder";
    let empty = follows.is_none_or(|it| is_parameter(it.text));
    empty.then_some(found.span)
}

/// The parameters of `go` that are followed by a number.
const NUMBER_PARAMETERS: [&[u8]; 9] = [
    b"wtime",
    b"btime",
    b"winc",
    b"binc",
    b"movestogo",
    b"depth",
    b"nodes",
    b"mate",
    b"movetime",
];
