//! Plays the scenarios: most scenarios in parallel, and those with `@exclusive` alone.

use std::{
    cell::Cell,
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use super::{
    RunState,
    announce::{Certainty, announce_violations},
    circuit_breaker::SessionPurpose,
    confirm, early_end,
    job_scheduler::{JobKind, JobScheduler, RunningJob},
    play_order,
    select::SelectedScenario,
    session_result::{self, SessionResult},
    stop_policy::{self, StopReason},
};
use crate::{
    link,
    message::{Message, message},
    rule::RuleId,
    session::{OverdueWaitObserver, SessionSettings},
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
    /// The scenario belongs to a shard whose result was not given to `merge`.
    ShardMissing(Message),
    /// `--time-limit`.
    TimeLimit(Duration),
    /// The engine could not be started again.
    EngineNotRestarted(Message),
    /// The run stopped early because of `--fail-fast` or `--failed`.
    Stopped(StopReason),
}

impl NotPlayedReason {
    pub(super) fn reason_message(&self) -> Message {
        match self {
            NotPlayedReason::Interrupted => message!("run_interrupted", "the run was interrupted"),
            NotPlayedReason::BreakerTripped(why)
            | NotPlayedReason::EngineNotRestarted(why)
            | NotPlayedReason::ShardMissing(why) => why.clone(),
            NotPlayedReason::Stopped(why) => why.reason_message(),
            NotPlayedReason::TimeLimit(limit) => message!(
                "time_limit_reached",
                "the time limit of {limit} was reached",
                limit = format_duration(*limit),
            ),
        }
    }
}

/// Plays every selected scenario, and replays the scenarios whose verdicts need confirmation. `RunRequest::stop`
/// decides which scenarios are played first, and whether a failure ends the run.
pub(super) fn play_all_scenarios(run: &RunState<'_>) -> SessionOutcomes {
    let chosen = &run.request.selection.scenarios;
    let stop = &run.request.stop_policy;
    let is_first = |it: &usize| {
        stop.scenarios_played_first
            .contains(&chosen[*it].scenario.id)
    };
    let (first, rest): (BTreeSet<usize>, BTreeSet<usize>) = (0..chosen.len()).partition(is_first);
    let groups = [
        (first, StopReason::FailedAgain),
        (rest, StopReason::FirstFailure),
    ];
    let (done, mut convicted) = (AtomicUsize::new(0), BTreeSet::new());
    let mut sessions = BTreeMap::new();
    let mut stopped = None;
    for (mut waiting, reason) in groups {
        let mut failed = false;
        while stopped.is_none() && !waiting.is_empty() {
            let played = play_round(run, &waiting, &mut convicted, &done);
            waiting.retain(|it| !played.contains_key(it));
            failed |= played.iter().any(|(index, session)| {
                let session = session.as_ref().ok();
                session.is_some_and(|it| stop_policy::fails_run(run, &chosen[*index], it))
            });
            sessions.extend(played);
            if failed && stop.stops_at_first_failure {
                stopped = Some(StopReason::FirstFailure);
            }
        }
        if failed {
            stopped = stopped.or(Some(reason));
        }
        // If the last group of scenarios was played to its end, `waiting` is empty, so a failure in this group leaves
        // out no scenario.
        if let Some(reason) = stopped {
            let left_out = |it| (it, Err(NotPlayedReason::Stopped(reason)));
            sessions.extend(waiting.into_iter().map(left_out));
        }
    }
    SessionOutcomes {
        sessions: sessions.into_values().collect(),
    }
}

/// Plays the scenarios with these indices, and confirms their results. With `--fail-fast` the function returns early if
/// a session seems to fail; the result then lacks the scenarios that were not played.
fn play_round(
    run: &RunState<'_>,
    waiting: &BTreeSet<usize>,
    convicted: &mut BTreeSet<RuleId>,
    done: &AtomicUsize,
) -> BTreeMap<usize, Result<SessionResult, NotPlayedReason>> {
    let chosen = &run.request.selection.scenarios;
    let total = chosen.len();
    let seems_failed = AtomicBool::new(false);
    let first = |index: usize, wait_observer| {
        if seems_failed.load(Ordering::Relaxed) {
            return None;
        }
        let purpose = SessionPurpose::FirstPlay;
        Some(play_scenario(
            run,
            &chosen[index],
            (1, purpose),
            wait_observer,
        ))
    };
    let count = |index: usize, session: &Result<SessionResult, NotPlayedReason>| {
        if let Ok(session) = session {
            announce_violations(run, &chosen[index], session, Certainty::FirstPlay);
        }
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        run.observer
            .scenario_done(done, total, &chosen[index].scenario.id);
        let fails = |it: &SessionResult| stop_policy::fails_run(run, &chosen[index], it);
        if run.request.stop_policy.stops_at_first_failure && session.as_ref().is_ok_and(fails) {
            seems_failed.store(true, Ordering::Relaxed);
        }
    };
    let replay = |index: usize, attempt, purpose, wait_observer| {
        let chosen = &chosen[index];
        let done = done.load(Ordering::Relaxed);
        run.observer.scenario_done(done, total, &chosen.scenario.id);
        play_scenario(run, chosen, (attempt, purpose), wait_observer).ok()
    };
    let mut schedule = play_order::schedule_scenarios(run);
    schedule.keep_only_scenarios(waiting);
    let (mut sessions, mut replays) = play_with_scheduler(run, &schedule, &first, &replay, &count);
    for index in schedule.exclusive_scenarios {
        if let Some(session) = first(index, None) {
            count(index, &session);
            sessions.push((index, session));
        }
    }
    sessions.sort_by_key(|it| it.0);
    let judged = sessions.iter().filter_map(|it| it.1.as_ref().ok());
    convicted.extend(confirm::rules_with_proven_violations(judged));
    let replay = |index, attempt, purpose| replay(index, attempt, purpose, None);
    keep_replays_of_long_waits(&mut replays, &sessions);
    // Sessions that already have a replay come first: once a replay proves a violation, other sessions need no replay
    // for this violation.
    let (replayed, others) = partition_sessions_by_replay(sessions, &replays);
    // The circuit breaker may stop the replays, so violations that fail the run are confirmed before all others.
    let (decisive, minor): (IndexedSessions, _) = replayed
        .into_iter()
        .partition(|it| may_fail_run(run, &it.1));
    let minor_replays = minor
        .iter()
        .filter_map(|it| Some((it.0, replays.remove(&it.0)?)))
        .collect();
    let mut confirmed = confirm_sessions(run, decisive, replays, convicted, &replay);
    let replays = replay_sessions_in_parallel(run, &others, convicted, replay);
    let (replayed, mut others) = partition_sessions_by_replay(others, &replays);
    confirmed.extend(confirm_sessions(run, replayed, replays, convicted, &replay));
    others.sort_by_key(|it| !may_fail_run(run, &it.1));
    others.extend(minor);
    confirmed.extend(confirm_sessions(
        run,
        others,
        minor_replays,
        convicted,
        &replay,
    ));
    replay_unexplained_timeouts(run, &mut confirmed, &replay);
    confirmed
}

/// Replays each scenario that ended early because an expected line was never received, if no violation explains why and
/// the host may have been too slow. If the replay reaches the end of the script, the scenario did not end early. An
/// engine that leaves out a line only sometimes stays inconclusive. Scenarios that waited in vain for the same
/// line have the same cause, so after a replay that confirms it, the others are not replayed.
fn replay_unexplained_timeouts(
    run: &RunState<'_>,
    sessions: &mut BTreeMap<usize, Result<SessionResult, NotPlayedReason>>,
    replay: &impl Fn(usize, usize, SessionPurpose) -> Option<SessionResult>,
) {
    let selected = &run.request.selection;
    let is_selected = |id: &String| (selected.rules.iter()).any(|it| it.as_str() == id.as_str());
    let unexplained = sessions.iter().filter(|(index, session)| {
        let mut rules = selected.scenarios[**index].scenario.rules.iter();
        if !rules.any(is_selected) {
            return false;
        }
        let timed_out = |it: &SessionResult| {
            let host_was_late = it.rules.values().any(|it| it.host_was_late);
            host_was_late
                && !it.has_hung
                && early_end::has_unexplained_timeout(it, sessions.values())
        };
        session.as_ref().is_ok_and(timed_out)
    });
    let unexplained: Vec<usize> = unexplained.map(|it| *it.0).collect();
    let mut confirmed = BTreeSet::new();
    for index in unexplained {
        let Some(Ok(session)) = sessions.get_mut(&index) else {
            continue;
        };
        let expected = (session.unmet_expectation.as_ref()).map(|it| it.expected.clone());
        if confirmed.contains(&expected) {
            continue;
        }
        let replayed = replay(index, confirm::MAX_REPLAYS + 2, ALONE_REPLAY);
        if let Some(replayed) = replayed.filter(|_| !session.was_interrupted) {
            confirm::add_replay_of_early_end(session, replayed);
            if session.unmet_expectation.is_some() {
                confirmed.insert(expected);
            }
        }
    }
}

/// True if a violation that needs confirmation in this session may fail the run.
fn may_fail_run(run: &RunState<'_>, session: &Result<SessionResult, NotPlayedReason>) -> bool {
    let policy = &run.request.failure_policy;
    let fails = |rule: RuleId| {
        let mut rules = run.rules.iter();
        let info = rules.find(|it| it.rule_id() == rule);
        info.is_some_and(|it| policy.fails_run_if_violated(it.level))
    };
    session
        .as_ref()
        .is_ok_and(|it| confirm::violations_to_confirm(it).any(fails))
}

fn partition_sessions_by_replay(
    sessions: IndexedSessions,
    replays: &BTreeMap<usize, SessionResult>,
) -> (IndexedSessions, IndexedSessions) {
    let sessions = sessions.into_iter();
    sessions.partition(|(index, _)| replays.contains_key(index))
}

/// Confirms the results of sessions. `replays` contains the replays that were already played; the function `replay`
/// plays further ones.
fn confirm_sessions(
    run: &RunState<'_>,
    sessions: IndexedSessions,
    mut replays: BTreeMap<usize, SessionResult>,
    convicted: &mut BTreeSet<RuleId>,
    replay: &impl Fn(usize, usize, SessionPurpose) -> Option<SessionResult>,
) -> BTreeMap<usize, Result<SessionResult, NotPlayedReason>> {
    let chosen = &run.request.selection.scenarios;
    let confirmed = sessions.into_iter().map(|(index, session)| {
        let hung = session.as_ref().is_ok_and(|it| it.has_hung);
        let played = Cell::new(replays.remove(&index));
        let again = |attempt| {
            let purpose = SessionPurpose::Replay {
                has_hung: hung,
                runs_alone: true,
            };
            played.take().or_else(|| replay(index, attempt, purpose))
        };
        let session = session.map(|it| {
            let confirmed = confirm::confirm_by_replays(it, convicted, again);
            announce_violations(run, &chosen[index], &confirmed, Certainty::Confirmed);
            confirmed
        });
        (index, session)
    });
    confirmed.collect()
}

/// Drops a parallel replay unless the first session waited long enough for its answers. `sessions` is sorted by the
/// index of the scenario.
fn keep_replays_of_long_waits(
    replays: &mut BTreeMap<usize, SessionResult>,
    sessions: &[(usize, Result<SessionResult, NotPlayedReason>)],
) {
    replays.retain(|index, _| {
        let place = sessions.binary_search_by_key(index, |it| it.0);
        let session = place.ok().and_then(|it| sessions[it].1.as_ref().ok());
        session.is_some_and(|it| it.timed_out_wait_time >= MIN_WAIT_FOR_PARALLEL_REPLAY)
    });
}

/// Plays all scenarios that are not exclusive. Returns the first session of each scenario, and the replays that were
/// played in the meantime, each with the index of its scenario.
fn play_with_scheduler(
    run: &RunState<'_>,
    schedule: &play_order::Schedule,
    first: &(dyn Fn(usize, WaitObserver) -> Option<Result<SessionResult, NotPlayedReason>> + Sync),
    replay: &(dyn Fn(usize, usize, SessionPurpose, WaitObserver) -> Option<SessionResult> + Sync),
    count: &(dyn Fn(usize, &Result<SessionResult, NotPlayedReason>) + Sync),
) -> (IndexedSessions, BTreeMap<usize, SessionResult>) {
    let history = Arc::clone(&run.timeout_history);
    let scheduler = JobScheduler::new(schedule, run.request.jobs, history);
    let sessions = Mutex::new(IndexedSessions::new());
    let replays = Mutex::new(BTreeMap::new());
    let worker = |()| {
        while let Some(job) = scheduler.next_job(&|| run.breaker.has_seen_hang()) {
            let (index, running) = (job.scenario_index, RunningJob::new(&scheduler, job));
            let waits = running.wait_observer();
            match job.kind {
                JobKind::FirstPlay | JobKind::TimedWaitPlay => {
                    let session = first(index, waits);
                    running.end_job();
                    if let Some(session) = session {
                        count(index, &session);
                        lock(&sessions).push((index, session));
                    }
                }
                JobKind::Replay => {
                    let session = replay(index, 2, SessionPurpose::EarlyReplay, waits);
                    running.end_job();
                    lock(&replays).extend(session.map(|it| (index, it)));
                }
            }
        }
    };
    let threads = scheduler.thread_count();
    link::pool::run_in_parallel(threads, vec![(); threads], worker);
    (into_inner(sessions), into_inner(replays))
}

/// The sessions of scenarios, each with the index of its scenario.
type IndexedSessions = Vec<(usize, Result<SessionResult, NotPlayedReason>)>;

type WaitObserver = Option<Arc<dyn OverdueWaitObserver>>;

/// The purpose of a replay that runs in parallel with other sessions.
const PARALLEL_REPLAY: SessionPurpose = SessionPurpose::Replay {
    has_hung: false,
    runs_alone: false,
};

/// The purpose of a replay that runs while no other session runs.
const ALONE_REPLAY: SessionPurpose = SessionPurpose::Replay {
    has_hung: false,
    runs_alone: true,
};

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn into_inner<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Replays the sessions that waited long for a missing answer, several at a time. Returns the replayed sessions, each
/// with the index of its scenario. Parallel replays are safe: a waiting session uses little processor time and records
/// how late the host was. If a parallel replay proves nothing, the session is replayed again, alone.
fn replay_sessions_in_parallel(
    run: &RunState<'_>,
    sessions: &[(usize, Result<SessionResult, NotPlayedReason>)],
    convicted: &BTreeSet<RuleId>,
    replay: impl Fn(usize, usize, SessionPurpose) -> Option<SessionResult> + Sync,
) -> BTreeMap<usize, SessionResult> {
    // An engine that hangs may flood its output or use much memory, so its sessions are replayed one at a time.
    let waited =
        |it: &SessionResult| !it.has_hung && it.timed_out_wait_time >= MIN_WAIT_FOR_PARALLEL_REPLAY;
    // For each violated rule, one session is replayed in parallel with others. If the parallel replay of a rule proves
    // nothing, the other sessions that violate the rule are replayed alone.
    let mut covered = convicted.clone();
    let indices = sessions.iter().filter_map(|(index, session)| {
        let session = session.as_ref().ok()?;
        let exclusive = run.request.selection.scenarios[*index].scenario.exclusive;
        let mut violated = confirm::violations_to_confirm(session);
        let wanted = !exclusive && waited(session) && violated.any(|it| !covered.contains(&it));
        wanted.then(|| {
            covered.extend(session.violated_rules());
            *index
        })
    });
    let indices: Vec<usize> = indices.collect();
    if indices.len() < 2 || run.request.jobs < 2 {
        return BTreeMap::new();
    }
    let played = link::pool::run_in_parallel(run.request.jobs, indices, |it| {
        replay(it, 2, PARALLEL_REPLAY).map(|session| (it, session))
    });
    played.into_iter().flatten().collect()
}

/// A replay may run in parallel with others if the timed-out waits of the first session took at least this time in
/// total.
const MIN_WAIT_FOR_PARALLEL_REPLAY: Duration = Duration::from_secs(2);

/// Formats a duration in seconds or whole minutes.
fn format_duration(time: Duration) -> String {
    let seconds = time.as_secs();
    match time.subsec_nanos() == 0 && seconds >= 60 && seconds.is_multiple_of(60) {
        true => format!("{} min", seconds / 60),
        false => format!("{} s", time.as_secs_f64()),
    }
}

/// The lock that every running session of this process holds: parallel sessions share it, and an exclusive session
/// holds it alone.
static SESSION_LOCK: RwLock<()> = RwLock::new(());

/// A permit to run a session; dropping the permit releases the lock.
enum SessionPermit {
    Shared { _with: RwLockReadGuard<'static, ()> },
    Exclusive { _in: RwLockWriteGuard<'static, ()> },
}

/// Waits for a permit. Scenarios with `@exclusive`, and most replays, start only when no other thread runs a session.
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
    (attempt, purpose): (usize, SessionPurpose),
    wait_observer: WaitObserver,
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
    run.observer.session_started(&chosen.scenario.id);
    let script = &chosen.scenario.script;
    // A replay must confirm a violation, so the waits of a replay are not shortened.
    let settings = SessionSettings {
        timeout_history: (attempt == 1).then(|| Arc::clone(&run.timeout_history)),
        session_time_limit: request.time_limit.map(|_| left),
        overdue_wait_observer: wait_observer,
        ..request.settings.clone()
    };
    let ReplayResult {
        played_session: played,
        updated_snapshot: updated,
    } = snapshot::play_script(request.protocol, link.as_mut(), script, &settings);
    // The time limit interrupted the session, so the session is not judged.
    if played.was_interrupted && !link::was_interrupted() {
        return Err(NotPlayedReason::TimeLimit(limit));
    }
    run.breaker.count_session(&played, purpose);
    let (name, id) = (request.protocol.name(), &chosen.scenario.id);
    run.observer
        .session_recorded(name, id, attempt, &played.transcript);
    if let Some(updated) = updated.as_ref().filter(|it| it.rejection_reason.is_none()) {
        run.observer.snapshot_updated(id, &updated.text);
    }
    Ok(session_result::summarize_session(
        run,
        chosen,
        played,
        updated.as_ref(),
    ))
}
