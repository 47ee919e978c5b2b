//! Runs the parts of one test in parallel.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

/// Computes a result for each item, with one thread for each processor. Returns the results in the order of the items.
pub(crate) fn map_in_parallel<T: Sync, R: Send>(
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::default()).collect();
    let work_on_next = || {
        lower_priority();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(place) else {
                return;
            };
            *results[place].lock().unwrap() = Some(work(item));
        }
    };
    let workers = thread::available_parallelism().map_or(1, |it| it.get());
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(work_on_next);
        }
    });
    let results = results.into_iter().map(|it| it.into_inner().unwrap());
    results.map(|it| it.expect("a result")).collect()
}

/// Lowers the priority of the current thread. Other tests run engine processes at the same time, and these engines need
/// a processor at once: if an engine has to wait for a processor, its session may be inconclusive.
fn lower_priority() {
    // Only on Linux does a thread have a priority of its own. On systems other than Linux, the priority belongs to the
    // whole process.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(4);
}

/// Runs `work` for all items at the same time, with one thread for each item, because `work` mostly waits.
#[cfg(unix)]
pub(crate) fn run_side_by_side<T: Send>(
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) + Sync,
) {
    let work = &work;
    thread::scope(|scope| {
        for item in items {
            scope.spawn(move || work(item));
        }
    });
}
