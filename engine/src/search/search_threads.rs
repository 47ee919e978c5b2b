//! The threads of a search, which share one hash table.

use std::{
    io,
    sync::{Arc, atomic::Ordering::Relaxed},
    thread::{self, JoinHandle},
};

use super::{
    NodeGrantReceiver, SearchJob, SearchReport,
    speed_control::Pace,
    worker::{Reporter, SharedState, Worker},
};
use crate::game::Game;

/// A search that runs in its own threads. Dropping a `Search` stops the threads within some hundred
/// nodes, without waiting for them.
#[derive(Debug)]
pub struct Search {
    shared: Arc<SharedState>,
}

impl Search {
    /// Starts a search at full speed. Another thread calls `report` with each report, in order. The
    /// function `report` returns false if the receiver is gone.
    ///
    /// # Errors
    /// Returns an error if no thread can be started.
    pub fn start<G: Game>(
        job: SearchJob<G>,
        report: impl Fn(SearchReport<G::Move>) -> bool + Send + 'static,
    ) -> io::Result<Search> {
        let helpers = thread_count(job.params.threads).saturating_sub(1);
        let idle = job.params.idle_time_share;
        job.hash_table.begin_new_age();
        let search = Search {
            shared: Arc::default(),
        };
        let job = Arc::new(job);
        for n in 0..helpers {
            search.spawn_worker(&job, None, Pace::full_speed(idle), 1 + n as u32 % 3)?;
        }
        search.spawn_worker(&job, Some(Box::new(report)), Pace::full_speed(idle), 1)?;
        Ok(search)
    }

    /// Starts a search in one thread. The thread searches only the nodes that the caller grants, reports when these
    /// nodes are used up, and waits for the next grant. The same grants give the same reports if the caller joins the
    /// thread before another search starts on the same table. Tests can use a virtual clock, because the caller
    /// controls how many nodes are searched.
    ///
    /// # Errors
    /// Returns an error if no thread can be started.
    pub fn start_with_node_grants<G: Game>(
        job: SearchJob<G>,
        grants: NodeGrantReceiver,
        report: impl Fn(SearchReport<G::Move>) -> bool + Send + 'static,
    ) -> io::Result<(Search, JoinHandle<()>)> {
        let search = Search {
            shared: Arc::default(),
        };
        job.hash_table.begin_new_age();
        let report: Reporter<G::Move> = Some(Box::new(report));
        let thread =
            search.spawn_worker(&Arc::new(job), report, Pace::with_node_grants(grants), 1)?;
        Ok((search, thread))
    }

    /// Starts a search of another kind than alpha-beta, such as a Monte Carlo search, in one thread. The thread ends
    /// soon after the [`StopFlag`] is set.
    ///
    /// # Errors
    /// Returns an error if no thread can be started.
    pub(crate) fn start_thread(
        work: impl FnOnce(StopFlag) + Send + 'static,
    ) -> io::Result<(Search, JoinHandle<()>)> {
        let shared = Arc::<SharedState>::default();
        let flag = StopFlag(Arc::clone(&shared));
        let thread = thread::Builder::new().spawn(move || work(flag))?;
        Ok((Search { shared }, thread))
    }

    fn spawn_worker<G: Game>(
        &self,
        job: &Arc<SearchJob<G>>,
        report: Reporter<G::Move>,
        pace: Pace,
        first: u32,
    ) -> io::Result<JoinHandle<()>> {
        let shared = Arc::clone(&self.shared);
        let job = Arc::clone(job);
        let work = move || Worker::new(&job, shared, report, pace).run_iterations(first);
        // The stack must hold some hundred recursive calls, each with a list of moves.
        let builder = thread::Builder::new().stack_size(16 << 20);
        builder.spawn(work)
    }
}

/// A flag that is set when the [`Search`] is dropped; the thread of the search reads the flag.
#[derive(Debug)]
pub(crate) struct StopFlag(Arc<SharedState>);

impl StopFlag {
    pub(crate) fn is_set(&self) -> bool {
        self.0.stop_requested.load(Relaxed)
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.shared.stop_requested.store(true, Relaxed);
    }
}

/// Runs a search to its end in the current thread.
pub fn run_in_current_thread<G: Game>(
    job: &SearchJob<G>,
    report: impl Fn(SearchReport<G::Move>) -> bool + Send + 'static,
) {
    job.hash_table.begin_new_age();
    let pace = Pace::full_speed(job.params.idle_time_share);
    Worker::new(job, Arc::default(), Some(Box::new(report)), pace).run_iterations(1);
}

/// The number of threads to use; the option value 0 means one thread per processor (`UCCI O24`).
fn thread_count(wanted: usize) -> usize {
    match wanted {
        0 => thread::available_parallelism().map_or(1, usize::from),
        wanted => wanted,
    }
}
