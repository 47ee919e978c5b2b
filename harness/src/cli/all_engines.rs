//! `ponderhit check --all-engines`: checks each engine of `ponderhit.toml`, and compares their results.

use super::{
    CommandResult, check, ci_reports,
    output::{self, ReportOutputs},
    print_error,
};
use crate::{
    error::Error,
    exit::Exit,
    link,
    message::{Argument, Message, message},
    report,
    verdict::{Comparison, FailedEngine, Report},
};

/// Checks the engines one after the other. Of all exit codes of the engines, returns the one that comes first in
/// `Exit::ALL`.
pub(super) fn run(engines: Vec<check::Args>) -> Result<CommandResult, Error> {
    let Some(first) = engines.first() else {
        return Ok(Exit::Nothing.into());
    };
    let is_quiet = first.is_quiet();
    let outputs = ComparisonOutputs::open(first.reports(), is_quiet)?;
    let mut reports: Vec<Report> = Vec::new();
    let mut failed_engines = Vec::new();
    let mut results = EngineExits::default();
    for (index, mut args) in engines.into_iter().enumerate() {
        let name = args.engine_name().unwrap_or_default().to_owned();
        args.keep_only_file_reports(outputs.has_text_on_stdout);
        if index > 0 && outputs.has_text_on_stdout {
            output::print_to_stdout(|out| writeln!(out))?;
        }
        match check::check_engine(args) {
            Ok(report) => {
                results.add(&name, report.exit);
                results.add_remarks(&name, &report);
                reports.push(report);
            }
            Err(err) => {
                // An error of one engine does not stop the checks of the other engines.
                results.add(&name, err.exit_code());
                let error = err.to_string();
                print_error(&Error::UsageError(message!(
                    "error_of_engine",
                    "{name}: {error}",
                    name = &name,
                    error = &error
                )));
                failed_engines.push(FailedEngine { name, error });
            }
        }
        if link::was_interrupted() {
            results.exits.push(Exit::Interrupted);
            break;
        }
    }
    let writes_end = outputs.has_text_on_stdout;
    outputs.write(Comparison {
        failed_engines,
        ..Comparison::new(reports)
    })?;
    if writes_end {
        let parts = std::iter::once(results.last_line()).chain(results.remarks.iter().cloned());
        let parts: Vec<String> = parts.map(|it| it.to_string()).collect();
        output::print_to_stdout(|out| writeln!(out, "\n{}", parts.join(" · ")))?;
    }
    Ok(results.exit().into())
}

/// The exit codes of the engines.
#[derive(Default)]
struct EngineExits {
    exits: Vec<Exit>,
    /// The names of the engines whose exit code is not 0.
    failed_names: Vec<String>,
    /// What the last lines of the engines say besides the exit code.
    remarks: Vec<Message>,
}

impl EngineExits {
    fn add(&mut self, name: &str, exit: Exit) {
        self.exits.push(exit);
        if exit != Exit::Fine {
            self.failed_names.push(name.to_owned());
        }
    }

    /// Adds what the last line of this engine's report says besides the exit code.
    fn add_remarks(&mut self, name: &str, report: &Report) {
        let remarks = report::text::remarks(report).into_iter();
        self.remarks.extend(
            remarks.map(|remark| message!("remark_of_engine", "{name}: {remark}", name, remark)),
        );
    }

    /// The exit code that comes first in `Exit::ALL`.
    fn exit(&self) -> Exit {
        self.exits.iter().copied().min().unwrap_or(Exit::Fine)
    }

    /// The last line of the output: the exit code, and the engines that did not exit with 0.
    fn last_line(&self) -> Message {
        let code = u32::from(self.exit().code());
        match (self.exit(), self.failed_names.is_empty()) {
            (Exit::Fine, _) => message!(
                "all_engines_passed",
                "{count} engines · exit {code}: each engine exits with 0",
                count = self.exits.len(),
                code
            ),
            (_, true) => message!(
                "all_engines_interrupted",
                "exit {code}: {reason}",
                code,
                reason = self.exit().meaning()
            ),
            (_, false) => message!(
                "all_engines_failed",
                "exit {code}: these engines do not exit with 0: {names}",
                code,
                names = Argument::List(self.failed_names.iter().map(Argument::from).collect())
            ),
        }
    }
}

/// The destinations of the report that compares the engines.
struct ComparisonOutputs {
    outputs: ReportOutputs,
    /// True if the text reports of the engines, and their comparison, are written to standard output.
    has_text_on_stdout: bool,
    is_quiet: bool,
}

impl ComparisonOutputs {
    fn open(options: &[String], is_quiet: bool) -> Result<ComparisonOutputs, Error> {
        let mut formats = Vec::new();
        for option in options
            .iter()
            .filter(|it| *it != ci_reports::AUTOMATIC_FORMAT)
        {
            let (format, file) = match option.split_once('=') {
                Some((format, file)) => (format, Some(file)),
                None => (option.as_str(), None),
            };
            let reporter = report::find_reporter(format);
            match (reporter.and_then(|it| it.comparison_reporter()), file) {
                // If a format cannot compare several reports, each engine gets a report of its own in this format.
                (None, Some(_)) if reporter.is_some() => (),
                (None, None) if reporter.is_some() => {
                    return Err(Error::usage_error(message!(
                        "report_of_several_engines",
                        "--report: `{format}` is a format for one result; name a file for the results of all engines, as in {format}=FILE",
                        format
                    )));
                }
                // An unrecognized format is kept here, because `ReportOutputs::open` reports the error.
                _ => formats.push(option.clone()),
            }
        }
        let outputs = ReportOutputs::open(&formats)?;
        Ok(ComparisonOutputs {
            has_text_on_stdout: outputs.has_text_on_stdout() && !is_quiet,
            outputs,
            is_quiet,
        })
    }

    fn write(mut self, comparison: Comparison) -> Result<(), Error> {
        if self.has_text_on_stdout {
            output::print_to_stdout(|out| writeln!(out))?;
        }
        if !self.is_quiet || !self.outputs.has_text_on_stdout() {
            self.outputs.write_comparison_to_stdout(&comparison)?;
        }
        self.outputs.write_comparison_files(&comparison)
    }
}
