//! What a run found: a verdict on every rule, and what goes with it. Reporters write it down.

mod board;
mod excerpt;
mod of_rule;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

pub use crate::snapshot::diff::{Diff, Hunk, Line, LineChange};
pub use board::{Boards, rows};
pub use excerpt::{Excerpt, Shown, event_text, excerpt, line_number, transcript_head};
pub use of_rule::{Reason, Verdict, Violation, Witness};

use crate::{
    exit::Exit,
    rule::{Outcome, script::MISMATCH},
};

/// The version of the JSON form; adding fields does not change it.
pub const SCHEMA: &str = "ponderhit-report/1";

/// Everything that a run found.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    pub schema: &'static str,
    pub tool: Tool,
    /// The protocol's name: `ucci`.
    pub protocol: String,
    /// What people call it: `UCCI 3.0`.
    pub protocol_title: String,
    /// `check` or `replay`.
    pub command: &'static str,
    pub profile: Option<String>,
    pub engine: Engine,
    pub seed: Option<u64>,
    pub shard: Option<String>,
    /// Whether something was left out, so that what was never exercised is no surprise.
    pub filtered: bool,
    /// Why there is so little here: the engine did not start, nothing was selected.
    pub problem: Option<String>,
    /// What a reader should know beside the verdicts.
    pub notes: Vec<String>,
    /// Known failures that no longer fail, each with its place: what to take out of which file.
    pub stale: Vec<String>,
    /// The stretches of the conversations that were not followed, and so not judged.
    pub doubts: Vec<Doubt>,
    /// Every rule, in the order of the protocol's list.
    pub verdicts: Vec<Verdict>,
    pub scenarios: Vec<Played>,
    pub summary: BTreeMap<&'static str, usize>,
    pub run: Run,
    /// How the text shows boards.
    #[serde(skip)]
    pub boards: Boards,
    #[serde(serialize_with = "exit_code")]
    pub exit: Exit,
}

impl Report {
    /// What is violated and not known to be, those that count first. What a script expects is most often kept from
    /// coming by what the rules convict of, and so comes last.
    pub fn bad(&self) -> Vec<&Verdict> {
        let mut bad: Vec<&Verdict> = self.verdicts.iter().filter(|it| it.is_bad()).collect();
        bad.sort_by_key(|it| (!it.counts(), it.rule == MISMATCH.id));
        bad
    }

    /// The topics of all rules that are selected, sorted.
    pub fn topics(&self) -> BTreeSet<&str> {
        let selected = self.verdicts.iter().filter(|it| it.selected);
        selected.map(|it| it.topic.as_str()).collect()
    }
}

/// A stretch of a conversation that can be read in more than one way: nothing in it was judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Doubt {
    pub scenario: String,
    /// The line with which it began.
    pub from: usize,
    /// The line that ended it; none if it lasted to the end.
    pub to: Option<usize>,
    pub reason: String,
}

/// Who made the report.
#[derive(Clone, Debug, Serialize)]
pub struct Tool {
    pub name: &'static str,
    pub version: &'static str,
}

impl Tool {
    /// Ourselves.
    pub const THIS: Tool = Tool {
        name: "ponderhit",
        version: env!("CARGO_PKG_VERSION"),
    };
}

/// Who was judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Engine {
    pub command: Vec<String>,
    /// What it calls itself.
    pub name: Option<String>,
    /// No engine was named: it is the reference engine.
    pub built_in: bool,
}

/// How far a scenario got.
#[derive(Clone, Debug, Serialize)]
pub struct Played {
    pub scenario: String,
    pub end: PlayedEnd,
    /// The line of the script at which it ended early.
    pub line: Option<usize>,
    pub expected: Option<String>,
    /// Why it ended early, or was not played.
    pub why: Option<String>,
}

/// How a scenario ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayedEnd {
    Complete,
    /// An expectation was not met.
    Early,
    Interrupted,
    NotPlayed,
}

/// All that may differ between two equal runs.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Run {
    pub seconds: f64,
    pub cwd: String,
    pub os: &'static str,
    pub interrupted: bool,
    /// The stamped transcripts by scenario, as far as there is room for them.
    pub transcripts: BTreeMap<String, String>,
}

/// How many verdicts came to each outcome, among those selected.
pub fn summarize(verdicts: &[Verdict]) -> BTreeMap<&'static str, usize> {
    let outcomes = [
        Outcome::NotExercised,
        Outcome::NotApplicable,
        Outcome::Conforms,
        Outcome::Inconclusive,
        Outcome::Violates,
    ];
    let count = |outcome| {
        verdicts
            .iter()
            .filter(|it| it.selected && it.outcome == outcome)
            .count()
    };
    outcomes.map(|it| (it.name(), count(it))).into()
}

fn exit_code<S: serde::Serializer>(exit: &Exit, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_u8(exit.code())
}
