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
    check::CheckObserver,
    error::Error,
    message::message,
    report,
    snapshot::pending_file,
    transcript::Transcript,
    verdict::{self, EngineInfo},
};

/// Writes the output during a run.
pub(super) struct RunObserver {
    /// The title of the protocol and the profile, or `None` if standard output does not get the text report.
    pub(super) report_head: Option<(String, Option<String>)>,
    pub(super) transcripts: Option<PathBuf>,
    progress: ProgressDisplay,
    first_error: Mutex<Option<Error>>,
}

/// Progress is shown only if standard error is a terminal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ProgressDisplay {
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
            report_head: head,
            transcripts,
            progress: if shown {
                ProgressDisplay::Shown
            } else {
                ProgressDisplay::Hidden
            },
            first_error: Mutex::new(None),
        }
    }

    /// Clears the progress line. Returns the first write error of the run.
    pub(super) fn finish(&self) -> Result<(), Error> {
        self.show_progress("");
        let failed = self
            .first_error
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        failed.map_or(Ok(()), Err)
    }

    fn show_progress(&self, text: &str) {
        if self.progress == ProgressDisplay::Shown {
            // Write errors are ignored: if standard error is closed, the run goes on and shows no progress.
            let _ = write!(io::stderr().lock(), "\r\x1b[K{text}");
        }
    }

    fn keep_first_error(&self, err: Error) {
        let mut failed = self
            .first_error
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        failed.get_or_insert(err);
    }
}

impl CheckObserver for RunObserver {
    fn engine_started(&self, engine: &EngineInfo) {
        if let Some((protocol, profile)) = &self.report_head {
            let head = |out: &mut dyn Write| {
                report::text::write_first_line(protocol, profile.as_deref(), engine, out)
            };
            if let Err(err) = output::print_to_stdout(head) {
                self.keep_first_error(err);
            }
        }
    }

    fn scenario_done(&self, done: usize, total: usize, scenario: &str) {
        self.show_progress(&format!("  {done}/{total}  {scenario}"));
    }

    fn session_recorded(
        &self,
        protocol: &str,
        session: &str,
        attempt: usize,
        transcript: &Transcript,
    ) {
        let Some(folder) = &self.transcripts else {
            return;
        };
        let path = transcript_path(folder, session, attempt);
        if let Err(err) = write_transcript(&path, protocol, transcript) {
            let path = path.display();
            self.keep_first_error(Error::option_file_error("--transcripts", path, err));
        }
    }

    fn snapshot_updated(&self, snapshot: &str, text: &[u8]) {
        if !pending_file::is_storing_enabled() {
            return;
        }
        self.show_progress("");
        match pending_file::write_pending(snapshot, text) {
            Err(err) => self.keep_first_error(Error::file_error(snapshot, err)),
            // Write errors are ignored, because standard error may be closed and the report has the change, too.
            Ok(path) => {
                let text = message!(
                    "snapshot_change_pending",
                    "the changed snapshot is in {file}; to accept or reject it: ponderhit replay --review {snapshot}",
                    file = path.display().to_string(),
                    snapshot
                );
                drop(writeln!(io::stderr().lock(), "{text}"));
            }
        }
    }
}

fn write_transcript(path: &Path, protocol: &str, transcript: &Transcript) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    let mut out = BufWriter::new(File::create(path)?);
    out.write_all(&verdict::transcript_header(protocol))?;
    let mut line = Vec::new();
    for event in &transcript.events {
        line.clear();
        event.write_to(&mut line);
        out.write_all(&line)?;
    }
    out.flush()
}

/// Returns the path of a scenario's transcript in `folder`. From the second attempt on, the file
/// name has the number of the attempt.
fn transcript_path(folder: &Path, scenario: &str, attempt: usize) -> PathBuf {
    let mut path = folder.to_path_buf();
    // Path parts such as `..` are left out, so that every transcript is inside `folder`.
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
