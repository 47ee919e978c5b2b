//! Measures how long the harness and the engine waited for a processor.

use std::{collections::BTreeMap, fs, time::Duration};

use super::process_tree::ProcessTree;

/// The run-queue delays up to now: how long threads were ready to run but had no processor.
pub(in crate::link) struct RunQueueDelays {
    /// The delay of the harness's calling thread, or `None` if the system does not report it.
    harness_delay: Option<Duration>,
    engine_threads: BTreeMap<i32, Duration>,
}

impl RunQueueDelays {
    /// Returns the delays at the start of an engine.
    pub(in crate::link) fn measure_at_engine_start() -> RunQueueDelays {
        RunQueueDelays {
            harness_delay: run_queue_delay("/proc/thread-self"),
            engine_threads: BTreeMap::new(),
        }
    }

    /// Returns how much the delay of the harness and the delay of the engine have grown since the last call. The delay
    /// of the engine is that of its most delayed thread, because its threads wait in parallel. Returns `None` if the
    /// system does not report delays.
    pub(in crate::link) fn take_delay_growth(
        &mut self,
        tree: &ProcessTree,
    ) -> Option<(Duration, Duration)> {
        let harness_delay = run_queue_delay("/proc/thread-self")?;
        let grown = harness_delay.saturating_sub(
            self.harness_delay
                .replace(harness_delay)
                .unwrap_or_default(),
        );
        let mut now = BTreeMap::new();
        for process in tree.tree_processes() {
            let tasks = format!("/proc/{}/task", process.as_raw_pid());
            for task in fs::read_dir(tasks).into_iter().flatten().flatten() {
                let id: Option<i32> = task.file_name().to_str().and_then(|it| it.parse().ok());
                let delay = task.path().to_str().and_then(run_queue_delay);
                now.extend(id.zip(delay));
            }
        }
        let engine = largest_delay_growth(&self.engine_threads, &now);
        self.engine_threads = now;
        Some((grown, engine))
    }
}

/// Returns the largest growth of a thread's run-queue delay. A new thread starts with a delay of
/// zero.
fn largest_delay_growth(
    before: &BTreeMap<i32, Duration>,
    now: &BTreeMap<i32, Duration>,
) -> Duration {
    let grown = now.iter().map(|(id, delay)| {
        let before = before.get(id).copied().unwrap_or_default();
        delay.saturating_sub(before)
    });
    grown.max().unwrap_or_default()
}

fn run_queue_delay(task: &str) -> Option<Duration> {
    parse_schedstat(&fs::read_to_string(format!("{task}/schedstat")).ok()?)
}

/// Returns the second number of a `schedstat` file: the time in the run queue, in nanoseconds.
/// Returns `None` if the third number (how often the thread ran) is zero, because then the kernel
/// does not keep these statistics.
fn parse_schedstat(schedstat: &str) -> Option<Duration> {
    let mut numbers = schedstat.split_whitespace().map(|it| it.parse().ok());
    let (_ran, delay, times): (u64, u64, u64) =
        (numbers.next()??, numbers.next()??, numbers.next()??);
    (times > 0).then(|| Duration::from_nanos(delay))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delay_map(all: &[(i32, u64)]) -> BTreeMap<i32, Duration> {
        let delays = all
            .iter()
            .map(|(id, millis)| (*id, Duration::from_millis(*millis)));
        delays.collect()
    }

    /// The delays of threads are not added up: on two processors, an engine with eight threads is
    /// not four times as late as one of its threads.
    #[test]
    fn the_delay_of_the_most_delayed_thread_is_used() {
        let before = delay_map(&[(1, 100), (2, 100), (3, 100)]);
        let now = delay_map(&[(1, 150), (2, 175), (3, 160), (4, 20)]);
        assert_eq!(
            largest_delay_growth(&before, &now),
            Duration::from_millis(75)
        );
        assert_eq!(
            largest_delay_growth(&before, &delay_map(&[(4, 20)])),
            Duration::from_millis(20)
        );
        assert_eq!(
            largest_delay_growth(&before, &delay_map(&[])),
            Duration::ZERO
        );
    }

    #[test]
    fn without_kernel_statistics_the_delay_is_unknown() {
        assert_eq!(
            parse_schedstat("651062 1000000 7\n"),
            Some(Duration::from_millis(1))
        );
        assert_eq!(parse_schedstat("0 0 0\n"), None);
        assert_eq!(parse_schedstat("651062\n"), None);
        assert_eq!(parse_schedstat(""), None);
    }
}
