//! Finds a GUI that ends with status 0 but has given up a correct engine: it started no search, or one of its threads
//! died.

use crate::{
    inject::Acceptance,
    message::{Message, message},
};

use super::{
    FaultRun,
    evidence::Evidence,
    outcome::{self, GuiOutcome},
};

/// The beginnings of the lines that Python, Java and Rust write when an exception ends a thread. A program that handles
/// an exception and logs its stack trace writes no such line.
const THREAD_DEATH_BEGINNINGS: &[&str] = &["Exception in thread ", "thread '"];

/// A GUI whose thread died has also given up the engine if it started fewer than the searches of the healthy run,
/// divided by this number.
const THREAD_DEATH_DIVISOR: usize = 2;

/// True if the GUI must accept the behaviour of a fault. `healthy` is the run without a fault.
pub(super) fn must_accept(acceptance: &Acceptance, healthy: &FaultRun) -> bool {
    match acceptance {
        Acceptance::NotRequired => false,
        Acceptance::Required => true,
        Acceptance::RequiredUnlessSent(command) => {
            !healthy.evidence.sent_commands.contains(command)
        }
    }
}

/// Returns the outcome and its reason if the GUI gave up an engine whose behaviour the protocol allows, although the
/// GUI ended with status 0. `healthy` is the run without a fault.
///
/// Games may have random lengths, so a smaller number of searches proves nothing without further evidence. But a GUI
/// that searched with the healthy engine, and does not even start a search now, has not accepted the engine. Standard
/// error may have stack traces of the engine, so a stack trace proves nothing alone, either.
pub(super) fn find_quiet_failure(
    stderr: &[u8],
    evidence: &Evidence,
    healthy: &FaultRun,
) -> Option<(GuiOutcome, Message)> {
    let (played, expected) = (evidence.search_count, healthy.evidence.search_count);
    let gave_up = played == 0 && expected > 0;
    let text = String::from_utf8_lossy(stderr);
    let trace = outcome::stack_trace_lines(&text).next();
    let trace = trace.filter(|_| !has_stack_trace(&healthy.stderr));
    let mut lines = outcome::stack_trace_lines(&text);
    let thread_died = lines.any(|it| {
        THREAD_DEATH_BEGINNINGS
            .iter()
            .any(|start| it.starts_with(start))
    });
    let is_cut_short = thread_died && played < expected / THREAD_DEATH_DIVISOR;
    if trace.is_some() && (gave_up || is_cut_short) {
        let reason = message!(
            "gui_quiet_stack_trace",
            "exit 0, but only {played} of {expected} searches, and a stack trace on standard error: {line}",
            played = played.to_string(),
            expected = expected.to_string(),
            line = outcome::last_line(stderr),
        );
        return Some((GuiOutcome::Crashed, reason));
    }
    let reason = message!(
        "gui_quiet_refusal",
        "exit 0, but the GUI started 0 of {expected} searches, although the protocol allows what the engine did",
        expected = expected.to_string(),
    );
    gave_up.then_some((GuiOutcome::RefusedIt, reason))
}

fn has_stack_trace(stderr: &[u8]) -> bool {
    outcome::stack_trace_lines(&String::from_utf8_lossy(stderr))
        .next()
        .is_some()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::transcript::SessionEnd;

    fn run_with_searches(search_count: usize, stderr: &str) -> FaultRun {
        FaultRun {
            fault: String::new(),
            fault_text: String::new(),
            outcome: GuiOutcome::PlayedOn,
            reason: message!("gui_exit_0", "exit 0"),
            end: Some(SessionEnd::Exit(0)),
            run_duration: Duration::ZERO,
            evidence: Evidence {
                search_count,
                ..Evidence::default()
            },
            stderr: stderr.as_bytes().to_vec(),
            host_was_late: false,
            needs_confirmation: false,
            is_interrupted: false,
        }
    }

    fn outcome(healthy: &FaultRun, played: usize, stderr: &str) -> Option<GuiOutcome> {
        let run = run_with_searches(played, stderr);
        find_quiet_failure(&run.stderr, &run.evidence, healthy).map(|it| it.0)
    }

    #[test]
    fn a_gui_that_starts_no_search_has_refused_the_engine() {
        let healthy = run_with_searches(7, "");
        assert_eq!(outcome(&healthy, 0, ""), Some(GuiOutcome::RefusedIt));
        assert_eq!(
            outcome(&healthy, 0, "timeout\n"),
            Some(GuiOutcome::RefusedIt)
        );
        // A random game may be short.
        assert_eq!(outcome(&healthy, 1, ""), None);
        // This GUI does not search with the healthy engine, either.
        assert_eq!(outcome(&run_with_searches(0, ""), 0, ""), None);
    }

    #[test]
    fn a_stack_trace_is_a_crash_only_if_the_gui_gave_up() {
        let healthy = run_with_searches(7, "");
        let logged = "Traceback (most recent call last):\nValueError: x\n";
        let died = format!("Exception in thread Thread-1 (read):\n{logged}");
        assert_eq!(outcome(&healthy, 0, logged), Some(GuiOutcome::Crashed));
        assert_eq!(outcome(&healthy, 2, &died), Some(GuiOutcome::Crashed));
        // The GUI handled the exception and logged it, or the trace is one of the engine.
        assert_eq!(outcome(&healthy, 2, logged), None);
        assert_eq!(outcome(&healthy, 7, &died), None);
        let healthy = run_with_searches(7, &died);
        assert_eq!(outcome(&healthy, 2, &died), None);
        assert_eq!(outcome(&healthy, 0, &died), Some(GuiOutcome::RefusedIt));
    }

    #[test]
    fn a_gui_that_sends_a_command_may_refuse_what_depends_on_it() {
        let mut healthy = run_with_searches(7, "");
        let unless_sent = Acceptance::RequiredUnlessSent("setoption".to_owned());
        assert!(must_accept(&Acceptance::Required, &healthy));
        assert!(must_accept(&unless_sent, &healthy));
        assert!(!must_accept(&Acceptance::NotRequired, &healthy));
        healthy
            .evidence
            .sent_commands
            .insert("setoption".to_owned());
        assert!(!must_accept(&unless_sent, &healthy));
    }
}
