//! Writes reports to standard output, with or without colours, and to files.

use std::{
    env,
    fs::File,
    io::{self, ErrorKind, Write},
    path::Path,
};

use anstream::{AutoStream, ColorChoice};

use super::{
    ci_reports::{self, CiReports},
    stale_reports,
};
use crate::{
    error::Error,
    message::{Message, message},
    report::{self, Reporter, inert_text::without_ci_commands, text::set_hyperlinks_enabled},
    verdict::{Comparison, Report},
};

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Colors {
    Auto,
    Always,
    Never,
}

impl Colors {
    /// Decides for the whole program whether output has colours.
    pub(super) fn apply_globally(self) {
        let choice = match self {
            Colors::Auto => ColorChoice::Auto,
            Colors::Always => ColorChoice::Always,
            Colors::Never => ColorChoice::Never,
        };
        choice.write_global();
        // The environment variable FORCE_HYPERLINK decides whether links are shown, whatever the terminal can do.
        let shown = supports_hyperlinks::on(supports_hyperlinks::Stream::Stdout);
        set_hyperlinks_enabled(shown && self != Colors::Never);
    }
}

/// The output format of a command that prints a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum ListFormat {
    Text,
    Json,
}

/// The destinations and formats of the report.
pub(super) struct ReportOutputs {
    /// The format of the report on standard output.
    pub(super) stdout_reporter: &'static dyn Reporter,
    /// True if annotations for the CI system are printed after the report on standard output.
    has_annotations: bool,
    files: Vec<ReportFile>,
    /// The name of the engine, if the file names contain it because each of several engines needs its own files.
    engine_name: Option<String>,
}

/// A file to which the report is written.
struct ReportFile {
    reporter: &'static dyn Reporter,
    path: String,
    /// The file, already empty: if the run is killed, no report of an earlier run remains.
    file: File,
    /// True if the report is added to what the file contains.
    is_appended: bool,
}

impl ReportFile {
    /// Writes the report as a whole. Two runs that write the same file at the same time leave the report of one of them.
    fn write(self, text: &[u8]) -> io::Result<()> {
        let is_replaceable = !self.is_appended && self.file.metadata()?.is_file();
        if is_replaceable && replace_file(Path::new(&self.path), text).is_ok() {
            return Ok(());
        }
        let mut file = self.file;
        file.write_all(text)?;
        file.flush()
    }
}

/// Replaces a file in one step by a file with this text.
fn replace_file(path: &Path, text: &[u8]) -> io::Result<()> {
    let path = path.canonicalize()?;
    let permissions = path.metadata()?.permissions();
    let mut file = tempfile::NamedTempFile::new_in(path.parent().unwrap_or(Path::new(".")))?;
    file.write_all(text)?;
    file.as_file().set_permissions(permissions)?;
    file.persist(path)?;
    Ok(())
}

impl ReportOutputs {
    /// Parses the options `--report` and creates the report files before the run, so that a bad path is an error at
    /// once.
    pub(super) fn open(options: &[String]) -> Result<ReportOutputs, Error> {
        ReportOutputs::open_for_engine(options, None)
    }

    /// Parses the options `--report` like `open`, but the names of the files contain the name of the engine, as in
    /// `report.NAME.json`.
    pub(super) fn open_for_engine(
        options: &[String],
        engine_name: Option<&str>,
    ) -> Result<ReportOutputs, Error> {
        let mut stdout: Option<&'static dyn Reporter> = None;
        let mut outputs = ReportOutputs {
            stdout_reporter: &report::text::TextReporter,
            has_annotations: false,
            files: Vec::new(),
            engine_name: engine_name.map(str::to_owned),
        };
        for option in options {
            let (format, path) = match option.split_once('=') {
                Some((format, path)) => (format, Some(path)),
                None => (option.as_str(), None),
            };
            if option == ci_reports::AUTOMATIC_FORMAT {
                outputs
                    .add_ci_reports(&ci_reports::reports_for_ci_system(|it| env::var(it).ok()))?;
                continue;
            }
            let reporter = find_reporter(format)?;
            match path {
                Some(path) => outputs.add_file(reporter, path)?,
                None if stdout.is_some() => {
                    return Err(two_reports_error());
                }
                None => stdout = Some(reporter),
            }
            if format == ci_reports::ANNOTATIONS_FORMAT {
                outputs.add_step_summary()?;
            }
        }
        outputs.stdout_reporter = stdout.unwrap_or(outputs.stdout_reporter);
        stale_reports::remember_opened_report_files();
        Ok(outputs)
    }

