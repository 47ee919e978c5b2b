//! The engine answers every `probe` with one `pophash`.
//!
//! The engine looks for the position in its hash table and answers at once, even if the position is not in the table.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > probe startpos
//! < pophash
//! ```
//!
//! During a search the engine may send other lines before `pophash`:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! > probe startpos
//! < info depth 1
//! < pophash bestmove h2e2
//! > stop
//! < bestmove h2e2
//! ```
//!
//! A late answer conforms to this rule; the rule `pophash_prompt` judges the delay:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > probe startpos
//! 15.002000 < pophash
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > probe startpos
//!            ^^^^^^^^^^^^^^ `pophash` was not received within 10.500 s; the limit is 10.000 s
//! 10.502000 ~ 10.5s
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/pophash_per_probe",
    level: Level::Must,
    topic: "state",
    spec: "UCCI Q1",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

/// This timeout for `pophash` is our choice; the specification says "at once".
const POPHASH_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    let probe = |it: &&AskedQuestion| it.kind == QuestionKind::DialectQuestion && !it.is_doubtful;
    for ask in view.questions.iter().filter(probe) {
        let deadline = Deadline {
            command_entry: view.entry(ask.entry),
            starts_at: ask.readable_since,
            answer: ask.answer_entry.map(|it| view.entry(it)),
            clock_time: Duration::ZERO,
            limit: POPHASH_TIMEOUT,
        };
        deadline
            .accept_late_answer(view)
            .judge(view, out, |overdue| overdue.answer_message("pophash"));
    }
}
