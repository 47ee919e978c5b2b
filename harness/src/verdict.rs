//! The report of a run as data: a verdict on every rule, and its details. Reporters format the report as text, JSON and
//! so on.

mod board;
mod comparison;
mod coverage;
mod deadlines;
mod excerpt;
mod layout;
mod rule_verdict;
pub(crate) mod stored;

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use serde::{
    Deserialize, Serialize, Serializer,
    ser::{SerializeMap as _, SerializeStruct as _},
};

use serde_json::value::RawValue;

pub use crate::snapshot::diff::{Diff, DiffLine, Hunk, LineChange};
pub use board::{BoardStyle, board_rows};
pub(crate) use comparison::{ChangedRule, ComparedRule, Comparison, FailedEngine, ReportChanges};
pub use coverage::CoverageRow;
pub use deadlines::Deadline;
pub(crate) use excerpt::TRUNCATION_LINE;
pub use excerpt::{
    Excerpt, ExcerptLine, event_text, extract_excerpt, transcript_header, transcript_line_number,
};
pub use layout::{DEFAULT_REPORT_WIDTH, TextLayout};
pub use rule_verdict::{FlakyRule, MessageCount, Reason, Verdict, Violation, Witness};

use crate::{
    exit::Exit,
    message::{Argument, Arguments, Language, Message, Problem},
    rule::{Outcome, mismatch::MISMATCH_RULE},
};

/// The version of the JSON format; additional fields do not change this version.
pub const REPORT_SCHEMA: &str = "ponderhit-report/1";

/// The options with which a run selected its scenarios. Reports of older versions do not have them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportSelection {
    /// The globs of `--only` and of `--skip`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skip: Vec<String>,
    /// The number of scenarios of all shards, if the run was one shard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenarios_of_all_shards: Option<usize>,
}

/// The report of a run.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    pub schema: &'static str,
    pub tool: ToolInfo,
    /// The protocol's name, such as `ucci`.
    pub protocol: String,
    /// The title of the protocol, such as `UCCI 3.0`, or the message that no protocol was detected.
    #[serde(serialize_with = "serialize_title")]
    pub protocol_title: Argument,
    /// The command that made the report, which is `check`, `replay` or `judge`.
    pub command: &'static str,
    pub profile: Option<String>,
    pub engine: EngineInfo,
    pub seed: Option<u64>,
    pub shard: Option<String>,
    #[serde(flatten)]
    pub selection: ReportSelection,
    /// Whether `--only` or `--skip` excluded rules or scenarios, so that the report may have rules
    /// without a result.
    pub filtered: bool,
    /// The reason why the report has no verdicts: the engine did not start, or nothing was selected.
    #[serde(flatten, serialize_with = "serialize_problem")]
    pub problem: Option<Problem>,
    /// Remarks about the run that are not verdicts.
    #[serde(flatten, serialize_with = "serialize_notes")]
    pub notes: Vec<Message>,
    /// The entries of known failures that match no violation any more, each with its file and line.
    #[serde(flatten, serialize_with = "serialize_stale_entries")]
    pub stale: Vec<Message>,
    /// The line numbers of the entries in `stale`.
    #[serde(skip)]
    pub stale_lines: Vec<usize>,
    /// The ranges of the conversations that were ambiguous and not judged.
    pub doubts: Vec<AmbiguousRange>,
    /// The verdicts on all rules, in the order of the protocol's list.
    pub verdicts: Vec<Verdict>,
    /// The id of the violated rule to fix first, if several rules are violated.
    pub fix_first: Option<String>,
    /// The number of all scenarios for the protocol and its game, in all profiles. The number is 0 if the run does not
    /// select scenarios.
    pub all_scenarios: usize,
    pub scenarios: Vec<ScenarioResult>,
    pub summary: BTreeMap<&'static str, usize>,
    pub run: RunDetails,
    /// If the report is about one shard of a run: the results of the shard's sessions, from which `ponderhit merge`
    /// makes the report on all shards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sessions: Option<Box<RawValue>>,
    /// The layout of the text report.
    #[serde(skip)]
    pub layout: TextLayout,
    #[serde(serialize_with = "serialize_exit_code")]
    pub exit: Exit,
}

