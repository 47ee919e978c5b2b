//! Observes a run: prints the first line of the report, shows progress on a terminal, and writes transcripts.

use std::{
    env,
    fs::{self, File},
    io::{self, BufWriter, IsTerminal, Write},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use super::output;
use crate::{
    check::Observer,
    error::Error,
    report,
    snapshot::pending,
    transcript::Transcript,
    verdict::{self, Engine},
};

/// The output during a run.
pub(super) struct RunObserver {
    /// The title of the protocol and the profile, if the text is printed during the run.
    pub(super) head: Option<(String, Option<String>)>,
    pub(super) transcripts: Option<PathBuf>,
    progress: Progress,
    failed: Mutex<Option<Error>>,
}

/// Whether standard error is a terminal that can show progress.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    Shown,
    Hidden,
}

impl RunObserver {
    pub(super) fn new(
        head: Option<(String, Option<String>)>,
        transcripts: Option<PathBuf>,
    ) -> RunObserver {
        let dumb = env::var_os("TERM").is_none_or(|it| it == "dumb");
        let shown = io::stderr().is_terminal() && !dumb && env::var_os("CI").is_none();
        RunObserver {
            head,
            transcripts,
            progress: if shown {
                Progress::Shown
            } else {
                Progress::Hidden
            },
            failed: Mutex::new(None),
        }
    }

    /// Clears the progress line. Returns the first error of writing.
    pub(super) fn finish(&self) -> Result<(), Error> {
        self.show("");
        let failed = self
            .failed
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        failed.map_or(Ok(()), Err)
    }

    fn show(&self, text: &str) {
        if self.progress == Progress::Shown {
            // If standard error is broken, the run goes on without progress.
            let _ = write!(io::stderr().lock(), "\r\x1b[K{text}");
        }
    }

    fn fail(&self, err: Error) {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.get_or_insert(err);
    }
}

impl Observer for RunObserver {
    fn began(&self, engine: &Engine) {
        if let Some((protocol, profile)) = &self.head {
            let head =
                |out: &mut dyn Write| report::text::head(protocol, profile.as_deref(), engine, out);
            if let Err(err) = output::print(head) {
                self.fail(err);
            }
        }
    }

    fn progress(&self, done: usize, total: usize, scenario: &str) {
        self.show(&format!("  {done}/{total}  {scenario}"));
    }

    fn recorded(&self, protocol: &str, session: &str, attempt: usize, transcript: &Transcript) {
        let Some(folder) = &self.transcripts else {
            return;
        };
        let path = transcript_path(folder, session, attempt);
        if let Err(err) = write(&path, protocol, transcript) {
            let path = path.display();
            self.fail(Error::option_file("--transcripts", path, err));
        }
    }

    fn snapshot_updated(&self, snapshot: &str, text: &[u8]) {
        if !pending::is_enabled() {
            return;
        }
        self.show("");
        match pending::write(snapshot, text) {
            Err(err) => self.fail(Error::file(snapshot, err)),
            // Standard error may be closed; the report has the change, too.
            Ok(path) => drop(writeln!(
                io::stderr().lock(),
                "the changed snapshot is in {}; to accept or reject it: ponderhit replay --review {snapshot}",
                path.display()
            )),
        }
    }
}

fn write(path: &Path, protocol: &str, transcript: &Transcript) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    let mut out = BufWriter::new(File::create(path)?);
    out.write_all(&verdict::transcript_head(protocol))?;
    let mut line = Vec::new();
    for event in &transcript.events {
        line.clear();
        event.write_to(&mut line);
        out.write_all(&line)?;
    }
    out.flush()
}

/// The path of the scenario under `folder`; a repeated attempt has its number in the name.
fn transcript_path(folder: &Path, scenario: &str, attempt: usize) -> PathBuf {
    let mut path = folder.to_path_buf();
    // The script may be a file anywhere. Its transcript must stay in the folder.
    let parts = scenario.trim_end_matches(".script").split(['/', '\\', ':']);
    path.extend(parts.filter(|it| !matches!(*it, "" | "." | "..")));
    let name = path
        .file_name()
        .map(|it| it.to_string_lossy().into_owned())
        .unwrap_or_default();
    match attempt {
        1 => path.with_file_name(format!("{name}.script")),
        _ => path.with_file_name(format!("{name}.{attempt}.script")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transcripts_stay_in_their_folder() {
        let path = |scenario, attempt| transcript_path(Path::new("out"), scenario, attempt);
        assert_eq!(
            path("ucci/quit/idle", 1),
            Path::new("out/ucci/quit/idle.script")
        );
        assert_eq!(
            path("ucci/go/time", 3),
            Path::new("out/ucci/go/time.3.script")
        );
        assert_eq!(path("/tmp/../x.script", 1), Path::new("out/tmp/x.script"));
    }
}
