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
