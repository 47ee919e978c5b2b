//! Reads a stored JSON report, so that it can be written in any format.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use serde_json::value::RawValue;

use super::{
    AmbiguousRange, CoverageRow, Deadline, Diff, DiffLine, EngineInfo, Excerpt, ExcerptLine,
    FlakyRule, Hunk, LineChange, MessageCount, REPORT_SCHEMA, Reason, Report, ReportSelection,
    RunDetails, ScenarioEnd, ScenarioResult, TextLayout, ToolInfo, Verdict, Violation, Witness,
};
use crate::{
    exit::Exit,
    message::{
        Argument, Message, Problem,
        stored::{PrintableString, StoredMessageArguments, intern, is_direction_mark},
    },
    protocol::{Diagram, DiagramCell, DiagramRow},
    rule::{Level, Outcome},
};

/// The place of the culprit in the stored excerpt.
#[derive(Serialize, Deserialize)]
pub(crate) struct StoredCulprit {
    /// The number of the culprit's line in the excerpt, counted from 1.
    line: usize,
    /// The first underlined column, counted from 0; `to` is the column after the last underlined column.
    from: usize,
    to: usize,
}

impl StoredCulprit {
    pub(super) fn new(excerpt: &Excerpt) -> StoredCulprit {
        StoredCulprit {
            line: excerpt.culprit_index + 1,
            from: excerpt.culprit_columns.start,
            to: excerpt.culprit_columns.end,
        }
    }
}

/// A board as rows of characters.
#[derive(Serialize, Deserialize)]
pub(crate) struct StoredDiagram {
    caption: Vec<Message>,
    rows: Vec<StoredDiagramRow>,
}

#[derive(Serialize, Deserialize)]
struct StoredDiagramRow {
    label: String,
    ascii: String,
    unicode: String,
    /// The column numbers of the highlighted cells in a row, counted from 0.
    highlighted: Vec<usize>,
}

impl StoredDiagram {
    pub(super) fn new(board: &Diagram) -> StoredDiagram {
        let rows = board.rows.iter().map(|row| {
            let cells = row.cells.iter().enumerate();
            let highlighted = cells.filter(|it| it.1.is_highlighted).map(|it| it.0);
            StoredDiagramRow {
                label: row.label.clone(),
                ascii: row.cells.iter().map(|it| it.ascii).collect(),
                unicode: row.cells.iter().map(|it| it.unicode).collect(),
                highlighted: highlighted.collect(),
            }
        });
        StoredDiagram {
            caption: board.caption.clone(),
            rows: rows.collect(),
        }
    }

    fn into_diagram(self) -> Diagram {
        let rows = self.rows.into_iter().map(|row| {
            let cells = row.ascii.chars().zip(row.unicode.chars()).enumerate();
            let cells = cells.map(|(column, (ascii, unicode))| DiagramCell {
                is_highlighted: row.highlighted.contains(&column),
                ..DiagramCell::new(
                    replace_invisible_character(ascii),
                    replace_invisible_character(unicode),
                )
            });
            DiagramRow {
                cells: cells.collect(),
                label: row.label.chars().map(replace_invisible_character).collect(),
            }
        });
        Diagram {
            caption: self.caption,
            rows: rows.collect(),
        }
    }
}

/// The stored report may have been edited, so control characters and direction marks are replaced by `?`.
fn replace_invisible_character(char: char) -> char {
    match char {
        it if it.is_control() || is_direction_mark(it) => '?',
        it => it,
    }
}

impl Report {
    /// Parses a stored report.
    ///
    /// # Errors
    /// Returns an error if the text is not a report, or has another version of the format.
    pub(crate) fn from_json(text: &[u8]) -> Result<Report, serde_json::Error> {
        let stored: StoredReport = serde_json::from_slice(text)?;
        stored.into_report()
    }
}

fn optional_text(stored: Option<PrintableString>) -> Option<String> {
    stored.map(|it| it.0)
}

