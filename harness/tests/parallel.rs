//! Does the pieces of work of one test at the same time.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

/// Computes a result for each item, on all processors. Returns the results in the order of the items.
pub(crate) fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
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

/// Lowers the priority of this thread. The tests that wait for engine processes run at the same time, and have few
/// doubts about the speed of the host if their engines get a processor at once.
fn lower_priority() {
    // On Linux a priority belongs to a thread, on other systems to the process.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(4);
}

/// Does a piece of work for each item, all at the same time, because each piece mostly waits.
#[cfg(unix)]
pub(crate) fn side_by_side<T: Send>(items: impl IntoIterator<Item = T>, work: impl Fn(T) + Sync) {
    let work = &work;
    thread::scope(|scope| {
        for item in items {
            scope.spawn(move || work(item));
        }
    });
}
