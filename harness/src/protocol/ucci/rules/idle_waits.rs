//! An idle engine waits: it uses next to no processor time.
//!
//! What it takes is taken from its opponent, who thinks meanwhile on the same machine.
//!
//! Accused is who keeps a processor busy over a second or more in which nobody says anything.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! = memory 14200 KiB
//! = cpu 120ms
//! ~ 1500ms
//! = memory 14200 KiB
//! = cpu 130ms
//! > quit
//! < bye
//! ! exit 0
//! ```
//!
//! Threads that look round from time to time, and a little tidying up, are no harm:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! = memory 14200 KiB
//! = cpu 120ms
//! ~ 1500ms
//! = memory 14800 KiB
//! = cpu 420ms
//! > quit
//! < bye
//! ! exit 0
//! ```
//!
//! Clearing the hash table for a new game may take the processor, too; a later result shows that it is done:
//!
//! ```unjudged
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > setoption newgame
//! 0.010000 = memory 14200 KiB
//! 0.010000 = cpu 120ms
//! 1.510000 = memory 14200 KiB
//! 1.510000 = cpu 1570ms
//! 1.600000 > quit
//! 1.601000 < bye
//! 1.602000 ! exit 0
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! = memory 14200 KiB
//! = cpu 120ms
//! ~ 1500ms
//! = memory 14200 KiB
//!   ^^^^^^^^^^^^^^^^ in 1.5 s without a word it used the processor for 1.45 s
//! = cpu 1570ms
//! > quit
//! < bye
//! ! exit 0
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/idle_waits",
    level: Level::Must,
    topic: "state",
    spec: "UCCI ST3",
    measures: Measures::Processor,
    since: "0.1.0",
    check,
};

/// What is shorter tells nothing: something may be tidied up, and ticks are coarse.
const LONG: Duration = Duration::from_secs(1);

/// So long after `setoption newgame` and the like an engine may be at work for it, if no search has ended since.
const LOADING: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    if view.samples.iter().any(|it| it.cpu.is_none()) {
        out.not_applicable("what an engine uses cannot be measured on this system");
    }
    let idle = |it: &Sample| it.phase == Phase::Idle;
    for pair in view.samples.windows(2).filter(|it| it.iter().all(idle)) {
        let (Some(before), Some(after)) = (pair[0].cpu, pair[1].cpu) else {
            continue;
        };
        let passed = pair[1].time.saturating_sub(pair[0].time);
        if pair[0].lines != pair[1].lines || passed < LONG {
            continue;
        }
        // What an option gives it to do may take as long as any answer may.
        let loading = pair[0].loading;
        let had_time = |since: Duration| {
            let waited = view.timing.waited(since, pair[0].time, LOADING);
            waited == Waited::Yes
        };
        if !loading.is_none_or(had_time) {
            continue;
        }
        let used = after.saturating_sub(before);
        let (passed_s, used_s) = (passed.as_secs_f64(), used.as_secs_f64());
        let message =
            format!("in {passed_s:.1} s without a word it used the processor for {used_s:.2} s");
        if used > passed.mul_f64(0.8) {
            out.violates_by_measure(pair[1].at, message);
        } else if used < passed.mul_f64(0.3) {
            out.conforms(pair[1].at);
        } else {
            out.doubt(pair[1].at, message);
        }
    }
}