#[derive(Deserialize)]
struct StoredReport {
    schema: String,
    tool: StoredTool,
    protocol: PrintableString,
    protocol_title: PrintableString,
    command: PrintableString,
    profile: Option<PrintableString>,
    engine: StoredEngine,
    seed: Option<u64>,
    shard: Option<PrintableString>,
    #[serde(default)]
    only: Vec<PrintableString>,
    #[serde(default)]
    skip: Vec<PrintableString>,
    scenarios_of_all_shards: Option<usize>,
    filtered: bool,
    problem: Option<PrintableString>,
    #[serde(default)]
    problem_messages: Vec<Message>,
    #[serde(default)]
    problem_help: Vec<Message>,
    #[serde(default)]
    note_messages: Vec<Message>,
    #[serde(default)]
    stale_messages: Vec<Message>,
    #[serde(default)]
    doubts: Vec<AmbiguousRange>,
    verdicts: Vec<Verdict>,
    fix_first: Option<PrintableString>,
    #[serde(default)]
    all_scenarios: usize,
    scenarios: Vec<StoredScenario>,
    summary: BTreeMap<String, usize>,
    run: StoredRun,
    sessions: Option<Box<RawValue>>,
    exit: u8,
}

#[derive(Deserialize)]
struct StoredEngine {
    command: Vec<PrintableString>,
    label: Option<PrintableString>,
    name: Option<PrintableString>,
    built_in: bool,
}

#[derive(Deserialize)]
struct StoredTool {
    name: PrintableString,
    version: PrintableString,
}

#[derive(Deserialize)]
struct StoredRun {
    seconds: f64,
    cwd: PrintableString,
    os: PrintableString,
    interrupted: bool,
    date: Option<PrintableString>,
    host: Option<PrintableString>,
    #[serde(default)]
    commit: Option<PrintableString>,
    #[serde(default)]
    engine_files: BTreeMap<String, PrintableString>,
    transcript_directory: Option<PrintableString>,
    #[serde(default)]
    coverage: Vec<CoverageRow>,
    #[serde(default)]
    deadlines: BTreeMap<String, Vec<Deadline>>,
    transcripts: BTreeMap<String, String>,
}

impl StoredReport {
    fn into_report(self) -> Result<Report, serde_json::Error> {
        if self.schema != REPORT_SCHEMA {
            return Err(serde_json::Error::custom(format!(
                "`{}` is another schema than `{REPORT_SCHEMA}`",
                self.schema
            )));
        }
        let exit = Exit::ALL.into_iter().find(|it| it.code() == self.exit);
        let exit = exit.ok_or_else(|| serde_json::Error::custom("unrecognized exit code"))?;
        let problem = self
            .problem
            .map(|text| match self.problem_messages.is_empty() {
                true => Problem::from(Message::from_stored(
                    &text.0,
                    None,
                    StoredMessageArguments::default(),
                )),
                false => Problem {
                    sentences: self.problem_messages,
                    help: self.problem_help,
                },
            });
        Ok(Report {
            schema: REPORT_SCHEMA,
            tool: ToolInfo {
                name: intern(&self.tool.name.0),
                version: intern(&self.tool.version.0),
            },
            protocol: self.protocol.0,
            protocol_title: Argument::from(self.protocol_title.0),
            command: intern(&self.command.0),
            profile: optional_text(self.profile),
            engine: EngineInfo {
                command: self.engine.command.into_iter().map(|it| it.0).collect(),
                label: optional_text(self.engine.label),
                name: optional_text(self.engine.name),
                built_in: self.engine.built_in,
            },
            seed: self.seed,
            shard: optional_text(self.shard),
            selection: ReportSelection {
                only: self.only.into_iter().map(|it| it.0).collect(),
                skip: self.skip.into_iter().map(|it| it.0).collect(),
                scenarios_of_all_shards: self.scenarios_of_all_shards,
            },
            filtered: self.filtered,
            problem,
            notes: self.note_messages,
            stale: self.stale_messages,
            stale_lines: Vec::new(),
            doubts: self.doubts,
            verdicts: self.verdicts,
            fix_first: optional_text(self.fix_first),
            all_scenarios: self.all_scenarios,
            scenarios: self
                .scenarios
                .into_iter()
                .map(ScenarioResult::from)
                .collect(),
            summary: (self.summary.into_iter())
                .map(|(outcome, count)| (intern(&outcome), count))
                .collect(),
            run: RunDetails::from(self.run),
            sessions: self.sessions,
            layout: TextLayout::default(),
            exit,
        })
    }
}

