//! Gives scenarios to the threads of a run. A session that waits for an overdue answer gives its job to another
//! session.
//!
//! A wait for a missing answer takes ten seconds, and the missing answer counts as a violation only if a second session
//! shows it, too. To save time, the replay of a session starts as soon as an answer is overdue, while the first session
//! still waits.

#[cfg(test)]
mod tests;

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use super::play_order::{ParallelScenarios, Schedule};
use crate::session::{OverdueWaitObserver, TimeoutHistory, WaitKind};

/// The maximum number of parallel timed-wait sessions for each job; a timed-wait session mostly waits for a given time
/// to pass.
const TIMED_WAIT_SESSIONS_PER_JOB: usize = 8;

/// The number of threads for each job; most of them play sessions that only wait.
const THREADS_PER_JOB: usize = 10;

/// If this number of overdue waits of one kind got their answer in the end, the engine is only slow, and such waits
/// need no early replay.
const MAX_LATE_ANSWERS: usize = 2;

/// A session to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Job {
    /// The index of the scenario in the selection.
    pub(super) scenario_index: usize,
    pub(super) kind: JobKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JobKind {
    FirstPlay,
    /// The first play of a scenario that mostly waits until a given time has passed.
    TimedWaitPlay,
    /// The replay of a scenario whose first session waits for an overdue answer.
    Replay,
}

/// Gives the sessions of a run to the threads.
#[derive(Debug)]
pub(super) struct JobScheduler {
    /// The maximum number of parallel sessions; sessions that only wait do not count.
    job_limit: usize,
    timeout_history: Arc<TimeoutHistory>,
    state: Mutex<SchedulerState>,
    state_changed: Condvar,
}

#[derive(Debug, Default)]
struct SchedulerState {
    queued_regular_plays: QueuedPlays,
    queued_last_plays: QueuedPlays,
    queued_replays: VecDeque<usize>,
    /// The smoke scenarios of which it is still unknown whether they hang: they have not ended, and no answer is
    /// overdue.
    undecided_smoke_scenarios: BTreeSet<usize>,
    /// The scenarios whose replay was given to a thread or is in `queued_replays`.
    replayed_scenarios: BTreeSet<usize>,
    /// The overdue waits of first plays, each with the index of its scenario.
    overdue_waits: Vec<(WaitKind, usize)>,
    /// For each kind of wait, the number of overdue waits that got their answer in the end.
    late_answer_counts: BTreeMap<WaitKind, usize>,
    /// The number of sessions that run, including sessions that only wait.
    session_count: usize,
    used_job_slot_count: usize,
    used_timed_wait_slot_count: usize,
}

/// The first plays of scenarios that wait for a thread.
#[derive(Debug, Default)]
struct QueuedPlays {
    ordinary: VecDeque<usize>,
    timed_wait: VecDeque<usize>,
}

impl QueuedPlays {
    fn new(scenarios: &ParallelScenarios) -> QueuedPlays {
        QueuedPlays {
            ordinary: scenarios.ordinary.iter().copied().collect(),
            timed_wait: scenarios.timed_wait.iter().copied().collect(),
        }
    }

    fn is_empty(&self) -> bool {
        self.ordinary.is_empty() && self.timed_wait.is_empty()
    }
}

impl JobScheduler {
    /// A scheduler for all scenarios except the exclusive ones.
    pub(super) fn new(
        schedule: &Schedule,
        job_limit: usize,
        timeout_history: Arc<TimeoutHistory>,
    ) -> Arc<JobScheduler> {
        let smoke = &schedule.smoke_scenarios;
        let mut queued_regular_plays = QueuedPlays::new(&schedule.regular_scenarios);
        for index in smoke.iter().rev() {
            queued_regular_plays.ordinary.push_front(*index);
        }
        let state = SchedulerState {
            queued_regular_plays,
            queued_last_plays: QueuedPlays::new(&schedule.last_scenarios),
            undecided_smoke_scenarios: smoke.iter().copied().collect(),
            ..SchedulerState::default()
        };
        Arc::new(JobScheduler {
            job_limit: job_limit.max(1),
            timeout_history,
            state: Mutex::new(state),
            state_changed: Condvar::new(),
        })
    }

