//! Tests the parser of commands.

use super::*;

#[test]
fn every_command_of_the_grammar_is_known() {
    let own = |it| Command::Dialect(it);
    for (line, expected) in [
        ("uci", Command::Greet),
        (" \tisready \t", Command::IsReady),
        ("stop\r", Command::Stop),
        ("ponderhit", Command::PonderHit { offers_draw: false }),
        ("quit", Command::Quit),
        ("ucinewgame", own(UciCommand::NewGame)),
        ("debug  on", own(UciCommand::Debug(Some(true)))),
        ("debug off", own(UciCommand::Debug(Some(false)))),
        ("debug", own(UciCommand::Debug(None))),
        (
            "register later",
            own(UciCommand::Register { is_later: true }),
        ),
        (
            "register name A B code 4 5",
            own(UciCommand::Register { is_later: false }),
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
        assert_eq!(parse_command(line.as_bytes()), expected, "{line}");
    }
}

#[test]
fn option_names_and_values_may_have_several_words() {
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
        assert_eq!(parse_command(line.as_bytes()), expected, "{line}");
    }
}

#[test]
fn a_lenient_parser_may_skip_unknown_words() {
    let found = |line: &[u8]| lenient_commands(line).collect::<Vec<_>>();
    assert_eq!(found(b"joho debug on"), []);
    assert_eq!(found(b"please GO depth 1"), [LenientCommand::Go]);
    assert_eq!(found(b"thank you quit"), [LenientCommand::Quit]);
}
