//! The outcome of one run of a GUI: played on, reported it, refused it, hung, crashed, sent nonsense, not met, or never
//! started.

use crate::{
    message::{Message, message},
    transcript::SessionEnd,
};

use super::{evidence::Evidence, gui_process::GuiProcess};

/// How a GUI behaved with a faulty engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum GuiOutcome {
    /// The GUI ended with status 0.
    PlayedOn,
    /// The GUI ended with a status other than 0, or wrote a message to standard error.
    ReportedIt,
    /// The fault was never applied, so the run shows nothing.
    NotMet,
    /// The GUI ended with a status other than 0, although the engine conformed to the protocol.
    RefusedIt,
    /// The GUI violated a requirement of the protocol.
    SentNonsense,
    /// A signal or an exception ended the GUI.
    Crashed,
    /// The GUI did not end before its time limit.
    Hung,
    /// The GUI did not start the wrapper.
    NeverStarted,
}

impl GuiOutcome {
    /// All outcomes, the best one first.
    pub(crate) const ALL: [GuiOutcome; 8] = [
        GuiOutcome::PlayedOn,
        GuiOutcome::ReportedIt,
        GuiOutcome::NotMet,
        GuiOutcome::RefusedIt,
        GuiOutcome::SentNonsense,
        GuiOutcome::Crashed,
        GuiOutcome::Hung,
        GuiOutcome::NeverStarted,
    ];

    /// The name in the JSON report.
    pub(crate) fn name(self) -> &'static str {
        match self {
            GuiOutcome::PlayedOn => "played_on",
            GuiOutcome::ReportedIt => "reported_it",
            GuiOutcome::NotMet => "not_met",
            GuiOutcome::RefusedIt => "refused_it",
            GuiOutcome::SentNonsense => "sent_nonsense",
            GuiOutcome::Crashed => "crashed",
            GuiOutcome::Hung => "hung",
            GuiOutcome::NeverStarted => "never_started",
        }
    }

    /// The name in the text report.
    pub(crate) fn title(self) -> Message {
        match self {
            GuiOutcome::PlayedOn => message!("gui_played_on", "played on"),
            GuiOutcome::ReportedIt => message!("gui_reported_it", "reported it"),
            GuiOutcome::NotMet => message!("gui_not_met", "not met"),
            GuiOutcome::RefusedIt => message!("gui_refused_it", "refused it"),
            GuiOutcome::SentNonsense => message!("gui_sent_nonsense", "sent nonsense"),
            GuiOutcome::Crashed => message!("gui_crashed", "crashed"),
            GuiOutcome::Hung => message!("gui_hung", "hung"),
            GuiOutcome::NeverStarted => {
                message!("gui_never_started", "never started its engine")
            }
        }
    }

    /// Whether the GUI survived the fault.
    pub(crate) fn is_survived(self) -> bool {
        matches!(self, GuiOutcome::PlayedOn | GuiOutcome::ReportedIt)
    }

    /// Whether the outcome fails the run.
    pub(crate) fn is_failure(self) -> bool {
        self > GuiOutcome::NotMet
    }
}

/// If standard error has a line that begins with this text, and the GUI ends with this status, the line belongs to the
/// stack trace of an exception that the GUI did not handle. If a GUI writes a stack trace but does not end with the
/// status of an unhandled exception, it chose its status itself, so it handled the exception.
const STACK_TRACE_BEGINNINGS: &[(&str, i32)] = &[
    ("Traceback (most recent call last):", 1),
    ("thread '", 101),
    ("Exception in thread ", 1),
    ("Unhandled exception", 1),
    ("Unhandled Exception", 1),
    ("Uncaught ", 1),
    ("panic: ", 2),
    ("goroutine ", 2),
];

/// The exit statuses with which a shell reports that a signal ended its program. The status for a signal is 128 plus
/// the number of the signal.
const SIGNAL_STATUSES: std::ops::RangeInclusive<i32> = 129..=192;

/// The exit statuses that a process can have on Unix. On Windows, a status outside of 0 to 255 reports an exception.
const UNIX_EXIT_STATUSES: std::ops::RangeInclusive<i32> = 0..=255;

