//! Parses the UCI commands of the interface.

use super::{Command, PositionSpec, go::parse_go};
use crate::protocol::{
    search::{LenientCommand, Words},
    uci::vocabulary::COMMAND_WORDS,
};

/// A command that only UCI has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum UciCommand {
    NewGame,
    /// The commands `debug on` and `debug off`. The value is `None` if `debug` is followed by another word, or by no
    /// word.
    Debug(Option<bool>),
    Register {
        is_later: bool,
    },
}

/// Parses one line of the interface, without its newline.
pub(in super::super) fn parse_command(line: &[u8]) -> Command {
    let mut words = Words::new(line);
    let Some(first) = words.next() else {
        return Command::Blank;
    };
    match first.text {
        b"uci" => Command::Greet.accept_if_only_word(&words),
        b"isready" => Command::IsReady.accept_if_only_word(&words),
        b"ucinewgame" => Command::Dialect(UciCommand::NewGame).accept_if_only_word(&words),
        b"stop" => Command::Stop.accept_if_only_word(&words),
        b"ponderhit" => Command::PonderHit { offers_draw: false }.accept_if_only_word(&words),
        b"quit" => Command::Quit.accept_if_only_word(&words),
        b"debug" => Command::Dialect(UciCommand::Debug(match words.rest_of_line().text {
            b"on" => Some(true),
            b"off" => Some(false),
            _ => None,
        })),
        b"register" => parse_register(words),
        b"setoption" => parse_setoption(words),
        b"position" => Command::Position(PositionSpec::parse_words(words)),
        b"go" => Command::Go(parse_go(words)),
        _ => Command::Other,
    }
}

/// Parses the words after `register`, which are `later`, or a name, a code or both.
fn parse_register(mut words: Words<'_>) -> Command {
    match words.next().map(|it| it.text) {
        Some(b"later") => {
            Command::Dialect(UciCommand::Register { is_later: true }).accept_if_only_word(&words)
        }
        Some(b"name" | b"code") => Command::Dialect(UciCommand::Register { is_later: false }),
        _ => Command::Other,
    }
}

/// Parses the words after `setoption`, which have the form `name NAME [value VALUE]`. The option's name may have
/// several words, and ends before the first word `value` (`UCI A27`).
fn parse_setoption(mut words: Words<'_>) -> Command {
    if !words.take_if("name") {
        return Command::Other;
    }
    let mut name: Vec<&[u8]> = Vec::new();
    while let Some(word) = words.next() {
        if word.text == b"value" {
            let value = words.rest_of_line().text.to_vec();
            return new_setoption(&name, value);
        }
        name.push(word.text);
    }
    new_setoption(&name, Vec::new())
}

fn new_setoption(name: &[&[u8]], value: Vec<u8>) -> Command {
    match name {
        [] => Command::Other,
        _ => Command::SetOption {
            name: name.join(&b' '),
            value,
        },
    }
}

/// True if a new game may begin with this command, or if another engine may answer after it.
pub(in super::super) fn begins_new_game(command: &Command) -> bool {
    matches!(
        command,
        Command::Greet | Command::Quit | Command::Dialect(UciCommand::NewGame)
    )
}

/// The word `fen` at the beginning of a line: interfaces of xiangqi send such a line without the word `position` (`UCI
/// Q3`).
const BARE_FEN_WORD: [(&str, LenientCommand); 1] = [("fen", LenientCommand::BoardCommand)];

/// The commands that a lenient parser may find in an invalid line. A lenient parser may ignore case, and may skip words
/// before the command (`UCI U81`).
pub(in super::super) fn lenient_commands(line: &[u8]) -> impl Iterator<Item = LenientCommand> {
    let words = line.split(|it| !it.is_ascii_alphanumeric());
    words.filter_map(|word| {
        let same = |it: &&(&str, LenientCommand)| word.eq_ignore_ascii_case(it.0.as_bytes());
        let mut known = COMMAND_WORDS.iter().chain(&BARE_FEN_WORD);
        known.find(same).map(|it| it.1)
    })
}

#[cfg(test)]
mod tests;
