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
    spec: "UCCI RD1, ST5",
    measures: Measures::Time,
    since: "0.1.0",
    check,
};

/// How soon is not said; later than this is never.
const LIMIT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    for ask in view
        .asks
        .iter()
        .filter(|it| it.kind == Asked::IsReady && !it.doubtful && it.phase == Phase::Thinking)
        // What an odd line brought about has rules of its own.
        .filter(|it| view.deafened_by(it).is_none())
    {
        let deadline = Deadline {
            asked: view.entry(ask.entry),
            since: ask.since,
            answer: ask.answer.map(|it| view.entry(it)),
            clock: Duration::ZERO,
            limit: LIMIT,
        };
        deadline.judge(view, out, |fate| format!("`readyok` {fate}"));
    }
}
