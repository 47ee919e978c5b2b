//! The threads that work on a job, all on one hash table.

use std::{
    io,
    sync::{Arc, atomic::Ordering::Relaxed},
    thread::{self, JoinHandle},
};

use super::{
    Grants, Job, Report,
    pace::Pace,
    worker::{Shared, Teller, Worker},
};
use crate::game::Game;

/// A search that is going on in threads of its own. Dropped, it is told to stop, and does within
/// some hundred nodes; nobody waits for it.
#[derive(Debug)]
pub struct Search {
    shared: Arc<Shared>,
}

impl Search {
    /// Starts to work on a job, as fast as it goes. `tell` is called for all there is to tell, in
    /// order, and from another thread; it says false when nobody listens any more.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn start<G: Game>(
        job: Job<G>,
        tell: impl Fn(Report<G::Move>) -> bool + Send + 'static,
    ) -> io::Result<Search> {
        let helpers = threads(job.manner.threads).saturating_sub(1);
        let idle = job.manner.idle;
        job.table.grow_older();
        let search = Search {
            shared: Arc::default(),
        };
        let job = Arc::new(job);
        for n in 0..helpers {
            search.spawn(&job, None, Pace::free(idle), 1 + n as u32 % 3)?;
        }
        search.spawn(&job, Some(Box::new(tell)), Pace::free(idle), 1)?;
        Ok(search)
    }

    /// The same in one thread, which searches only as many nodes as it is granted and tells each
    /// time when they are used up. So time can be made up, and equal grants give equal news, if the
    /// thread is waited for before another search begins on the same table.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn start_paced<G: Game>(
        job: Job<G>,
        grants: Grants,
        tell: impl Fn(Report<G::Move>) -> bool + Send + 'static,
    ) -> io::Result<(Search, JoinHandle<()>)> {
        let search = Search {
            shared: Arc::default(),
        };
        job.table.grow_older();
        let tell: Teller<G::Move> = Some(Box::new(tell));
        let thread = search.spawn(&Arc::new(job), tell, Pace::granted(grants), 1)?;
        Ok((search, thread))
    }

    fn spawn<G: Game>(
        &self,
        job: &Arc<Job<G>>,
        tell: Teller<G::Move>,
        pace: Pace,
        first: u32,
    ) -> io::Result<JoinHandle<()>> {
        let shared = Arc::clone(&self.shared);
        let job = Arc::clone(job);
        let work = move || Worker::new(&job, shared, tell, pace).run(first);
        // A search nests some hundred calls, each with its moves.
        let builder = thread::Builder::new().stack_size(16 << 20);
        builder.spawn(work)
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.shared.stop.store(true, Relaxed);
    }
}

/// Works on a job to its end, here and now, in this thread alone.
pub fn run_here<G: Game>(job: &Job<G>, tell: impl Fn(Report<G::Move>) -> bool + Send + 'static) {
    job.table.grow_older();
    let pace = Pace::free(job.manner.idle);
    Worker::new(job, Arc::default(), Some(Box::new(tell)), pace).run(1);
}

/// How many threads to use; 0 is as many as there are processors (`UCCI O24`).
fn threads(wanted: usize) -> usize {
    match wanted {
        0 => thread::available_parallelism().map_or(1, usize::from),
        wanted => wanted,
    }
}
