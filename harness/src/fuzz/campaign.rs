//! A campaign: worker threads send generated test cases to the engine, and triage the violations.

use std::{sync::Arc, time::Duration};

use super::{
    explore::{Explored, Explorer, observe},
    scheduler::{Plan, Scheduler},
    signature::{HANG, LIVES, Observed, Signature},
    starter::Starter,
    triage::{self, Finding, Triage, Triaged, Tried},
};
use crate::{
    link::{self, Link, clock::Stopwatch, pool},
    protocol::{Grammar, Protocol, TestCase, coverage::Coverage},
    rule::version::Version,
    session::Settings,
    transcript::Transcript,
};

/// The timeout of a session that explores. If an answer is missing after this timeout, triage plays the commands again
/// with the full timeout.
const SHORT_TIMEOUT: Duration = Duration::from_secs(1);

/// The error if the engine answers its handshake but no later command.
const UNRESPONSIVE: &str =
    "the engine answers nothing after its handshake; `check` reports which rules that violates";

/// While the campaign explores, triage takes at most the workers' time divided by this number.
const TRIAGE_SHARE: u32 = 3;

/// Of this number of triages, one prefers a violation that needs long waits.
const WAITING_EVERY: usize = 4;

/// The maximal number of violations that wait for triage.
const MAX_CANDIDATES: usize = 64;

/// Starts an engine. The error says why the engine does not start.
pub type Start<'a> = dyn Fn() -> Result<Box<dyn Link>, String> + Sync + 'a;

/// The options of a campaign.
pub struct Request<'a> {
    pub protocol: &'a dyn Protocol,
    pub grammar: &'a dyn Grammar,
    pub start: &'a Start<'a>,
    /// True if each worker starts the engine of its next session ahead of time.
    pub start_ahead: bool,
    pub settings: Settings,
    /// The seed of the test cases. Equal seeds generate equal test cases.
    pub seed: u64,
    /// The campaign stops exploring after this time, or after this number of commands.
    pub time: Option<Duration>,
    pub commands: Option<u64>,
    /// The number of worker threads.
    pub jobs: usize,
    /// Violations of rules that are newer than this version are not reported.
    pub rules_as_of: Option<Version>,
}

/// Receives the progress of a campaign.
pub trait Observer {
    fn progress(&self, campaign: &Campaign);
    fn found(&self, finding: &Finding);
}

/// The result of a campaign.
#[derive(Clone, Debug, Default)]
pub struct Campaign {
    pub engine_name: Option<String>,
    pub commands: u64,
    pub cases: u64,
    pub sessions: u64,
    pub findings: Vec<Finding>,
    /// The rules that the engine violates in every session, which are reported once and not triaged.
    pub always_violated: Vec<String>,
    /// The number of sessions in which the engine was not idle in time but violated no rule.
    pub slow: usize,
    /// The number of violations that were not triaged when the time was up.
    pub left: usize,
    pub coverage: Coverage,
    /// The error that ended the campaign early.
    pub problem: Option<String>,
    pub times: Times,
}

/// The time that the workers spent on each activity.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    /// The time for sending test cases and reading the answers.
    pub exploring: Duration,
    /// The time for confirming and minimizing violations.
    pub triage: Duration,
    /// The time from the start of an engine to the end of its handshake, in sessions that explore.
    pub starting: Duration,
    /// The time of waits that timed out, in sessions that explore.
    pub timeouts: Duration,
}

/// After this number of findings of a rule, other violations of the rule are not triaged if the engine survives them.
const ENOUGH: usize = 3;

impl Campaign {
    /// True if a violation needs no triage, because its rule is violated in every session or has enough findings.
    fn is_settled(&self, signature: &Signature) -> bool {
        let same = |it: &&Finding| it.rule == signature.rule && it.end == signature.end;
        let enough = || self.findings.iter().filter(same).count() >= ENOUGH;
        self.always_violated.contains(&signature.rule) || (signature.end == LIVES && enough())
    }
}

