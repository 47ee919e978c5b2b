//! How a process ended, for every protocol, and whether that is held against the engine.
//!
//! What ends after its input was closed, or after its output was read no more, was left by its interface, and the
//! way it ends says nothing (`SIGPIPE` is how the system ends such a process). An engine that was killed is hung
//! only if an answer was owed for long enough, and nothing came.

use super::deadline::Waited;
use crate::transcript::End;

/// What the end says about the engine; `T` says from where on it said nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EndKind<T> {
    /// It ended when it was asked to or was left by its interface, or it lived until it was killed.
    Clean,
    /// A signal ended it that came from inside.
    Crashed,
    /// It ended, or closed its output, unasked.
    ExitedUnasked,
    /// A signal ended it that another process may have sent, or the system because nothing read its output.
    Unclear,
    /// From there on it said nothing, although an answer was owed, and it had to be killed.
    Hung(T),
    /// The same, but the host may have been late itself.
    HostLate,
}

impl<T> EndKind<T> {
    /// Whether what is still owed is excused: the rule about this end convicts, or nothing is certain.
    pub(super) fn excuses(&self) -> bool {
        !matches!(self, EndKind::Clean)
    }
}

/// What is known when the process ends.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Before<T> {
    /// It was asked to end, or need not stay.
    pub(super) may_exit: bool,
    /// Its input was closed.
    pub(super) input_closed: bool,
    /// Nothing read its output any more.
    pub(super) unheard: bool,
    /// Where an answer is owed, and nothing came after it; and whether it had its time.
    pub(super) silent: Option<(T, Waited)>,
}

/// Signals that are sent from outside: by a user, an interface, the system.
const FROM_OUTSIDE: &[&str] = &["SIGPIPE", "SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"];

/// Whether a signal may have been sent by another process, or by the system.
pub(super) fn is_external_signal(signal: &str) -> bool {
    FROM_OUTSIDE.contains(&signal)
}

/// What the end says.
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
    fn what_its_interface_has_left_cannot_crash() {
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
    fn what_is_asked_to_end_may_end_but_not_crash() {
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
    fn only_a_wait_that_is_over_shows_a_hang() {
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