/// Returns the outcome of a run, and its reason. `is_healthy` is true if the engine had no fault. `quiet_when_healthy`
/// is true if the GUI wrote nothing to standard error with the healthy engine.
pub(super) fn judge_run(
    gui: &GuiProcess,
    evidence: &Evidence,
    is_healthy: bool,
    quiet_when_healthy: bool,
) -> (GuiOutcome, Message) {
    let (outcome, reason) = judge_end(gui, evidence, quiet_when_healthy);
    let is_met = is_healthy || evidence.fault_was_applied;
    if !is_met && (outcome.is_survived() || outcome == GuiOutcome::NeverStarted) {
        return match evidence.recordings.is_empty() {
            true => (outcome, reason),
            false => (
                GuiOutcome::NotMet,
                message!(
                    "gui_fault_never_applied",
                    "the fault matched no line of the conversation"
                ),
            ),
        };
    }
    (outcome, reason)
}

fn judge_end(
    gui: &GuiProcess,
    evidence: &Evidence,
    quiet_when_healthy: bool,
) -> (GuiOutcome, Message) {
    if evidence.recordings.is_empty() {
        return (GuiOutcome::NeverStarted, not_started_reason(gui));
    }
    if let Some(reason) = crash_reason(gui, evidence) {
        return (GuiOutcome::Crashed, reason);
    }
    let Some(end) = &gui.end else {
        return (GuiOutcome::Hung, hang_reason(gui));
    };
    if let Some(violation) = evidence.violations.first() {
        let reason = message!(
            "gui_violation",
            "{rule}: {what}",
            rule = violation.rule.id,
            what = violation.message.clone()
        );
        return (GuiOutcome::SentNonsense, reason);
    }
    judge_status(end, gui, quiet_when_healthy)
}

/// Returns the outcome of a GUI that did not crash or hang and did not violate the protocol.
fn judge_status(
    end: &SessionEnd,
    gui: &GuiProcess,
    quiet_when_healthy: bool,
) -> (GuiOutcome, Message) {
    let line = last_line(&gui.stderr);
    match end {
        SessionEnd::Exit(0) if quiet_when_healthy && !line.is_empty() => {
            let reason = message!(
                "gui_message",
                "exit 0, with a message on standard error: {line}",
                line,
            );
            (GuiOutcome::ReportedIt, reason)
        }
        SessionEnd::Exit(0) => (GuiOutcome::PlayedOn, message!("gui_exit_0", "exit 0")),
        SessionEnd::Exit(status) => {
            let status = status.to_string();
            let reason = match line.is_empty() {
                true => message!("gui_exit", "exit {status}", status),
                false => message!(
                    "gui_exit_with_message",
                    "exit {status}: {line}",
                    status,
                    line
                ),
            };
            (GuiOutcome::ReportedIt, reason)
        }
        _ => (
            GuiOutcome::ReportedIt,
            message!("gui_end_unknown", "the exit status of the GUI is unknown"),
        ),
    }
}

/// Returns the reason why the GUI did not start its engine.
fn not_started_reason(gui: &GuiProcess) -> Message {
    let line = last_line(&gui.stderr);
    match line.is_empty() {
        true => message!(
            "gui_wrapper_not_started",
            "the GUI did not start the program in place of the engine"
        ),
        false => message!(
            "gui_wrapper_not_started_with_message",
            "the GUI did not start the program in place of the engine; its last message: {line}",
            line
        ),
    }
}

/// The reason why the end of the GUI is a crash, or `None` if it is no crash.
fn crash_reason(gui: &GuiProcess, evidence: &Evidence) -> Option<Message> {
    match gui.end.as_ref()? {
        SessionEnd::Signal(signal) => {
            Some(message!("gui_signal", "{signal} ended the GUI", signal))
        }
        // A GUI (such as a shell script) that ends with the exit status of its crashed engine did not crash itself.
        SessionEnd::Exit(status) if Some(*status) == shell_status_of_engine(evidence) => None,
        SessionEnd::Exit(status) if is_crash_status(*status) => Some(message!(
            "gui_crash_status",
            "exit {status}",
            status = status.to_string()
        )),
        SessionEnd::Exit(status) if has_stack_trace(*status, &gui.stderr) => Some(message!(
            "gui_stack_trace",
            "exit {status}, with a stack trace on standard error: {line}",
            status = status.to_string(),
            line = last_line(&gui.stderr),
        )),
        _ => None,
    }
}

fn hang_reason(gui: &GuiProcess) -> Message {
    match gui.stderr.is_empty() {
        true => message!(
            "gui_no_end",
            "the GUI did not end within {limit}",
            limit = gui.time_limit
        ),
        false => message!(
            "gui_no_end_with_message",
            "the GUI did not end within {limit}; its last message: {line}",
            limit = gui.time_limit,
            line = last_line(&gui.stderr),
        ),
    }
}