    fn add_file(&mut self, reporter: &'static dyn Reporter, path: &str) -> Result<(), Error> {
        let path = match &self.engine_name {
            Some(name) => with_engine_name(path, name),
            None => path.to_owned(),
        };
        if self.files.iter().any(|it| it.path == path) {
            return Err(Error::usage_error(message!(
                "two_reports_in_one_file",
                "--report: two reports would be written to {path}",
                path
            )));
        }
        let file = File::create(&path);
        let file = file.map_err(|err| Error::option_file_error("--report", &path, err))?;
        self.files.push(ReportFile {
            reporter,
            path,
            file,
            is_appended: false,
        });
        Ok(())
    }

    fn add_ci_reports(&mut self, reports: &CiReports) -> Result<(), Error> {
        self.has_annotations = reports.has_annotations;
        for (format, path) in reports.report_files {
            self.add_file(find_reporter(format)?, path)?;
        }
        match reports.has_annotations {
            true => self.add_step_summary(),
            false => Ok(()),
        }
    }

    /// Adds the report that GitHub shows as the summary of a step, if GitHub has set the variable with the path of the
    /// summary file.
    fn add_step_summary(&mut self) -> Result<(), Error> {
        let path = env::var(ci_reports::STEP_SUMMARY_VARIABLE).unwrap_or_default();
        if path.is_empty() {
            return Ok(());
        }
        let file = File::options().append(true).create(true).open(&path);
        let file = file.map_err(|err| Error::file_error(&path, err))?;
        self.files.push(ReportFile {
            reporter: find_reporter(ci_reports::SUMMARY_FORMAT)?,
            path,
            file,
            is_appended: true,
        });
        Ok(())
    }

    /// True if standard output gets the text report. The first line of the text report is printed during the run.
    pub(super) fn has_text_on_stdout(&self) -> bool {
        self.stdout_reporter.name() == report::text::TextReporter.name()
    }

    /// Writes the annotations after the report on standard output.
    pub(super) fn write_annotations(&self, report: &Report) -> Result<(), Error> {
        let reporter = find_reporter(ci_reports::ANNOTATIONS_FORMAT)?;
        match self.has_annotations && self.stdout_reporter.name() != reporter.name() {
            true => print_ci_commands_to_stdout(|out| reporter.write_report(report, out)),
            false => Ok(()),
        }
    }

    /// Writes the report to standard output.
    pub(super) fn write_to_stdout(&self, report: &Report) -> Result<(), Error> {
        match self.stdout_reporter.writes_ci_commands() {
            true => {
                print_ci_commands_to_stdout(|out| self.stdout_reporter.write_report(report, out))
            }
            false => print_to_stdout(|out| self.stdout_reporter.write_report(report, out)),
        }
    }

    /// True if one of the outputs contains the whole transcripts of the sessions. Reports in the formats `text` and
    /// `short` contain only excerpts of transcripts.
    pub(super) fn have_transcripts(&self) -> bool {
        let has_transcripts = |it: &dyn Reporter| {
            it.name() != report::text::TextReporter.name()
                && it.name() != report::short::ShortReporter.name()
        };
        has_transcripts(self.stdout_reporter)
            || self.files.iter().any(|it| has_transcripts(it.reporter))
    }

    /// Writes the report files. A file that cannot be written changes the exit code. Therefore the JSON, which has the
    /// exit code, is written last.
    pub(super) fn write_files(&mut self, report: &mut Report) -> Result<(), Error> {
        let files = std::mem::take(&mut self.files).into_iter();
        let (with_exit_code, others): (Vec<_>, Vec<_>) =
            files.partition(|it| it.reporter.name() == "json");
        let mut outcome = Ok(());
        for file in others.into_iter().chain(with_exit_code) {
            let written = write_file(file, &|reporter, out| reporter.write_report(report, out));
            if let Err(err) = written {
                report.exit = report.exit.min(err.exit_code());
                outcome = outcome.and(Err(err));
            }
        }
        outcome
    }

    /// Writes a comparison of several reports to each file whose format can compare reports.
    pub(super) fn write_comparison_files(&mut self, comparison: &Comparison) -> Result<(), Error> {
        std::mem::take(&mut self.files)
            .into_iter()
            .try_for_each(|file| {
                write_file(file, &|reporter, out| {
                    write_comparison(reporter, comparison, out)
                })
            })
    }

    /// Writes the comparison of several reports to standard output.
    pub(super) fn write_comparison_to_stdout(&self, comparison: &Comparison) -> Result<(), Error> {
        print_to_stdout(|out| write_comparison(self.stdout_reporter, comparison, out))
    }

    /// Returns the name of the first format that cannot compare several reports.
    pub(super) fn format_without_comparison(&self) -> Option<&'static str> {
        let files = self.files.iter().map(|it| it.reporter);
        let mut all = files.chain([self.stdout_reporter]);
        all.find(|it| it.comparison_reporter().is_none())
            .map(Reporter::name)
    }

    /// True if the report is written to a file, so that standard output need not show it.
    pub(super) fn has_files(&self) -> bool {
        !self.files.is_empty()
    }
}

