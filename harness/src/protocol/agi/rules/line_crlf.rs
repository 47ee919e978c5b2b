//! The engine understands a line that ends with CR LF.
//!
//! GUIs on Windows end their lines with CR LF.
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! >| ISREADY\r\n
//! < READYOK
//! ```
//!
//! Every command may end with CR LF:
//!
//! ```conforms
//! > AGI
//! < ID NAME Example 1.0
//! < OPTION OWNBOOK FALSE PONDER FALSE
//! < AGIOK
//! >| GO INFINITE\r\n
//! >| STOP\r\n
//! < BESTMOVE 78
//! > ISREADY
//! < READYOK
//! ```
//!
//! ```violates
//! 0.000000 > AGI
//! 0.001000 < ID NAME Example 1.0
//! 0.001000 < OPTION OWNBOOK FALSE PONDER FALSE
//! 0.001000 < AGIOK
//! 0.002000 >| ISREADY\r\n
//!             ^^^^^^^^ `READYOK` was not received before the next command
//! 20.000000 > ISREADY
//! 20.001000 < READYOK
//! 20.002000 > ISREADY
//! 20.003000 < READYOK
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "agi/line_crlf",
    level: Level::Must,
    topic: "robustness",
    spec: "AGI X-1",
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
        if !ask.is_doubtful && view.has_waited_between(entry, view.entry(next), limit, out) {
            let why = message!(
                "ready_unanswered",
                "`READYOK` was not received before the next command"
            );
            out.record_measured_violation(entry.culprit(), why);
        }
    }
}
