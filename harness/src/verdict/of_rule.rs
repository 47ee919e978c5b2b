//! What became of one rule.

use serde::{Serialize, Serializer, ser::SerializeStruct as _};

use super::{Excerpt, board};
use crate::{
    message::{Arguments, Message},
    protocol::Diagram,
    rule::{Level, Outcome},
    snapshot::diff::Diff,
};

/// How many reasons of one rule go into the report.
const REASONS: usize = 20;

/// What a run says about one rule.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    pub rule: String,
    #[serde(serialize_with = "level_name")]
    pub level: Level,
    /// The version since which the rule is as strict as this.
    pub since: &'static str,
    pub topic: String,
    /// The requirement, as `UCCI E1`.
    pub requirement: String,
    /// The obligation in one sentence.
    pub title: String,
    /// Why it matters to a GUI.
    pub why: String,
    #[serde(serialize_with = "outcome_name")]
    pub outcome: Outcome,
    /// Whether `--only` and `--skip` let it count.
    pub selected: bool,
    /// Whether it is listed as a known failure.
    pub known: bool,
    /// It was not exercised because the engine was convicted of what kept it from that.
    #[serde(skip)]
    pub excused: bool,
    /// It is inconclusive only because the engine was convicted of the hang or crash that hides it.
    #[serde(skip)]
    pub hidden: bool,
    /// How often it was violated; not every time need be listed.
    pub count: usize,
    /// How often it was exercised.
    pub exercised: usize,
    /// A place that proves that it was exercised and held.
    pub witness: Option<Witness>,
    pub violations: Vec<Violation>,
    /// Why it could not be judged, or was not exercised.
    pub reasons: Vec<Reason>,
}

impl Verdict {
    /// Whether it is violated, and nobody has decided to live with that.
    pub fn is_bad(&self) -> bool {
        self.outcome == Outcome::Violates && !self.known
    }

    /// Whether it is violated, and somebody has decided to live with that.
    pub fn is_known(&self) -> bool {
        self.outcome == Outcome::Violates && self.known
    }

    /// Whether a violation of this rule is an error and no remark.
    pub fn counts(&self) -> bool {
        matches!(self.level, Level::Must | Level::Robust)
    }

    /// Adds why something could not be told, once, and not without end.
    pub fn add_reason(&mut self, scenario: Option<&str>, why: Message) {
        let known = self.reasons.iter().any(|it| it.why == why);
        if !known && self.reasons.len() < REASONS {
            self.reasons.push(Reason {
                scenario: scenario.map(str::to_owned),
                why,
            });
        }
    }
}

/// A place in the transcript of a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Witness {
    pub scenario: String,
    pub line: usize,
}

/// Why something could not be judged.
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

/// One place where a requirement does not hold.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Violation {
    pub scenario: String,
    /// The line of the transcript, as it is written, from 1.
    pub line: usize,
    #[serde(flatten)]
    pub message: Message,
    pub expected: String,
    pub actual: String,
    /// The position and the command that it happened in.
    pub context: Option<String>,
    /// The position that it happened in, where the board matters.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "board_text")]
    pub board: Option<Diagram>,
    /// What differs between a snapshot and what came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diff: Option<Diff>,
    /// The lines around it.
    #[serde(serialize_with = "excerpt_text")]
    pub transcript: Excerpt,
    /// A command line that shows it again.
    pub reproduce: String,
}

fn level_name<S: Serializer>(level: &Level, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(level.name())
}

fn outcome_name<S: Serializer>(outcome: &Outcome, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(outcome.name())
}

fn board_text<S: Serializer>(board: &Option<Diagram>, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_some(&board.as_ref().map(board::plain))
}

/// Without the stamps: they differ from run to run.
fn excerpt_text<S: Serializer>(excerpt: &Excerpt, out: S) -> Result<S::Ok, S::Error> {
    let lines: Vec<&str> = excerpt.lines.iter().map(|it| it.text.as_str()).collect();
    out.serialize_str(&lines.join("\n"))
}
