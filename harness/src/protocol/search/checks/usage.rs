//! What an engine uses of its machine.

use std::time::Duration;

use crate::{
    protocol::{
        deadline::Waited,
        search::{Dialect, View},
        usage::Sample,
    },
    rule::Findings,
};

/// Garbage of a runtime that has not yet been collected is less than this, in KiB.
const LEAST: u64 = 128 << 10;
const LEAST_PER_POSITION: u64 = 32;

/// Memory does not grow with every position.
pub(in crate::protocol) fn memory_steady<D: Dialect>(view: &View<D>, out: &mut Findings) {
    if view.samples.iter().any(|it| it.memory_kib.is_none()) {
        out.not_applicable("what an engine uses cannot be measured on this system");
    }
    let apart = |a: &Sample, b: &Sample| {
        let idle = a.idle && b.idle;
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

/// What is shorter tells nothing: something may be tidied up, and ticks are coarse.
const LONG: Duration = Duration::from_secs(1);

/// So long after `setoption newgame` and the like an engine may be at work for it, if no search has ended since.
const LOADING: Duration = Duration::from_secs(10);

/// An idle engine waits without work.
pub(in crate::protocol) fn idle_waits<D: Dialect>(view: &View<D>, out: &mut Findings) {
    if view.samples.iter().any(|it| it.cpu.is_none()) {
        out.not_applicable("what an engine uses cannot be measured on this system");
    }
    let idle = |it: &Sample| it.idle;
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
