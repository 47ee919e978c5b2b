//! `readyok` comes within a second, unless the engine has something to load.
//!
//! A GUI that gets no answer in a few seconds reports that the engine does not respond.
//!
//! The specification asks for 100 ms of an engine with nothing to do; a second leaves room for a busy host. The first
//! `isready`, and one before `uciok` or after `ucinewgame` or an option, may take longer.
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
//! Loading may take its time:
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
    // Before the first answer the engine may be working on anything.
    let mut loading = !view.dialect_notes.rests;
    let greeted = view.first_handshake.as_ref().and_then(|it| it.answer_entry);
    for (index, entry) in view.entries.iter().enumerate() {
        match entry.command() {
            Some(
                Command::SetOption { .. }
                | Command::DialectCommand(_)
                | Command::Greet
                | Command::Other,
            ) => {
                loading = true;
            }
            // The position may have thousands of moves, and the search may clean up.
            Some(Command::Position(_) | Command::Go(_)) => (),
            Some(Command::IsReady) => {
                // The answer to an `isready` before `uciok` may be late (`UCI A8`).
                loading |= greeted.is_some_and(|it| index < it);
                let mut asks = view.questions.iter();
                let ask = asks.find(|it| it.kind == QuestionKind::IsReady && it.entry == index);
                let Some((ask, answer)) = ask.and_then(|it| Some((it, it.answer_entry?))) else {
                    continue;
                };
                // An answer after the next command may be late because of an earlier question.
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
