//! Classifies how a process ended, for every protocol.
//!
//! If the interface closed the input of a process or stopped reading its output, the process may end in any way. For
//! example, the system ends a process with `SIGPIPE` if nothing reads its output. A killed engine counts as hung only
//! if an answer was overdue and the engine sent nothing after the command.

use super::deadline::Waited;
use crate::transcript::End;

/// How the engine ended. `T` is the command after which a hung engine sent nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EndKind<T> {
    /// The engine ended after `quit` or after the interface had gone, or it was running until it was killed.
    Clean,
    /// The engine died of a signal that it caused itself.
    Crashed,
    /// The engine exited or closed its output without a `quit`.
    ExitedUnasked,
    /// The engine died of a signal that another process or the system may have sent.
    Unclear,
    /// An answer was overdue, the engine sent nothing after this command, and it had to be killed.
    Hung(T),
    /// The engine seemed to hang, but the host may have been too slow.
    HostLate,
}

impl<T> EndKind<T> {
    /// Whether missing answers are excused: the engine crashed, hung or exited too early, or its end is ambiguous.
    pub(super) fn excuses(&self) -> bool {
        !matches!(self, EndKind::Clean)
    }
}

/// The state of the session before the process ended.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Before<T> {
    /// `quit` was sent, or the engine may exit for another reason.
    pub(super) may_exit: bool,
    /// The engine's input was closed.
    pub(super) input_closed: bool,
    /// The engine's output was no longer read.
    pub(super) unheard: bool,
    /// The command whose answer is owed and after which the engine sent nothing, and whether its timeout has passed.
    pub(super) silent: Option<(T, Waited)>,
}

/// Signals that a user, an interface or the system usually sends.
const FROM_OUTSIDE: &[&str] = &["SIGPIPE", "SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"];

/// Whether a signal may have been sent by another process, or by the system.
pub(super) fn is_external_signal(signal: &str) -> bool {
    FROM_OUTSIDE.contains(&signal)
}

/// Classifies the end.
pub(super) fn classify<T>(end: &End, before: Before<T>) -> EndKind<T> {
    let left = before.input_closed || before.unheard;
    match (end, before.silent) {
        (End::Signal(_), _) if left => EndKind::Clean,
        (End::Signal(name), _) if is_external_signal(name) => EndKind::Unclear,
        (End::Signal(_), _) => EndKind::Crashed,
        (End::Exit(_) | End::Eof, _) if left || before.may_exit => EndKind::Clean,
        (End::Exit(_) | End::Eof, _) => EndKind::ExitedUnasked,
        (End::Killed | End::Cut, Some((since, Waited::Yes))) => EndKind::Hung(since),
        (End::Killed | End::Cut, Some((_, Waited::HostLate(_)))) => EndKind::HostLate,
        (End::Killed | End::Cut, Some((_, Waited::No)) | None) => EndKind::Clean,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn kind(end: &str, before: Before<u8>) -> EndKind<u8> {
        let end = match end.strip_prefix("SIG") {
            Some(_) => End::Signal(end.to_owned()),
            None if end == "killed" => End::Killed,
            None if end == "eof" => End::Eof,
            None => End::Exit(1),
        };
        classify(&end, before)
    }

    #[test]
    fn without_an_interface_no_end_is_a_crash() {
        let closed = Before {
            input_closed: true,
            ..Before::default()
        };
        let unheard = Before {
            unheard: true,
            ..Before::default()
        };
        for end in ["SIGPIPE", "SIGSEGV", "SIGKILL", "exit", "eof", "killed"] {
            assert_eq!(kind(end, closed), EndKind::Clean, "{end}");
            assert_eq!(kind(end, unheard), EndKind::Clean, "{end}");
        }
    }

    #[test]
    fn after_quit_an_engine_may_exit_but_not_crash() {
        let asked = Before {
            may_exit: true,
            ..Before::default()
        };
        assert_eq!(kind("exit", asked), EndKind::Clean);
        assert_eq!(kind("SIGSEGV", asked), EndKind::Crashed);
        assert_eq!(kind("exit", Before::default()), EndKind::ExitedUnasked);
        assert_eq!(kind("eof", Before::default()), EndKind::ExitedUnasked);
        assert_eq!(kind("SIGTERM", Before::default()), EndKind::Unclear);
    }

    #[test]
    fn only_a_full_wait_shows_a_hang() {
        let silent = |waited| Before {
            silent: Some((7, waited)),
            ..Before::default()
        };
        let late = Waited::HostLate(Duration::from_secs(11));
        assert_eq!(kind("killed", silent(Waited::Yes)), EndKind::Hung(7));
        assert_eq!(kind("killed", silent(late)), EndKind::HostLate);
        assert_eq!(kind("killed", silent(Waited::No)), EndKind::Clean);
        assert_eq!(kind("killed", Before::default()), EndKind::Clean);
    }
}
