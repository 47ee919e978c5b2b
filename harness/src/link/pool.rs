//! Runs work in parallel on scoped threads.

use std::{
    sync::{Condvar, Mutex, PoisonError, mpsc},
    thread,
};

/// Calls `work` with every item, on up to `jobs` threads. Returns the results in the order of the items.
pub fn run_in_parallel<T: Send, R: Send>(
    jobs: usize,
    items: Vec<T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let threads = jobs.clamp(1, items.len().max(1));
    if threads == 1 {
        return items.into_iter().map(work).collect();
    }
    let mut results: Vec<Option<R>> = items.iter().map(|_| None).collect();
    let queue = Mutex::new(items.into_iter().enumerate());
    // The lock on `queue` must be released before `work` is called; otherwise only one thread would work.
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let worker = || {
        let mut done = Vec::new();
        while let Some((place, item)) = next() {
            done.push((place, work(item)));
        }
        done
    };
    thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        for handle in handles {
            let done = handle.join();
            for (place, result) in done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)) {
                results[place] = Some(result);
            }
        }
    });
    results.into_iter().flatten().collect()
}

/// Gives tasks to the worker threads and receives their results, on the calling thread.
pub trait TaskDispatcher<T, R> {
    /// Returns the next task, or `None` if there is no task now. After `None`, the pool calls `next_task` again when a
    /// worker thread has sent a result.
    fn next_task(&mut self) -> Option<T>;

    fn handle_result(&mut self, result: R);
}

/// Runs tasks on `jobs` threads until no task is left and no task is running. Each worker thread has its own `state`.
pub fn run_dispatched_tasks<S, T: Send, R: Send>(
    jobs: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, T) -> R + Sync,
    leader: &mut dyn TaskDispatcher<T, R>,
) {
    let (done, results) = mpsc::channel::<(usize, Option<R>)>();
    thread::scope(|scope| {
        let workers: Vec<mpsc::Sender<T>> = (0..jobs.max(1))
            .map(|worker| {
                let (give, tasks) = mpsc::channel();
                let (done, state, work) = (done.clone(), &state, &work);
                scope.spawn(move || {
                    let mut state = state();
                    let mut alarm = ResultSender {
                        worker_index: worker,
                        result_sender: done,
                    };
                    for task in tasks {
                        let result = work(&mut state, task);
                        if !alarm.send_result(Some(result)) {
                            return;
                        }
                    }
                });
                give
            })
            .collect();
        let mut idle: Vec<usize> = (0..workers.len()).rev().collect();
        loop {
            while let Some(worker) = idle.pop() {
                let Some(task) = leader.next_task() else {
                    idle.push(worker);
                    break;
                };
                if workers[worker].send(task).is_err() {
                    return;
                }
            }
            if idle.len() == workers.len() {
                return;
            }
            // A message without a result means that the worker thread panicked. After a panic of a worker thread,
            // `thread::scope` also panics as soon as the other threads have ended.
            let Ok((worker, Some(result))) = results.recv() else {
                return;
            };
            idle.push(worker);
            leader.handle_result(result);
        }
    });
}

/// Sends the results of a worker thread to the thread that gives out the tasks. If the worker thread panics, this type
/// sends a message without a result; otherwise the receiver would wait for the result for ever.
struct ResultSender<R> {
    worker_index: usize,
    result_sender: mpsc::Sender<(usize, Option<R>)>,
}

impl<R> ResultSender<R> {
    /// Sends a result to the thread that gives out the tasks. Returns false if the receiving thread
    /// has stopped.
    fn send_result(&mut self, result: Option<R>) -> bool {
        self.result_sender.send((self.worker_index, result)).is_ok()
    }
}

impl<R> Drop for ResultSender<R> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.send_result(None);
        }
    }
}

/// The maximum number of sessions in this process that may hold large output at the same time.
const MAX_LARGE_OUTPUT_SESSIONS: usize = 1;

static LARGE_OUTPUT_SESSION_COUNT: (Mutex<usize>, Condvar) = (Mutex::new(0), Condvar::new());

/// The permit of a session to hold large output; dropping the value returns the permit. Permits limit the memory use if
/// the engine sends too much output in many sessions.
#[derive(Debug)]
pub struct LargeOutputPermit(());

impl LargeOutputPermit {
    /// Waits until a permit is free. The session reads no output of the engine while it waits for a permit.
    #[must_use]
    pub fn acquire_permit() -> LargeOutputPermit {
        let (count, freed) = &LARGE_OUTPUT_SESSION_COUNT;
        let count = count.lock().unwrap_or_else(PoisonError::into_inner);
        let count = freed.wait_while(count, |it| *it >= MAX_LARGE_OUTPUT_SESSIONS);
        *count.unwrap_or_else(PoisonError::into_inner) += 1;
        LargeOutputPermit(())
    }
}

impl Drop for LargeOutputPermit {
    fn drop(&mut self) {
        let (count, freed) = &LARGE_OUTPUT_SESSION_COUNT;
        *count.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        freed.notify_one();
    }
}

/// Calls two functions in parallel, and waits until both have returned.
pub fn run_two_in_parallel<A: Send, B>(
    first: impl FnOnce() -> A + Send,
    second: impl FnOnce() -> B,
) -> (A, B) {
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
            let doubled = super::run_in_parallel(jobs, (0..50).collect(), |it| it * 2);
            assert_eq!(doubled, (0..50).map(|it| it * 2).collect::<Vec<_>>());
        }
        assert!(super::run_in_parallel(4, Vec::<u8>::new(), |it| it).is_empty());
    }

    /// A dispatcher of the tasks 1 to `task_limit`. Each result increases `task_limit` by one, up
    /// to 100.
    struct GrowingTaskDispatcher {
        given_task_count: u32,
        task_limit: u32,
        result_sum: u32,
    }

    impl super::TaskDispatcher<u32, u32> for GrowingTaskDispatcher {
        fn next_task(&mut self) -> Option<u32> {
            let more = self.given_task_count < self.task_limit;
            self.given_task_count += u32::from(more);
            more.then_some(self.given_task_count)
        }

        fn handle_result(&mut self, result: u32) {
            self.result_sum += result;
            self.task_limit = (self.task_limit + 1).min(100);
        }
    }

    #[test]
    fn results_add_new_tasks_until_no_task_is_left() {
        for jobs in [1, 2, 7] {
            let mut leader = GrowingTaskDispatcher {
                given_task_count: 0,
                task_limit: 1,
                result_sum: 0,
            };
            super::run_dispatched_tasks(jobs, || (), |(), it| it, &mut leader);
            assert_eq!(leader.result_sum, 5050);
        }
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_of_one_worker_ends_all_workers() {
        let mut leader = GrowingTaskDispatcher {
            given_task_count: 0,
            task_limit: 2,
            result_sum: 0,
        };
        let work = |(): &mut (), it: u32| {
            assert!(it < 50, "the fiftieth task");
            it
        };
        super::run_dispatched_tasks(3, || (), work, &mut leader);
    }

    #[test]
    fn both_functions_run_at_the_same_time() {
        let barrier = Barrier::new(2);
        let meet = || barrier.wait().is_leader();
        let (first, second) = super::run_two_in_parallel(meet, meet);
        assert!(first != second);
    }

    #[test]
    fn all_jobs_run_at_the_same_time() {
        let barrier = Barrier::new(3);
        super::run_in_parallel(3, vec![(); 3], |()| barrier.wait());
    }
}
