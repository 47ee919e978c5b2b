//! Observes a run: prints the first line of the report, shows progress and violations, and writes transcripts.

use std::{
    env,
    fs::{self, File},
    io::{self, BufWriter, IsTerminal, Write},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    time::Duration,
};

use super::output;
use crate::{
    check::CheckObserver,
    error::Error,
    link::clock::Stopwatch,
    message::{Message, message},
    report,
    rule::Level,
    snapshot::pending_file,
    transcript::Transcript,
    verdict::{self, EngineInfo, Violation},
};

/// Observes a run: writes progress, violations and transcripts while the run goes on.
pub(super) struct RunObserver {
    /// The title of the protocol, and the profile; `None` if standard output does not get the text report.
    pub(super) report_head: Option<(String, Option<String>)>,
    /// The name of the engine in `ponderhit.toml`.
    pub(super) engine_name: Option<String>,
    pub(super) transcript_folder: Option<PathBuf>,
    /// True if each conversation is printed while the session is played.
    pub(super) shows_dialogue: bool,
    progress_display: ProgressDisplay,
    /// The number of violations found so far, and the time since the last progress line.
    progress_state: Mutex<ProgressState>,
    first_error: Mutex<Option<Error>>,
}

/// How progress is shown on standard error.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ProgressDisplay {
    /// On a terminal: one line that is overwritten to show progress, and one line for each violated rule.
    ChangingLine,
    /// Not on a terminal: a new line every few seconds.
    LineEveryFewSeconds,
}

/// The state of the progress display.
struct ProgressState {
    violation_count: usize,
    last_line_stopwatch: Stopwatch,
    /// Whether a progress line was written.
    has_written_line: bool,
    /// Whether the line was written that all scenarios are played.
    has_written_end: bool,
}

/// Without a terminal, the minimum time between two progress lines.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(5);

impl RunObserver {
    pub(super) fn new(
        head: Option<(String, Option<String>)>,
        transcripts: Option<PathBuf>,
    ) -> RunObserver {
        let dumb = env::var_os("TERM").is_none_or(|it| it == "dumb");
        let is_terminal = io::stderr().is_terminal() && !dumb && env::var_os("CI").is_none();
        RunObserver {
            report_head: head,
            engine_name: None,
            transcript_folder: transcripts,
            shows_dialogue: false,
            progress_display: if is_terminal {
                ProgressDisplay::ChangingLine
            } else {
                ProgressDisplay::LineEveryFewSeconds
            },
            progress_state: Mutex::new(ProgressState {
                violation_count: 0,
                last_line_stopwatch: Stopwatch::start(),
                has_written_line: false,
                has_written_end: false,
            }),
            first_error: Mutex::new(None),
        }
    }

    /// Clears the progress line. Returns the first write error of the run.
    pub(super) fn finish(&self) -> Result<(), Error> {
        self.replace_progress_line("");
        let failed = self
            .first_error
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        failed.map_or(Ok(()), Err)
    }

    /// Writes a new progress line over the old one on the terminal.
    fn replace_progress_line(&self, text: &str) {
        if self.progress_display == ProgressDisplay::ChangingLine {
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
            let mut engine = engine.clone();
            engine.label.clone_from(&self.engine_name);
            let head = |out: &mut dyn Write| {
                report::text::write_first_line(protocol, profile.as_deref(), &engine, out)
            };
            if let Err(err) = output::print_to_stdout(head) {
                self.keep_first_error(err);
            }
        }
    }

    fn warn(&self, warning: &Message) {
        self.replace_progress_line("");
        // Write errors are ignored, because standard error may be closed and the report has the warning, too.
        output::print_line_to_stderr(&format!("warning: {warning}"));
    }

    fn scenario_done(&self, done: usize, total: usize, scenario: &str) {
        let mut state = self
            .progress_state
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let violated = match state.violation_count {
            0 => String::new(),
            count => message!("progress_violated", "violated rules: {count}  ", count).to_string(),
        };
        if self.progress_display == ProgressDisplay::ChangingLine {
            return self.replace_progress_line(&format!("  {done}/{total}  {violated}{scenario}"));
        }
        let is_due = state.last_line_stopwatch.elapsed() >= PROGRESS_INTERVAL;
        // The last line on a screen should not name less than all scenarios.
        let is_end = done == total && state.has_written_line && !state.has_written_end;
        if !is_due && !is_end {
            return;
        }
        state.last_line_stopwatch = Stopwatch::start();
        state.has_written_line = true;
        let count = state.violation_count;
        let text = match state.has_written_end {
            false => message!(
                "progress_line",
                "{done} of {total} scenarios played, rules with confirmed violations: {count}",
                done,
                total,
                count
            ),
            true => message!(
                "progress_confirming",
                "all {total} scenarios played, now replaying some to confirm violations; rules confirmed so far: {count}",
                total,
                count
            ),
        };
        state.has_written_end |= done == total;
        drop(writeln!(io::stderr().lock(), "{text}"));
    }

    fn violation_found(&self, level: Level, rule: &str, violation: &Violation) {
        let mut state = self
            .progress_state
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        state.violation_count += 1;
        if self.progress_display != ProgressDisplay::ChangingLine {
            return;
        }
        self.replace_progress_line("");
        // Write errors are ignored, because standard error may be closed and the report has the violation, too.
        let mut line = Vec::new();
        drop(report::short::write_violation_line(
            level, rule, violation, None, &mut line,
        ));
        output::print_line_to_stderr(String::from_utf8_lossy(&line).trim_end());
    }

    fn session_started(&self, scenario: &str) {
        if self.shows_dialogue {
            self.replace_progress_line("");
            let head = report::text::style_text(report::text::TextStyle::Emphasis, scenario);
            let printed = output::print_to_stdout(|out| writeln!(out, "\n{head}"));
            if let Err(err) = printed {
                self.keep_first_error(err);
            }
        }
    }

    fn session_recorded(
        &self,
        protocol: &str,
        session: &str,
        attempt: usize,
        transcript: &Transcript,
    ) {
        let Some(folder) = &self.transcript_folder else {
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
        self.replace_progress_line("");
        match pending_file::write_pending_file(snapshot, text) {
            Err(err) => self.keep_first_error(Error::file_error(snapshot, err)),
            // Write errors are ignored, because standard error may be closed and the report shows the changed snapshot,
            // too.
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

/// Returns the path in `folder` at which the transcript of a scenario is stored. From the second attempt at a scenario
/// on, the file name contains the number of the attempt.
fn transcript_path(folder: &Path, scenario: &str, attempt: usize) -> PathBuf {
    let mut path = folder.to_path_buf();
    // Path components such as `..` are left out, so that every transcript is inside `folder`.
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