impl From<StoredRun> for RunDetails {
    fn from(stored: StoredRun) -> RunDetails {
        RunDetails {
            seconds: stored.seconds,
            cwd: stored.cwd.0,
            os: intern(&stored.os.0),
            interrupted: stored.interrupted,
            date: optional_text(stored.date),
            host: optional_text(stored.host),
            commit: optional_text(stored.commit),
            engine_files: (stored.engine_files.into_iter())
                .map(|(file, hash)| (file, hash.0))
                .collect(),
            transcript_directory: optional_text(stored.transcript_directory),
            coverage: CoverageRow::merge(stored.coverage),
            deadlines: stored.deadlines,
            transcripts: stored.transcripts,
        }
    }
}

#[derive(Deserialize)]
struct StoredScenario {
    scenario: PrintableString,
    end: ScenarioEnd,
    passed: Option<bool>,
    line: Option<usize>,
    expected: Option<PrintableString>,
    needs: Option<PrintableString>,
    why: Option<PrintableString>,
    message_id: Option<String>,
    #[serde(default)]
    arguments: StoredMessageArguments,
}

impl From<StoredScenario> for ScenarioResult {
    fn from(stored: StoredScenario) -> ScenarioResult {
        let id = stored.message_id.as_deref();
        let why = (stored.why).map(|text| Message::from_stored(&text.0, id, stored.arguments));
        ScenarioResult {
            scenario: stored.scenario.0,
            end: stored.end,
            passed: stored.passed,
            line: stored.line,
            expected: optional_text(stored.expected),
            needs: optional_text(stored.needs),
            why,
        }
    }
}

impl<'de> Deserialize<'de> for AmbiguousRange {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<AmbiguousRange, D::Error> {
        #[derive(Deserialize)]
        struct StoredRange {
            scenario: PrintableString,
            from: usize,
            to: Option<usize>,
            reason: PrintableString,
            message_id: Option<String>,
            #[serde(default)]
            arguments: StoredMessageArguments,
        }

        let stored = StoredRange::deserialize(from)?;
        let id = stored.message_id.as_deref();
        Ok(AmbiguousRange {
            scenario: stored.scenario.0,
            from: stored.from,
            to: stored.to,
            reason: Message::from_stored(&stored.reason.0, id, stored.arguments),
        })
    }
}

impl<'de> Deserialize<'de> for Reason {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Reason, D::Error> {
        #[derive(Deserialize)]
        struct StoredReason {
            scenario: Option<PrintableString>,
            why: PrintableString,
            message_id: Option<String>,
            #[serde(default)]
            arguments: StoredMessageArguments,
        }

        let stored = StoredReason::deserialize(from)?;
        let id = stored.message_id.as_deref();
        Ok(Reason {
            scenario: optional_text(stored.scenario),
            why: Message::from_stored(&stored.why.0, id, stored.arguments),
        })
    }
}

impl<'de> Deserialize<'de> for MessageCount {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<MessageCount, D::Error> {
        #[derive(Deserialize)]
        struct StoredCount {
            message: PrintableString,
            message_id: Option<String>,
            #[serde(default)]
            arguments: StoredMessageArguments,
            count: usize,
        }

        let stored = StoredCount::deserialize(from)?;
        let id = stored.message_id.as_deref();
        Ok(MessageCount {
            message: Message::from_stored(&stored.message.0, id, stored.arguments),
            count: stored.count,
        })
    }
}

impl<'de> Deserialize<'de> for Verdict {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Verdict, D::Error> {
        #[derive(Deserialize)]
        struct StoredVerdict {
            rule: PrintableString,
            level: PrintableString,
            #[serde(default)]
            since: PrintableString,
            topic: PrintableString,
            requirement: PrintableString,
            title: PrintableString,
            why: PrintableString,
            outcome: PrintableString,
            selected: bool,
            counts: Option<bool>,
            known: bool,
            flaky: Option<FlakyRule>,
            #[serde(default)]
            masked: bool,
            #[serde(default)]
            hidden: bool,
            count: usize,
            #[serde(default)]
            violated_scenarios: usize,
            #[serde(default)]
            ended_early: usize,
            #[serde(default)]
            messages: Vec<MessageCount>,
            exercised: usize,
            witness: Option<Witness>,
            violations: Vec<Violation>,
            reasons: Vec<Reason>,
        }

