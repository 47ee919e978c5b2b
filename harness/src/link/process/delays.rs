//! How long the host kept us and the engine waiting for a processor.

use std::{collections::BTreeMap, fs, time::Duration};

use super::tree::Tree;

/// For how long threads were ready to run but had no processor, up to now.
pub(super) struct Delays {
    /// Our own thread.
    ours: Duration,
    engine: BTreeMap<i32, Duration>,
}

impl Delays {
    /// Those of an engine that was started just now.
    pub(super) fn now() -> Delays {
        Delays {
            ours: delay("/proc/thread-self").unwrap_or_default(),
            engine: BTreeMap::new(),
        }
    }

    /// How much we and the engine have been kept waiting since this was last asked.
    pub(super) fn grown(&mut self, tree: &Tree) -> (Duration, Duration) {
        let ours = delay("/proc/thread-self").unwrap_or_default();
        let grown = ours.saturating_sub(self.ours);
        self.ours = ours;
        let before = std::mem::take(&mut self.engine);
        let mut engine = Duration::ZERO;
        for process in tree.members() {
            let tasks = format!("/proc/{}/task", process.as_raw_pid());
            for task in fs::read_dir(tasks).into_iter().flatten().flatten() {
                let id = task.file_name().to_str().and_then(|it| it.parse().ok());
                let Some(id) = id else { continue };
                let Some(delay) = task.path().to_str().and_then(delay) else {
                    continue;
                };
                engine += delay.saturating_sub(before.get(&id).copied().unwrap_or_default());
                self.engine.insert(id, delay);
            }
        }
        (grown, engine)
    }
}

fn delay(task: &str) -> Option<Duration> {
    let text = fs::read_to_string(format!("{task}/schedstat")).ok()?;
    let nanos = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(Duration::from_nanos(nanos))
}