impl Report {
    /// The violated rules that are not known failures, in the order in which to fix them. Rules that count as errors
    /// come before rules that count as warnings; within each group, a rule whose violations ended more scenarios early
    /// comes first, and of two equal rules, the rule that was violated in more scenarios. Among the rules that count as
    /// errors, `script/mismatch` comes last, because its cause is often the violation of another rule.
    pub fn violated_rules(&self) -> Vec<&Verdict> {
        let mut violated: Vec<&Verdict> =
            self.verdicts.iter().filter(|it| it.is_violated()).collect();
        violated.sort_by_key(|it| {
            let is_mismatch = it.rule == MISMATCH_RULE.id;
            (
                !it.is_error(),
                is_mismatch,
                Reverse(it.ended_early),
                Reverse(it.violated_scenarios),
            )
        });
        violated
    }

    /// The rule to fix first, if several rules of level must or robust are violated.
    pub fn rule_to_fix_first(&self) -> Option<&Verdict> {
        match &self.violated_rules()[..] {
            [first, second, ..] if second.is_error() => Some(first),
            _ => None,
        }
    }

    /// What the engine lacks, if every scenario ended because of that.
    pub fn capability_that_all_scenarios_need(&self) -> Option<&str> {
        let mut missing = self.scenarios.iter().map(|it| it.needs.as_deref());
        let first = missing.next()??;
        missing.all(|it| it.is_some()).then_some(first)
    }

    /// The topics of all rules that are selected, sorted.
    pub fn selected_topics(&self) -> BTreeSet<&str> {
        let selected = self.verdicts.iter().filter(|it| it.selected);
        selected.map(|it| it.topic.as_str()).collect()
    }
}

/// A range of a conversation that is ambiguous and was not judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AmbiguousRange {
    pub scenario: String,
    /// The line number at which the ambiguous range begins.
    pub from: usize,
    /// The line number at which the ambiguous range ends; `None` means the end of the conversation.
    pub to: Option<usize>,
    pub reason: Message,
}

impl Serialize for AmbiguousRange {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut doubt = out.serialize_struct("Doubt", 6)?;
        doubt.serialize_field("scenario", &self.scenario)?;
        doubt.serialize_field("from", &self.from)?;
        doubt.serialize_field("to", &self.to)?;
        doubt.serialize_field(
            "reason",
            &self.reason.to_text(Language::selected_for_json()),
        )?;
        doubt.serialize_field("message_id", self.reason.id)?;
        doubt.serialize_field("arguments", &Arguments(&self.reason.arguments))?;
        doubt.end()
    }
}

/// The program that wrote the report.
#[derive(Clone, Debug, Serialize)]
pub struct ToolInfo {
    pub name: &'static str,
    pub version: &'static str,
}

impl ToolInfo {
    /// The name and the version of this program.
    pub const CURRENT_TOOL: ToolInfo = ToolInfo {
        name: "ponderhit",
        version: env!("CARGO_PKG_VERSION"),
    };
}

/// The judged engine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct EngineInfo {
    pub command: Vec<String>,
    /// The name of the engine in `ponderhit.toml`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The name that the engine reports.
    pub name: Option<String>,
    /// Whether the engine is the built-in one, because the user gave no engine.
    pub built_in: bool,
}

/// How far a scenario was played.
#[derive(Clone, Debug, Serialize)]
pub struct ScenarioResult {
    pub scenario: String,
    pub end: ScenarioEnd,
    /// True if the scenario made no rule violated or inconclusive, and false if it did; `None` if the run stopped
    /// before the scenario was played.
    pub passed: Option<bool>,
    /// The line of the script at which the scenario ended early.
    pub line: Option<usize>,
    pub expected: Option<String>,
    /// What the engine lacks, if the script ended at a directive `@needs`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs: Option<String>,
    /// The reason why the scenario ended early or was not played.
    #[serde(flatten, serialize_with = "serialize_reason")]
    pub why: Option<Message>,
}

/// The messages of the reasons for which a run ends before it has played all its scenarios.
const EARLY_END_IDS: [&str; 2] = ["run_interrupted", "time_limit_reached"];

