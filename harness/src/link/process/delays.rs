//! How long the host kept us and the engine waiting for a processor.

use std::{collections::BTreeMap, fs, time::Duration};

use super::tree::Tree;

/// For how long threads were ready to run but had no processor, up to now.
pub(in crate::link) struct Delays {
    /// Our own thread; `None` where the system does not tell.
    ours: Option<Duration>,
    engine: BTreeMap<i32, Duration>,
}

impl Delays {
    /// Those of an engine that was started just now.
    pub(in crate::link) fn now() -> Delays {
        Delays {
            ours: delay("/proc/thread-self"),
            engine: BTreeMap::new(),
        }
    }

    /// How long we were kept waiting since this was last asked, and how long the engine's most delayed thread was:
    /// its threads wait side by side. `None` where the system does not tell.
    pub(in crate::link) fn grown(&mut self, tree: &Tree) -> Option<(Duration, Duration)> {
        let ours = delay("/proc/thread-self")?;
        let grown = ours.saturating_sub(self.ours.replace(ours).unwrap_or_default());
        let mut now = BTreeMap::new();
        for process in tree.members() {
            let tasks = format!("/proc/{}/task", process.as_raw_pid());
            for task in fs::read_dir(tasks).into_iter().flatten().flatten() {
                let id: Option<i32> = task.file_name().to_str().and_then(|it| it.parse().ok());
                let delay = task.path().to_str().and_then(delay);
                now.extend(id.zip(delay));
            }
        }
        let engine = most_grown(&self.engine, &now);
        self.engine = now;
        Some((grown, engine))
    }
}

/// How much the delay has grown that has grown most; what is new began at nothing.
fn most_grown(before: &BTreeMap<i32, Duration>, now: &BTreeMap<i32, Duration>) -> Duration {
    let grown = now.iter().map(|(id, delay)| {
        let before = before.get(id).copied().unwrap_or_default();
        delay.saturating_sub(before)
    });
    grown.max().unwrap_or_default()
}

fn delay(task: &str) -> Option<Duration> {
    parse(&fs::read_to_string(format!("{task}/schedstat")).ok()?)
}

/// The second number: nanoseconds in the run queue. Where the kernel does not keep them it says that nothing ever ran,
/// not even whoever reads this.
fn parse(schedstat: &str) -> Option<Duration> {
    let mut numbers = schedstat.split_whitespace().map(|it| it.parse().ok());
    let (_ran, delay, times): (u64, u64, u64) =
        (numbers.next()??, numbers.next()??, numbers.next()??);
    (times > 0).then(|| Duration::from_nanos(delay))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delays(all: &[(i32, u64)]) -> BTreeMap<i32, Duration> {
        let delays = all
            .iter()
            .map(|(id, millis)| (*id, Duration::from_millis(*millis)));
        delays.collect()
    }

    /// An engine of eight threads on two processors is not four times as late as each of them.
    #[test]
    fn the_most_delayed_thread_counts() {
        let before = delays(&[(1, 100), (2, 100), (3, 100)]);
        let now = delays(&[(1, 150), (2, 175), (3, 160), (4, 20)]);
        assert_eq!(most_grown(&before, &now), Duration::from_millis(75));
        assert_eq!(
            most_grown(&before, &delays(&[(4, 20)])),
            Duration::from_millis(20)
        );
        assert_eq!(most_grown(&before, &delays(&[])), Duration::ZERO);
    }

    #[test]
    fn a_system_that_keeps_no_delays_tells_nothing() {
        assert_eq!(parse("651062 1000000 7\n"), Some(Duration::from_millis(1)));
        assert_eq!(parse("0 0 0\n"), None);
        assert_eq!(parse("651062\n"), None);
        assert_eq!(parse(""), None);
    }
}
