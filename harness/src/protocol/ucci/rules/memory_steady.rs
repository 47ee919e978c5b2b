//! The engine does not keep memory for every position that it is told.
//!
//! An analysis goes on for days, and a GUI shares its machine with the engine.
//!
//! The text is silent. Accused is who takes ever more from one
//! measurement to the next without a search, and in all 128 MiB and 32 KiB for each position; the
//! first step does not count. What a runtime collects from time to time stays below that.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! = memory 14200 KiB
//! > position startpos
//! = memory 65400 KiB
//! > position startpos
//! = memory 65400 KiB
//! > position startpos
//! = memory 116600 KiB
//! > position startpos
//! = memory 116600 KiB
//! > quit
//! < bye
//! ! exit 0
//! ```
//!
//! A table that is filled at once, however large, is no leak:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! = memory 14200 KiB
//! > position startpos
//! = memory 14200 KiB
//! > position startpos
//! = memory 999000 KiB
//! > position startpos
//! = memory 999000 KiB
//! > position startpos
//! = memory 999100 KiB
//! > quit
//! < bye
//! ! exit 0
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! = memory 14200 KiB
//! > position startpos
//! = memory 14200 KiB
//! > position startpos
//! = memory 65400 KiB
//! > position startpos
//! = memory 116600 KiB
//! > position startpos
//! = memory 167800 KiB
//!   ^^^^^^^^^^^^^^^^^ 3 positions later it holds 150 MiB more, and ever more
//! > quit
//! < bye
//! ! exit 0
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/memory_steady",
    level: Level::Robust,
    topic: "process",
    spec: "UCCI T4",
    measures: Measures::Memory,
    since: "0.1.0",
    check,
};

/// Garbage of a runtime that has not yet been collected is less than this, in KiB.
const LEAST: u64 = 128 << 10;
const LEAST_PER_POSITION: u64 = 32;

fn check(view: &View, out: &mut Findings) {
    if view.samples.iter().any(|it| it.memory_kib.is_none()) {
        out.not_applicable("what an engine uses cannot be measured on this system");
    }
    let apart = |a: &Sample, b: &Sample| {
        let idle = a.phase == Phase::Idle && b.phase == Phase::Idle;
        // What an option makes larger is no leak.
        let same = a.searches == b.searches && a.loads == b.loads;
        idle && same && b.positions > a.positions && b.memory_kib.is_some()
    };
    // The first step is for what an engine takes only once.
    for steps in view.samples.chunk_by(apart).filter(|it| it.len() >= 5) {
        let steps = &steps[1..];
        let kib = |it: &Sample| it.memory_kib.unwrap_or(0);
        let (first, last) = (steps[0], steps[steps.len() - 1]);
        let grown = kib(&last).saturating_sub(kib(&first));
        let positions = last.positions - first.positions;
        let always = steps
            .windows(2)
            .all(|it| kib(&it[1]).saturating_sub(kib(&it[0])) >= grown / 10);
        let least = LEAST.max(LEAST_PER_POSITION * positions as u64);
        if always && grown >= least {
            let mib = grown >> 10;
            let message =
                format!("{positions} positions later it holds {mib} MiB more, and ever more");
            out.violates_by_measure(last.at, message);
        } else {
            out.conforms(last.at);
        }
    }
}
