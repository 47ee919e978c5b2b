//! Plays the scenarios: most scenarios in parallel, and those with `@exclusive` alone.

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

/// The outcomes of all selected scenarios, in the order of the selection.
#[derive(Default)]
pub(super) struct Outcomes {
    /// The session, or the reason why the scenario was not played.
    pub(super) sessions: Vec<Result<Session, NotPlayed>>,
}

/// The reason why a scenario was not played to its end and is not judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NotPlayed {
    Interrupted,
    /// The circuit breaker has tripped.
    Hangs(Message),
    /// `--time-limit`.
    TimeLimit(Duration),
    /// The engine could not be started again.
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
    // Scenarios that wait for a clock run in addition to the other jobs, because they need little processor time. With
    // one job, or after a hang, scenarios that wait for a clock run one at a time, because an engine that hangs or
    // floods may need much memory.
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

/// The number of parallel sessions that wait for a clock, for each job.
const WAITING_PER_JOB: usize = 2;

/// Formats a duration in seconds or whole minutes.
fn spoken(time: Duration) -> String {
    let seconds = time.as_secs();
    match time.subsec_nanos() == 0 && seconds >= 60 && seconds.is_multiple_of(60) {
        true => format!("{} min", seconds / 60),
        false => format!("{} s", time.as_secs_f64()),
    }
}

/// The lock that every running session of this process holds.
static SESSION_LOCK: RwLock<()> = RwLock::new(());

/// A permit to run a session; dropping the permit releases the lock.
enum Permit {
    Shared { _with: RwLockReadGuard<'static, ()> },
    Exclusive { _in: RwLockWriteGuard<'static, ()> },
}

/// Waits for a permit. Scenarios with `@exclusive` and all replays run alone, even if other threads have sessions.
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
    // A replay confirms a violation, so no wait is shortened.
    let settings = Settings {
        timeout_history: (attempt == 1).then(|| Arc::clone(&run.timeout_history)),
        cut_after: request.time_limit.map(|_| left),
        ..request.settings.clone()
    };
    let Replayed { played, updated } =
        snapshot::play(request.protocol, link.as_mut(), script, &settings);
    // The session was cut at the time limit, so it is not judged.
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