impl ScenarioResult {
    /// True if the run ended before the scenario. Then it is unknown whether the engine is broken, and
    /// `--allow-inconclusive`, which is about rules that could not be judged, does not help.
    pub fn was_not_reached(&self) -> bool {
        let why = self.why.as_ref().map(|it| it.id);
        match self.end {
            ScenarioEnd::Interrupted => true,
            ScenarioEnd::NotPlayed => why.is_some_and(|it| EARLY_END_IDS.contains(&it)),
            ScenarioEnd::Complete | ScenarioEnd::Early => false,
        }
    }
}

/// How a scenario ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScenarioEnd {
    Complete,
    /// An expectation of the scenario was not met, so its playback stopped.
    Early,
    Interrupted,
    NotPlayed,
}

/// The details of a run that vary from run to run even if all results are the same.
#[derive(Clone, Debug, Default, Serialize)]
pub struct RunDetails {
    pub seconds: f64,
    pub cwd: String,
    pub os: &'static str,
    pub interrupted: bool,
    /// The time at which the report was written, such as `2026-01-31T23:59:00Z`.
    pub date: Option<String>,
    /// The name of the machine.
    pub host: Option<String>,
    /// The commit that the CI system builds, from the variable `GITHUB_SHA` or `CI_COMMIT_SHA`.
    pub commit: Option<String>,
    /// The SHA-256 of each file that the engine's command names.
    pub engine_files: BTreeMap<String, String>,
    /// The directory in which `--transcripts` stores the transcripts.
    pub transcript_directory: Option<String>,
    /// The coverage: each command, with the state of the engine and the first response to the command.
    pub coverage: Vec<CoverageRow>,
    /// For each session in which a rule was violated: the deadlines that the rules judged.
    pub deadlines: BTreeMap<String, Vec<Deadline>>,
    /// The transcripts of the scenarios with time stamps, up to a size limit.
    pub transcripts: BTreeMap<String, String>,
}

/// Counts the selected rules by their outcome.
pub fn count_outcomes(verdicts: &[Verdict]) -> BTreeMap<&'static str, usize> {
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

/// Serializes a message that states a reason: its text, its id and its arguments.
fn serialize_reason<S: Serializer>(why: &Option<Message>, out: S) -> Result<S::Ok, S::Error> {
    let text = why
        .as_ref()
        .map(|it| it.to_text(Language::selected_for_json()));
    let mut map = out.serialize_map(None)?;
    map.serialize_entry("why", &text)?;
    if let Some(why) = why {
        map.serialize_entry("message_id", why.id)?;
        map.serialize_entry("arguments", &Arguments(&why.arguments))?;
    }
    map.end()
}

/// Serializes a problem as one text, and as messages with ids and arguments.
fn serialize_problem<S: Serializer>(problem: &Option<Problem>, out: S) -> Result<S::Ok, S::Error> {
    let text = problem
        .as_ref()
        .map(|it| it.to_text(Language::selected_for_json()));
    let mut map = out.serialize_map(None)?;
    map.serialize_entry("problem", &text)?;
    if let Some(problem) = problem {
        map.serialize_entry("problem_messages", &problem.sentences)?;
        map.serialize_entry("problem_help", &problem.help)?;
    }
    map.end()
}

fn serialize_notes<S: Serializer>(notes: &[Message], out: S) -> Result<S::Ok, S::Error> {
    serialize_texts(["notes", "note_messages"], notes, out)
}

fn serialize_stale_entries<S: Serializer>(stale: &[Message], out: S) -> Result<S::Ok, S::Error> {
    serialize_texts(["stale", "stale_messages"], stale, out)
}

/// Serializes messages as texts, and as messages with ids and arguments.
fn serialize_texts<S: Serializer>(
    [texts_name, messages_name]: [&'static str; 2],
    messages: &[Message],
    out: S,
) -> Result<S::Ok, S::Error> {
    let texts = messages
        .iter()
        .map(|it| it.to_text(Language::selected_for_json()));
    let mut map = out.serialize_map(None)?;
    map.serialize_entry(texts_name, &texts.collect::<Vec<String>>())?;
    map.serialize_entry(messages_name, messages)?;
    map.end()
}

fn serialize_title<S: Serializer>(title: &Argument, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(&title.to_text(Language::selected_for_json()))
}

fn serialize_exit_code<S: Serializer>(exit: &Exit, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_u8(exit.code())
}
