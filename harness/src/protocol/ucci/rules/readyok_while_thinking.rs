//! Every `isready` is answered by one `readyok` while the engine thinks, too.
//!
//! The engine goes on reading while it thinks; a GUI asks to see whether it is still there.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! > isready
//! < readyok
//! > stop
//! < bestmove h2e2
//! ```
//!
//! The answer may come after the result, if the two cross:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go depth 1
//! > isready
//! < bestmove h2e2
//! < readyok
//! ```
//!
//! Once the search is over it is an idle engine that answers, soon or not:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go depth 1
//! 0.003000 > isready
//! 9.000000 < bestmove h2e2
//! 12.000000 < readyok
//! ```
//!
//! A result that comes at last does not excuse that nothing was read for so long:
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go infinite
//! 0.003000 > isready
//!            ^^^^^^^ `readyok` had not come when the search ended, after 29.998 s
//! 30.000000 > stop
//! 30.001000 < bestmove h2e2
//! 30.001000 < readyok
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go infinite
//! 0.003000 > isready
//! 12.003000 < readyok
//!             ^^^^^^^ `readyok` took 12.000 s
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.002000 > go infinite
//! 0.003000 > isready
//!            ^^^^^^^ `readyok` had not come after 12.000 s
//! 0.003000 < info depth 1
//! 12.003000 ~ 12s
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/readyok_while_thinking",
    level: Level::Must,
    topic: "state",
    spec: "UCCI RD1, RD2, ST5",
    measures: Measures::Absence,
    since: "0.2.0",
    check,
};

/// Our bound (`UCCI RD2`): later than this, while the search still runs, is never.
const LIMIT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    let thinking =
        |it: &&Ask| it.kind == Asked::IsReady && !it.doubtful && it.phase == Phase::Thinking;
    // What an odd line brought about has rules of its own.
    let asks = view.asks.iter().filter(thinking);
    for ask in asks.filter(|it| view.deafened_by(it).is_none()) {
        let deadline = Deadline {
            asked: view.entry(ask.entry),
            since: ask.since,
            answer: ask.answer.map(|it| view.entry(it)),
            clock: Duration::ZERO,
            limit: LIMIT,
        };
        let mut searches = view.searches.iter().rev();
        let asked_in = searches.find(|it| it.entry < ask.entry);
        let ended = asked_in.and_then(|it| view.result(it));
        let ended = ended.filter(|it| deadline.answer.is_none_or(|answer| it.at < answer.at));
        match ended {
            // It was withheld for as long as the search ran.
            Some(ended) if deadline.has_passed(view, ended.time) => {
                let ran = said(ended.time.saturating_sub(ask.since));
                let message = format!("`readyok` had not come when the search ended, after {ran}");
                out.violates_by_measure(deadline.asked.culprit(), message);
            }
            // From there on the engine is idle, and how soon is the affair of `readyok_prompt`.
            Some(ended) => {
                let idle = Deadline {
                    // A result that may be the answer to a `stop` came before the question.
                    since: ended.time.max(ask.since),
                    ..deadline
                };
                idle.absence(view)
                    .judge(view, out, |fate| format!("`readyok` {fate}"));
            }
            // It may have skipped that `go`, and be idle.
            None if asked_in.is_none_or(|it| it.optional || it.doubtful) => {
                deadline
                    .absence(view)
                    .judge(view, out, |fate| format!("`readyok` {fate}"));
            }
            None => deadline.judge(view, out, |fate| format!("`readyok` {fate}")),
        }
    }
}