fn write_file(
    file: ReportFile,
    write: &dyn Fn(&dyn Reporter, &mut dyn Write) -> io::Result<()>,
) -> Result<(), Error> {
    let path = file.path.clone();
    let mut out = AutoStream::never(Vec::new());
    let written = write(file.reporter, &mut out);
    let written = written.and_then(|()| file.write(&out.into_inner()));
    written.map_err(|err| Error::option_file_error("--report", path, err))
}

/// Puts the name of an engine before the extension of a file name, so that `out/report.json` becomes
/// `out/report.NAME.json`.
fn with_engine_name(path: &str, name: &str) -> String {
    let path = Path::new(path);
    let mut file = path.file_stem().unwrap_or_default().to_owned();
    file.push(format!(".{name}"));
    if let Some(extension) = path.extension() {
        file.push(".");
        file.push(extension);
    }
    path.with_file_name(file).display().to_string()
}

fn write_comparison(
    reporter: &dyn Reporter,
    comparison: &Comparison,
    out: &mut dyn Write,
) -> io::Result<()> {
    let comparing = reporter.comparison_reporter();
    comparing.map_or(Ok(()), |it| it.write_comparison(comparison, out))
}

/// The error if two reports would go to standard output.
pub(super) fn two_reports_error() -> Error {
    Error::usage_error(message!(
        "two_reports",
        "--report: only one report can go to standard output; name a file for the other, as in json=FILE"
    ))
}

fn find_reporter(format: &str) -> Result<&'static dyn Reporter, Error> {
    if let Some(reporter) = report::find_reporter(format) {
        return Ok(reporter);
    }
    let names = report::ALL_REPORTERS.iter().map(|it| it.name());
    let names: Vec<&str> = names.chain([ci_reports::AUTOMATIC_FORMAT]).collect();
    Err(Error::usage_error(message!(
        "report_unrecognized",
        "--report: unrecognized format `{format}`; expected one of {names}",
        format,
        names
    )))
}

/// The name of standard output in error messages.
pub(super) const STDOUT_NAME: Message = message!("standard_output", "standard output");

/// Writes to standard output, with colours if colours are on. An error because of a closed pipe is not reported. The
/// text cannot give commands to a CI system: lines that would be such commands are changed.
pub(super) fn print_to_stdout(
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Error> {
    let mut text = Vec::new();
    let written = write(&mut text);
    print_inert_bytes_to_stdout(written.map(|()| text))
}

/// Changes the lines that would be commands for a CI system, and prints the text.
fn print_inert_bytes_to_stdout(text: io::Result<Vec<u8>>) -> Result<(), Error> {
    print_bytes_to_stdout(text.map(|text| {
        let text = String::from_utf8_lossy(&text);
        without_ci_commands(&text).into_bytes()
    }))
}

/// Writes a line to standard error. A line that would be a command for a CI system is changed. An error because of a
/// closed standard error is ignored.
pub(super) fn print_line_to_stderr(line: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{}", without_ci_commands(line));
}

/// A writer to standard error for text that contains lines of an engine. This writer changes lines that would be
/// commands for a CI system.
#[derive(Default)]
pub(super) struct StderrWithoutCiCommands {
    /// The beginning of a line whose end was not written yet.
    unfinished_line: Vec<u8>,
}

impl Write for StderrWithoutCiCommands {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.unfinished_line.extend_from_slice(bytes);
        if let Some(end) = self.unfinished_line.iter().rposition(|it| *it == b'\n') {
            let rest = self.unfinished_line.split_off(end + 1);
            let lines = std::mem::replace(&mut self.unfinished_line, rest);
            let lines = without_ci_commands(&String::from_utf8_lossy(&lines));
            io::stderr().write_all(lines.as_bytes())?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}

/// Writes to standard output like `print_to_stdout`, but lines may be commands for a CI system.
fn print_ci_commands_to_stdout(
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Error> {
    let mut text = Vec::new();
    let written = write(&mut text);
    print_bytes_to_stdout(written.map(|()| text))
}

/// Prints text, if it could be written to memory.
fn print_bytes_to_stdout(text: io::Result<Vec<u8>>) -> Result<(), Error> {
    let mut out = anstream::stdout().lock();
    let written = text
        .and_then(|text| out.write_all(&text))
        .and_then(|()| out.flush());
    match written {
        Err(err) if err.kind() != ErrorKind::BrokenPipe => Err(Error::file_error(STDOUT_NAME, err)),
        _ => Ok(()),
    }
}
