//! A `probe` is answered within ten seconds.
//!
//! The specification demands the answer to `probe` "at once", but sets no exact time limit; the
//! engine only reads its hash table.
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.011000 > probe startpos
//! 0.012000 < pophash
//! ```
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.011000 > probe startpos
//! 9.012000 < pophash
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > probe startpos
//! 15.002000 < pophash
//!             ^^^^^^^ `pophash` came after 15.000 s; the limit is 10.000 s
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/pophash_prompt",
    level: Level::Should,
    topic: "time",
    spec: "UCCI Q1",
    measures: Measurement::Time,
    since: "0.2.0",
    check,
};

/// This limit is our choice, and the same as in `pophash_per_probe`.
const POPHASH_TIME_LIMIT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    let probe = |it: &&AskedQuestion| it.kind == QuestionKind::DialectQuestion && !it.is_doubtful;
    for ask in view.questions.iter().filter(probe) {
        if let Some(answer) = ask.answer_entry {
            let deadline = Deadline {
                command_entry: view.entry(ask.entry),
                starts_at: view.answer_due_since(ask, answer),
                answer: Some(view.entry(answer)),
                clock_time: Duration::ZERO,
                limit: POPHASH_TIME_LIMIT,
            };
            deadline.judge(view, out, |overdue| overdue.answer_message("pophash"));
        }
    }
}
