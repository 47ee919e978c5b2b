//! Regression suites in the formats of other programs: commands, some of them with the expected answer.

use crate::transcript::{ParseError, Script, Transcript};

/// A regression suite, such as a file of GNU Go. All commands of a suite are sent, even after an unexpected answer. An
/// unexpected answer violates no rule.
#[derive(Debug)]
pub struct RegressionSuite {
    /// The script that sends the commands of the suite, each after the answer to the previous command.
    pub script: Script,
    pub tests: Vec<RegressionTest>,
    /// The commands without an expected answer that set up the position of the tests after them.
    pub setup_commands: Vec<SetupCommand>,
    /// The other commands without an expected answer. A failure of such a command is usual, but it may also be misspelled.
    pub other_commands: Vec<SetupCommand>,
    /// The numbers of the lines with a command that looks like a test, but has no expected answer.
    pub untested_lines: Vec<usize>,
    /// Returns whether a setup command makes an earlier one ineffective; the arguments are the names of the earlier and
    /// of the later command.
    pub is_replaced_by: fn(&str, &str) -> bool,
    /// Returns the answers to the commands of the script, in the order of the commands; `None` stands for an answer
    /// that never came.
    pub read_answers: fn(&Transcript) -> Vec<Option<RegressionAnswer>>,
}

/// A command without an expected answer, for example one that sets up the position of the tests after it.
#[derive(Debug)]
pub struct SetupCommand {
    /// The number of the command's line in the file, counted from 1.
    pub line_number: usize,
    /// The index of the command in the script, counted from 0.
    pub command_index: usize,
    pub name: String,
    /// The command with its number and its arguments.
    pub command: String,
}

/// A command with an expected answer.
#[derive(Debug)]
pub struct RegressionTest {
    /// The number of the command's line in the file, counted from 1.
    pub line_number: usize,
    /// The index of the command in the script, counted from 0.
    pub command_index: usize,
    pub command: String,
    /// The expected answer as the file writes it.
    pub expected: String,
    /// The pattern is compared with the text of the whole answer.
    pub pattern: regex::Regex,
    /// The answer must not match the pattern.
    pub is_negated: bool,
    /// The test is known to fail.
    pub is_known_failure: bool,
    /// The answer is not compared with the pattern.
    pub is_ignored: bool,
}

/// The answer to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegressionAnswer {
    pub is_success: bool,
    pub text: String,
}

/// The result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegressionOutcome {
    Passed,
    /// The test is known to fail, but it passed.
    PassedUnexpectedly,
    Failed,
    /// The test is known to fail, and it failed.
    FailedAsKnown,
    Ignored,
}

/// Parses the content of a regression suite's file; each file format has its own function.
pub type ParseSuite = fn(&[u8]) -> Result<RegressionSuite, ParseError>;

impl RegressionSuite {
    /// Returns the setup commands to which the engine answered with a failure, with these answers. A failure does not
    /// count if no test comes after the command, or if another command sets up the position before the next test.
    pub fn failed_setup_commands<'a>(
        &'a self,
        answers: &'a [Option<RegressionAnswer>],
    ) -> Vec<(&'a SetupCommand, &'a RegressionAnswer)> {
        let answer_to = |index: usize| answers.get(index).and_then(Option::as_ref);
        let affects_test = |failed: &SetupCommand| {
            let mut tests = self.tests.iter().map(|it| it.command_index);
            let Some(next_test) = tests.find(|it| *it > failed.command_index) else {
                return false;
            };
            let mut later = self.setup_commands.iter().filter(|it| {
                (failed.command_index + 1..next_test).contains(&it.command_index)
                    && answer_to(it.command_index).is_some_and(|it| it.is_success)
            });
            !later.any(|it| (self.is_replaced_by)(&failed.name, &it.name))
        };
        let failed = self.setup_commands.iter().filter_map(|it| {
            let answer = answer_to(it.command_index).filter(|it| !it.is_success)?;
            affects_test(it).then_some((it, answer))
        });
        failed.collect()
    }
}

impl RegressionTest {
    pub fn judge(&self, answer: Option<&RegressionAnswer>) -> RegressionOutcome {
        let is_right = answer
            .is_some_and(|it| it.is_success && self.pattern.is_match(&it.text) != self.is_negated);
        match (is_right, self.is_known_failure) {
            // If the answer is missing, even an ignored test fails, because the engine has ended or hangs.
            _ if self.is_ignored && answer.is_some() => RegressionOutcome::Ignored,
            (true, false) => RegressionOutcome::Passed,
            (true, true) => RegressionOutcome::PassedUnexpectedly,
            (false, true) if answer.is_some() => RegressionOutcome::FailedAsKnown,
            (false, _) => RegressionOutcome::Failed,
        }
    }
}
