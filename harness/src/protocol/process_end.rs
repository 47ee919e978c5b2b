//! Classifies how a process ended, for every protocol.
//!
//! If the interface closed the input of a process or stopped reading its output, the process may end in any way. For
//! example, the system ends a process with `SIGPIPE` if nothing reads its output. A killed engine counts as hung only
//! if an answer was overdue and the engine sent nothing after the unanswered command.

use super::deadline::WaitResult;
use crate::{
    message::{Message, message},
    transcript::SessionEnd,
};

/// How the engine ended. `T` is the command after which a hung engine sent nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EndKind<T> {
    /// The engine ended after `quit` or after the interface had closed a pipe, or it was running
    /// until it was killed.
    Clean,
    /// The engine died of a signal that it caused itself.
    Crashed,
    /// The engine exited or closed its output although no `quit` was sent.
    ExitedWithoutQuit,
    /// The engine died of a signal that another process or the system may have sent.
    ExternalSignal,
    /// The engine sent nothing after this command although an answer was overdue, and it had to be
    /// killed.
    Hung(T),
    /// The engine seemed to hang, but the host may have been too slow.
    HostLate,
}

impl<T> EndKind<T> {
    /// Whether missing answers are excused: the engine crashed, hung or exited too early, or its end is ambiguous.
    pub(super) fn excuses_missing_answers(&self) -> bool {
        !matches!(self, EndKind::Clean)
    }
}

/// The state of the session before the process ended.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StateBeforeEnd<T> {
    /// `quit` was sent, or the engine may exit for another reason.
    pub(super) may_exit: bool,
    /// The engine's input was closed.
    pub(super) is_input_closed: bool,
    /// The engine's output was no longer read.
    pub(super) is_output_unread: bool,
    /// An unanswered command after which the engine sent nothing, and whether the timeout of its answer has passed.
    pub(super) unanswered_command: Option<(T, WaitResult)>,
}

/// Signals that usually come from a user, an interface or the system, and not from the engine itself.
const EXTERNAL_SIGNALS: &[&str] = &["SIGPIPE", "SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"];

/// Whether a signal may have been sent by another process, or by the system.
pub(super) fn is_external_signal(signal: &str) -> bool {
    EXTERNAL_SIGNALS.contains(&signal)
}

/// The signals of a crash, with their numbers.
const CRASH_SIGNALS: [(&str, i32); 5] = [
    ("SIGILL", 4),
    ("SIGABRT", 6),
    ("SIGFPE", 8),
    ("SIGSEGV", 11),
    // Linux; elsewhere it is 10.
    ("SIGBUS", 7),
];

/// How the engine ended if its process may be a shell: a shell whose last program died of a signal exits with 128 and
/// the number of the signal. A script without `exec` in front of the engine would otherwise hide a crash.
pub(super) fn end_behind_shell(end: &SessionEnd) -> SessionEnd {
    let crash = |status: i32| CRASH_SIGNALS.iter().find(|it| it.1 + 128 == status);
    match end {
        SessionEnd::Exit(status) => crash(*status).map_or_else(
            || end.clone(),
            |(name, number)| SessionEnd::Signal(format!("{name} ({status} = 128 + {number})")),
        ),
        _ => end.clone(),
    }
}

/// Classifies how the process ended.
pub(super) fn classify_end<T>(end: &SessionEnd, before: StateBeforeEnd<T>) -> EndKind<T> {
    let left = before.is_input_closed || before.is_output_unread;
    match (end, before.unanswered_command) {
        (SessionEnd::Signal(_), _) if left => EndKind::Clean,
        (SessionEnd::Signal(name), _) if is_external_signal(name) => EndKind::ExternalSignal,
        (SessionEnd::Signal(_), _) => EndKind::Crashed,
        (SessionEnd::Exit(_) | SessionEnd::Eof, _) if left || before.may_exit => EndKind::Clean,
        (SessionEnd::Exit(_) | SessionEnd::Eof, _) => EndKind::ExitedWithoutQuit,
        (SessionEnd::Killed | SessionEnd::Cut, Some((since, WaitResult::LongEnough))) => {
            EndKind::Hung(since)
        }
        (SessionEnd::Killed | SessionEnd::Cut, Some((_, WaitResult::HostLate(_)))) => {
            EndKind::HostLate
        }
        (SessionEnd::Killed | SessionEnd::Cut, Some((_, WaitResult::TooShort)) | None) => {
            EndKind::Clean
        }
    }
}

