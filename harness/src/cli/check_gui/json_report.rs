//! The JSON report of `check-gui`; `docs/gui-report.schema.json` is its schema.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use serde::Serialize;

use super::ReportContext;
use crate::{
    gui_check::{FaultRun, GuiOutcome, GuiRuns, InterfaceViolation},
    message::Message,
    transcript::SessionEnd,
    verdict::ToolInfo,
};

const SCHEMA: &str = "ponderhit-gui/1";

#[derive(Serialize)]
struct JsonReport<'a> {
    schema: &'static str,
    tool: ToolInfo,
    protocol: &'static str,
    gui: &'a [String],
    engine: &'a [String],
    healthy: JsonRun<'a>,
    faults: Vec<JsonRun<'a>>,
    /// The number of faults with each outcome.
    summary: BTreeMap<&'static str, usize>,
    exit: u8,
}

#[derive(Serialize)]
struct JsonRun<'a> {
    fault: &'a str,
    text: &'a str,
    outcome: &'static str,
    reason: &'a Message,
    /// The exit status; `null` if a signal ended the GUI, or if it was killed.
    status: Option<i32>,
    signal: Option<&'a str>,
    seconds: f64,
    violations: Vec<JsonViolation<'a>>,
    ignored_recommendations: Vec<JsonViolation<'a>>,
    /// How often the GUI started the engine.
    engine_starts: usize,
    searches: usize,
    /// The recordings in the directory of `--transcripts`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    recordings: Vec<String>,
    last_lines: &'a [String],
    stderr: String,
}

#[derive(Serialize)]
struct JsonViolation<'a> {
    rule: &'static str,
    level: &'static str,
    spec: &'static str,
    line: usize,
    text: &'a str,
    #[serde(flatten)]
    message: &'a Message,
}

pub(super) fn write_report(
    context: &ReportContext,
    runs: &GuiRuns,
    out: &mut dyn Write,
) -> io::Result<()> {
    let count = |outcome: &GuiOutcome| {
        let runs = runs.fault_runs.iter();
        (
            outcome.name(),
            runs.filter(|it| it.outcome == *outcome).count(),
        )
    };
    let report = JsonReport {
        schema: SCHEMA,
        tool: ToolInfo::CURRENT_TOOL,
        protocol: context.protocol.name(),
        gui: &context.gui,
        engine: &context.engine,
        healthy: json_run(context, &runs.healthy_run),
        faults: runs
            .fault_runs
            .iter()
            .map(|it| json_run(context, it))
            .collect(),
        summary: GuiOutcome::ALL.iter().map(count).collect(),
        exit: context.exit.code(),
    };
    serde_json::to_writer_pretty(&mut *out, &report)?;
    writeln!(out)
}

fn json_run<'a>(context: &ReportContext, run: &'a FaultRun) -> JsonRun<'a> {
    let recordings = run
        .evidence
        .recordings
        .iter()
        .filter(|_| context.keeps_transcripts);
    JsonRun {
        fault: &run.fault,
        text: &run.fault_text,
        outcome: run.outcome.name(),
        reason: &run.reason,
        status: match run.end {
            Some(SessionEnd::Exit(status)) => Some(status),
            _ => None,
        },
        signal: match &run.end {
            Some(SessionEnd::Signal(signal)) => Some(signal),
            _ => None,
        },
        seconds: run.run_duration.as_secs_f64(),
        violations: run.evidence.violations.iter().map(json_violation).collect(),
        ignored_recommendations: run
            .evidence
            .ignored_recommendations
            .iter()
            .map(json_violation)
            .collect(),
        engine_starts: run.evidence.recordings.len(),
        searches: run.evidence.search_count,
        recordings: recordings.map(|it| it.display().to_string()).collect(),
        last_lines: &run.evidence.last_lines,
        stderr: String::from_utf8_lossy(&run.stderr).into_owned(),
    }
}

fn json_violation(violation: &InterfaceViolation) -> JsonViolation<'_> {
    JsonViolation {
        rule: violation.rule.id,
        level: violation.rule.level.name(),
        spec: violation.rule.spec,
        line: violation.line,
        text: &violation.text,
        message: &violation.message,
    }
}
