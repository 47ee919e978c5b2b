//! An engine whose search runs in small steps, on the caller's clock.
//!
//! The search runs in its own thread, but the caller decides how many nodes to search in each step.
//! Therefore the same lines at the same times get the same answers.

use std::{
    sync::mpsc::{Receiver, Sender, channel},
    thread::JoinHandle,
    time::Duration,
};

use super::{CoreAction, ProtocolCore};
use crate::{
    game::Game,
    search::{Progress, Search, SearchJob, SearchReport},
};

/// The number of nodes in a step of the search. A step takes less than a millisecond.
const NODES_PER_STEP: u64 = 400;

/// An engine that the caller drives step by step.
#[derive(Debug, Default)]
pub struct SteppedEngine<C: ProtocolCore> {
    pub(super) engine: C,
    search: Option<RunningSearch<MoveOf<C>>>,
}

/// The type of moves in the game of a protocol core.
type MoveOf<C> = <<C as ProtocolCore>::Game as Game>::Move;

/// A search that waits for the next step.
#[derive(Debug)]
struct RunningSearch<M> {
    /// The channel that grants nodes to the search, and the channel of its reports. Dropping the
    /// channels ends the search.
    channels: Option<(Sender<u64>, Receiver<SearchReport<M>>)>,
    search: Option<Search>,
    thread: Option<JoinHandle<()>>,
}

impl<M> Drop for RunningSearch<M> {
    fn drop(&mut self) {
        self.channels = None;
        self.search = None;
        // The drop waits for the thread, so that the next search finds a complete hash table.
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl<C: ProtocolCore + Default> SteppedEngine<C> {
    /// Returns an engine that was just started.
    pub fn new() -> SteppedEngine<C> {
        SteppedEngine {
            engine: C::default(),
            search: None,
        }
    }

    /// Processes one line, without its newline, that arrived at `now`.
    pub fn handle_line(&mut self, now: Duration, line: &[u8], out: &mut Vec<String>) {
        let mut acts = Vec::new();
        self.engine.handle_line(now, line, &mut acts);
        self.perform_actions(acts, out);
    }

    /// Searches some nodes if a search is running, and checks the clock.
    pub fn run_step(&mut self, now: Duration, out: &mut Vec<String>) {
        let mut acts = Vec::new();
        if let Some((grants, reports)) = self.search.as_ref().and_then(|it| it.channels.as_ref()) {
            let mut more = grants.send(NODES_PER_STEP).is_ok();
            while more {
                let report = reports.recv().ok();
                more = report.as_ref().is_some_and(|it| {
                    !matches!(it.progress, Progress::GrantUsedUp | Progress::Ended)
                });
                let done = report
                    .as_ref()
                    .is_none_or(|it| it.progress == Progress::Ended);
                if let Some(report) = report {
                    self.engine.handle_report(now, report, &mut acts);
                }
                if done {
                    self.search = None;
                    break;
                }
                if acts.iter().any(|it| matches!(it, CoreAction::StopSearch)) {
                    break;
                }
            }
        }
        self.engine.check_clock(now, &mut acts);
        self.perform_actions(acts, out);
    }

    /// True if a search is running.
    pub fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// The time at which the caller must call [`SteppedEngine::run_step`] at the latest, even if no
    /// search is running.
    pub fn next_wakeup(&self) -> Option<Duration> {
        self.engine.next_wakeup()
    }

    /// True if the engine has answered `quit`.
    pub fn has_quit(&self) -> bool {
        self.engine.has_quit()
    }

    fn perform_actions(&mut self, acts: Vec<CoreAction<C::Game>>, out: &mut Vec<String>) {
        for act in acts {
            match act {
                CoreAction::SendLine(line) => out.push(line),
                CoreAction::StopSearch => self.search = None,
                CoreAction::StartSearch(job) => self.search = start_stepped_search(*job),
                // The stepped engine has no file access.
                CoreAction::ReadFile(name) => {
                    self.engine.handle_file(&name, Err("not found".to_owned()))
                }
            }
        }
    }
}

/// Starts a search that waits for its first step. Returns `None` if no thread can be started.
fn start_stepped_search<G: Game>(job: SearchJob<G>) -> Option<RunningSearch<G::Move>> {
    let (grants, granted) = channel();
    let (told, reports) = channel();
    let tell = move |it| told.send(it).is_ok();
    let (search, thread) = Search::start_with_node_grants(job, granted, tell).ok()?;
    // The first report says that the search waits for its first nodes.
    let _ = reports.recv();
    Some(RunningSearch {
        channels: Some((grants, reports)),
        search: Some(search),
        thread: Some(thread),
    })
}
