//! Tests of the scheduler, without sessions.

use std::sync::Arc;

use super::{Job, JobKind, JobScheduler, RunningJob};
use crate::{
    check::play_order::{ParallelScenarios, Schedule},
    session::{OverdueWaitObserver as _, TimeoutHistory, WaitKind},
};

const NO_HANG: &dyn Fn() -> bool = &|| false;

fn new_scheduler(jobs: usize) -> (Arc<JobScheduler>, Arc<TimeoutHistory>) {
    let history = Arc::<TimeoutHistory>::default();
    let schedule = Schedule {
        smoke_scenarios: vec![0],
        regular_scenarios: ParallelScenarios {
            ordinary: vec![1, 2, 3],
            timed_wait: vec![4],
        },
        last_scenarios: ParallelScenarios::default(),
        exclusive_scenarios: Vec::new(),
    };
    let scheduler = JobScheduler::new(&schedule, jobs, Arc::clone(&history));
    (scheduler, history)
}

fn start_next(scheduler: &Arc<JobScheduler>) -> Arc<RunningJob> {
    let job = scheduler.next_job(NO_HANG).unwrap();
    RunningJob::new(scheduler, job)
}

fn job(index: usize, kind: JobKind) -> Job {
    Job {
        scenario_index: index,
        kind,
    }
}

fn pophash_wait() -> WaitKind {
    WaitKind::of_idle_engine("pophash")
}

#[test]
fn with_one_job_the_scenarios_are_played_one_after_the_other() {
    let (scheduler, _) = new_scheduler(1);
    let mut played = Vec::new();
    while let Some(job) = scheduler.next_job(NO_HANG) {
        let running = RunningJob::new(&scheduler, job);
        assert!(running.wait_observer().is_none());
        running.end_job();
        played.push(job.scenario_index);
    }
    assert_eq!(played, [0, 1, 2, 3, 4]);
    assert_eq!(scheduler.thread_count(), 1);
}

#[test]
fn the_replay_of_an_overdue_wait_starts_while_the_first_session_waits() {
    let (scheduler, history) = new_scheduler(2);
    let (first, second) = (start_next(&scheduler), start_next(&scheduler));
    first.on_overdue_wait(&pophash_wait(), true);
    let replay = start_next(&scheduler);
    assert_eq!(replay.job, job(0, JobKind::Replay));
    // A replay that only waits gives its job to the next scenario, too.
    replay.on_overdue_wait(&pophash_wait(), true);
    let third = start_next(&scheduler);
    assert_eq!(third.job, job(2, JobKind::FirstPlay));
    // Both jobs are in use, and the smoke scenario waits for its answer, so a scenario that waits for a given time may
    // start next.
    let fourth = start_next(&scheduler);
    assert_eq!(fourth.job, job(4, JobKind::TimedWaitPlay));
    history.record_timeout(pophash_wait());
    for running in [&first, &second, &replay, &third, &fourth] {
        running.end_job();
    }
    start_next(&scheduler).end_job();
    assert_eq!(scheduler.next_job(NO_HANG), None);
}

#[test]
fn one_early_replay_for_each_kind_of_wait_is_enough() {
    let (scheduler, _) = new_scheduler(2);
    let (first, second) = (start_next(&scheduler), start_next(&scheduler));
    first.on_overdue_wait(&pophash_wait(), true);
    second.on_overdue_wait(&pophash_wait(), true);
    let replay = start_next(&scheduler);
    assert_eq!(replay.job, job(0, JobKind::Replay));
    let third = start_next(&scheduler);
    assert_eq!(third.job, job(2, JobKind::FirstPlay));
    // A wait for an answer of another kind gets its own replay.
    second.on_wait_ended();
    second.on_overdue_wait(&WaitKind::of_idle_engine("readyok"), false);
    replay.end_job();
    third.end_job();
    assert_eq!(start_next(&scheduler).job, job(1, JobKind::Replay));
}

#[test]
fn an_answer_that_is_only_slow_needs_no_replay() {
    let (scheduler, _) = new_scheduler(2);
    let (first, second) = (start_next(&scheduler), start_next(&scheduler));
    // The engine uses the processor while its answer is overdue, so the session keeps its job, and the replay has to
    // wait.
    first.on_overdue_wait(&pophash_wait(), false);
    first.on_wait_ended();
    second.on_overdue_wait(&pophash_wait(), false);
    second.on_wait_ended();
    first.end_job();
    let third = start_next(&scheduler);
    assert_eq!(third.job, job(2, JobKind::FirstPlay));
    // After two late answers, the engine counts as slow.
    third.on_overdue_wait(&pophash_wait(), true);
    assert_eq!(start_next(&scheduler).job, job(3, JobKind::FirstPlay));
}

#[test]
fn a_session_that_panics_frees_its_job_slot() {
    let (scheduler, _) = new_scheduler(1);
    drop(start_next(&scheduler));
    assert_eq!(start_next(&scheduler).job, job(1, JobKind::FirstPlay));
}

#[test]
fn after_a_hang_scenarios_with_timed_waits_run_alone() {
    let (scheduler, _) = new_scheduler(2);
    let mut running = Vec::new();
    let mut played = Vec::new();
    for _ in 0..4 {
        let next = start_next_after_hang(&scheduler);
        played.push(next.job.scenario_index);
        running.push(next);
        if running.len() == 2 {
            running.remove(0).end_job();
        }
    }
    assert_eq!(played, [0, 1, 2, 3]);
    running.clear();
    let last = start_next_after_hang(&scheduler);
    assert_eq!(last.job, job(4, JobKind::TimedWaitPlay));
}

fn start_next_after_hang(scheduler: &Arc<JobScheduler>) -> Arc<RunningJob> {
    let job = scheduler.next_job(&|| true).unwrap();
    RunningJob::new(scheduler, job)
}

#[test]
fn the_last_scenarios_wait_for_the_others_while_an_answer_is_overdue() {
    let schedule = || Schedule {
        regular_scenarios: ParallelScenarios {
            ordinary: vec![0, 1, 2],
            timed_wait: vec![],
        },
        last_scenarios: ParallelScenarios {
            ordinary: vec![],
            timed_wait: vec![3],
        },
        ..Schedule::default()
    };
    let healthy = JobScheduler::new(&schedule(), 2, Arc::default());
    let started = [(); 3].map(|()| healthy.next_job(NO_HANG).unwrap());
    assert_eq!(started.map(|it| it.scenario_index), [0, 1, 3]);

    let overdue = JobScheduler::new(&schedule(), 2, Arc::default());
    let (first, second) = (start_next(&overdue), start_next(&overdue));
    first.on_overdue_wait(&pophash_wait(), true);
    // The overdue session has given its job away: to its replay, and then to the other regular scenarios.
    assert_eq!(overdue.next_job(NO_HANG), Some(job(0, JobKind::Replay)));
    second.end_job();
    assert_eq!(overdue.next_job(NO_HANG), Some(job(2, JobKind::FirstPlay)));
    assert_eq!(
        overdue.next_job(NO_HANG),
        Some(job(3, JobKind::TimedWaitPlay))
    );
}
