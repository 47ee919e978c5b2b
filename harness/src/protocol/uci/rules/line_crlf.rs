//! A carriage return before the newline does no harm.
//!
//! Interfaces on Windows end their lines with a carriage return and a newline.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! >| isready\r\n
//! < readyok
//! > isready
//! < readyok
//! ```
//!
//! In one conversation, some lines may end with a carriage return and others without:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! >| position startpos\r\n
//! > go depth 1
//! < bestmove e2e4
//! > isready
//! < readyok
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! >| isready\r\n
//!    ^^^^^^^^ after this line the process died of SIGSEGV
//! ! signal SIGSEGV
//! ```
//!
//! ```violates
//! 0.000000 > uci
//! 0.001000 < id name Example
//! 0.001000 < id author A. N. Author
//! 0.001000 < uciok
//! 0.002000 >| isready\r\n
//!             ^^^^^^^^ `readyok` was not received before the next command
//! 10.502000 ~ 10.5s
//! 10.502000 > isready
//! 10.503000 < readyok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/line_crlf",
    level: Level::Should,
    topic: "robustness",
    spec: "UCI U79",
    measures: Measurement::Absence,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    view.check_survival(out, &[UnspecifiedInput::CrLf]);
    let limit = Duration::from_secs(10);
    let asks = view
        .questions
        .iter()
        .filter(|it| it.kind == QuestionKind::IsReady);
    for ask in asks.filter(|it| view.entry(it.entry).line.ends_with(b"\r")) {
        let entry = view.entry(ask.entry);
        let next = view.commands().find(|(index, _)| *index > ask.entry);
        let Some((next, _)) = next.filter(|it| ask.answer_entry.is_none_or(|answer| answer > it.0))
        else {
            continue;
        };
        // If `readyok` comes only after the next command, it may be the answer to that command.
        if !ask.is_doubtful && view.has_waited_between(entry, view.entry(next), limit, out) {
            let why = message!(
                "crlf_unanswered",
                "`readyok` was not received before the next command"
            );
            out.record_measured_violation(entry.culprit(), why);
        }
    }
}