        let it = StoredVerdict::deserialize(from)?;
        let level = Level::ALL
            .into_iter()
            .find(|level| level.name() == it.level.0);
        let level = level.ok_or_else(|| D::Error::custom("unrecognized level"))?;
        let outcome = Outcome::from_name(&it.outcome.0);
        let outcome = outcome.ok_or_else(|| D::Error::custom("unrecognized outcome"))?;
        Ok(Verdict {
            rule: it.rule.0,
            level,
            since: intern(&it.since.0),
            topic: it.topic.0,
            requirement: it.requirement.0,
            title: it.title.0,
            why: it.why.0,
            outcome,
            selected: it.selected,
            // A report of an older version has no `counts`, so only the levels that count in every run (must and
            // robust) are assumed to count.
            counts: it
                .counts
                .unwrap_or(matches!(level, Level::Must | Level::Robust)),
            known: it.known,
            flaky: it.flaky,
            masked: it.masked,
            hidden: it.hidden,
            count: it.count,
            violated_in: Vec::new(),
            flaky_in: Vec::new(),
            violated_scenarios: it.violated_scenarios,
            ended_early: it.ended_early,
            messages: it.messages,
            exercised: it.exercised,
            witness: it.witness,
            violations: it.violations,
            reasons: it.reasons,
        })
    }
}

impl<'de> Deserialize<'de> for Violation {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Violation, D::Error> {
        #[derive(Deserialize)]
        struct StoredViolation {
            scenario: PrintableString,
            line: usize,
            message: PrintableString,
            message_id: Option<String>,
            #[serde(default)]
            arguments: StoredMessageArguments,
            help: Option<Message>,
            expected: PrintableString,
            actual: PrintableString,
            context: Option<PrintableString>,
            board: Option<PrintableString>,
            diagram: Option<StoredDiagram>,
            diff: Option<PrintableString>,
            transcript: PrintableString,
            culprit: Option<StoredCulprit>,
            reproduce: PrintableString,
        }

        let it = StoredViolation::deserialize(from)?;
        let id = it.message_id.as_deref();
        let diagram = it.diagram.map(StoredDiagram::into_diagram);
        Ok(Violation {
            scenario: it.scenario.0,
            line: it.line,
            message: Message::from_stored(&it.message.0, id, it.arguments),
            help: it.help,
            expected: it.expected.0,
            actual: it.actual.0,
            context: optional_text(it.context),
            board: diagram.or_else(|| it.board.map(|it| parse_stored_diagram(&it.0))),
            diff: it.diff.map(|it| parse_stored_diff(&it.0)),
            transcript: parse_stored_excerpt(&it.transcript.0, it.culprit),
            reproduce: it.reproduce.0,
        })
    }
}

/// Parses the board of an old report, which has only text: the rows have no highlighted cells.
fn parse_stored_diagram(text: &str) -> Diagram {
    let rows = text.lines().map(|line| DiagramRow {
        label: line.to_owned(),
        cells: Vec::new(),
    });
    Diagram {
        caption: Vec::new(),
        rows: rows.collect(),
    }
}

/// Parses the text of a stored diff, whose lines look like `   12 - text`. Lines that only underline the changes are
/// left out.
fn parse_stored_diff(text: &str) -> Diff {
    let lines = text.lines().filter_map(|line| {
        let number: String = line.chars().take(5).collect();
        let change = match line.chars().nth(6)? {
            '-' => LineChange::Removed,
            '+' => LineChange::Added,
            _ if line.trim_start().starts_with('~') => return None,
            _ => LineChange::Unchanged,
        };
        Some(DiffLine {
            change,
            line_number: number.trim().parse().ok(),
            text: line.chars().skip(8).collect(),
            changed_ranges: Vec::new(),
        })
    });
    Diff {
        hunks: vec![Hunk {
            lines: lines.collect(),
            ..Hunk::default()
        }],
    }
}

fn parse_stored_excerpt(text: &str, culprit: Option<StoredCulprit>) -> Excerpt {
    let lines: Vec<ExcerptLine> = (text.split('\n'))
        .map(|line| ExcerptLine {
            stamp: None,
            text: line.to_owned(),
        })
        .collect();
    let culprit = culprit.filter(|it| (1..=lines.len()).contains(&it.line) && it.from <= it.to);
    let culprit = culprit.unwrap_or(StoredCulprit {
        line: lines.len().max(1),
        from: 0,
        to: 1,
    });
    let width = lines
        .get(culprit.line - 1)
        .map_or(0, |it| it.text.chars().count());
    Excerpt {
        culprit_index: culprit.line - 1,
        culprit_columns: culprit.from.min(width)..culprit.to.min(width + 1),
        lines,
    }
}
