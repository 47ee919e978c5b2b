//! Generates AGI commands: valid commands, slightly invalid commands, commands at the wrong time, and random bytes.

use arbitrary::Unstructured;

use super::wire::{self, Command};
use crate::protocol::{Action, FuzzGrammar, TestCase, search::Dialect as _};

/// The generator of AGI commands.
pub(super) struct AgiGrammar;

/// The maximum number of lines in a generated test case.
const MAX_TEST_CASE_LINES: usize = 8;

/// Valid lines of AGI; `{}` stands for random points.
const VALID_LINES: [&str; 16] = [
    "POSITION",
    "POSITION MOVES {}",
    "POSITION STATU {}",
    "POSITION STATU {} MOVES {}",
    "POSITION STATU 7611771F58E168EF",
    "DOMOVE {}",
    "GO TIME 50",
    "GO TIME 200",
    "GO SEARCH 78227A TIME 100",
    "GO INFINITE",
    "GO PONDER",
    "STOP",
    "SETRULE UNFORBIDDEN",
    "SETRULE FORBIDDEN THIRDCHANGE FIVETWINE",
    "SETOPTION PONDER OFF OWNBOOK ON",
    "SETOPTION PONDER ON",
];

/// Lines that the fuzzer sends first, in this order, and later at random.
const EDGE_CASE_LINES: [&str; 40] = [
    "",
    " ",
    "AGI",
    "agi",
    "STOP",
    "GO",
    "GO TIME 0",
    "GO TIME -1",
    "GO TIME 99999999999999999999",
    "GO TIME",
    "GO TIME INFINITE",
    "GO SEARCH",
    "GO SEARCH 7 INFINITE",
    "GO SEARCH 00F1 TIME 50",
    "GO SEARCH 67596A6BINFINITE",
    "GO PONDER TIME 50",
    "GO INFINITE",
    "POSITION MOVES",
    "POSITION STATU",
    "POSITION MOVES 7",
    "POSITION MOVES 789",
    "POSITION MOVES 7G",
    "POSITION MOVES 7878",
    "POSITION MOVES 78 STATU 69",
    "POSITION STATU 78,69",
    "POSITION STATU 7178727973747576 MOVES 11",
    "DOMOVE",
    "DOMOVE 00",
    "DOMOVE F1",
    "DOMOVE 7869",
    "SETRULE",
    "SETRULE UNFORBIDDENFIRSTCHANGE",
    "SETRULE SWAP2",
    "SETRULE FORBIDDEN UNFORBIDDEN",
    "SETOPTION",
    "SETOPTION PONDER",
    "SETOPTION name Hash value 1",
    "START 15",
    "\u{4e94}\u{5b50}\u{68cb}",
    "QUIT",
];

impl AgiGrammar {
    fn random_line(source: &mut Unstructured<'_>) -> arbitrary::Result<Vec<u8>> {
        if source.ratio(1, 4)? {
            return Ok(source.choose(&EDGE_CASE_LINES)?.as_bytes().to_vec());
        }
        if source.ratio(1, 12)? {
            let bytes: Vec<u8> = source.arbitrary()?;
            return Ok(bytes.into_iter().filter(|it| *it != b'\n').collect());
        }
        let mut line = String::new();
        for (number, part) in source.choose(&VALID_LINES)?.split("{}").enumerate() {
            if number > 0 {
                AgiGrammar::push_points(&mut line, source)?;
            }
            line += part;
        }
        Ok(line.into_bytes())
    }

    /// Adds random points to the line: at most 8, or sometimes at most 225 (a full board). Most of the generated lists
    /// contain only points on the board, and no point twice.
    fn push_points(line: &mut String, source: &mut Unstructured<'_>) -> arbitrary::Result<()> {
        const BOARD_POINT_COUNT: usize = 225;
        let most = if source.ratio(1, 8)? {
            BOARD_POINT_COUNT
        } else {
            8
        };
        let is_broken = source.ratio(1, 6)?;
        let mut is_used = [false; BOARD_POINT_COUNT];
        for _ in 0..source.int_in_range(1..=most)? {
            let (row, column) = if is_broken && source.ratio(1, 4)? {
                (source.int_in_range(0..=15)?, source.int_in_range(0..=15)?)
            } else {
                let first = source.int_in_range(0..=BOARD_POINT_COUNT - 1)?;
                let all = (first..BOARD_POINT_COUNT).chain(0..first);
                let free = all.into_iter().find(|it| !is_used[*it]);
                let point = free.unwrap_or(first);
                is_used[point] = true;
                (point / 15, point % 15 + 1)
            };
            *line += &format!("{row:X}{column:X}");
        }
        Ok(())
    }
}

impl FuzzGrammar for AgiGrammar {
    fn edge_cases(&self) -> Vec<TestCase> {
        let single = |line: &&str| TestCase {
            actions: vec![Action::Line(line.as_bytes().to_vec())],
        };
        let thinking = |line: &&str| TestCase {
            actions: ["GO INFINITE", line]
                .map(|it| Action::Line(it.as_bytes().to_vec()))
                .to_vec(),
        };
        let long = [4095, 65_536, 1 << 20].map(|size| TestCase {
            actions: vec![Action::Line(vec![b'7'; size])],
        });
        let edge = EDGE_CASE_LINES.iter().map(single);
        let edge = edge.chain(EDGE_CASE_LINES.iter().map(thinking));
        edge.chain(long).collect()
    }

    fn random_test_case(
        &self,
        source: &mut Unstructured<'_>,
        tidy: bool,
    ) -> arbitrary::Result<TestCase> {
        let mut unit = TestCase::default();
        let count = source.int_in_range(1..=MAX_TEST_CASE_LINES)?;
        let mut thinking = false;
        while unit.actions.len() < count && !source.is_empty() {
            let line = AgiGrammar::random_line(source)?;
            let command = wire::parse_command(&line);
            let certain = !matches!(command, Command::Other | Command::Greet | Command::Quit);
            let sets = !matches!(command, Command::Stop | Command::IsReady | Command::Blank);
            if tidy && (!certain || thinking && sets) {
                continue;
            }
            match command {
                Command::Go(_) => thinking = true,
                Command::Stop => thinking = false,
                _ => (),
            }
            unit.actions.push(Action::Line(line));
        }
        Ok(unit)
    }

    fn makes_engine_idle(&self, line: &[u8]) -> bool {
        let command = wire::parse_command(line);
        matches!(command, Command::IsReady | Command::Stop | Command::Quit)
    }

    fn makes_engine_exit(&self, line: &[u8]) -> bool {
        let first = wire::Words::new(line).next();
        first.is_some_and(|it| wire::is_keyword(&it, "QUIT"))
    }

    fn command_shape(&self, line: &[u8]) -> String {
        let first = line.split(|it| *it == b'\n').next().unwrap_or_default();
        let mut shape =
            super::dialect::AgiDialect::command_name(&wire::parse_command(first)).to_owned();
        if line.len() > 4096 {
            shape += " long";
        }
        if !line.is_ascii() {
            shape += " non-ascii";
        }
        shape
    }
}