/// If a signal ended the engine, returns the exit status with which a shell reports this signal. The faults that
/// `inject --list` shows use only the signals SIGABRT and SIGSEGV to end an engine.
fn shell_status_of_engine(evidence: &Evidence) -> Option<i32> {
    match evidence.engine_signal.as_deref()? {
        "SIGABRT" => Some(134),
        "SIGSEGV" => Some(139),
        _ => None,
    }
}

fn is_crash_status(status: i32) -> bool {
    SIGNAL_STATUSES.contains(&status) || !UNIX_EXIT_STATUSES.contains(&status)
}

/// The lines with which a stack trace begins.
pub(super) fn stack_trace_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| {
        let mut traces = STACK_TRACE_BEGINNINGS.iter();
        traces.any(|(start, _)| line.starts_with(start))
    })
}

fn has_stack_trace(status: i32, stderr: &[u8]) -> bool {
    let text = String::from_utf8_lossy(stderr);
    let fits = |line: &str| {
        let mut traces = STACK_TRACE_BEGINNINGS.iter();
        traces.any(|(start, expected)| status == *expected && line.starts_with(start))
    };
    text.lines().any(fits)
}

/// The maximum number of characters that a reason quotes from a line of the GUI.
const MAX_LINE_WIDTH: usize = 120;

/// Returns the last line that is not empty.
pub(super) fn last_line(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let last = text.lines().rfind(|it| !it.trim().is_empty());
    last.unwrap_or_default()
        .trim()
        .chars()
        .take(MAX_LINE_WIDTH)
        .collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn outcome_of(end: Option<SessionEnd>, stderr: &str, met: bool) -> GuiOutcome {
        let gui = GuiProcess {
            end,
            time_limit: Duration::from_secs(30),
            stderr: stderr.as_bytes().to_vec(),
            ..GuiProcess::default()
        };
        let evidence = Evidence {
            recordings: vec!["session.txt".into()],
            fault_was_applied: met,
            ..Evidence::default()
        };
        judge_run(&gui, &evidence, false, true).0
    }

    #[test]
    fn the_end_of_the_gui_decides_the_outcome() {
        let exit = |status| Some(SessionEnd::Exit(status));
        let signal = Some(SessionEnd::Signal("SIGSEGV".to_owned()));
        assert_eq!(outcome_of(exit(0), "", true), GuiOutcome::PlayedOn);
        assert_eq!(
            outcome_of(exit(0), "engine lost\n", true),
            GuiOutcome::ReportedIt
        );
        assert_eq!(outcome_of(exit(3), "", true), GuiOutcome::ReportedIt);
        assert_eq!(outcome_of(exit(139), "", true), GuiOutcome::Crashed);
        assert_eq!(outcome_of(exit(-1073741819), "", true), GuiOutcome::Crashed);
        assert_eq!(outcome_of(signal, "", true), GuiOutcome::Crashed);
        assert_eq!(outcome_of(None, "", true), GuiOutcome::Hung);
        let trace = "Traceback (most recent call last):\n  File\nIndexError: x\n";
        assert_eq!(outcome_of(exit(1), trace, true), GuiOutcome::Crashed);
        // A GUI may write the stack trace of an exception that it handled.
        assert_eq!(outcome_of(exit(3), trace, true), GuiOutcome::ReportedIt);
        assert_eq!(outcome_of(exit(0), trace, true), GuiOutcome::ReportedIt);
    }

    #[test]
    fn a_gui_may_end_with_the_status_of_its_engine() {
        let gui = GuiProcess {
            end: Some(SessionEnd::Exit(139)),
            ..GuiProcess::default()
        };
        let mut evidence = Evidence {
            recordings: vec!["session.txt".into()],
            fault_was_applied: true,
            engine_signal: Some("SIGSEGV".to_owned()),
            ..Evidence::default()
        };
        let outcome = |evidence: &Evidence| judge_run(&gui, evidence, false, true).0;
        assert_eq!(outcome(&evidence), GuiOutcome::ReportedIt);
        evidence.engine_signal = None;
        assert_eq!(outcome(&evidence), GuiOutcome::Crashed);
    }

    #[test]
    fn a_fault_that_was_never_applied_does_not_count_as_survived() {
        assert_eq!(
            outcome_of(Some(SessionEnd::Exit(0)), "", false),
            GuiOutcome::NotMet
        );
        assert_eq!(outcome_of(None, "", false), GuiOutcome::Hung);
    }
}
