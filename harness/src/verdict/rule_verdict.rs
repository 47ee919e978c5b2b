//! The verdict on one rule.

use serde::{Serialize, Serializer, ser::SerializeStruct as _};

use super::{Excerpt, board};
use crate::{
    message::{Arguments, Message},
    protocol::Diagram,
    rule::{Level, Outcome},
    snapshot::diff::Diff,
};

/// The maximum number of reasons in a verdict.
const MAX_REASONS: usize = 20;

/// The verdict of a run on one rule.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    pub rule: String,
    #[serde(serialize_with = "serialize_level")]
    pub level: Level,
    /// The version of ponderhit in which the rule became as strict as it is now.
    pub since: &'static str,
    pub topic: String,
    /// The requirement, such as `UCCI E1`.
    pub requirement: String,
    /// The requirement that the rule checks, in one sentence.
    pub title: String,
    /// Why the rule matters to a GUI.
    pub why: String,
    #[serde(serialize_with = "serialize_outcome")]
    pub outcome: Outcome,
    /// Whether `--only` and `--skip` select the rule.
    pub selected: bool,
    /// Whether known failures cover all violations of the rule.
    pub known: bool,
    /// Whether the rule was not exercised because of a violation of another rule.
    #[serde(skip)]
    pub masked: bool,
    /// Whether the rule is inconclusive only because of a hang or crash that another rule reports.
    #[serde(skip)]
    pub hidden: bool,
    /// The number of violations; the list `violations` may have fewer.
    pub count: usize,
    /// How often the situation of the rule occurred.
    pub exercised: usize,
    /// A line that proves that the engine conforms to the rule.
    pub witness: Option<Witness>,
    pub violations: Vec<Violation>,
    /// The reasons why the rule is inconclusive or was not exercised.
    pub reasons: Vec<Reason>,
}

impl Verdict {
    /// Whether the rule has a violation that is not a known failure.
    pub fn is_violated(&self) -> bool {
        self.outcome == Outcome::Violates && !self.known
    }

    /// Whether the rule is violated, but only by known failures.
    pub fn is_known_failure(&self) -> bool {
        self.outcome == Outcome::Violates && self.known
    }

    /// Whether a violation of this rule is an error, not a warning.
    pub fn is_error(&self) -> bool {
        matches!(self.level, Level::Must | Level::Robust)
    }

    /// Adds a reason, unless the list contains it already or is full.
    pub fn add_reason(&mut self, scenario: Option<&str>, why: Message) {
        let known = self.reasons.iter().any(|it| it.why == why);
        if !known && self.reasons.len() < MAX_REASONS {
            self.reasons.push(Reason {
                scenario: scenario.map(str::to_owned),
                why,
            });
        }
    }
}

/// The line of a scenario's transcript that proves that the engine conforms to a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Witness {
    pub scenario: String,
    pub line: usize,
}

/// The reason why a rule is inconclusive or was not exercised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    pub scenario: Option<String>,
    pub why: Message,
}

impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut reason = out.serialize_struct("Reason", 4)?;
        reason.serialize_field("scenario", &self.scenario)?;
        reason.serialize_field("why", &self.why.to_string())?;
        reason.serialize_field("message_id", self.why.id)?;
        reason.serialize_field("arguments", &Arguments(&self.why.arguments))?;
        reason.end()
    }
}

/// One violation of a rule.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Violation {
    pub scenario: String,
    /// The line number in the written transcript, from 1.
    pub line: usize,
    #[serde(flatten)]
    pub message: Message,
    pub expected: String,
    pub actual: String,
    /// The position and the command before the violation.
    pub context: Option<String>,
    /// The board, for violations about moves.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "serialize_board"
    )]
    pub board: Option<Diagram>,
    /// The diff between a snapshot and the actual output.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diff: Option<Diff>,
    /// The lines around the violation.
    #[serde(serialize_with = "serialize_excerpt")]
    pub transcript: Excerpt,
    /// A command line that reproduces the violation.
    pub reproduce: String,
}

fn serialize_level<S: Serializer>(level: &Level, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(level.name())
}

fn serialize_outcome<S: Serializer>(outcome: &Outcome, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(outcome.name())
}

fn serialize_board<S: Serializer>(board: &Option<Diagram>, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_some(&board.as_ref().map(board::ascii_board))
}

/// Serializes the lines without time stamps, which differ from run to run.
fn serialize_excerpt<S: Serializer>(excerpt: &Excerpt, out: S) -> Result<S::Ok, S::Error> {
    let lines: Vec<&str> = excerpt.lines.iter().map(|it| it.text.as_str()).collect();
    out.serialize_str(&lines.join("\n"))
}
