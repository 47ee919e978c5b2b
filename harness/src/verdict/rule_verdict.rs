//! The verdict on one rule.

use std::collections::BTreeSet;

use serde::{
    Deserialize, Serialize, Serializer,
    ser::{SerializeMap as _, SerializeStruct as _},
};

use super::{Excerpt, board, stored};
use crate::{
    message::{Arguments, Language, Message},
    protocol::Diagram,
    rule::{Level, Outcome},
    snapshot::diff::Diff,
};

/// The maximum number of reasons in a verdict.
const MAX_REASONS: usize = 20;

/// The maximum number of different messages in a verdict.
const MAX_MESSAGES: usize = 100;

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
    /// Whether a violation of the rule fails the run: its level is must or robust, or it is should in a strict run.
    pub counts: bool,
    /// Whether known failures cover all violations of the rule.
    pub known: bool,
    /// How many repeats had a violation, if `--repeat` found violations in some repeats but not in all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flaky: Option<FlakyRule>,
    /// Whether the rule was not exercised because of a violation of another rule.
    #[serde(skip_serializing_if = "is_false")]
    pub masked: bool,
    /// Whether the rule is inconclusive only because of a hang or crash that another rule reports.
    #[serde(skip_serializing_if = "is_false")]
    pub hidden: bool,
    /// The number of violations; the list `violations` may have fewer.
    pub count: usize,
    /// All scenarios with a violation.
    #[serde(skip)]
    pub violated_in: Vec<String>,
    /// The scenarios with a violation in some repeats of the run, but not in all.
    #[serde(skip)]
    pub flaky_in: Vec<String>,
    /// The number of scenarios in which the rule is violated.
    pub violated_scenarios: usize,
    /// The number of scenarios that ended early, or were not played, because of a hang or crash that this rule reports.
    pub ended_early: usize,
    /// The different messages of the violations, the most frequent first; the list is limited.
    pub messages: Vec<MessageCount>,
    /// How often the situation of the rule occurred.
    pub exercised: usize,
    /// A line that proves that the engine conforms to the rule.
    pub witness: Option<Witness>,
    pub violations: Vec<Violation>,
    /// The reasons why the rule is inconclusive or was not exercised.
    pub reasons: Vec<Reason>,
}

impl Verdict {
    /// The title of the rule, in the language that is selected for texts.
    pub(crate) fn translated_title(&self) -> &str {
        let texts = Language::selected_for_texts().rule_texts(&self.rule);
        texts.map_or(&self.title, |it| &it.title)
    }

    /// The reason why the rule matters, in the language that is selected for texts.
    pub(crate) fn translated_rationale(&self) -> &str {
        let texts = Language::selected_for_texts().rule_texts(&self.rule);
        texts.map_or(&self.why, |it| &it.why)
    }

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

    /// Removes the violations that `is_kept` does not accept, and updates the counts of violations and scenarios.
    pub fn retain_violations(&mut self, is_kept: impl Fn(&Violation) -> bool) {
        self.violations.retain(is_kept);
        self.count = self.violations.len();
        let scenarios: BTreeSet<&str> = self.violations.iter().map(|it| &*it.scenario).collect();
        self.violated_scenarios = scenarios.len();
        self.messages.clear();
        let messages: Vec<MessageCount> = (self.violations.iter())
            .map(|it| MessageCount {
                message: it.message.clone(),
                count: 1,
            })
            .collect();
        self.count_messages(&messages);
    }

    /// Counts the messages of a session's violations.
    pub fn count_messages(&mut self, counted: &[MessageCount]) {
        for it in counted {
            let mut known = self.messages.iter_mut();
            if let Some(old) = known.find(|old| old.message == it.message) {
                old.count += it.count;
            } else if self.messages.len() < MAX_MESSAGES {
                self.messages.push(it.clone());
            }
        }
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

/// A flaky rule: a rule that was violated in some repeats of a run, but not in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlakyRule {
    /// The number of repeats in which the rule was violated.
    pub failed: usize,
    pub repeats: usize,
}

/// A message, and the number of violations with this message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MessageCount {
    #[serde(flatten)]
    pub message: Message,
    pub count: usize,
}

/// The line of a scenario's transcript that proves that the engine conforms to a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
        reason.serialize_field("why", &self.why.to_text(Language::selected_for_json()))?;
        reason.serialize_field("message_id", self.why.id)?;
        reason.serialize_field("arguments", &Arguments(&self.why.arguments))?;
        reason.end()
    }
}

/// One violation of a rule.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Violation {
    pub scenario: String,
    /// The line number of the violation in the transcript file, counted from 1.
    pub line: usize,
    #[serde(flatten)]
    pub message: Message,
    /// The probable cause of the violation, or a hint how to mend the violation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<Message>,
    pub expected: String,
    pub actual: String,
    /// The commands before the violation that set the position and started the search.
    pub context: Option<String>,
    /// The board, for violations about moves.
    #[serde(flatten, serialize_with = "serialize_board")]
    pub board: Option<Diagram>,
    /// The diff between a snapshot and the actual output.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diff: Option<Diff>,
    /// The lines around the violation.
    #[serde(flatten, serialize_with = "serialize_excerpt")]
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

/// A function for `skip_serializing_if`, so its argument must be a reference.
fn is_false(flag: &bool) -> bool {
    !flag
}

/// Serializes a board as text, and as rows of characters for programs that draw it.
fn serialize_board<S: Serializer>(board: &Option<Diagram>, out: S) -> Result<S::Ok, S::Error> {
    let mut map = out.serialize_map(None)?;
    if let Some(board) = board {
        map.serialize_entry("board", &board::ascii_board(board))?;
        map.serialize_entry("diagram", &stored::StoredDiagram::new(board))?;
    }
    map.end()
}

/// Serializes the lines of an excerpt and the place of the culprit. Time stamps are omitted, because they differ from
/// run to run.
fn serialize_excerpt<S: Serializer>(excerpt: &Excerpt, out: S) -> Result<S::Ok, S::Error> {
    let lines: Vec<&str> = excerpt.lines.iter().map(|it| it.text.as_str()).collect();
    let mut map = out.serialize_map(Some(2))?;
    map.serialize_entry("transcript", &lines.join("\n"))?;
    map.serialize_entry("culprit", &stored::StoredCulprit::new(excerpt))?;
    map.end()
}
