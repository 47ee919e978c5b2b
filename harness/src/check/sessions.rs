//! Plays the scenarios: those that wait for a clock in parallel with the others, those that demand it alone.

use std::{
    sync::{
        Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use super::{
    RunContext,
    breaker::Purpose,
    confirm,
    digest::{self, Session},
    order,
    select::SelectedScenario,
};
use crate::{
    launch::cannot_start,
    link,
    message::{Message, message},
    session::Settings,
    snapshot::{self, Replayed},
};

/// The outcome of every selected scenario, in their order.
#[derive(Default)]
pub(super) struct Outcomes {
    /// The session, or why there is none.
    pub(super) sessions: Vec<Result<Session, NotPlayed>>,
}

/// Why a scenario was not played to its end, so that it is not judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NotPlayed {
    Interrupted,
    /// The circuit breaker has tripped.
    Hangs(Message),
    /// `--time-limit`.
    TimeLimit(Duration),
    /// The engine could not be started any more.
    NoEngine(Message),
}

impl NotPlayed {
    pub(super) fn message(&self) -> Message {
        match self {
            NotPlayed::Interrupted => message!("run_interrupted", "the run was interrupted"),
            NotPlayed::Hangs(why) | NotPlayed::NoEngine(why) => why.clone(),
            NotPlayed::TimeLimit(limit) => message!(
                "time_limit_reached",
                "the time limit of {limit} was reached",
                limit = spoken(*limit),
            ),
        }
    }
}

/// Plays every selected scenario, then replays those whose verdicts need confirmation.
pub(super) fn play_all(run: &RunContext<'_>) -> Outcomes {
    let chosen = &run.request.selection.chosen;
    let (done, total) = (AtomicUsize::new(0), chosen.len());
    let first = |index: usize| {
        let session = play(run, &chosen[index], 1, Purpose::First);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        run.observer
            .progress(done, total, &chosen[index].scenario.id);
        session
    };
    let schedule = order::schedule(run);
    let jobs = run.request.jobs;
    let play_in = |jobs: usize, lane: Vec<usize>| link::pool::run(jobs, lane, |it| (it, first(it)));
    let mut sessions = play_in(jobs, schedule.first);
    // A session that waits for a clock needs little processor time, so it is no job of its own. But an engine that
    // hangs or floods needs much memory, and with one job the user wants one engine at a time.
    let (ordinary, waiting) = match jobs > 1 && !run.breaker.has_seen_hang() {
        true => link::pool::both(
            || play_in(jobs, schedule.ordinary),
            || play_in(WAITING_PER_JOB * jobs, schedule.waiting),
        ),
        false => (
            play_in(jobs, schedule.ordinary),
            play_in(1, schedule.waiting),
        ),
    };
    sessions.extend(ordinary);
    sessions.extend(waiting);
    sessions.extend(play_in(1, schedule.exclusive));
    sessions.sort_by_key(|it| it.0);
    let judged = sessions.iter().filter_map(|it| it.1.as_ref().ok());
    let mut convicted = confirm::convicted(judged);
    let settled = sessions.into_iter().map(|(index, session)| {
        let chosen = &chosen[index];
        let hung = session.as_ref().is_ok_and(|it| it.hung);
        let again = |attempt| {
            let (done, id) = (done.load(Ordering::Relaxed), &chosen.scenario.id);
            run.observer.progress(done, total, id);
            play(run, chosen, attempt, Purpose::Again { hung }).ok()
        };
        session.map(|it| confirm::confirm(it, &mut convicted, again))
    });
    Outcomes {
        sessions: settled.collect(),
    }
}

/// How many sessions that wait for a clock run in parallel, for each job.
const WAITING_PER_JOB: usize = 2;

/// A duration in seconds or whole minutes.
fn spoken(time: Duration) -> String {
    let seconds = time.as_secs();
    match time.subsec_nanos() == 0 && seconds >= 60 && seconds.is_multiple_of(60) {
        true => format!("{} min", seconds / 60),
        false => format!("{} s", time.as_secs_f64()),
    }
}

/// Held by every running session of this process.
static SESSION_LOCK: RwLock<()> = RwLock::new(());

/// The permit to run a session, until it is dropped.
enum Permit {
    Shared { _with: RwLockReadGuard<'static, ()> },
    Exclusive { _in: RwLockWriteGuard<'static, ()> },
}

/// Waits for a permit. A scenario that demands it and every replay run exclusively, also among the runs of other
/// threads.
fn permit(exclusive: bool, attempt: usize) -> Permit {
    match !exclusive && attempt == 1 {
        true => Permit::Shared {
            _with: SESSION_LOCK.read().unwrap_or_else(PoisonError::into_inner),
        },
        false => Permit::Exclusive {
            _in: SESSION_LOCK.write().unwrap_or_else(PoisonError::into_inner),
        },
    }
}

/// Plays one scenario in a fresh process, and judges it.
pub(super) fn play(
    run: &RunContext<'_>,
    chosen: &SelectedScenario,
    attempt: usize,
    purpose: Purpose,
) -> Result<Session, NotPlayed> {
    let request = run.request;
    let _permit = permit(chosen.scenario.exclusive, attempt);
    if link::interrupted() {
        return Err(NotPlayed::Interrupted);
    }
    if let Some(why) = run.breaker.tripped(purpose) {
        return Err(why);
    }
    let limit = request.time_limit.unwrap_or(Duration::MAX);
    let left = limit.saturating_sub(request.began.elapsed());
    if left.is_zero() {
        return Err(NotPlayed::TimeLimit(limit));
    }
    let mut link =
        link::spawn(&request.spec).map_err(|err| NotPlayed::NoEngine(cannot_start(&err)))?;
    let script = &chosen.scenario.script;
    // A replay confirms a violation, so it waits for every answer in full.
    let settings = Settings {
        timeout_history: (attempt == 1).then(|| Arc::clone(&run.timeout_history)),
        cut_after: request.time_limit.map(|_| left),
        ..request.settings.clone()
    };
    let Replayed { played, updated } =
        snapshot::play(request.protocol, link.as_mut(), script, &settings);
    // The rest of the session was not seen: it is not judged.
    if played.interrupted && !link::interrupted() {
        return Err(NotPlayed::TimeLimit(limit));
    }
    run.breaker.note(&played, attempt > 1);
    let (name, id) = (request.protocol.name(), &chosen.scenario.id);
    run.observer.recorded(name, id, attempt, &played.transcript);
    if let Some(updated) = updated.as_ref().filter(|it| it.flaw.is_none()) {
        run.observer.snapshot_updated(id, &updated.text);
    }
    Ok(digest::digest(run, chosen, played, updated.as_ref()))
}
