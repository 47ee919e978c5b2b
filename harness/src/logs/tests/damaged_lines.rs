//! Tests of damaged lines that begin like lines of their format: the column and the message of the error.

use crate::logs::{ALL_FORMATS, MAX_CONVERSATIONS, find_format};

/// Damaged logs, each with its format, its lines, and the line number, the column and the message
/// of its first problem.
const DAMAGED_LOGS: &[(&str, &str, usize, usize, &str)] = &[
    ("transcript", "> ucci\n< ucciok \n", 2, 9, "must be a chunk"),
    ("transcript", "0.5 > ucci\n", 1, 1, "expected a time stamp"),
    (
        "transcript",
        "> ucci\n<* ucciok\n",
        2,
        1,
        "this line is allowed only in a script",
    ),
    (
        "transcript",
        "2.000000 > a\n1.000000 > b\n",
        2,
        1,
        "earlier than the previous time stamp",
    ),
    (
        "transcript",
        "! exit 0\n> ucci\n",
        2,
        1,
        "unexpected line after the end",
    ),
    (
        "transcript",
        "> ucci\r\n< ucciok\n",
        2,
        9,
        "line end differs from",
    ),
    (
        "emulator",
        "Emu->AAAA(00005991):ucci\n",
        1,
        6,
        "expected the name of a team (one to three letters)",
    ),
    (
        "emulator",
        "Emu->(00005991):ucci\n",
        1,
        6,
        "expected the name of a team (one to three letters)",
    ),
    ("emulator", "Emu->AAA(0000\n", 1, 9, "expected milliseconds"),
    (
        "emulator",
        "Emu->AAA(00005991)ucci\n",
        1,
        9,
        "expected milliseconds",
    ),
    (
        "emulator",
        "AAA->Emu(0000x991):ucciok\n",
        1,
        9,
        "expected milliseconds",
    ),
    (
        "emulator",
        "AAA->Emu(--000991):ucciok\n",
        1,
        9,
        "expected milliseconds",
    ),
    (
        "emulator",
        "AAA->Emu 00005991 ucciok\n",
        1,
        9,
        "expected milliseconds",
    ),
    (
        "cutechess",
        "12 >Fairy: uci\n",
        1,
        5,
        "expected a name and a number",
    ),
    (
        "cutechess",
        "> ucci\n",
        1,
        2,
        "expected a name and a number",
    ),
    ("cutechess", "12 >Fairy(0):uci\n", 1, 14, "expected a space"),
    (
        "cutechess",
        "93 <Fairy(0): bestmove e2e41 >Good(0): uci\n",
        1,
        27,
        "another line of the log begins here",
    ),
    (
        "cutechess",
        "99999999999999 >A(0): uci\n",
        1,
        1,
        "too large for a time",
    ),
    (
        "fastchess",
        "[Engine] [25:00:00.000001] <  2> A <--- uci\n",
        1,
        11,
        "invalid time of day",
    ),
    (
        "fastchess",
        "[Engine] <  2> A <--- uci\n",
        1,
        10,
        "expected a time",
    ),
    (
        "fastchess",
        "[Engine] [12:00:00.000001] A <--- uci\n",
        1,
        27,
        "expected a thread",
    ),
    (
        "fastchess",
        "[Engine] [12:00:00.000001] <  2> A uci\n",
        1,
        34,
        "expected a name and an arrow",
    ),
    (
        "c-chess-cli",
        " <- uci\n",
        1,
        1,
        "expected the name of an engine",
    ),
    (
        "arena",
        "2024-13-30 12:00:01.123-->1:uci\n",
        1,
        1,
        "invalid date",
    ),
    (
        "arena",
        "12:00:01.123-->uci\n",
        1,
        16,
        "expected the number of an engine",
    ),
    (
        "arena",
        "12:61:01.123-->1:uci\n",
        1,
        1,
        "invalid time of day",
    ),
    (
        "python-chess",
        "<UciProtocol (pid=)>: << uci\n",
        1,
        19,
        "expected the number of a process",
    ),
    (
        "python-chess",
        "<UciProtocol (pid=12: << uci\n",
        1,
        19,
        "expected the number of a process",
    ),
    (
        "arrows",
        "> ucci\n<ucciok\n",
        2,
        2,
        "expected a space after the arrow",
    ),
    (
        "arrows",
        "12:00:01.123 ->ucci\n",
        1,
        16,
        "expected a space after the arrow",
    ),
    (
        "arrows",
        "1.000 > ucci\n12:00:00.000 < ucciok\n",
        2,
        1,
        "another format than the earlier times",
    ),
    (
        "arrows",
        "\u{feff}>ucci\n",
        1,
        5,
        "expected a space after the arrow",
    ),
];

