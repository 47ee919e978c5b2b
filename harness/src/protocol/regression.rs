//! Regression suites in the formats of other programs: commands, and the answers that are expected of some of them.

use crate::transcript::{ParseError, Script, Transcript};

/// A regression suite, such as a file of GNU Go. Its commands always run to their end; an answer that is not the expected
/// one is no violation of a rule.
#[derive(Debug)]
pub struct RegressionSuite {
    /// The script that sends the commands, each after the answer to the one before it.
    pub script: Script,
    pub tests: Vec<RegressionTest>,
    /// Returns the answers to the commands of the script, in their order; `None` for an answer that never came.
    pub answers: fn(&Transcript) -> Vec<Option<RegressionAnswer>>,
}

/// A command with an expected answer.
#[derive(Debug)]
pub struct RegressionTest {
    /// The line of the command in the file, from 1.
    pub line: usize,
    /// The index of the command in the script, from 0.
    pub command_index: usize,
    pub command: String,
    /// The expected answer as the file writes it.
    pub expected: String,
    /// Matches a whole answer.
    pub pattern: regex::Regex,
    /// The answer must not match the pattern.
    pub is_negated: bool,
    /// The test is known to fail.
    pub fails_as_known: bool,
    /// The answer is not compared.
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

/// Reads a suite from a file of a format.
pub type ParseSuite = fn(&[u8]) -> Result<RegressionSuite, ParseError>;

impl RegressionTest {
    pub fn judge(&self, answer: Option<&RegressionAnswer>) -> RegressionOutcome {
        let is_right = answer
            .is_some_and(|it| it.is_success && self.pattern.is_match(&it.text) != self.is_negated);
        match (is_right, self.fails_as_known) {
            // A missing answer is never ignored: the engine has ended or hangs.
            _ if self.is_ignored && answer.is_some() => RegressionOutcome::Ignored,
            (true, false) => RegressionOutcome::Passed,
            (true, true) => RegressionOutcome::PassedUnexpectedly,
            (false, true) if answer.is_some() => RegressionOutcome::FailedAsKnown,
            (false, _) => RegressionOutcome::Failed,
        }
    }
}
