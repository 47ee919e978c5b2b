//! Where reports go: standard output with or without colours, and files.

use std::{
    fs::File,
    io::{self, BufWriter, ErrorKind, Write},
};

use anstream::{AutoStream, ColorChoice};

use crate::{
    error::Error,
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
    /// Makes it so for the whole program.
    pub(super) fn apply(self) {
        let choice = match self {
            Colors::Auto => ColorChoice::Auto,
            Colors::Always => ColorChoice::Always,
            Colors::Never => ColorChoice::Never,
        };
        choice.write_global();
    }
}

/// Every report that was asked for.
pub(super) struct Outputs {
    /// What takes the place of the text on standard output.
    pub(super) stdout: &'static dyn Reporter,
    files: Vec<(&'static dyn Reporter, String, File)>,
}

impl Outputs {
    /// Reads `--report` and creates the files, before any work is done in vain.
    pub(super) fn open(options: &[String]) -> Result<Outputs, Error> {
        let mut stdout: Option<&'static dyn Reporter> = None;
        let mut files = Vec::new();
        for option in options {
            let (format, path) = match option.split_once('=') {
                Some((format, path)) => (format, Some(path)),
                None => (option.as_str(), None),
            };
            let reporter = reporter(format)?;
            match path {
                Some(path) => {
                    let file = File::create(path);
                    let file =
                        file.map_err(|err| Error::usage(format!("--report: {path}: {err}")))?;
                    files.push((reporter, path.to_owned(), file));
                }
                None if stdout.is_some() => {
                    let text = "--report: only one report may take standard output; give the other a file, as in json=FILE";
                    return Err(Error::usage(text));
                }
                None => stdout = Some(reporter),
            }
        }
        let stdout = stdout.unwrap_or(&report::text::Text);
        Ok(Outputs { stdout, files })
    }

    /// Whether the text can be printed as it happens.
    pub(super) fn text_on_stdout(&self) -> bool {
        self.stdout.name() == report::text::Text.name()
    }

    /// Writes the files.
    pub(super) fn write_files(self, report: &Report) -> Result<(), Error> {
        for (reporter, path, file) in self.files {
            let mut out = AutoStream::never(Box::new(BufWriter::new(file)) as Box<dyn Write>);
            let written = reporter.write(report, &mut out).and_then(|()| out.flush());
            written.map_err(|err| Error::usage(format!("--report: {path}: {err}")))?;
        }
        Ok(())
    }
}

fn reporter(format: &str) -> Result<&'static dyn Reporter, Error> {
    if let Some(reporter) = report::find(format) {
        return Ok(reporter);
    }
    let names: Vec<&str> = report::ALL.iter().map(|it| it.name()).collect();
    let names = names.join(", ");
    Err(Error::usage(match report::PROMISED.contains(&format) {
        true => format!("--report: `{format}` is not there yet (there is: {names})"),
        false => format!("--report: there is no format `{format}` (there is: {names})"),
    }))
}

/// Writes to standard output, with colours where they are welcome. Nobody need read to the end.
pub(super) fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Error> {
    let mut text = Vec::new();
    let mut out = anstream::stdout().lock();
    let written = write(&mut text)
        .and_then(|()| out.write_all(&text))
        .and_then(|()| out.flush());
    match written {
        Err(err) if err.kind() != ErrorKind::BrokenPipe => {
            Err(Error::usage(format!("standard output: {err}")))
        }
        _ => Ok(()),
    }
}