    /// The number of threads that play sessions.
    pub(super) fn thread_count(&self) -> usize {
        match self.runs_sessions_in_parallel() {
            true => THREADS_PER_JOB * self.job_limit,
            false => 1,
        }
    }

    /// With one job, sessions never run at the same time.
    fn runs_sessions_in_parallel(&self) -> bool {
        self.job_limit > 1
    }

    /// Waits until a session may start, and returns it. Returns `None` when no session is left. `has_seen_hang` returns
    /// true if the engine hung in a session of this run.
    pub(super) fn next_job(&self, has_seen_hang: &dyn Fn() -> bool) -> Option<Job> {
        let mut state = self.lock_state();
        loop {
            if let Some(job) = self.take_job(&mut state, has_seen_hang()) {
                state.session_count += 1;
                *state.used_job_slot_count_of(job.kind) += 1;
                return Some(job);
            }
            if state.session_count == 0 {
                self.state_changed.notify_all();
                return None;
            }
            let waiting = self.state_changed.wait(state);
            state = waiting.unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn take_job(&self, state: &mut SchedulerState, has_seen_hang: bool) -> Option<Job> {
        if state.used_job_slot_count < self.job_limit
            && let Some(index) = state.queued_replays.pop_front()
        {
            return Some(Job {
                scenario_index: index,
                kind: JobKind::Replay,
            });
        }
        let regular = self.take_first_play(state, has_seen_hang, |it| &mut it.queued_regular_plays);
        if regular.is_some() {
            return regular;
        }
        // As long as every answer comes in time, the last scenarios use the threads that would have nothing to do.
        let is_healthy = !has_seen_hang && state.overdue_waits.is_empty();
        if is_healthy || state.queued_regular_plays.is_empty() {
            return self.take_first_play(state, has_seen_hang, |it| &mut it.queued_last_plays);
        }
        None
    }

    /// Takes the first play of a scenario from one of the queues.
    fn take_first_play(
        &self,
        state: &mut SchedulerState,
        has_seen_hang: bool,
        queued: impl Fn(&mut SchedulerState) -> &mut QueuedPlays,
    ) -> Option<Job> {
        if state.used_job_slot_count < self.job_limit
            && let Some(index) = queued(state).ordinary.pop_front()
        {
            return Some(Job {
                scenario_index: index,
                kind: JobKind::FirstPlay,
            });
        }
        // Timed-wait scenarios, which mostly wait until a given time has passed, run in addition to the other jobs,
        // because they need little processor time. With one job, or after a hang, timed-wait scenarios run one at a
        // time, because an engine that hangs or floods may need much memory.
        let parallel = self.runs_sessions_in_parallel() && !has_seen_hang;
        let (limit, may_start) = match parallel {
            true => (
                TIMED_WAIT_SESSIONS_PER_JOB * self.job_limit,
                state.undecided_smoke_scenarios.is_empty(),
            ),
            false => (
                1,
                queued(state).ordinary.is_empty() && state.used_job_slot_count == 0,
            ),
        };
        (may_start && state.used_timed_wait_slot_count < limit)
            .then(|| queued(state).timed_wait.pop_front())
            .flatten()
            .map(|index| Job {
                scenario_index: index,
                kind: JobKind::TimedWaitPlay,
            })
    }

    fn lock_state(&self) -> MutexGuard<'_, SchedulerState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SchedulerState {
    fn used_job_slot_count_of(&mut self, kind: JobKind) -> &mut usize {
        match kind {
            JobKind::FirstPlay | JobKind::Replay => &mut self.used_job_slot_count,
            JobKind::TimedWaitPlay => &mut self.used_timed_wait_slot_count,
        }
    }
}

/// A session that runs: it holds its job until it ends or waits for an overdue answer.
#[derive(Debug)]
pub(super) struct RunningJob {
    scheduler: Arc<JobScheduler>,
    job: Job,
    /// True if this session only waits and has therefore given its job to another session.
    has_released_job_slot: AtomicBool,
    has_ended: AtomicBool,
}

impl Drop for RunningJob {
    /// Ends the session after a panic, too; otherwise the other threads would wait for ever for the end of this
    /// session.
    fn drop(&mut self) {
        self.end_job();
    }
}

impl RunningJob {
    pub(super) fn new(scheduler: &Arc<JobScheduler>, job: Job) -> Arc<RunningJob> {
        Arc::new(RunningJob {
            scheduler: Arc::clone(scheduler),
            job,
            has_released_job_slot: AtomicBool::new(false),
            has_ended: AtomicBool::new(false),
        })
    }

    /// The observer of the waits of this session; `None` if at most one session runs at a time.
    pub(super) fn wait_observer(self: &Arc<Self>) -> Option<Arc<dyn OverdueWaitObserver>> {
        let observer: Arc<dyn OverdueWaitObserver> = Arc::clone(self) as _;
        self.scheduler
            .runs_sessions_in_parallel()
            .then_some(observer)
    }

    /// Ends the session.
    pub(super) fn end_job(&self) {
        if !self.has_ended.swap(true, Ordering::Relaxed) {
            self.on_wait_ended();
            let mut state = self.scheduler.lock_state();
            state
                .undecided_smoke_scenarios
                .remove(&self.job.scenario_index);
            state.session_count -= 1;
            *state.used_job_slot_count_of(self.job.kind) -= 1;
            self.scheduler.state_changed.notify_all();
        }
    }

    /// Starts the replay of a first play whose answer is overdue. One replay is enough for all overdue waits of one
    /// kind.
    fn plan_replay(&self, state: &mut SchedulerState, kind: &WaitKind) {
        let index = self.job.scenario_index;
        let late_answers = state.late_answer_counts.get(kind);
        let is_slow = late_answers.is_some_and(|it| *it >= MAX_LATE_ANSWERS);
        if is_slow || state.overdue_waits.iter().any(|it| it.0 == *kind) {
            return;
        }
        state.overdue_waits.push((kind.clone(), index));
        if state.replayed_scenarios.insert(index) {
            state.queued_replays.push_back(index);
        }
    }
}

impl OverdueWaitObserver for RunningJob {
    fn on_overdue_wait(&self, kind: &WaitKind, uses_no_processor: bool) {
        let mut state = self.scheduler.lock_state();
        state
            .undecided_smoke_scenarios
            .remove(&self.job.scenario_index);
        if self.job.kind != JobKind::Replay {
            self.plan_replay(&mut state, kind);
        }
        if uses_no_processor && !self.has_released_job_slot.swap(true, Ordering::Relaxed) {
            *state.used_job_slot_count_of(self.job.kind) -= 1;
        }
        self.scheduler.state_changed.notify_all();
    }

    fn on_wait_ended(&self) {
        let mut state = self.scheduler.lock_state();
        if self.has_released_job_slot.swap(false, Ordering::Relaxed) {
            // When its wait has ended, a session continues at once, even if all jobs are in use.
            *state.used_job_slot_count_of(self.job.kind) += 1;
        }
        let index = self.job.scenario_index;
        let waits = &mut state.overdue_waits;
        if self.job.kind != JobKind::Replay
            && let Some(place) = waits.iter().position(|it| it.1 == index)
        {
            let (kind, _) = waits.swap_remove(place);
            if !self.scheduler.timeout_history.has_timed_out(&kind) {
                *state.late_answer_counts.entry(kind).or_default() += 1;
                state.queued_replays.retain(|it| *it != index);
            }
        }
        self.scheduler.state_changed.notify_all();
    }
}
