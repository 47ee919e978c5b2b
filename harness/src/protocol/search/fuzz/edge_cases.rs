//! The known edge cases of protocols with searches, one test case each.

use fastrand::Rng;

use super::{fuzzed_game::FuzzedGame, line_parts::EDGE_NUMBERS, random_games::random_long_game};
use crate::protocol::{
    Action, TestCase,
    search::{BoardGame, Dialect},
};

/// The lengths of meaningless lines that the fuzzer sends. Engines often have buffers of 1024, 4096 or 65,536 bytes.
const LINE_LENGTHS: [usize; 7] = [1023, 1024, 4095, 4096, 4097, 65_536, 200_000];

/// The lengths of option values that the fuzzer sends.
const VALUE_LENGTHS: [usize; 3] = [1000, 1001, 10_240];

/// Edge cases that are the same for all protocols with searches: bytes that the fuzzer sends in one write.
const EDGE_CASE_WRITES: [&[u8]; 11] = [
    b"isready\r\n",
    b"position startpos\r\n",
    b"position\tstartpos\n",
    b"\tisready\n",
    b"  position  startpos   \n",
    b"\0\n",
    b"position \0startpos\n",
    b"\xff\xfe\n",
    b"\xbd\xab\xcb\xa7\n",
    b"position startpos\ngo depth 1\n",
    b"isready\nisready\nisready\n",
];

/// A line of [`EdgeCases::line_lists`] that the fuzzer does not send: it waits until the engine is idle, as at `@idle`
/// in scripts.
const WAIT_UNTIL_IDLE: &str = "@idle";

/// The edge cases that differ between protocols.
pub(in crate::protocol) struct EdgeCases {
    /// Lines that an engine without a position receives, each in its own test case. The test cases with these lines
    /// come before all other edge cases.
    pub(in crate::protocol) single_lines: &'static [&'static str],
    /// Bytes that the fuzzer sends in one write, including the newlines.
    pub(in crate::protocol) bytes: &'static [&'static [u8]],
    /// Lines with `{}` in place of a number. Before a line that begins with `go`, the fuzzer sends a `position`.
    pub(in crate::protocol) number_lines: &'static [&'static str],
    pub(in crate::protocol) option_names: &'static [&'static str],
    /// Lines that are sent during a search, each in its own test case.
    pub(in crate::protocol) lines_during_search: &'static [&'static str],
    /// Test cases with several lines. A line [`WAIT_UNTIL_IDLE`] stands for a wait until the engine is idle.
    pub(in crate::protocol) line_lists: &'static [&'static [&'static str]],
}

impl EdgeCases {
    /// Returns the test cases of all edge cases. The edge cases for an engine without a position come first.
    pub(super) fn test_cases<D: Dialect>(&self, game: &FuzzedGame<D::Game>) -> Vec<TestCase> {
        let mut units: Vec<TestCase> = Vec::new();
        units.extend(
            self.single_lines
                .iter()
                .map(|it| TestCase::from_lines([*it])),
        );
        units.extend(
            EDGE_CASE_WRITES
                .iter()
                .chain(self.bytes)
                .map(|it| single_write_case(it)),
        );
        units.push(TestCase {
            actions: vec![
                Action::Bytes(b"isre".to_vec()),
                Action::Bytes(b"ady\n".to_vec()),
            ],
        });
        units.extend(LINE_LENGTHS.map(|it| TestCase::from_lines([vec![b'x'; it]])));
        units.extend(self.number_cases());
        units.extend(self.option_cases::<D>());
        units.extend(position_cases(game));
        units.extend(self.line_lists.iter().map(|it| multi_line_case(it)));
        units.extend(self.search_cases());
        units.push(many_positions_case());
        units
    }

    fn number_cases(&self) -> impl Iterator<Item = TestCase> {
        let lines = EDGE_NUMBERS.into_iter().flat_map(|number| {
            let lines = self.number_lines.iter();
            lines.map(move |it| it.replace("{}", number))
        });
        lines.map(|line| match line.starts_with("go") {
            true => TestCase::from_lines(["position startpos".to_owned(), line]),
            false => TestCase::from_lines([line]),
        })
    }

    fn option_cases<D: Dialect>(&self) -> Vec<TestCase> {
        let values = ["", "much", "-1", "true"].map(str::to_owned);
        let long_values = VALUE_LENGTHS.map(|it| "x".repeat(it));
        let mut units = Vec::new();
        for name in self.option_names {
            for value in values.iter().chain(&long_values) {
                units.push(TestCase::from_lines([D::setoption_line(name, value)]));
            }
        }
        units
    }

    fn search_cases(&self) -> impl Iterator<Item = TestCase> {
        let lines = self.lines_during_search.iter();
        lines.map(|it| TestCase::from_lines(["position startpos", "go infinite", it]))
    }
}

fn multi_line_case(lines: &[&str]) -> TestCase {
    let actions = lines.iter().map(|it| match *it {
        WAIT_UNTIL_IDLE => Action::WaitUntilIdle,
        line => Action::Line(line.into()),
    });
    TestCase {
        actions: actions.collect(),
    }
}

fn single_write_case(bytes: &[u8]) -> TestCase {
    TestCase {
        actions: vec![Action::Bytes(bytes.to_vec())],
    }
}

fn position_cases<G: BoardGame>(game: &FuzzedGame<G>) -> Vec<TestCase> {
    let mut units: Vec<TestCase> = Vec::new();
    for fen in game.broken_fens {
        units.push(TestCase::from_lines([format!("position fen {fen}")]));
    }
    let go = || "go depth 1".to_owned();
    for fen in game.valid_fens {
        units.push(TestCase::from_lines([format!("position fen {fen}"), go()]));
    }
    for moves in game.broken_moves {
        let position = format!("position startpos moves {moves}");
        units.push(TestCase::from_lines([position, go()]));
    }
    // Moves that may be legal are sent only if the notation of moves is certain.
    if let Some(start) = (game.parse_fen)(game.valid_fens[0]) {
        let mut random = Rng::with_seed(0);
        for count in [299, 301, 600] {
            let moves = random_long_game(&start, count, &mut random).join(" ");
            units.push(TestCase::from_lines([format!(
                "position startpos moves {moves}"
            )]));
        }
    }
    // Some engines crash after many `position` commands.
    units.push(TestCase::from_lines((0..64).map(|_| "position startpos")));
    units
}

/// A test case with many `position` commands, and with measurements of the engine's memory between them.
fn many_positions_case() -> TestCase {
    let mut unit = TestCase::default();
    for _ in 0..6 {
        let more = TestCase::from_lines((0..50).map(|_| "position startpos"));
        unit.actions.push(Action::MeasureUsage);
        unit.actions.extend(more.actions);
        unit.actions.push(Action::WaitUntilIdle);
    }
    unit.actions.push(Action::MeasureUsage);
    unit
}
