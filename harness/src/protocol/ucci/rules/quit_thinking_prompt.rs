//! `quit` while thinking ends the engine at once.
//!
//! An interface that is being closed should not have to wait for a search, nor to kill the engine.
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go infinite
//! 0.100000 > quit
//! 0.101000 < bestmove h2e2
//! 0.101000 < bye
//! 0.102000 ! exit 0
//! ```
//!
//! Neither a result nor `bye` need come:
//!
//! ```conforms
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go infinite
//! 0.100000 > quit
//! 0.500000 ! exit 0
//! ```
//!
//! A result that comes by itself may have crossed `quit`, which then finds the engine idle:
//!
//! ```unjudged
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go depth 3
//! 0.100000 > quit
//! 0.100200 < bestmove h2e2
//! 3.000000 < bye
//! 3.001000 ! exit 0
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go infinite
//! 0.100000 > quit
//!            ^^^^ the process went on for 2.000 s
//! 2.100000 ~ 2s
//! 2.100000 ! killed
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/quit_thinking_prompt",
    level: Level::Should,
    topic: "time",
    spec: "UCCI E2",
    measures: Measures::Time,
    since: "0.1.0",
    check,
};

/// Our bound; the text says "at once".
const LIMIT: Duration = Duration::from_secs(1);

fn check(view: &View, out: &mut Findings) {
    let Some(said) = view.quit.as_ref().filter(|it| it.phase == Phase::Thinking) else {
        return;
    };
    let (quit, ending) = (view.entry(said.entry), view.end.as_ref());
    let Some(ending) = ending.filter(|_| view.excess.is_none()) else {
        return;
    };
    // What an odd line brought about has rules of its own.
    if view.odd.last().is_some_and(|it| it.outlived.is_none()) {
        return;
    }
    // A result of its own may have crossed `quit`, and an idle engine has its time to tidy up (`UCCI E1`).
    let search = view.searches.iter().rfind(|it| it.entry < said.entry);
    if search.is_some_and(|it| crossed(view, it, quit)) {
        return;
    }
    // What comes after `bye` is the affair of `ends_after_bye`.
    let bye = said.bye.map(|it| view.entry(it));
    let end = bye.unwrap_or(view.entry(ending.entry));
    let ended = bye.is_some() || matches!(ending.end, End::Exit(_));
    let took = end.time.saturating_sub(said.since);
    if ended && took <= view.timing.scaled(LIMIT) {
        out.conforms(end.at);
    } else if matches!(ending.end, End::Exit(_) | End::Killed) {
        let deadline = Deadline {
            asked: quit,
            since: said.since,
            answer: None,
            clock: Duration::ZERO,
            limit: LIMIT,
        };
        deadline.judge(view, out, |_| {
            format!("the process went on for {:.3} s", took.as_secs_f64())
        });
    }
}

/// Whether the search may have ended by itself just when `quit` came.
fn crossed(view: &View, search: &Search, quit: &Entry) -> bool {
    let waits = search.go.ponder && search.ponderhit.is_none();
    let endless = match search.go.mode {
        Mode::Infinite => true,
        Mode::Time(_) => waits,
        Mode::Depth(_) | Mode::Nodes(_) | Mode::Unclear => false,
    };
    let result = view.result(search).filter(|_| !endless);
    result.is_some_and(|it| it.time.saturating_sub(quit.time) <= LIMIT)
}
