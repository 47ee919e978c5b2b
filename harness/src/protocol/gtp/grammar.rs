//! Generates GTP commands: valid commands, slightly invalid commands, unusual lines, and random bytes.

use arbitrary::{Arbitrary, Unstructured};

use super::{dialogue::PING_COMMAND, wire::Command};
use crate::protocol::{Action, FuzzGrammar, TestCase};

/// The generator of GTP commands.
pub(super) struct GtpGrammar;

/// The maximum number of lines in a generated test case.
const MAX_TEST_CASE_LINES: usize = 12;

/// The lengths of the meaningless lines (`xxx`) that the fuzzer sends. Engines often have buffers of 1000, 1024 or 4096
/// bytes.
const LINE_LENGTHS: [usize; 6] = [999, 1000, 1024, 4096, 65_536, 200_000];

/// Numbers at the edges of integer types, and malformed numbers.
const EDGE_NUMBERS: [&str; 14] = [
    "0",
    "1",
    "2",
    "25",
    "26",
    "-1",
    "+9",
    "009",
    "9.5",
    "1e3",
    "2147483647",
    "2147483648",
    "-9223372036854775809",
    "99999999999999999999999",
];

/// Lines in which `{}` stands for a number. The fuzzer replaces `{}` by a number from `EDGE_NUMBERS`.
const NUMBER_LINES: [&str; 10] = [
    "boardsize {}",
    "komi {}",
    "fixed_handicap {}",
    "place_free_handicap {}",
    "time_settings {} 0 0",
    "time_settings 0 {} {}",
    "time_left b {} 0",
    "time_left w 0 {}",
    "play b A{}",
    "{} name",
];

/// Single lines, most of them with a mistake. The fuzzer also sends each single line as a test case of its own.
const SINGLE_LINES: [&str; 34] = [
    "",
    "#",
    "5",
    "=",
    "? 7",
    "genmove",
    "genmove x",
    "play",
    "play b",
    "play b i5",
    "play b z25",
    "play b aa1",
    "play b resign",
    "play pass",
    "undo",
    "boardsize",
    "clear_board x",
    "komi",
    "komi nan",
    "komi inf",
    "komi 1e38",
    "known_command",
    "known_command ",
    "list_commands x",
    "set_free_handicap",
    "set_free_handicap A1",
    "set_free_handicap A1 A1",
    "set_free_handicap pass pass",
    "final_status_list",
    "final_status_list foo",
    "loadsgf",
    "loadsgf /no/such/file.sgf",
    "kgs-time_settings byoyomi",
    "no_such_command",
];

/// Byte strings that the fuzzer sends to the engine, each in one write.
const EDGE_CASE_WRITES: [&[u8]; 10] = [
    b"name\r\n",
    b"\tname\n",
    b"name\t\n",
    b"  name  \n",
    b"na\x01me\n",
    b"\0\n",
    b"\xff\xfe\n",
    b"\xe5\x9b\xb2\xe6\xa3\x8b\n",
    b"name\nversion\nname\n",
    b"name # name\n# name\n\nname\n",
];

/// Sequences of commands that some real engines handle wrongly.
const EDGE_CASE_SEQUENCES: [&[&str]; 8] = [
    &[
        "boardsize 9",
        "clear_board",
        "fixed_handicap 9",
        "undo",
        "genmove w",
    ],
    &[
        "boardsize 5",
        "clear_board",
        "play b pass",
        "play w pass",
        "genmove b",
        "final_score",
    ],
    &[
        "boardsize 2",
        "clear_board",
        "genmove b",
        "genmove w",
        "genmove b",
        "genmove w",
    ],
    &[
        "boardsize 9",
        "clear_board",
        "play w A1",
        "play b A2",
        "play b B1",
        "undo",
        "undo",
        "undo",
        "undo",
    ],
    &[
        "boardsize 9",
        "clear_board",
        "play b A2",
        "play b B1",
        "play w A1",
        "showboard",
    ],
    &[
        "boardsize 5",
        "clear_board",
        "final_status_list dead",
        "final_status_list alive",
        "final_score",
    ],
    &[
        "boardsize 9",
        "clear_board",
        "time_settings 0 1 1",
        "time_left b 0 1",
        "genmove b",
    ],
    &["boardsize 9", "genmove b", "play b E5", "undo", "showboard"],
];

