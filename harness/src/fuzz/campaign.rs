//! A campaign: worker threads send generated test cases to the engine, and triage the violations.

use std::{sync::Arc, time::Duration};

use super::{
    campaign_result::CampaignResult,
    explore::{ExploredSession, SessionExplorer, session_violations},
    scheduler::{CaseScheduler, SessionPlan},
    signature::{END_BY_HANG, END_SURVIVED, ObservedViolation, Signature},
    starter::EngineStarter,
    triage::{self, Finding, Triage, TriageResult, TriedConversations},
};
use crate::{
    link::{self, Link, clock::Stopwatch, pool},
    message::{Message, message},
    protocol::{FuzzGrammar, Protocol, TestCase},
    rule::version::Version,
    session::SessionSettings,
    transcript::Transcript,
};

/// The timeout for each answer in an exploring session, which sends new test cases. If an answer does not come within
/// this timeout, triage plays the commands again with the full timeout.
const SHORT_TIMEOUT: Duration = Duration::from_secs(1);

/// The error if the engine answers its handshake but no later command.
pub(super) const UNRESPONSIVE_ENGINE_MESSAGE: Message = message!(
    "fuzz_engine_unresponsive",
    "the engine answers no command after its handshake; `check` reports which rules this violates"
);

/// The error if the engine answers no command after its handshake, but the rules cannot report this as a violation,
/// because the host was too slow.
pub(crate) const UNRESPONSIVE_ENGINE_ON_BUSY_HOST_MESSAGE: Message = message!(
    "fuzz_engine_unresponsive_host_late",
    "the engine answers no command after its handshake, but the host was too slow for a verdict"
);

/// While the campaign explores, triage may use at most `1 / TRIAGE_TIME_DIVISOR` of the time of all workers, including
/// the additional worker for triage.
const TRIAGE_TIME_DIVISOR: u32 = 3;

/// In one of `LONG_WAIT_TRIAGE_INTERVAL` triages, a violation that needs long waits is preferred.
const LONG_WAIT_TRIAGE_INTERVAL: usize = 4;

/// The maximum number of violations that may wait for triage.
const MAX_QUEUED_VIOLATIONS: usize = 64;

/// Starts an engine. The error says why the engine does not start.
pub type StartEngine<'a> = dyn Fn() -> Result<Box<dyn Link>, Message> + Sync + 'a;

/// The options of a campaign.
pub struct CampaignRequest<'a> {
    pub protocol: &'a dyn Protocol,
    pub grammar: &'a dyn FuzzGrammar,
    pub start_engine: &'a StartEngine<'a>,
    /// True if each worker starts the engine of its next session ahead of time.
    pub starts_engines_ahead: bool,
    pub settings: SessionSettings,
    /// The seed of the test cases. Equal seeds generate equal test cases.
    pub seed: u64,
    /// The campaign stops exploring after `time_limit`, or after about `max_commands` commands.
    pub time_limit: Option<Duration>,
    pub max_commands: Option<u64>,
    /// The number of sessions that send new test cases (explore) at the same time. A campaign with a time limit has one
    /// additional worker, because triage mostly waits and must not delay the exploring sessions. A campaign without a
    /// time limit has no additional worker, so with `worker_count` 1 it always sends the same commands for the same
    /// seed.
    pub worker_count: usize,
    /// If a version of ponderhit is given, violations of rules that were added after that version are not reported.
    pub rules_as_of: Option<Version>,
}

/// Receives the progress of a campaign.
pub trait CampaignObserver {
    fn on_progress(&self, campaign: &CampaignResult);
    fn on_finding(&self, finding: &Finding);
}

/// A violation that waits for triage.
struct QueuedViolation {
    observed_violation: ObservedViolation,
    /// The test cases that were sent in the session of the violation.
    sent_cases: Arc<[TestCase]>,
    /// The transcript of the session with the violation; the beginning of a long transcript is left out.
    transcript: Arc<[u8]>,
}