/// A violation that waits for triage.
struct Candidate {
    observed: Observed,
    /// The test cases that were sent in the session of the violation.
    cases: Arc<[TestCase]>,
    /// The transcript of the session of the violation, without its beginning if it is long.
    transcript: Arc<[u8]>,
}

/// Runs a campaign until the time is up, all commands are sent, or an interrupt. The findings in `stored`, from earlier
/// campaigns, are not triaged again.
pub fn run(request: &Request<'_>, stored: &[Finding], observer: &dyn Observer) -> Campaign {
    let explorer = Explorer {
        request,
        watch: Stopwatch::start(),
    };
    let mut leader = Leader {
        explorer,
        observer,
        scheduler: Scheduler::new(request.protocol.name(), request.grammar, request.seed),
        campaign: Campaign::default(),
        known: Vec::new(),
        queued: Vec::new(),
        stored,
        candidates: Vec::new(),
        triages: 0,
        in_triage: Vec::new(),
    };
    if let Err(problem) = leader.begin() {
        leader.campaign.problem = Some(problem);
        return leader.campaign;
    }
    let tried = Tried::default();
    let work = |starter: &mut Starter<'_>, task: Task| {
        let watch = Stopwatch::start();
        match task {
            Task::Explore { plan, most } => {
                let explored = explorer.explore(starter, &plan, most).map(Box::new);
                let time = watch.elapsed();
                Done::Explored {
                    plan,
                    explored,
                    time,
                }
            }
            Task::Triage { candidate, known } => {
                let triage = Triage::new(explorer, &candidate.observed, &tried, starter);
                let result = triage.run(&candidate.cases, &known);
                let time = watch.elapsed();
                Done::Triaged {
                    candidate,
                    result,
                    time,
                }
            }
        }
    };
    let starter = || Starter::new(request.start, request.start_ahead);
    pool::lead(request.jobs, starter, work, &mut leader);
    leader.campaign.left += leader.candidates.len();
    leader.campaign
}

/// The most bytes of a transcript that are stored with a finding.
const MAX_TRANSCRIPT: usize = 1 << 20;

/// Converts a transcript to text. Only the end of a long transcript is kept, because many transcripts may wait for
/// triage.
fn shortened(transcript: &Transcript) -> Vec<u8> {
    let mut size = 0;
    let lines: Vec<Vec<u8>> = (transcript.events.iter().rev())
        .map(|event| {
            let mut line = Vec::new();
            event.write_to(&mut line);
            line
        })
        .take_while(|line| {
            size += line.len();
            size <= MAX_TRANSCRIPT
        })
        .collect();
    let mut text = match lines.len() < transcript.events.len() {
        true => b"# The beginning of this transcript was left out.\n".to_vec(),
        false => Vec::new(),
    };
    text.extend(lines.into_iter().rev().flatten());
    text
}

/// Returns the settings of a session, with a short timeout.
pub(super) fn short_timeouts(settings: &Settings) -> Settings {
    let mut settings = settings.clone();
    settings.timeout = settings.timeout.min(SHORT_TIMEOUT.mul_f64(settings.scale));
    settings
}

/// The next task of a worker.
enum Task {
    Explore {
        plan: Plan,
        /// The approximate number of commands that the campaign may still send.
        most: Option<u64>,
    },
    Triage {
        candidate: Candidate,
        /// The violations of earlier findings. A suspicion that turns out to be one of these violations is not a new
        /// finding.
        known: Vec<Signature>,
    },
}

/// The result of a worker's task, and the time that it took.
enum Done {
    Explored {
        plan: Plan,
        explored: Result<Box<Explored>, String>,
        time: Duration,
    },
    Triaged {
        candidate: Candidate,
        result: Result<Triaged, String>,
        time: Duration,
    },
}

/// Gives tasks to the workers, and collects their findings.
struct Leader<'a> {
    explorer: Explorer<'a>,
    observer: &'a dyn Observer,
    scheduler: Scheduler<'a>,
    campaign: Campaign,
    /// The violations that the scripts of findings reproduce.
    known: Vec<Signature>,
    /// The violations that wait for triage or were triaged, and so are not queued again.
    queued: Vec<Signature>,
    /// The findings of earlier campaigns.
    stored: &'a [Finding],
    candidates: Vec<Candidate>,
    /// The number of violations that workers have received for triage.
    triages: usize,
    /// The rules whose violations are in triage now. A rule has one triage at a time, because two violations may be the
    /// same finding.
    in_triage: Vec<String>,
}

