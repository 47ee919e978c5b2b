//! Plays the scenarios: most scenarios in parallel, and those with `@exclusive` alone.

use std::{
    cell::Cell,
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use super::{
    RunState,
    circuit_breaker::SessionPurpose,
    confirm, play_order,
    select::SelectedScenario,
    session_result::{self, SessionResult},
};
use crate::{
    link,
    message::{Message, message},
    rule::RuleId,
    session::SessionSettings,
    snapshot::{self, ReplayResult},
};

/// The outcomes of all selected scenarios, in the order of the selection.
#[derive(Default)]
pub(super) struct SessionOutcomes {
    /// The session, or the reason why the scenario was not played.
    pub(super) sessions: Vec<Result<SessionResult, NotPlayedReason>>,
}

/// The reason why a scenario was not played to its end and is not judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NotPlayedReason {
    Interrupted,
    /// The circuit breaker stopped the run after too many hangs or timeouts.
    BreakerTripped(Message),
    /// `--time-limit`.
    TimeLimit(Duration),
    /// The engine could not be started again.
    EngineNotRestarted(Message),
}

impl NotPlayedReason {
    pub(super) fn reason_message(&self) -> Message {
        match self {
            NotPlayedReason::Interrupted => message!("run_interrupted", "the run was interrupted"),
            NotPlayedReason::BreakerTripped(why) | NotPlayedReason::EngineNotRestarted(why) => {
                why.clone()
            }
            NotPlayedReason::TimeLimit(limit) => message!(
                "time_limit_reached",
                "the time limit of {limit} was reached",
                limit = format_duration(*limit),
            ),
        }
    }
}

/// Plays every selected scenario, then replays those whose verdicts need confirmation.
pub(super) fn play_all_scenarios(run: &RunState<'_>) -> SessionOutcomes {
    let chosen = &run.request.selection.scenarios;
    let (done, total) = (AtomicUsize::new(0), chosen.len());
    let first = |index: usize| {
        let session = play_scenario(run, &chosen[index], 1, SessionPurpose::FirstPlay);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        run.observer
            .scenario_done(done, total, &chosen[index].scenario.id);
        session
    };
    let schedule = play_order::schedule_scenarios(run);
    let jobs = run.request.jobs;
    let play_in = |jobs: usize, lane: Vec<usize>| {
        link::pool::run_in_parallel(jobs, lane, |it| (it, first(it)))
    };
    let mut sessions = play_in(jobs, schedule.smoke_scenarios);
    // Scenarios that mostly wait until a given time has passed run in addition to the other jobs,
    // because they need little processor time. With one job, or after a hang, these scenarios run
    // one at a time, because an engine that hangs or floods may need much memory.
    let (ordinary, waiting) = match jobs > 1 && !run.breaker.has_seen_hang() {
        true => link::pool::run_two_in_parallel(
            || play_in(jobs, schedule.ordinary_scenarios),
            || play_in(CLOCK_SESSIONS_PER_JOB * jobs, schedule.clock_scenarios),
        ),
        false => (
            play_in(jobs, schedule.ordinary_scenarios),
            play_in(1, schedule.clock_scenarios),
        ),
    };
    sessions.extend(ordinary);
    sessions.extend(waiting);
    sessions.extend(play_in(1, schedule.exclusive_scenarios));
    sessions.sort_by_key(|it| it.0);
    let judged = sessions.iter().filter_map(|it| it.1.as_ref().ok());
    let mut convicted = confirm::rules_with_proven_violations(judged);
    let replay = |index: usize, attempt, purpose| {
        let chosen = &chosen[index];
        let done = done.load(Ordering::Relaxed);
        run.observer.scenario_done(done, total, &chosen.scenario.id);
        play_scenario(run, chosen, attempt, purpose).ok()
    };
    let mut replays = replay_waits_in_parallel(run, &sessions, &convicted, replay);
    let settled = sessions.into_iter().map(|(index, session)| {
        let hung = session.as_ref().is_ok_and(|it| it.has_hung);
        let played = Cell::new(replays.remove(&index));
        let again = |attempt| {
            let purpose = SessionPurpose::Replay {
                has_hung: hung,
                runs_alone: true,
            };
            played.take().or_else(|| replay(index, attempt, purpose))
        };
        session.map(|it| confirm::confirm_by_replays(it, &mut convicted, again))
    });
    SessionOutcomes {
        sessions: settled.collect(),
    }
}

