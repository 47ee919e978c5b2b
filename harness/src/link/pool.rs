//! Runs work in parallel on scoped threads.

use std::{
    sync::{Mutex, PoisonError},
    thread,
};

/// Calls `work` with every item, `jobs` at a time. The results are in the order of the items.
pub fn run<T: Send, R: Send>(jobs: usize, items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let threads = jobs.clamp(1, items.len().max(1));
    if threads == 1 {
        return items.into_iter().map(work).collect();
    }
    let queue = Mutex::new(items.into_iter().enumerate());
    // The lock must be released after this statement, or one thread would do all the work.
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let worker = || {
        let mut done = Vec::new();
        while let Some((place, item)) = next() {
            done.push((place, work(item)));
        }
        done
    };
    let mut results: Vec<(usize, R)> = thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        let joined = handles.into_iter().map(|it| {
            it.join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        joined.flatten().collect()
    });
    results.sort_by_key(|(place, _)| *place);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Calls both functions in parallel and waits for both.
pub fn both<A: Send, B>(first: impl FnOnce() -> A + Send, second: impl FnOnce() -> B) -> (A, B) {
    thread::scope(|scope| {
        let first = scope.spawn(first);
        let second = second();
        let first = first
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        (first, second)
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    #[test]
    fn results_keep_the_order_of_the_items() {
        for jobs in [0, 1, 3, 100] {
            let doubled = super::run(jobs, (0..50).collect(), |it| it * 2);
            assert_eq!(doubled, (0..50).map(|it| it * 2).collect::<Vec<_>>());
        }
        assert!(super::run(4, Vec::<u8>::new(), |it| it).is_empty());
    }

    #[test]
    fn both_run_at_once() {
        let barrier = Barrier::new(2);
        let meet = || barrier.wait().is_leader();
        let (first, second) = super::both(meet, meet);
        assert!(first != second);
    }

    #[test]
    fn as_many_run_at_once_as_were_asked_for() {
        let barrier = Barrier::new(3);
        super::run(3, vec![(); 3], |()| barrier.wait());
    }
}