impl pool::Leader<Task, Done> for Leader<'_> {
    fn next(&mut self) -> Option<Task> {
        if self.campaign.problem.is_some() || link::interrupted() {
            return None;
        }
        let request = self.explorer.request;
        let sent = self.campaign.commands;
        let most = request.commands.map(|it| it.saturating_sub(sent));
        let explores = !self.explorer.is_over() && most != Some(0);
        // When the time is up, waiting violations are counted but not triaged. If only the number of commands is
        // limited, all waiting violations are triaged.
        let triages = explores || !self.explorer.is_over();
        if let Some(candidate) = triages.then(|| self.candidate(explores)).flatten() {
            self.in_triage
                .push(candidate.observed.signature.rule.clone());
            let known = self.known.clone();
            return Some(Task::Triage { candidate, known });
        }
        explores.then(|| Task::Explore {
            plan: self.scheduler.session(),
            most,
        })
    }

    fn done(&mut self, done: Done) {
        match done {
            Done::Explored {
                plan,
                explored: Ok(explored),
                time,
            } => self.explored(&plan, *explored, time),
            Done::Triaged {
                candidate,
                result: Ok(result),
                time,
            } => {
                self.campaign.times.triage += time;
                self.triaged(candidate, result);
            }
            Done::Explored {
                explored: Err(problem),
                ..
            }
            | Done::Triaged {
                result: Err(problem),
                ..
            } => self.campaign.problem = Some(problem),
        }
        self.observer.progress(&self.campaign);
    }
}