/// Replays the sessions that waited long for a missing answer, several at a time. Returns the
/// replayed sessions by the index of the scenario. Parallel replays are safe: a waiting session
/// uses little processor time and records how late the host was. If a parallel replay proves
/// nothing, the session is replayed alone, too.
fn replay_waits_in_parallel(
    run: &RunState<'_>,
    sessions: &[(usize, Result<SessionResult, NotPlayedReason>)],
    convicted: &BTreeSet<RuleId>,
    replay: impl Fn(usize, usize, SessionPurpose) -> Option<SessionResult> + Sync,
) -> BTreeMap<usize, SessionResult> {
    // An engine that hangs may flood its output or use much memory, so its replays run one at a time.
    let waited =
        |it: &SessionResult| !it.has_hung && it.timeout_time >= MIN_WAIT_FOR_PARALLEL_REPLAY;
    let indices = sessions.iter().filter_map(|(index, session)| {
        let session = session.as_ref().ok()?;
        let exclusive = run.request.selection.scenarios[*index].scenario.exclusive;
        let wanted = !exclusive && waited(session) && confirm::needs_replay(session, convicted);
        wanted.then_some(*index)
    });
    let indices: Vec<usize> = indices.collect();
    if indices.len() < 2 || run.request.jobs < 2 {
        return BTreeMap::new();
    }
    let purpose = SessionPurpose::Replay {
        has_hung: false,
        runs_alone: false,
    };
    let played = link::pool::run_in_parallel(run.request.jobs, indices, |it| {
        replay(it, 2, purpose).map(|session| (it, session))
    });
    played.into_iter().flatten().collect()
}

/// If the timed-out waits of a session took at least this time in total, its replay may run in
/// parallel with others.
const MIN_WAIT_FOR_PARALLEL_REPLAY: Duration = Duration::from_secs(2);

/// For each job, this number of sessions that wait until a given time has passed run in parallel.
const CLOCK_SESSIONS_PER_JOB: usize = 2;

/// Formats a duration in seconds or whole minutes.
fn format_duration(time: Duration) -> String {
    let seconds = time.as_secs();
    match time.subsec_nanos() == 0 && seconds >= 60 && seconds.is_multiple_of(60) {
        true => format!("{} min", seconds / 60),
        false => format!("{} s", time.as_secs_f64()),
    }
}

/// The lock that every running session of this process holds: shared by parallel sessions,
/// exclusive for a session that runs alone.
static SESSION_LOCK: RwLock<()> = RwLock::new(());

/// A permit to run a session; dropping the permit releases the lock.
enum SessionPermit {
    Shared { _with: RwLockReadGuard<'static, ()> },
    Exclusive { _in: RwLockWriteGuard<'static, ()> },
}

/// Waits for a permit. Scenarios with `@exclusive` and most replays wait until no other thread runs
/// a session.
fn wait_for_permit(exclusive: bool, purpose: SessionPurpose) -> SessionPermit {
    let alone = matches!(
        purpose,
        SessionPurpose::Replay {
            runs_alone: true,
            ..
        }
    );
    match !exclusive && !alone {
        true => SessionPermit::Shared {
            _with: SESSION_LOCK.read().unwrap_or_else(PoisonError::into_inner),
        },
        false => SessionPermit::Exclusive {
            _in: SESSION_LOCK.write().unwrap_or_else(PoisonError::into_inner),
        },
    }
}

/// Plays one scenario in a fresh process, and judges it.
pub(super) fn play_scenario(
    run: &RunState<'_>,
    chosen: &SelectedScenario,
    attempt: usize,
    purpose: SessionPurpose,
) -> Result<SessionResult, NotPlayedReason> {
    let request = run.request;
    let _permit = wait_for_permit(chosen.scenario.exclusive, purpose);
    if link::was_interrupted() {
        return Err(NotPlayedReason::Interrupted);
    }
    if let Some(why) = run.breaker.trip_reason(purpose) {
        return Err(why);
    }
    let limit = request.time_limit.unwrap_or(Duration::MAX);
    let left = limit.saturating_sub(request.stopwatch.elapsed());
    if left.is_zero() {
        return Err(NotPlayedReason::TimeLimit(limit));
    }
    let mut link = link::start_engine_link(&request.engine_spec)
        .map_err(|err| NotPlayedReason::EngineNotRestarted(err.message()))?;
    let script = &chosen.scenario.script;
    // A replay must confirm a violation, so the waits of a replay are not shortened.
    let settings = SessionSettings {
        timeout_history: (attempt == 1).then(|| Arc::clone(&run.timeout_history)),
        session_time_limit: request.time_limit.map(|_| left),
        ..request.settings.clone()
    };
    let ReplayResult {
        played_session: played,
        updated_snapshot: updated,
    } = snapshot::play_script(request.protocol, link.as_mut(), script, &settings);
    // The session was cut at the time limit, so it is not judged.
    if played.was_interrupted && !link::was_interrupted() {
        return Err(NotPlayedReason::TimeLimit(limit));
    }
    run.breaker.count_session(&played, attempt > 1);
    let (name, id) = (request.protocol.name(), &chosen.scenario.id);
    run.observer
        .session_recorded(name, id, attempt, &played.transcript);
    if let Some(updated) = updated.as_ref().filter(|it| it.rejection_reason.is_none()) {
        run.observer.snapshot_updated(id, &updated.text);
    }
    Ok(session_result::reduce_session(
        run,
        chosen,
        played,
        updated.as_ref(),
    ))
}