#[test]
fn a_damaged_line_has_an_error_with_its_position() {
    for (format, text, line, column, message) in DAMAGED_LOGS {
        let mut reader = find_format(format).unwrap().new_reader();
        let lines = text.as_bytes().split_inclusive(|it| *it == b'\n');
        let mut read = lines
            .zip(1..)
            .map(|(it, number)| (number, reader.parse_line(it)));
        let (number, problem) = read.find(|it| it.1.is_err()).unwrap();
        let problem = problem.unwrap_err();
        assert_eq!(
            (number, problem.column),
            (*line, *column),
            "{format}: {text}"
        );
        assert!(
            problem.message.to_string().contains(message),
            "{text}: {}",
            problem.message
        );
    }
}

#[test]
fn after_a_damaged_line_the_next_one_is_parsed() {
    let mut reader = find_format("emulator").unwrap().new_reader();
    assert!(
        reader
            .parse_line(b"Emu->AAA(00006000):ucci\n")
            .unwrap()
            .is_some()
    );
    assert!(reader.parse_line(b"AAA->Emu(0000\n").is_err());
    let next = reader.parse_line(b"AAA->Emu(00005990):ucciok\n").unwrap();
    assert_eq!(next.unwrap().event.at.unwrap().as_millis(), 10);
}

#[test]
fn lines_outside_a_conversation_are_skipped() {
    for (format, line) in [
        ("transcript", "# a comment\n"),
        ("emulator", "a heading\n"),
        ("emulator", "\n"),
        ("cutechess", "Started game 1 of 2 (A vs B)\n"),
        ("cutechess", "12345\n"),
        (
            "fastchess",
            "[INFO  ] [12:00:00.000001] <  2> fastchess --- hello\n",
        ),
        ("c-chess-cli", "[0] deadline: A <-> B\n"),
        (
            "arena",
            "2024-11-30 12:00:01.123*1*Start calc, move no: 1\n",
        ),
        ("arena", "1234**----------New game\n"),
        ("python-chess", "<UciProtocol (pid=6380)>: Process exited\n"),
        (
            "python-chess",
            "<UciProtocol (pid=6380)>: Connection lost (exit code: -9, error: None)\n",
        ),
        ("python-chess", "protocol: <UciProtocol (pid=6380)>\n"),
        ("python-chess", "INFO:root:hello\n"),
        ("arrows", "the game of Tuesday\n"),
        ("arrows", "2024 was a good year\n"),
    ] {
        let mut reader = find_format(format).unwrap().new_reader();
        assert_eq!(
            reader.parse_line(line.as_bytes()),
            Ok(None),
            "{format}: {line}"
        );
    }
}

#[test]
fn the_number_of_engines_is_limited() {
    let mut reader = find_format("cutechess").unwrap().new_reader();
    let mut line = |number: usize| reader.parse_line(format!(">A({number}): uci\n").as_bytes());
    for number in 0..MAX_CONVERSATIONS {
        assert!(line(number).is_ok());
    }
    assert!(
        line(MAX_CONVERSATIONS)
            .unwrap_err()
            .message
            .to_string()
            .contains("more than")
    );
    assert!(line(0).is_ok());
    let mut reader = find_format("cutechess").unwrap().new_reader();
    let long = format!(">{}(0): uci\n", "a".repeat(270));
    assert!(reader.parse_line(long.as_bytes()).is_err());
}

/// No reader panics on random lines, and times never decrease.
#[test]
fn random_lines_cause_no_panic() {
    let parts: &[&[u8]] = &[
        b"Emu->",
        b"->Emu",
        b"AAA",
        b"(",
        b"00001",
        b"):",
        b"-",
        b"<",
        b">",
        b">>",
        b"<--",
        b"-->1:",
        b" ",
        b"12:59:60.999",
        b"2024-02-30",
        b"T",
        b"[",
        b"]",
        b"[Engine] ",
        b"<  2> ",
        b" ---> ",
        b" <- ",
        b"Name(0): ",
        b"Protocol (pid=12)>: << ",
        b"id name x",
        b"\xcf\xf3",
        b"\xff",
        b"\r",
        b"\n",
        b"99999999999999999999",
        b"0.000001 ",
        b"! exit 0",
        b"@protocol ucci",
        b"\xef\xbb\xbf",
    ];
    for seed in 0..3000 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut readers: Vec<_> = ALL_FORMATS.iter().map(|it| it.new_reader()).collect();
        for _ in 0..8 {
            let mut line = Vec::new();
            for _ in 0..random.usize(..10) {
                match random.u8(..4) {
                    0 => line.push(random.u8(..)),
                    _ => line.extend(*random.choice(parts).unwrap()),
                }
            }
            line.extend(b"\n");
            for reader in &mut readers {
                if let Ok(Some(events)) = reader.parse_line(&line) {
                    let _ = reader.engine_name(events.conversation);
                    let note = events.lateness_event.and_then(|it| it.at);
                    assert!(note.is_none_or(|it| Some(it) > events.event.at));
                }
            }
        }
    }
}
