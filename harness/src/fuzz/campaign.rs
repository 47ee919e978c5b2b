//! A campaign: worker threads explore with generated test cases, and triage what violates a rule.

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

/// The timeout of a session that explores. What is missing then is triaged with the full timeout.
const SHORT_TIMEOUT: Duration = Duration::from_secs(1);

/// Why no test case can be sent to an engine.
const UNRESPONSIVE: &str =
    "the engine answers nothing after its handshake; `check` reports which rules that violates";

/// As long as the campaign explores, triage takes at most one of so many parts of the workers' time.
const TRIAGE_SHARE: u32 = 3;

/// One in so many candidates is one that needs long waits, if there is one.
const WAITING_EVERY: usize = 4;

/// The most candidates that wait for triage.
const MAX_CANDIDATES: usize = 64;

/// Starts an engine; the error says why it does not start.
pub type Start<'a> = dyn Fn() -> Result<Box<dyn Link>, String> + Sync + 'a;

/// The options of a campaign.
pub struct Request<'a> {
    pub protocol: &'a dyn Protocol,
    pub grammar: &'a dyn Grammar,
    pub start: &'a Start<'a>,
    /// Whether each worker keeps one engine started for its next session.
    pub start_ahead: bool,
    pub settings: Settings,
    /// Equal seeds generate equal test cases.
    pub seed: u64,
    /// When exploring ends: after this time, or after so many commands.
    pub time: Option<Duration>,
    pub commands: Option<u64>,
    /// The number of worker threads.
    pub jobs: usize,
    /// Violations of rules newer than this are no findings.
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
    /// Rules that the engine violates in every session: they are reported once and not triaged.
    pub always_violated: Vec<String>,
    /// How often the engine was not idle in time, and violated no rule.
    pub slow: usize,
    /// How many violations were not triaged when the time was up.
    pub left: usize,
    pub coverage: Coverage,
    /// Why the campaign did not begin, or ended early.
    pub problem: Option<String>,
    pub times: Times,
}

/// How the workers spent their time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    /// Sending test cases and reading the answers.
    pub exploring: Duration,
    /// Confirming and minimizing violations.
    pub triage: Duration,
    /// From the start of an engine to the end of its handshake, in sessions that explore.
    pub starting: Duration,
    /// Waits that timed out, in sessions that explore.
    pub timeouts: Duration,
}

/// After so many findings of one rule, other violations of it that the engine survives are not triaged.
const ENOUGH: usize = 3;

impl Campaign {
    /// Whether a violation needs no triage: its rule is violated in every session, or has enough findings.
    fn is_settled(&self, signature: &Signature) -> bool {
        let same = |it: &&Finding| it.rule == signature.rule && it.end == signature.end;
        let enough = || self.findings.iter().filter(same).count() >= ENOUGH;
        self.always_violated.contains(&signature.rule) || (signature.end == LIVES && enough())
    }
}

/// A violation that waits for its triage.
struct Candidate {
    observed: Observed,
    /// The test cases of its session that were sent.
    cases: Arc<[TestCase]>,
    /// The transcript of the session, cut if it is long.
    transcript: Arc<[u8]>,
}

/// Runs until the time is up, or the commands are sent, or an interrupt. The findings `stored` by earlier campaigns
/// are not triaged again.
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

/// A transcript as text. Of a long one, such as a flood, only the end is kept: many of them may wait for triage.
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

/// The settings with a short timeout.
pub(super) fn short_timeouts(settings: &Settings) -> Settings {
    let mut settings = settings.clone();
    settings.timeout = settings.timeout.min(SHORT_TIMEOUT.mul_f64(settings.scale));
    settings
}

/// What a worker does next.
enum Task {
    Explore {
        plan: Plan,
        /// About how many commands are left to be sent.
        most: Option<u64>,
    },
    Triage {
        candidate: Candidate,
        /// Violations that are no news if a suspicion turns out to be one of them.
        known: Vec<Signature>,
    },
}

/// What a worker has done, and how long it took.
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

/// Decides what the workers do, and collects what they find.
struct Leader<'a> {
    explorer: Explorer<'a>,
    observer: &'a dyn Observer,
    scheduler: Scheduler<'a>,
    campaign: Campaign,
    /// The violations that a finding shows.
    known: Vec<Signature>,
    /// The violations that wait for triage or were triaged: they are not queued again.
    queued: Vec<Signature>,
    /// The findings of earlier campaigns.
    stored: &'a [Finding],
    candidates: Vec<Candidate>,
    /// How many candidates were given to a worker.
    triages: usize,
    /// The rules whose violations are in triage now: one at a time, because two may be one finding.
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
        // When the time is up, what is left is reported. With a number of commands there is no hurry.
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
    /// Runs the handshake, and notes the rules that the engine violates in every session.
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
            // Each such session takes its time, so two are enough.
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

    /// The next violation to triage, if there is time for one.
    fn candidate(&mut self, explores: bool) -> Option<Candidate> {
        let jobs = u32::try_from(self.explorer.request.jobs.max(1)).unwrap_or(u32::MAX);
        let budget = self.explorer.watch.elapsed() * jobs / TRIAGE_SHARE;
        let free = self.in_triage.len() + 1 < jobs as usize || self.in_triage.is_empty();
        if explores && !(free && self.campaign.times.triage <= budget) {
            return None;
        }
        let (campaign, scheduler) = (&self.campaign, &self.scheduler);
        // A long wait has most often the same cause as the one before.
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
        // Those that need long waits get every fourth turn, and the rest of the time.
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

    /// Counts a session, and queues its new violations.
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
            // Until it is minimized the whole test case is avoided: starting an engine again, or waiting, costs much.
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

    /// Adds the finding of a triage, unless it is known.
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
        // The minimized lines may have another shape.
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