/// Runs a campaign until the time is up, all commands are sent, or the user interrupts. Violations that earlier
/// campaigns have already found (`stored`) are not triaged again.
pub fn run_campaign(
    request: &CampaignRequest<'_>,
    stored: &[Finding],
    observer: &dyn CampaignObserver,
) -> CampaignResult {
    let explorer = SessionExplorer {
        request,
        campaign_stopwatch: Stopwatch::start(),
    };
    let mut leader = CampaignLeader {
        explorer,
        observer,
        scheduler: CaseScheduler::new(request.protocol.name(), request.grammar, request.seed),
        campaign_result: CampaignResult::default(),
        known_signatures: Vec::new(),
        queued_signatures: Vec::new(),
        stored_findings: stored,
        violations_to_triage: Vec::new(),
        triage_count: 0,
        has_triaged_long_wait: false,
        rules_in_triage: Vec::new(),
        running_explorer_count: 0,
    };
    if let Err(problem) = leader.play_handshake() {
        leader.campaign_result.campaign_error = Some(problem);
        return leader.campaign_result;
    }
    let tried = TriedConversations::default();
    let work = |starter: &mut EngineStarter<'_>, task: WorkerTask| {
        let watch = Stopwatch::start();
        match task {
            WorkerTask::ExploreSession {
                plan,
                max_commands: most,
            } => {
                let explored = explorer.explore_session(starter, &plan, most).map(Box::new);
                let time = watch.elapsed();
                TaskResult::Explored {
                    plan,
                    session_result: explored,
                    time,
                }
            }
            WorkerTask::TriageViolation {
                candidate,
                known_signatures: known,
            } => {
                let triage = Triage::new(explorer, &candidate.observed_violation, &tried, starter);
                let result = triage.triage_violation(&candidate.sent_cases, &known);
                let time = watch.elapsed();
                TaskResult::Triaged {
                    candidate,
                    result,
                    time,
                }
            }
        }
    };
    let starter = || EngineStarter::new(request.start_engine, request.starts_engines_ahead);
    pool::run_dispatched_tasks(leader.all_worker_count(), starter, work, &mut leader);
    let mut campaign_result = leader.campaign_result;
    for waiting in &leader.violations_to_triage {
        campaign_result.add_untriaged(&waiting.observed_violation.signature);
    }
    campaign_result
}

/// The maximum number of transcript bytes that are stored with a finding.
const MAX_TRANSCRIPT_BYTES: usize = 1 << 20;

/// Converts a transcript to text. Only the end of a long transcript is kept, because many transcripts may wait for
/// triage.
fn shorten_transcript(transcript: &Transcript) -> Vec<u8> {
    let mut size = 0;
    let lines: Vec<Vec<u8>> = (transcript.events.iter().rev())
        .map(|event| {
            let mut line = Vec::new();
            event.write_to(&mut line);
            line
        })
        .take_while(|line| {
            size += line.len();
            size <= MAX_TRANSCRIPT_BYTES
        })
        .collect();
    let mut text = match lines.len() < transcript.events.len() {
        true => b"# The beginning of this transcript was left out.\n".to_vec(),
        false => Vec::new(),
    };
    text.extend(lines.into_iter().rev().flatten());
    text
}

/// Returns a copy of the session settings with a short timeout.
pub(super) fn with_short_timeout(settings: &SessionSettings) -> SessionSettings {
    let mut settings = settings.clone();
    settings.line_timeout = settings
        .line_timeout
        .min(SHORT_TIMEOUT.mul_f64(settings.timeout_scale));
    settings
}

/// The next task of a worker.
enum WorkerTask {
    ExploreSession {
        plan: SessionPlan,
        /// The approximate number of commands that the campaign may still send.
        max_commands: Option<u64>,
    },
    TriageViolation {
        candidate: QueuedViolation,
        /// The signatures of the violations in earlier findings. If `candidate` is a suspected hang and triage shows
        /// that it has one of these signatures, it is not a new finding.
        known_signatures: Vec<Signature>,
    },
}

/// The result of a worker's task, and the time that it took.
enum TaskResult {
    Explored {
        plan: SessionPlan,
        session_result: Result<Box<ExploredSession>, Message>,
        time: Duration,
    },
    Triaged {
        candidate: QueuedViolation,
        result: Result<TriageResult, Message>,
        time: Duration,
    },
}

