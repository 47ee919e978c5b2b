//! A second `go` during a search does no harm.
//!
//! If the engine starts a second search during the first search, two threads change one board.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! > go depth 2
//! > isready
//! < readyok
//! ```
//!
//! The engine may ignore the second `go`, or replace the first search by the second:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! > go infinite
//! < bestmove h2e2
//! > isready
//! < readyok
//! ```
//!
//! `stop` must end the search that is running, whether it is the first or the second:
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go infinite
//! 0.004000 > go infinite
//! 0.005000 > stop
//!            ^^^^ after a second `go` the result was not received within 10.005 s; the limit is 10.000 s
//! 0.006000 > isready
//! 0.007000 < readyok
//! 10.010000 ~ 10s
//! 10.010000 > quit
//! 10.010000 < bye
//! 10.010000 ! exit 0
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! > go depth 2
//!   ^^^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/go_while_thinking",
    level: Level::Robust,
    topic: "robustness",
    spec: "UCCI ST7, X1",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

/// The timeout for the result after `stop`, the same as in the rule `stop_ends_thinking`.
const STOP_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::GoWhileThinking]);
    for search in &view.searches {
        let Some(stop) = search.stop_entry.filter(|_| has_pending_result(search)) else {
            continue;
        };
        let since = |index: &usize| *index > search.entry;
        let mut commands = view.commands().filter(|it| since(&it.0));
        // A second `ucci` may end a search (`UCCI H7`).
        let again = commands.any(|(_, it)| *it == Command::Greet);
        let mut commands = view.commands().filter(|it| since(&it.0) && it.0 < stop);
        let second = commands.any(|(_, it)| matches!(it, Command::Go(_)));
        if !second || again {
            continue;
        }
        let asked = view.entry(stop);
        let deadline = Deadline {
            command_entry: asked,
            starts_at: asked.time,
            answer: None,
            clock_time: Duration::ZERO,
            limit: STOP_TIMEOUT,
        };
        if search
            .result_excused_since
            .is_none_or(|it| deadline.has_passed(view, it))
        {
            deadline.judge(view, out, |OverdueAnswer { response_time: took, limit, .. }| {
                message!(
                    "second_go_result_missing",
                    "after a second `go` the result was not received within {took}; the limit is {limit}",
                    took,
                    limit
                )
            });
        }
    }
}

/// Returns true if a search certainly started but was not answered, and a later `go` may have replaced it.
fn has_pending_result(search: &Search) -> bool {
    let certain =
        !search.may_be_skipped && !search.outside_grammar && !search.may_have_been_stopped;
    certain && search.is_doubtful && search.result_entry.is_none()
}
