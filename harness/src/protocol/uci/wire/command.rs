//! Parses the commands of the interface.

use super::{Command, Posspec, go::go};
use crate::protocol::{
    search::{LenientCommand, Words},
    uci::vocabulary::COMMANDS,
};

/// A command of UCI only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum UciCommand {
    NewGame,
    /// `debug on` and `debug off`; `None` for any other word, or none.
    Debug(Option<bool>),
    Register {
        later: bool,
    },
}

/// Parses a line without its newline.
pub(in super::super) fn command(line: &[u8]) -> Command {
    let mut words = Words::new(line);
    let Some(first) = words.next() else {
        return Command::Blank;
    };
    match first.text {
        b"uci" => Command::Greet.if_only_word(&words),
        b"isready" => Command::IsReady.if_only_word(&words),
        b"ucinewgame" => Command::Own(UciCommand::NewGame).if_only_word(&words),
        b"stop" => Command::Stop.if_only_word(&words),
        b"ponderhit" => Command::PonderHit { draw: false }.if_only_word(&words),
        b"quit" => Command::Quit.if_only_word(&words),
        b"debug" => Command::Own(UciCommand::Debug(match words.rest().text {
            b"on" => Some(true),
            b"off" => Some(false),
            _ => None,
        })),
        b"register" => register(words),
        b"setoption" => setoption(words),
        b"position" => Command::Position(Posspec::parse_words(words)),
        b"go" => Command::Go(go(words)),
        _ => Command::Other,
    }
}

/// `register later`, or a name, a code or both.
fn register(mut words: Words<'_>) -> Command {
    match words.next().map(|it| it.text) {
        Some(b"later") => Command::Own(UciCommand::Register { later: true }).if_only_word(&words),
        Some(b"name" | b"code") => Command::Own(UciCommand::Register { later: false }),
        _ => Command::Other,
    }
}

/// `setoption name NAME [value VALUE]`, both of several words; the first word `value` ends the name (`UCI A27`).
fn setoption(mut words: Words<'_>) -> Command {
    if !words.take_if("name") {
        return Command::Other;
    }
    let mut name: Vec<&[u8]> = Vec::new();
    while let Some(word) = words.next() {
        if word.text == b"value" {
            let value = words.rest().text.to_vec();
            return named(&name, value);
        }
        name.push(word.text);
    }
    named(&name, Vec::new())
}

fn named(name: &[&[u8]], value: Vec<u8>) -> Command {
    match name {
        [] => Command::Other,
        _ => Command::SetOption {
            name: name.join(&b' '),
            value,
        },
    }
}

/// Whether a new game or another engine begins.
pub(in super::super) fn begins_game(command: &Command) -> bool {
    matches!(
        command,
        Command::Greet | Command::Quit | Command::Own(UciCommand::NewGame)
    )
}

/// The commands that a lenient parser may accept in a line outside the grammar: in other case, or after words that it
/// skips (`UCI U81`).
pub(in super::super) fn hints(line: &[u8]) -> impl Iterator<Item = LenientCommand> {
    let words = line.split(|it| !it.is_ascii_alphanumeric());
    words.filter_map(|word| {
        let same = |it: &&(&str, LenientCommand)| word.eq_ignore_ascii_case(it.0.as_bytes());
        COMMANDS.iter().find(same).map(|it| it.1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_of_the_grammar_is_known() {
        let own = |it| Command::Own(it);
        for (line, expected) in [
            ("uci", Command::Greet),
            (" \tisready \t", Command::IsReady),
            ("stop\r", Command::Stop),
            ("ponderhit", Command::PonderHit { draw: false }),
            ("quit", Command::Quit),
            ("ucinewgame", own(UciCommand::NewGame)),
            ("debug  on", own(UciCommand::Debug(Some(true)))),
            ("debug off", own(UciCommand::Debug(Some(false)))),
            ("debug", own(UciCommand::Debug(None))),
            ("register later", own(UciCommand::Register { later: true })),
            (
                "register name A B code 4 5",
                own(UciCommand::Register { later: false }),
            ),
            ("register", Command::Other),
            ("uci now", Command::Other),
            ("", Command::Blank),
            ("\t", Command::Blank),
            ("setoption", Command::Other),
            ("setoption name", Command::Other),
            ("setoption name value 3", Command::Other),
            ("setoption Hash 3", Command::Other),
        ] {
            assert_eq!(command(line.as_bytes()), expected, "{line}");
        }
    }

    #[test]
    fn names_and_values_have_several_words() {
        for (line, name, value) in [
            ("setoption name Clear  Hash", "Clear Hash", ""),
            (
                "setoption name Book File value C:\\My Books\\a.bin; b.bin ",
                "Book File",
                "C:\\My Books\\a.bin; b.bin",
            ),
            ("setoption name A value value 3", "A", "value 3"),
        ] {
            let expected = Command::SetOption {
                name: name.as_bytes().to_vec(),
                value: value.as_bytes().to_vec(),
            };
            assert_eq!(command(line.as_bytes()), expected, "{line}");
        }
    }

    #[test]
    fn a_lenient_parser_may_skip_unknown_words() {
        let found = |line: &[u8]| hints(line).collect::<Vec<_>>();
        assert_eq!(found(b"joho debug on"), []);
        assert_eq!(found(b"please GO depth 1"), [LenientCommand::Go]);
        assert_eq!(found(b"thank you quit"), [LenientCommand::Quit]);
    }
}