/// The message about an engine that crashed, or that exited or closed its output before a `quit`. The message is the
/// same for all protocols, and in all commands of ponderhit. Returns `None` if the process neither crashed nor ended
/// too early.
pub(super) fn early_end_message<T>(
    kind: &EndKind<T>,
    end: &SessionEnd,
    quit: &'static str,
) -> Option<Message> {
    match (kind, end) {
        (EndKind::Crashed, SessionEnd::Signal(_)) => end.description(),
        (EndKind::ExitedWithoutQuit, SessionEnd::Exit(status)) => Some(message!(
            "process_exited",
            "the process exited with status {status}, but no `{quit}` was sent",
            status = status.to_string(),
            quit
        )),
        (EndKind::ExitedWithoutQuit, _) => Some(message!(
            "output_closed",
            "the engine closed its output, but no `{quit}` was sent",
            quit
        )),
        _ => None,
    }
}

/// The reason why a rule does not decide: the process died of a signal that another process may have sent.
pub(super) fn external_signal_doubt_message(signal: &str) -> Message {
    message!(
        "process_ended_by_signal",
        "the process was ended by {signal}, which another process may have sent",
        signal
    )
}

/// The message about an engine that hung after a command.
pub(super) fn hang_message() -> Message {
    message!(
        "engine_hung",
        "the engine sent nothing after this command and had to be killed"
    )
}

/// The reason why a rule does not decide: the engine seemed to hang, but the host may have been too slow.
pub(super) fn late_host_hang_doubt_message() -> Message {
    message!(
        "engine_silent_host_late",
        "the engine sent nothing more, but the host was too slow for a verdict"
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn classify_text(end: &str, before: StateBeforeEnd<u8>) -> EndKind<u8> {
        let end = match end.strip_prefix("SIG") {
            Some(_) => SessionEnd::Signal(end.to_owned()),
            None if end == "killed" => SessionEnd::Killed,
            None if end == "eof" => SessionEnd::Eof,
            None => SessionEnd::Exit(1),
        };
        classify_end(&end, before)
    }

    #[test]
    fn after_the_interface_closed_a_pipe_no_process_end_counts_as_a_crash() {
        let closed = StateBeforeEnd {
            is_input_closed: true,
            ..StateBeforeEnd::default()
        };
        let unheard = StateBeforeEnd {
            is_output_unread: true,
            ..StateBeforeEnd::default()
        };
        for end in ["SIGPIPE", "SIGSEGV", "SIGKILL", "exit", "eof", "killed"] {
            assert_eq!(classify_text(end, closed), EndKind::Clean, "{end}");
            assert_eq!(classify_text(end, unheard), EndKind::Clean, "{end}");
        }
    }

    #[test]
    fn after_quit_an_engine_may_exit_but_not_crash() {
        let asked = StateBeforeEnd {
            may_exit: true,
            ..StateBeforeEnd::default()
        };
        assert_eq!(classify_text("exit", asked), EndKind::Clean);
        assert_eq!(classify_text("SIGSEGV", asked), EndKind::Crashed);
        assert_eq!(
            classify_text("exit", StateBeforeEnd::default()),
            EndKind::ExitedWithoutQuit
        );
        assert_eq!(
            classify_text("eof", StateBeforeEnd::default()),
            EndKind::ExitedWithoutQuit
        );
        assert_eq!(
            classify_text("SIGTERM", StateBeforeEnd::default()),
            EndKind::ExternalSignal
        );
    }

    #[test]
    fn only_a_full_wait_shows_a_hang() {
        let silent = |waited| StateBeforeEnd {
            unanswered_command: Some((7, waited)),
            ..StateBeforeEnd::default()
        };
        let late = WaitResult::HostLate(Duration::from_secs(11));
        assert_eq!(
            classify_text("killed", silent(WaitResult::LongEnough)),
            EndKind::Hung(7)
        );
        assert_eq!(classify_text("killed", silent(late)), EndKind::HostLate);
        assert_eq!(
            classify_text("killed", silent(WaitResult::TooShort)),
            EndKind::Clean
        );
        assert_eq!(
            classify_text("killed", StateBeforeEnd::default()),
            EndKind::Clean
        );
    }
}