/// A line that the fuzzer generates.
#[derive(Arbitrary, Clone, Debug)]
enum GeneratedLine {
    Play(GeneratedColor, GeneratedVertex),
    PlaySecondShare(GeneratedColor, GeneratedVertex),
    PlayThirdShare(GeneratedColor, GeneratedVertex),
    Genmove(GeneratedColor),
    Undo,
    NewBoard(u8),
    Handicap(u8, u8),
    FreeHandicap(Vec<GeneratedVertex>),
    Number(u8, u8),
    Single(u8),
    Question(u8),
    Odd(UnusualLine),
}

/// A line that makes the board unknown, or that makes it uncertain which response belongs to which command.
#[derive(Arbitrary, Clone, Debug)]
enum UnusualLine {
    IdAlone(u32),
    Long(u16),
    Bytes(Vec<u8>),
    Split(u8),
    Analysis,
}

#[derive(Arbitrary, Clone, Debug)]
enum GeneratedColor {
    Black,
    White,
    Odd(u8),
}

#[derive(Arbitrary, Clone, Debug)]
enum GeneratedVertex {
    Point(u8, u8),
    PointSecondShare(u8, u8),
    Pass,
    Odd(u8),
}

impl GeneratedColor {
    fn to_text(&self) -> &'static str {
        const UNUSUAL_WORDS: [&str; 6] = ["B", "WHITE", "Black", "x", "bw", "2"];
        match self {
            GeneratedColor::Black => "b",
            GeneratedColor::White => "w",
            GeneratedColor::Odd(it) => UNUSUAL_WORDS[usize::from(*it) % UNUSUAL_WORDS.len()],
        }
    }
}

impl GeneratedVertex {
    fn to_text(&self) -> String {
        const UNUSUAL_WORDS: [&str; 8] = ["I5", "A0", "A26", "aa1", "resign", "5", "PASS", "a01"];
        match self {
            GeneratedVertex::Point(column, row)
            | GeneratedVertex::PointSecondShare(column, row) => {
                let letters = b"ABCDEFGHJ";
                let letter = letters[usize::from(*column) % letters.len()];
                format!("{}{}", char::from(letter), row % 9 + 1)
            }
            GeneratedVertex::Pass => "pass".to_owned(),
            GeneratedVertex::Odd(it) => {
                UNUSUAL_WORDS[usize::from(*it) % UNUSUAL_WORDS.len()].to_owned()
            }
        }
    }
}

impl GeneratedLine {
    fn add_actions_to(&self, case: &mut TestCase) {
        const QUERY_COMMANDS: [&str; 8] = [
            "name",
            "version",
            "list_commands",
            "known_command play",
            "showboard",
            "final_score",
            "final_status_list dead",
            "final_status_list alive",
        ];
        let line = match self {
            GeneratedLine::Play(color, vertex)
            | GeneratedLine::PlaySecondShare(color, vertex)
            | GeneratedLine::PlayThirdShare(color, vertex) => {
                format!("play {} {}", color.to_text(), vertex.to_text())
            }
            GeneratedLine::Genmove(color) => format!("genmove {}", color.to_text()),
            GeneratedLine::Undo => "undo".to_owned(),
            GeneratedLine::NewBoard(size) => {
                let sizes = [5, 7, 9, 9, 9, 2, 3];
                let size = sizes[usize::from(*size) % sizes.len()];
                case.actions
                    .push(Action::Line(format!("boardsize {size}").into_bytes()));
                "clear_board".to_owned()
            }
            GeneratedLine::Handicap(kind, number) => {
                let names = ["fixed_handicap", "place_free_handicap"];
                format!("{} {}", names[usize::from(*kind) % 2], number % 12)
            }
            GeneratedLine::FreeHandicap(vertices) => {
                let vertices = vertices.iter().take(8).map(GeneratedVertex::to_text);
                let vertices: Vec<String> = vertices.collect();
                format!("set_free_handicap {}", vertices.join(" "))
            }
            GeneratedLine::Number(line, number) => {
                let line = NUMBER_LINES[usize::from(*line) % NUMBER_LINES.len()];
                line.replace(
                    "{}",
                    EDGE_NUMBERS[usize::from(*number) % EDGE_NUMBERS.len()],
                )
            }
            GeneratedLine::Single(it) => {
                SINGLE_LINES[usize::from(*it) % SINGLE_LINES.len()].to_owned()
            }
            GeneratedLine::Question(it) => {
                QUERY_COMMANDS[usize::from(*it) % QUERY_COMMANDS.len()].to_owned()
            }
            GeneratedLine::Odd(odd) => return odd.add_actions_to(case),
        };
        case.actions.push(Action::Line(line.into_bytes()));
    }

