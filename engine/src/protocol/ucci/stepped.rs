//! The engine with its search, a little at a time, on a clock that somebody else keeps.
//!
//! The search runs in a thread of its own here too, but only as far as it is told to: equal
//! conversations at equal times have equal answers.

use std::{
    sync::mpsc::{Receiver, Sender, channel},
    thread::JoinHandle,
    time::Duration,
};

use super::{Act, Engine, Job, Report};
use crate::search::{Progress, Search};

/// Nodes a step: well under a millisecond.
const NODES: u64 = 400;

/// An engine in one's own hands.
#[derive(Debug, Default)]
pub struct Stepped {
    pub(super) engine: Engine,
    search: Option<Going>,
}

/// A search that waits for more nodes.
#[derive(Debug)]
struct Going {
    /// Nothing is granted and nobody listens any more, once it is to end.
    talk: Option<(Sender<u64>, Receiver<Report>)>,
    search: Option<Search>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Going {
    fn drop(&mut self) {
        self.talk = None;
        self.search = None;
        // The next search is to find the table as this one leaves it.
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Stepped {
    /// An engine that was just started.
    pub fn new() -> Stepped {
        Stepped::default()
    }

    /// Takes one line, without its newline, that arrived at `now`.
    pub fn line(&mut self, now: Duration, line: &[u8], out: &mut Vec<String>) {
        let mut acts = Vec::new();
        self.engine.line(now, line, &mut acts);
        self.perform(acts, out);
    }

    /// Searches a little, if there is something to search, and looks at the clock.
    pub fn step(&mut self, now: Duration, out: &mut Vec<String>) {
        let mut acts = Vec::new();
        if let Some((grants, reports)) = self.search.as_ref().and_then(|it| it.talk.as_ref()) {
            let mut more = grants.send(NODES).is_ok();
            while more {
                let report = reports.recv().ok();
                more = report
                    .as_ref()
                    .is_some_and(|it| !matches!(it.progress, Progress::Paused | Progress::Done));
                let done = report
                    .as_ref()
                    .is_none_or(|it| it.progress == Progress::Done);
                if let Some(report) = report {
                    self.engine.report(now, report, &mut acts);
                }
                if done {
                    self.search = None;
                    break;
                }
                if acts.iter().any(|it| matches!(it, Act::Halt)) {
                    break;
                }
            }
        }
        self.engine.tick(now, &mut acts);
        self.perform(acts, out);
    }

    /// Whether there is something to search right now.
    pub fn wants_step(&self) -> bool {
        self.search.is_some()
    }

    /// When to call [`Stepped::step`] although there is nothing to search: the result is due then.
    pub fn wake_at(&self) -> Option<Duration> {
        self.engine.wake_at()
    }

    /// Whether `quit` was answered.
    pub fn is_over(&self) -> bool {
        self.engine.is_over()
    }

    fn perform(&mut self, acts: Vec<Act>, out: &mut Vec<String>) {
        for act in acts {
            match act {
                Act::Say(line) => out.push(line),
                Act::Halt => self.search = None,
                Act::Think(job) => self.search = begin(*job),
                // There are no files here.
                Act::Read(name) => self.engine.file(&name, Err("not found".to_owned())),
            }
        }
    }
}

/// Starts a search that waits for its first nodes; `None` if there is no thread to be had.
fn begin(job: Job) -> Option<Going> {
    let (grants, granted) = channel();
    let (told, reports) = channel();
    let tell = move |it| told.send(it).is_ok();
    let (search, thread) = Search::start_paced(job, granted, tell).ok()?;
    // It asks for nodes before it begins.
    let _ = reports.recv();
    Some(Going {
        talk: Some((grants, reports)),
        search: Some(search),
        thread: Some(thread),
    })
}