impl Leader<'_> {
    /// Plays the handshake, and finds the rules that the engine violates in every session.
    fn begin(&mut self) -> Result<(), String> {
        let request = self.explorer.request;
        let played = triage::play(request, &[])?;
        if !played.judged.handshake_done {
            return Err(triage::HANDSHAKE_FAILED.to_owned());
        }
        let campaign = &mut self.campaign;
        campaign.engine_name.clone_from(&played.judged.engine_name);
        let observed = observe(request, &played);
        if played.unmet.is_some() {
            // Two sessions with an unresponsive engine are enough, because each of them waits for a timeout.
            let again = observe(request, &triage::play(request, &[])?);
            campaign.always_violated = triage::in_majority(&[observed, again]);
            return Err(UNRESPONSIVE.to_owned());
        }
        if !observed.is_empty() {
            campaign.always_violated = triage::in_majority(&triage::confirm(request, &[])?);
        }
        for finding in self.stored {
            self.known.push(finding.signature());
            if finding.ends_engine() {
                self.scheduler.avoid(&finding.actions);
            }
        }
        Ok(())
    }

    /// Returns the next violation to triage, if there is time for a triage.
    fn candidate(&mut self, explores: bool) -> Option<Candidate> {
        let jobs = u32::try_from(self.explorer.request.jobs.max(1)).unwrap_or(u32::MAX);
        let budget = self.explorer.watch.elapsed() * jobs / TRIAGE_SHARE;
        let free = self.in_triage.len() + 1 < jobs as usize || self.in_triage.is_empty();
        if explores && !(free && self.campaign.times.triage <= budget) {
            return None;
        }
        let (campaign, scheduler) = (&self.campaign, &self.scheduler);
        // If the same lines made the engine hang before, a new long wait probably has the same cause.
        let is_hang = |it: &&Finding| it.is_certain() && it.end == HANG;
        let explained = |it: &Candidate| {
            let mut hangs = campaign.findings.iter().filter(is_hang);
            it.observed.signature.is_suspicion()
                && it.cases.last().is_some_and(|case| {
                    hangs.any(|finding| scheduler.contains(case, &finding.actions))
                })
        };
        self.candidates
            .retain(|it| !campaign.is_settled(&it.observed.signature) && !explained(it));
        let waiting = self.candidates.iter().enumerate();
        let ready = waiting.filter(|it| !self.in_triage.contains(&it.1.observed.signature.rule));
        // Every fourth triage prefers a violation that needs long waits. The other triages prefer violations without
        // long waits.
        let waits = self.triages % WAITING_EVERY == WAITING_EVERY - 1;
        let weight = |it: &Candidate| {
            let signature = &it.observed.signature;
            let found = campaign.findings.iter();
            let found = found.filter(|it| it.rule == signature.rule).count();
            (signature.is_about_waiting() != waits, found, it.cases.len())
        };
        let (place, _) = ready.min_by_key(|it| weight(it.1))?;
        self.triages += 1;
        Some(self.candidates.remove(place))
    }

    /// Counts an exploring session, and queues its new violations for triage.
    fn explored(&mut self, plan: &Plan, explored: Explored, time: Duration) {
        self.scheduler.requeue(plan, explored.starts.len());
        self.count(&explored, &plan.cases, time);
        let cases: Arc<[TestCase]> = plan.cases[..explored.starts.len()].into();
        let Explored {
            played, observed, ..
        } = explored;
        let mut transcript: Option<Arc<[u8]>> = None;
        for observed in observed {
            let signature = &observed.signature;
            let queued = self.known.contains(signature) || self.queued.contains(signature);
            if queued || self.campaign.is_settled(signature) {
                continue;
            }
            // Until the violation is minimized, the scheduler avoids the whole test case, because restarts and timeouts
            // are slow.
            if let Some(case) = cases.last().filter(|_| signature.end != LIVES) {
                self.scheduler.avoid(&case.actions);
            }
            if self.candidates.len() >= MAX_CANDIDATES {
                self.campaign.left += 1;
                continue;
            }
            self.queued.push(signature.clone());
            self.candidates.push(Candidate {
                observed,
                cases: Arc::clone(&cases),
                transcript: Arc::clone(
                    transcript.get_or_insert_with(|| shortened(&played.transcript).into()),
                ),
            });
        }
    }

    fn count(&mut self, explored: &Explored, cases: &[TestCase], time: Duration) {
        let campaign = &mut self.campaign;
        campaign.sessions += 1;
        campaign.cases += explored.starts.len() as u64;
        let (starting, timeouts) = (explored.starting, explored.played.timeout_time);
        campaign.times.starting += starting;
        campaign.times.timeouts += timeouts;
        campaign.times.exploring += time.saturating_sub(starting + timeouts);
        let coverage = &explored.played.judged.coverage;
        for (transition, times) in &coverage.transitions {
            campaign.commands += times.count;
            if !campaign.coverage.transitions.contains_key(transition)
                && let Some(case) = explored.case_at(times.first)
            {
                self.scheduler.add_to_corpus(cases[case].clone());
            }
        }
        campaign.coverage.merge(coverage);
    }

    /// Adds the finding of a triage, if it is new.
    fn triaged(&mut self, candidate: Candidate, result: Triaged) {
        let signature = &candidate.observed.signature;
        self.in_triage.retain(|it| *it != signature.rule);
        let (mut finding, shown) = match result {
            Triaged::Found(finding, shown) => (finding, shown),
            Triaged::Interrupted => {
                self.campaign.left += 1;
                return;
            }
            Triaged::OnlySlow => {
                self.campaign.slow += 1;
                return;
            }
        };
        finding.transcript = candidate.transcript.to_vec();
        // The minimized lines may have another shape than the original ones, so the signatures of both are known.
        self.known.extend(shown);
        if finding.ends_engine() || signature.is_about_waiting() {
            self.scheduler.avoid(&finding.actions);
        }
        let same = |it: &Finding| {
            let known = it.rule == finding.rule && it.shape == finding.shape;
            known || (it.is_certain() && it.end == finding.end && finding.holds(it))
        };
        let mut found = self.campaign.findings.iter().chain(self.stored);
        if !found.any(same) {
            self.observer.found(&finding);
            self.campaign.findings.push(*finding);
        }
    }
}