    /// Whether the board and the order of the responses stay certain after this line, so that later lines can be
    /// judged.
    fn keeps_state_certain(&self) -> bool {
        match self {
            // After a line with only an id, it is uncertain which commands the responses answer. After `boardsize`
            // without `clear_board`, the board is uncertain.
            GeneratedLine::Single(it) => {
                let line = SINGLE_LINES[usize::from(*it) % SINGLE_LINES.len()];
                !line.bytes().all(|it| it.is_ascii_digit())
            }
            GeneratedLine::Number(line, _) => usize::from(*line) % NUMBER_LINES.len() != 0,
            GeneratedLine::Odd(_) => false,
            _ => true,
        }
    }
}

impl UnusualLine {
    fn add_actions_to(&self, case: &mut TestCase) {
        let bytes = match self {
            UnusualLine::IdAlone(id) => format!("{id}\n").into_bytes(),
            UnusualLine::Long(length) => {
                let rest = vec![b'x'; usize::from(*length)];
                [b"name ".to_vec(), rest, b"\n".to_vec()].concat()
            }
            UnusualLine::Bytes(bytes) => {
                let line: Vec<u8> = bytes.iter().copied().filter(|it| *it != b'\n').collect();
                [line, b"\n".to_vec()].concat()
            }
            UnusualLine::Split(at) => {
                let line = b"77 known_command genmove\n";
                let (head, tail) = line.split_at(usize::from(*at) % line.len());
                if !head.is_empty() {
                    case.actions.push(Action::Bytes(head.to_vec()));
                }
                tail.to_vec()
            }
            UnusualLine::Analysis => b"lz-analyze b 10\n\n".to_vec(),
        };
        case.actions.push(Action::Bytes(bytes));
    }
}

impl FuzzGrammar for GtpGrammar {
    fn edge_cases(&self) -> Vec<TestCase> {
        let mut cases: Vec<TestCase> = Vec::new();
        cases.extend(SINGLE_LINES.iter().map(|it| TestCase::from_lines([*it])));
        cases.extend(EDGE_CASE_WRITES.iter().map(|it| TestCase {
            actions: vec![Action::Bytes(it.to_vec())],
        }));
        for line in NUMBER_LINES {
            let numbers = EDGE_NUMBERS.iter();
            cases.extend(numbers.map(|it| TestCase::from_lines([line.replace("{}", it)])));
        }
        cases.extend(
            EDGE_CASE_SEQUENCES
                .iter()
                .map(|it| TestCase::from_lines(it.iter().copied())),
        );
        cases.extend(LINE_LENGTHS.map(|it| TestCase::from_lines([vec![b'x'; it]])));
        cases
    }

    fn random_test_case(
        &self,
        source: &mut Unstructured<'_>,
        tidy: bool,
    ) -> arbitrary::Result<TestCase> {
        let mut case = TestCase::default();
        let count = source.int_in_range(1..=MAX_TEST_CASE_LINES)?;
        let at_once = source.ratio(1, 4)?;
        GeneratedLine::NewBoard(source.arbitrary()?).add_actions_to(&mut case);
        while case.actions.len() < count && !source.is_empty() {
            let line: GeneratedLine = source.arbitrary()?;
            if !tidy || line.keeps_state_certain() {
                line.add_actions_to(&mut case);
            }
        }
        if tidy && at_once {
            case.join_into_one_write();
        }
        Ok(case)
    }

    fn makes_engine_idle(&self, line: &[u8]) -> bool {
        line == PING_COMMAND.as_bytes() || line == b"quit"
    }

    fn makes_engine_exit(&self, line: &[u8]) -> bool {
        Command::parse(line).is_some_and(|it| it.has_name("quit"))
    }

    fn command_shape(&self, line: &[u8]) -> String {
        let first = line.split(|it| *it == b'\n').next().unwrap_or_default();
        let command = Command::parse(first);
        let kind = command.map_or("blank".to_owned(), |it| it.coverage_name().to_owned());
        let mut shape = vec![kind];
        let marks = [
            ("long", line.len() > 1000),
            ("cr", line.contains(&b'\r')),
            ("tab", line.contains(&b'\t')),
            ("nul", line.contains(&0)),
            ("non-ascii", !line.is_ascii()),
            ("merged", line.iter().filter(|it| **it == b'\n').count() > 1),
        ];
        shape.extend(marks.iter().filter(|it| it.1).map(|it| it.0.to_owned()));
        shape.join(" ")
    }
}
