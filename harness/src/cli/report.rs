//! `ponderhit report`: writes stored JSON reports in any format, also several of them side by side.

use std::{
    fs::File,
    io::{self, Read as _},
};

use super::{
    CommandResult,
    boards::{self, BoardOption},
    output::ReportOutputs,
    report_layout::ReportLayoutOptions,
};
use crate::{
    error::Error,
    exit::Exit,
    message::message,
    verdict::{Comparison, DEFAULT_REPORT_WIDTH, Report, TextLayout},
};

/// Write stored results in another format.
///
/// RESULT is a file that `--report json` wrote. Several results are compared side by side (in the formats text,
/// markdown and html); for two results of the same engine, the report shows what changed. The exit code shows whether
/// the results could be read; it does not depend on what they contain.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A file that `--report json` wrote.
    #[arg(value_name = "RESULT", required = true)]
    results: Vec<String>,

    /// Write the report in this format (text, short, json, junit, sarif, tap, markdown, html, github, gitlab, auto) to
    /// FILE, or to standard output [default: text; for several results markdown].
    #[arg(long, value_name = "FORMAT[=FILE]")]
    report: Vec<String>,

    #[command(flatten)]
    layout: ReportLayoutOptions,

    /// Draw the position of a violation in this style [default: unicode on a UTF-8 terminal, else ascii].
    #[arg(long, value_enum, value_name = "HOW")]
    board: Option<BoardOption>,
}

/// The format in which several results are compared if `--report` is not given.
const COMPARISON_FORMAT: &str = "markdown";

pub(super) fn run(args: &Args) -> Result<CommandResult, Error> {
    let mut reports = Vec::new();
    for file in &args.results {
        let mut report = read_report(file)?;
        report.layout = args.layout.for_stdout(args.board);
        report.layout.has_line_numbers = report.command == "judge";
        reports.push(report);
    }
    // If `--report` names a file for every format, nothing is written to standard output.
    let writes_stdout = args.report.is_empty() || args.report.iter().any(|it| !it.contains('='));
    if let [_, _, ..] = &reports[..] {
        return write_comparison(args, reports, writes_stdout);
    }
    let mut outputs = ReportOutputs::open(&args.report)?;
    if let Some(mut report) = reports.pop() {
        if writes_stdout || !outputs.has_files() {
            outputs.write_to_stdout(&report)?;
            outputs.write_annotations(&report)?;
        }
        report.layout = TextLayout {
            width: DEFAULT_REPORT_WIDTH,
            board_style: boards::board_style_for_files(args.board),
            ..report.layout
        };
        outputs.write_files(&mut report)?;
    }
    Ok(Exit::Fine.into())
}

fn write_comparison(
    args: &Args,
    reports: Vec<Report>,
    writes_stdout: bool,
) -> Result<CommandResult, Error> {
    let mut formats = args.report.clone();
    if formats.iter().all(|it| it.contains('=')) {
        formats.push(COMPARISON_FORMAT.to_owned());
    }
    let mut outputs = ReportOutputs::open(&formats)?;
    if let Some(format) = outputs.format_without_comparison() {
        return Err(Error::usage_error(message!(
            "format_without_comparison",
            "--report: `{format}` is a format for one result; expected text, markdown or html for several results",
            format
        )));
    }
    let comparison = Comparison::new(reports);
    if writes_stdout {
        outputs.write_comparison_to_stdout(&comparison)?;
    }
    outputs.write_comparison_files(&comparison)?;
    Ok(Exit::Fine.into())
}

/// The size limit of a stored report, in bytes.
const MAX_REPORT_BYTES: u64 = 256 << 20;

/// Reads a stored report.
pub(super) fn read_report(file: &str) -> Result<Report, Error> {
    let read = |file: &str| -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        File::open(file)?
            .take(MAX_REPORT_BYTES)
            .read_to_end(&mut text)?;
        Ok(text)
    };
    let text = read(file).map_err(|err| Error::file_error(file, err))?;
    Report::from_json(&text).map_err(|err| {
        let what = message!(
            "stored_report_expected",
            "{file}:{line}:{column}: expected a report of `--report json`: {error}",
            file,
            line = err.line(),
            column = err.column(),
            error = err.to_string(),
        );
        Error::usage_error(what)
    })
}
