//! An engine whose search runs in small steps, on the caller's clock.
//!
//! The search runs in its own thread, but the caller decides how many nodes to search in each step.
//! Therefore the same lines at the same times get the same answers.

use std::{
    sync::mpsc::{Receiver, Sender, channel},
    thread::JoinHandle,
    time::Duration,
};

use super::{CoreAction, CoreJob, CoreReport as _, ProtocolCore};
use crate::search::Search;

/// The number of nodes in a step of the search. A step takes less than a millisecond.
const NODES_PER_STEP: u64 = 400;

/// An engine that the caller drives step by step.
#[derive(Debug, Default)]
pub struct SteppedEngine<C: ProtocolCore> {
    pub(super) engine: C,
    search: Option<RunningSearch<ReportOf<C>>>,
}

/// The type of the reports that a protocol core handles.
type ReportOf<C> = <<C as ProtocolCore>::Job as CoreJob>::Report;

/// A search that waits for the next step.
#[derive(Debug)]
struct RunningSearch<R> {
    /// The channel that grants nodes to the search, and the channel of its reports. Dropping the
    /// channels ends the search.
    channels: Option<(Sender<u64>, Receiver<R>)>,
    search: Option<Search>,
    thread: Option<JoinHandle<()>>,
}

impl<R> Drop for RunningSearch<R> {
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
                more = report
                    .as_ref()
                    .is_some_and(|it| !it.is_grant_used_up() && !it.has_ended());
                let done = report.as_ref().is_none_or(|it| it.has_ended());
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

    fn perform_actions(&mut self, acts: Vec<CoreAction<C::Job>>, out: &mut Vec<String>) {
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
fn start_stepped_search<J: CoreJob>(job: J) -> Option<RunningSearch<J::Report>> {
    let (grants, granted) = channel();
    let (told, reports) = channel();
    let tell = move |it| told.send(it).is_ok();
    let (search, thread) = job.start_paced(granted, tell).ok()?;
    // The first report says that the search waits for its first nodes.
    let _ = reports.recv();
    Some(RunningSearch {
        channels: Some((grants, reports)),
        search: Some(search),
        thread: Some(thread),
    })
}
