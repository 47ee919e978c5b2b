//! Writes reports to standard output, with or without colours, and to files.

use std::{
    fs::File,
    io::{self, BufWriter, ErrorKind, Write},
};

use anstream::{AutoStream, ColorChoice};

use crate::{
    error::Error,
    message::{Message, message},
    report::{self, Reporter},
    verdict::Report,
};

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Colors {
    Auto,
    Always,
    Never,
}

impl Colors {
    /// Sets the use of colours for the whole program.
    pub(super) fn apply_globally(self) {
        let choice = match self {
            Colors::Auto => ColorChoice::Auto,
            Colors::Always => ColorChoice::Always,
            Colors::Never => ColorChoice::Never,
        };
        choice.write_global();
    }
}

/// The format of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum ListFormat {
    Text,
    Json,
}

/// The destinations of the report.
pub(super) struct ReportOutputs {
    /// The format of the report on standard output.
    pub(super) stdout: &'static dyn Reporter,
    files: Vec<(&'static dyn Reporter, String, File)>,
}

impl ReportOutputs {
    /// Parses `--report` and creates the report files before the run, so that a bad path fails at once.
    pub(super) fn open(options: &[String]) -> Result<ReportOutputs, Error> {
        let mut stdout: Option<&'static dyn Reporter> = None;
        let mut files = Vec::new();
        for option in options {
            let (format, path) = match option.split_once('=') {
                Some((format, path)) => (format, Some(path)),
                None => (option.as_str(), None),
            };
            let reporter = find_reporter(format)?;
            match path {
                Some(path) => {
                    let file = File::create(path);
                    let file =
                        file.map_err(|err| Error::option_file_error("--report", path, err))?;
                    files.push((reporter, path.to_owned(), file));
                }
                None if stdout.is_some() => {
                    return Err(two_reports_error());
                }
                None => stdout = Some(reporter),
            }
        }
        let stdout = stdout.unwrap_or(&report::text::TextReporter);
        Ok(ReportOutputs { stdout, files })
    }

    /// True if standard output gets the text report, whose first line is printed during the run.
    pub(super) fn has_text_on_stdout(&self) -> bool {
        self.stdout.name() == report::text::TextReporter.name()
    }

    /// True if an output contains the transcripts of the sessions. The texts contain only excerpts.
    pub(super) fn have_transcripts(&self) -> bool {
        let has_transcripts = |it: &dyn Reporter| {
            it.name() != report::text::TextReporter.name()
                && it.name() != report::short::ShortReporter.name()
        };
        has_transcripts(self.stdout) || self.files.iter().any(|it| has_transcripts(it.0))
    }

    /// Writes the report files.
    pub(super) fn write_files(self, report: &Report) -> Result<(), Error> {
        for (reporter, path, file) in self.files {
            let mut out = AutoStream::never(Box::new(BufWriter::new(file)) as Box<dyn Write>);
            let written = reporter
                .write_report(report, &mut out)
                .and_then(|()| out.flush());
            written.map_err(|err| Error::option_file_error("--report", path, err))?;
        }
        Ok(())
    }
}

/// The error for two reports on standard output.
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
    let names: Vec<&str> = report::ALL_REPORTERS.iter().map(|it| it.name()).collect();
    Err(Error::usage_error(
        match report::PLANNED_FORMATS.contains(&format) {
            true => message!(
                "report_planned",
                "--report: `{format}` is not implemented yet; expected one of {names}",
                format,
                names
            ),
            false => message!(
                "report_unrecognized",
                "--report: unrecognized format `{format}`; expected one of {names}",
                format,
                names
            ),
        },
    ))
}

/// The name of standard output in error messages.
pub(super) const STDOUT_NAME: Message = message!("standard_output", "standard output");

/// Writes to standard output, with colours if they are on. A closed pipe is not reported as an error.
pub(super) fn print_to_stdout(
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Error> {
    let mut text = Vec::new();
    let mut out = anstream::stdout().lock();
    let written = write(&mut text)
        .and_then(|()| out.write_all(&text))
        .and_then(|()| out.flush());
    match written {
        Err(err) if err.kind() != ErrorKind::BrokenPipe => Err(Error::file_error(STDOUT_NAME, err)),
        _ => Ok(()),
    }
}