/// Gives tasks to the workers of a campaign, and collects their findings.
struct CampaignLeader<'a> {
    explorer: SessionExplorer<'a>,
    observer: &'a dyn CampaignObserver,
    scheduler: CaseScheduler<'a>,
    campaign_result: CampaignResult,
    /// The signatures of all violations in the findings so far, from earlier campaigns and from this campaign.
    known_signatures: Vec<Signature>,
    /// The signatures of the violations that wait for triage or were triaged. Violations with these signatures are not
    /// queued again.
    queued_signatures: Vec<Signature>,
    /// The findings of earlier campaigns.
    stored_findings: &'a [Finding],
    violations_to_triage: Vec<QueuedViolation>,
    /// The number of violations that workers have received for triage so far.
    triage_count: usize,
    /// True if a worker has received a violation whose triage needs long waits.
    has_triaged_long_wait: bool,
    /// The rules whose violations are in triage now. At most one violation of a rule is in triage at a time, because
    /// two violations may be the same finding.
    rules_in_triage: Vec<String>,
    /// The number of exploring sessions (which send new test cases) that are running now.
    running_explorer_count: usize,
}

impl pool::TaskDispatcher<WorkerTask, TaskResult> for CampaignLeader<'_> {
    fn next_task(&mut self) -> Option<WorkerTask> {
        if self.campaign_result.campaign_error.is_some() || link::was_interrupted() {
            return None;
        }
        let request = self.explorer.request;
        let sent = self.campaign_result.command_count;
        let most = request.max_commands.map(|it| it.saturating_sub(sent));
        let explores = !self.explorer.must_stop() && most != Some(0);
        // When the time is up, queued violations are counted but not triaged. When all commands are sent but time is
        // left, the queued violations are still triaged.
        let triages = explores || !self.explorer.must_stop();
        if let Some(candidate) = triages
            .then(|| self.next_violation_to_triage(explores))
            .flatten()
        {
            self.rules_in_triage
                .push(candidate.observed_violation.signature.rule.clone());
            let known = self.known_signatures.clone();
            return Some(WorkerTask::TriageViolation {
                candidate,
                known_signatures: known,
            });
        }
        if !explores || self.running_explorer_count >= request.worker_count.max(1) {
            return None;
        }
        self.running_explorer_count += 1;
        Some(WorkerTask::ExploreSession {
            plan: self.scheduler.plan_session(),
            max_commands: most,
        })
    }

    fn handle_result(&mut self, done: TaskResult) {
        if matches!(done, TaskResult::Explored { .. }) {
            self.running_explorer_count -= 1;
        }
        match done {
            TaskResult::Explored {
                plan,
                session_result: Ok(explored),
                time,
            } => self.add_session(&plan, *explored, time),
            TaskResult::Triaged {
                candidate,
                result: Ok(result),
                time,
            } => {
                self.campaign_result.worker_times.triage_time += time;
                self.add_finding(candidate, result);
            }
            TaskResult::Explored {
                session_result: Err(problem),
                ..
            }
            | TaskResult::Triaged {
                result: Err(problem),
                ..
            } => self.campaign_result.campaign_error = Some(problem),
        }
        self.observer.on_progress(&self.campaign_result);
    }
}

