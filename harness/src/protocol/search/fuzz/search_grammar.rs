//! The fuzzer's grammar of a protocol with searches.

use arbitrary::Unstructured;

use super::{
    edge_cases::EdgeCases,
    fuzzed_game::FuzzedGame,
    generated_line::{DialectLine, FuzzVocabulary, GeneratedLine, ValidPosition},
    line_delivery::Delivery,
};
use crate::protocol::{
    Action, FuzzGrammar, TestCase,
    search::{BasePosition, Command, Dialect, position_before_moves},
};

/// The maximum number of lines in a generated test case.
const MAX_TEST_CASE_LINES: usize = 8;

/// The parts of a grammar that differ between protocols with searches.
pub(in crate::protocol) trait SearchGrammar: Sync {
    type Dialect: Dialect;
    type DialectLine: DialectLine<<Self::Dialect as Dialect>::Game>;

    const VOCABULARY: FuzzVocabulary;
    const EDGE_CASES: EdgeCases;

    fn game(&self) -> &FuzzedGame<<Self::Dialect as Dialect>::Game>;

    /// Whether this line may turn on batch mode, in which the engine reads no commands during a search.
    fn may_defer_commands(&self, _line: &[u8]) -> bool {
        false
    }
}

impl<T: SearchGrammar> FuzzGrammar for T {
    fn edge_cases(&self) -> Vec<TestCase> {
        T::EDGE_CASES.test_cases::<T::Dialect>(self.game())
    }

    fn random_test_case(
        &self,
        source: &mut Unstructured<'_>,
        tidy: bool,
    ) -> arbitrary::Result<TestCase> {
        let mut unit = TestCase::default();
        let count = source.int_in_range(1..=MAX_TEST_CASE_LINES)?;
        let at_once = source.ratio(1, 2)?;
        // Most test cases begin with a valid position.
        if source.ratio(7, 8)? {
            let position: ValidPosition = source.arbitrary()?;
            let line = position.to_text(self.game()).into_bytes();
            unit.actions.push(Action::Line(line));
        }
        let mut thinking = false;
        while unit.actions.len() < count && !source.is_empty() {
            let line: GeneratedLine<T::DialectLine> = source.arbitrary()?;
            let delivery: Delivery = source.arbitrary()?;
            let bytes = || line.to_bytes::<T::Dialect>(self.game(), &T::VOCABULARY);
            if !tidy {
                delivery.deliver_line(bytes(), &mut unit);
            } else if line.keeps_state_certain(thinking) {
                thinking |= line.starts_search();
                unit.actions.push(Action::Line(bytes()));
            }
        }
        if tidy && at_once {
            unit.join_into_one_write();
        }
        Ok(unit)
    }

    fn makes_engine_idle(&self, line: &[u8]) -> bool {
        let words = T::Dialect::PROTOCOL_WORDS;
        [words.is_ready, words.stop, words.quit]
            .iter()
            .any(|it| it.as_bytes() == line)
    }

    fn makes_engine_exit(&self, line: &[u8]) -> bool {
        line.starts_with(T::Dialect::PROTOCOL_WORDS.quit.as_bytes())
    }

    fn may_defer_commands(&self, line: &[u8]) -> bool {
        SearchGrammar::may_defer_commands(self, line)
    }

    fn command_shape(&self, line: &[u8]) -> String {
        let mut shape = vec![command_kind::<T::Dialect>(line)];
        let is_negative = |it: &[u8]| it[0] == b'-' && it[1].is_ascii_digit();
        let mut numbers = line.split(|it| !it.is_ascii_digit());
        let marks = [
            ("long", line.len() > 4096),
            ("cr", line.contains(&b'\r')),
            ("tab", line.contains(&b'\t')),
            ("nul", line.contains(&0)),
            ("non-ascii", !line.is_ascii()),
            ("merged", line.iter().filter(|it| **it == b'\n').count() > 1),
            ("split", line.last() != Some(&b'\n') && line.ends_with(b" ")),
            ("minus", line.windows(2).any(is_negative)),
            ("huge", numbers.any(|it| it.len() > 18)),
        ];
        shape.extend(marks.iter().filter(|it| it.1).map(|it| it.0));
        shape.join(" ")
    }
}

/// The kind of a command, such as `position fen`, which is a part of a finding's shape.
fn command_kind<D: Dialect>(line: &[u8]) -> &'static str {
    let first = line.split(|it| *it == b'\n').next().unwrap_or_default();
    match &Command::<D>::parse(first) {
        Command::SetOption { value, .. } if value.is_empty() => "setoption bare",
        Command::SetOption { value, .. } if value.len() > 1000 => "setoption long",
        Command::Position(spec) => {
            let is_long = spec.moves.as_ref().is_some_and(|it| it.len() > 300);
            match (&spec.base_position, position_before_moves(spec).is_some()) {
                _ if is_long => "position many",
                (BasePosition::Start, _) => "position startpos",
                (_, true) => "position fen",
                (_, false) => "position broken",
            }
        }
        command => D::command_name(command),
    }
}
