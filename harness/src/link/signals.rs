//! The names of signals, as written in transcripts.

use rustix::process::Signal;

const SIGNAL_NAMES: &[(&str, Signal)] = &[
    ("SIGHUP", Signal::HUP),
    ("SIGINT", Signal::INT),
    ("SIGQUIT", Signal::QUIT),
    ("SIGILL", Signal::ILL),
    ("SIGTRAP", Signal::TRAP),
    ("SIGABRT", Signal::ABORT),
    ("SIGBUS", Signal::BUS),
    ("SIGFPE", Signal::FPE),
    ("SIGKILL", Signal::KILL),
    ("SIGUSR1", Signal::USR1),
    ("SIGSEGV", Signal::SEGV),
    ("SIGUSR2", Signal::USR2),
    ("SIGPIPE", Signal::PIPE),
    ("SIGALRM", Signal::ALARM),
    ("SIGTERM", Signal::TERM),
    ("SIGXCPU", Signal::XCPU),
    ("SIGXFSZ", Signal::XFSZ),
    ("SIGVTALRM", Signal::VTALARM),
    ("SIGPROF", Signal::PROF),
    ("SIGSYS", Signal::SYS),
];

pub(super) fn signal_name(number: i32) -> String {
    let known = SIGNAL_NAMES.iter().find(|(_, it)| it.as_raw() == number);
    known.map_or_else(|| format!("SIG{number}"), |(name, _)| (*name).to_owned())
}

/// Returns the signal with this name.
pub(super) fn signal_by_name(name: &str) -> Option<Signal> {
    let known = SIGNAL_NAMES.iter().find(|(it, _)| *it == name);
    known.map(|(_, signal)| *signal)
}
