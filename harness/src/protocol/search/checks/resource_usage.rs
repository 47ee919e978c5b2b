//! The checks of the engine's use of memory and processor time.

use std::time::Duration;

use crate::{
    message::{Message, message},
    protocol::{
        deadline::WaitResult,
        resource_usage::UsageSample,
        search::{Dialect, View},
    },
    rule::Findings,
};

/// The smallest growth of memory in KiB that is reported. If memory grows by less than this, the growth may be garbage
/// that the engine's runtime has not collected yet.
const MIN_GROWTH_KIB: u64 = 128 << 10;
const MIN_GROWTH_KIB_PER_POSITION: u64 = 32;

const NOT_MEASURED_MESSAGE: Message = message!(
    "not_measured",
    "memory and processor time cannot be measured on this system"
);

/// Checks that memory does not grow with every position.
pub(in crate::protocol) fn check_memory_steady<D: Dialect>(view: &View<D>, out: &mut Findings) {
    if view.usage_samples.iter().any(|it| it.memory_kib.is_none()) {
        out.not_applicable(NOT_MEASURED_MESSAGE);
    }
    let apart = |a: &UsageSample, b: &UsageSample| {
        let idle = a.was_idle && b.was_idle;
        // Memory that the engine allocates for an option or in a search is not a leak.
        let same = a.search_count == b.search_count && a.data_load_count == b.data_load_count;
        idle && same && b.position_count > a.position_count && b.memory_kib.is_some()
    };
    // The first measurement is skipped, because some memory is allocated only once.
    for steps in view
        .usage_samples
        .chunk_by(apart)
        .filter(|it| it.len() >= 5)
    {
        let steps = &steps[1..];
        let kib = |it: &UsageSample| it.memory_kib.unwrap_or(0);
        let (first, last) = (steps[0], steps[steps.len() - 1]);
        let grown = kib(&last).saturating_sub(kib(&first));
        let positions = last.position_count - first.position_count;
        let always = steps
            .windows(2)
            .all(|it| kib(&it[1]).saturating_sub(kib(&it[0])) >= grown / 10);
        let least = MIN_GROWTH_KIB.max(MIN_GROWTH_KIB_PER_POSITION * positions as u64);
        if always && grown >= least {
            let mib = grown >> 10;
            let message = message!(
                "memory_grows",
                "{positions} positions later the engine uses {mib} MiB more memory, and its memory use still grows",
                positions,
                mib
            );
            out.record_measured_violation(last.event_index, message);
        } else {
            out.conforms(last.event_index);
        }
    }
}

/// The shortest idle time that is judged. During a shorter idle time the engine may still clean up, and the system's
/// measurement of processor time is too coarse.
const MIN_IDLE_TIME: Duration = Duration::from_secs(1);

/// The time in which an engine may load or clear data after an option such as `setoption newgame`, if no search has
/// ended since.
const LOADING_TIMEOUT: Duration = Duration::from_secs(10);

/// Checks that an idle engine does not use the processor.
pub(in crate::protocol) fn check_idle_processor_use<D: Dialect>(
    view: &View<D>,
    out: &mut Findings,
) {
    if view.usage_samples.iter().any(|it| it.cpu_time.is_none()) {
        out.not_applicable(NOT_MEASURED_MESSAGE);
    }
    let idle = |it: &UsageSample| it.was_idle;
    for pair in view
        .usage_samples
        .windows(2)
        .filter(|it| it.iter().all(idle))
    {
        let (Some(before), Some(after)) = (pair[0].cpu_time, pair[1].cpu_time) else {
            continue;
        };
        let passed = pair[1].time.saturating_sub(pair[0].time);
        if pair[0].line_count != pair[1].line_count || passed < MIN_IDLE_TIME {
            continue;
        }
        // The engine may still load data for an option, for which it has the time `LOADING_TIMEOUT`.
        let loading = pair[0].last_load_time;
        let had_time = |since: Duration| {
            let waited = view.timing.check_wait(since, pair[0].time, LOADING_TIMEOUT);
            waited == WaitResult::LongEnough
        };
        if !loading.is_none_or(had_time) {
            continue;
        }
        let used = after.saturating_sub(before);
        let message = message!(
            "idle_processor_use",
            "the idle engine used {used} of processor time within {passed}",
            used,
            passed
        );
        // An engine that never waits uses all the processor time that a busy host gives it, which may be hardly any. An
        // engine that waits does not wait for a processor.
        let late = pair[1].host_lateness.saturating_sub(pair[0].host_lateness);
        let may_have_waited = used.saturating_add(late) < passed.mul_f64(0.8);
        if used > passed.mul_f64(0.8) {
            out.record_measured_violation(pair[1].event_index, message);
        } else if used < passed.mul_f64(0.3) && may_have_waited {
            out.conforms(pair[1].event_index);
        } else if may_have_waited {
            out.add_doubt(pair[1].event_index, message);
        } else {
            let message = message!(
                "idle_processor_use_unclear",
                "the idle engine used {used} of processor time within {passed}, and waited for a processor for {late}",
                used,
                passed,
                late
            );
            out.add_late_host_doubt(pair[1].event_index, message);
        }
    }
}