impl CampaignLeader<'_> {
    /// The number of workers, including the additional worker for triage.
    fn all_worker_count(&self) -> usize {
        let request = self.explorer.request;
        request.worker_count.max(1) + usize::from(request.time_limit.is_some())
    }

    /// Plays the handshake, and finds the rules that the engine violates in every session.
    fn play_handshake(&mut self) -> Result<(), Message> {
        let request = self.explorer.request;
        let mut played = triage::play_actions(request, &[])?;
        if !played.judge_result.is_handshake_done && played.was_delayed_by_host() {
            played = triage::play_actions(request, &[])?;
        }
        if !played.judge_result.is_handshake_done {
            return Err(triage::HANDSHAKE_FAILED);
        }
        let campaign = &mut self.campaign_result;
        (campaign.settings_without_effect).clone_from(&played.settings_without_effect);
        campaign
            .engine_name
            .clone_from(&played.judge_result.engine_name);
        let observed = session_violations(request, &played);
        if played.unmet_expectation.is_some() {
            // Only two sessions are played to find the violated rules, because each session with an unresponsive engine
            // waits for a whole timeout.
            let again = session_violations(request, &triage::play_actions(request, &[])?);
            campaign.always_violated_rules = triage::rules_violated_in_majority(&[observed, again]);
            return Err(match campaign.always_violated_rules.is_empty() {
                true => UNRESPONSIVE_ENGINE_ON_BUSY_HOST_MESSAGE,
                false => UNRESPONSIVE_ENGINE_MESSAGE,
            });
        }
        if !observed.is_empty() {
            campaign.always_violated_rules =
                triage::rules_violated_in_majority(&triage::play_in_fresh_processes(request, &[])?);
        }
        for finding in self.stored_findings {
            self.known_signatures.push(finding.signature());
            if finding.crashes_or_hangs() {
                self.scheduler.avoid_line_shapes(&finding.actions);
            }
        }
        Ok(())
    }

    /// Returns the next violation to triage, or `None` if no violation can be triaged now.
    fn next_violation_to_triage(&mut self, explores: bool) -> Option<QueuedViolation> {
        let jobs = u32::try_from(self.all_worker_count()).unwrap_or(u32::MAX);
        let budget = self.explorer.campaign_stopwatch.elapsed() * jobs / TRIAGE_TIME_DIVISOR;
        let free =
            self.rules_in_triage.len() + 1 < jobs as usize || self.rules_in_triage.is_empty();
        if explores && !(free && self.campaign_result.worker_times.triage_time <= budget) {
            return None;
        }
        let (campaign, scheduler) = (&self.campaign_result, &self.scheduler);
        // If lines of the same shapes (such as `position long`) made the engine hang before, a suspected hang probably
        // has the same cause and needs no triage.
        let is_hang = |it: &&Finding| it.is_mostly_reproduced() && it.session_end == END_BY_HANG;
        let explained = |it: &QueuedViolation| {
            let mut hangs = campaign.findings.iter().filter(is_hang);
            it.observed_violation.signature.is_suspected_hang()
                && it.sent_cases.last().is_some_and(|case| {
                    hangs.any(|finding| scheduler.contains_line_shapes(case, &finding.actions))
                })
        };
        self.violations_to_triage.retain(|it| {
            !campaign.needs_no_triage(&it.observed_violation.signature) && !explained(it)
        });
        let waiting = self.violations_to_triage.iter().enumerate();
        let (time_left, settings) = (self.explorer.time_left(), &self.explorer.request.settings);
        let ready = waiting.filter(|it| {
            let signature = &it.1.observed_violation.signature;
            let needed = triage::confirmation_time(signature, settings);
            time_left.is_none_or(|left| left > needed)
                && !self.rules_in_triage.contains(&signature.rule)
        });
        // Every fourth triage prefers a violation that needs long waits; all other triages prefer violations that need
        // none. If the campaign has a time limit, the first triage with long waits must start early enough to end in
        // time.
        let limit = self.explorer.request.time_limit;
        let is_late = limit.is_some_and(|it| {
            self.explorer.campaign_stopwatch.elapsed() >= it / TRIAGE_TIME_DIVISOR
        });
        let waits = self.triage_count % LONG_WAIT_TRIAGE_INTERVAL == LONG_WAIT_TRIAGE_INTERVAL - 1
            || (is_late && !self.has_triaged_long_wait);
        let weight = |it: &QueuedViolation| {
            let signature = &it.observed_violation.signature;
            let found = campaign.findings.iter();
            let found = found.filter(|it| it.rule == signature.rule).count();
            (
                signature.is_missing_answer() != waits,
                found,
                it.sent_cases.len(),
            )
        };
        let (place, _) = ready.min_by_key(|it| weight(it.1))?;
        self.triage_count += 1;
        let next = self.violations_to_triage.remove(place);
        self.has_triaged_long_wait |= next.observed_violation.signature.is_missing_answer();
        Some(next)
    }

    /// Adds the numbers of an exploring session to the campaign, and queues its new violations for
    /// triage.
    fn add_session(&mut self, plan: &SessionPlan, explored: ExploredSession, time: Duration) {
        self.scheduler
            .requeue_edge_cases(plan, explored.case_start_events.len());
        self.count_session(&explored, &plan.cases, time);
        let cases: Arc<[TestCase]> = plan.cases[..explored.case_start_events.len()].into();
        let timed_out = !explored.played_session.timed_out_wait_time.is_zero();
        self.scheduler.count_timeouts(&cases, timed_out);
        let ExploredSession {
            played_session: played,
            violations: observed,
            ..
        } = explored;
        let mut transcript: Option<Arc<[u8]>> = None;
        for observed in observed {
            let signature = &observed.signature;
            let queued = self.known_signatures.contains(signature)
                || self.queued_signatures.contains(signature);
            if queued || self.campaign_result.needs_no_triage(signature) {
                continue;
            }
            // Until the violation is minimized, the scheduler avoids test cases with the same line shapes, because
            // restarts and timeouts are slow.
            if let Some(case) = cases
                .last()
                .filter(|_| signature.session_end_kind != END_SURVIVED)
            {
                self.scheduler.avoid_line_shapes(&case.actions);
            }
            if self.violations_to_triage.len() >= MAX_QUEUED_VIOLATIONS {
                self.campaign_result.add_untriaged(signature);
                continue;
            }
            self.queued_signatures.push(signature.clone());
            self.violations_to_triage.push(QueuedViolation {
                observed_violation: observed,
                sent_cases: Arc::clone(&cases),
                transcript: Arc::clone(
                    transcript.get_or_insert_with(|| shorten_transcript(&played.transcript).into()),
                ),
            });
        }
    }

    fn count_session(&mut self, explored: &ExploredSession, cases: &[TestCase], time: Duration) {
        let campaign = &mut self.campaign_result;
        campaign.session_count += 1;
        campaign.case_count += explored.case_start_events.len() as u64;
        let (starting, timeouts) = (
            explored.start_duration,
            explored.played_session.timed_out_wait_time,
        );
        campaign.worker_times.starting_time += starting;
        campaign.worker_times.timeout_time += timeouts;
        campaign.worker_times.exploring_time += time.saturating_sub(starting + timeouts);
        let coverage = &explored.played_session.judge_result.coverage;
        for (transition, times) in &coverage.transitions {
            campaign.command_count += times.count;
            if !campaign.coverage.transitions.contains_key(transition)
                && let Some(case) = explored.case_index_at(times.first_event)
            {
                self.scheduler.add_to_corpus(cases[case].clone());
            }
        }
        campaign.coverage.merge(coverage);
    }

    /// Adds the finding of a triage to the campaign, if the finding is new.
    fn add_finding(&mut self, candidate: QueuedViolation, result: TriageResult) {
        let signature = &candidate.observed_violation.signature;
        self.rules_in_triage.retain(|it| *it != signature.rule);
        let (mut finding, shown) = match result {
            TriageResult::Found(finding, shown) => (finding, shown),
            TriageResult::Interrupted => {
                self.campaign_result.add_untriaged(signature);
                return;
            }
            TriageResult::SlowWithoutViolation => {
                self.campaign_result.slow_session_count += 1;
                return;
            }
        };
        finding.transcript = candidate.transcript.to_vec();
        // The minimized lines may show violations with other signatures than the original violation, so the campaign
        // remembers these signatures, too.
        self.known_signatures.extend(shown);
        if finding.crashes_or_hangs() || signature.is_missing_answer() {
            self.scheduler.avoid_line_shapes(&finding.actions);
        }
        let same = |it: &Finding| {
            let known = it.rule == finding.rule && it.command_shape == finding.command_shape;
            known
                || (it.is_mostly_reproduced()
                    && it.session_end == finding.session_end
                    && finding.sends_lines_of(it))
        };
        let mut found = self
            .campaign_result
            .findings
            .iter()
            .chain(self.stored_findings);
        if !found.any(same) {
            self.observer.on_finding(&finding);
            self.campaign_result.findings.push(*finding);
        }
    }
}
