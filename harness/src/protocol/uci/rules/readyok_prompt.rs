//! The engine answers `isready` within one second, except if it has data to load.
//!
//! After a few seconds without an answer, a GUI reports that the engine does not respond.
//!
//! The specification recommends that an idle engine answers within 100 ms. The limit of this rule is one second,
//! because the host may be busy. The answer may take longer for the first `isready`, and for an `isready` before
//! `uciok`, after `ucinewgame` or after `setoption`.
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > isready
//! 0.003000 < readyok
//! 0.004000 > isready
//! 0.104000 < readyok
//! ```
//!
//! Before it answers the first `isready`, or an `isready` after `ucinewgame`, the engine may load data for several
//! seconds:
//!
//! ```conforms
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 > isready
//! 8.003000 < readyok
//! 8.004000 > ucinewgame
//! 8.004000 > isready
//! 14.004000 < readyok
//! 14.005000 > isready
//! 14.006000 < readyok
//! ```
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < uciok
//! 0.002000 > isready
//! 0.003000 < readyok
//! 0.004000 > isready
//! 5.004000 < readyok
//!            ^^^^^^^ `readyok` came after 5.000 s; the limit is 1.000 s
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/readyok_prompt",
    level: Level::Should,
    topic: "time",
    spec: "UCI U29",
    measures: Measurement::Time,
    since: "0.2.0",
    check,
};

const READYOK_TIME_LIMIT: Duration = Duration::from_secs(1);

fn check(view: &View, out: &mut Findings) {
    // True if the engine may still have data to load. The engine may load any data before its first `readyok`.
    let mut loading = !view.dialect_notes.has_loaded_data;
    let greeted = view.first_handshake.as_ref().and_then(|it| it.answer_entry);
    for (index, entry) in view.entries.iter().enumerate() {
        match entry.command() {
            Some(
                Command::SetOption { .. } | Command::Dialect(_) | Command::Greet | Command::Other,
            ) => {
                loading = true;
            }
            // An engine may need time to read a `position` with thousands of moves, and to clean up after a search.
            Some(Command::Position(_) | Command::Go(_)) => (),
            Some(Command::IsReady) => {
                // The answer to an `isready` before `uciok` may be late (`UCI A8`).
                loading |= greeted.is_some_and(|it| index < it);
                let mut asks = view.questions.iter();
                let ask = asks.find(|it| it.kind == QuestionKind::IsReady && it.entry == index);
                let Some((ask, answer)) = ask.and_then(|it| Some((it, it.answer_entry?))) else {
                    continue;
                };
                // If several `isready` wait for an answer, a slow answer to the first `isready` delays the other
                // answers.
                let mut between = view.entries[index + 1..answer].iter();
                let behind =
                    between.any(|it| *it.command().unwrap_or(&Command::Blank) == Command::IsReady);
                if !std::mem::replace(&mut loading, false) && !ask.is_doubtful && !behind {
                    let deadline = Deadline {
                        command_entry: entry,
                        starts_at: view.answer_due_since(ask, answer),
                        answer: Some(view.entry(answer)),
                        clock_time: Duration::ZERO,
                        limit: READYOK_TIME_LIMIT,
                    };
                    deadline.judge(view, out, |it: OverdueAnswer| it.answer_message("readyok"));
                }
            }
            _ => (),
        }
    }
}
