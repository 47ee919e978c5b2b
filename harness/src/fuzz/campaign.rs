//! A campaign: cases are made up, said, judged, and what is found is made small.

use std::time::Duration;

use super::{
    Finding,
    perform::perform,
    scheduler::{Plan, Scheduler},
    signature::{self, HANG, LIVES, Observed, Signature},
    triage::{self, Triage},
};
use crate::{
    link::{self, Link, clock::Stopwatch},
    protocol::{Grammar, Protocol, RuleInfo, TestCase, coverage::Coverage},
    rule::version::Version,
    session::{Conversation, Played, Settings},
    transcript::{At, EventKind, Speaker},
};

/// How long a line is waited for while nothing is suspected. What does not come by then is waited
/// for again, with all patience.
const SHORT: Duration = Duration::from_secs(2);

/// Why nothing can be made up for an engine.
const BROKEN: &str = "the engine answers nothing after its handshake: see what `check` actions";

/// How an engine is started.
pub type Start<'a> = dyn Fn() -> Result<Box<dyn Link>, String> + Sync + 'a;

/// What to do.
pub struct Request<'a> {
    pub protocol: &'a dyn Protocol,
    pub grammar: &'a dyn Grammar,
    pub start: &'a Start<'a>,
    pub settings: Settings,
    /// The same number makes up the same cases.
    pub seed: u64,
    /// When to stop: after so long, or so many commands.
    pub time: Option<Duration>,
    pub commands: Option<u64>,
    /// How many sessions run side by side.
    pub jobs: usize,
    /// Rules newer than this are no findings.
    pub rules_as_of: Option<Version>,
}

/// Somebody who watches a campaign.
pub trait Observer {
    fn progress(&self, campaign: &Campaign);
    fn found(&self, finding: &Finding);
}

/// What a campaign came to.
#[derive(Clone, Debug, Default)]
pub struct Campaign {
    pub engine_name: Option<String>,
    pub commands: u64,
    pub cases: u64,
    pub sessions: u64,
    pub findings: Vec<Finding>,
    /// Rules that the engine breaks whatever it is told: nobody needs a campaign for those.
    pub plain: Vec<String>,
    /// How often it did not come to rest in time, and broke no rule.
    pub slow: usize,
    /// What was seen when time was up already, and not looked into.
    pub left: usize,
    /// What came up.
    pub coverage: Coverage,
    /// Why it could not begin, or not go on.
    pub problem: Option<String>,
}

/// A rule of which so much was found is broken; what else breaks it in the same way is the same, as far
/// as anybody wants to know.
const ENOUGH: usize = 3;

impl Campaign {
    fn is_broken(&self, signature: &Signature) -> bool {
        let same = |it: &&Finding| it.rule == signature.rule && it.end == signature.end;
        signature.end == LIVES && self.findings.iter().filter(same).count() >= ENOUGH
    }
}

/// One session, played and judged.
pub(super) struct Session {
    pub(super) played: Played,
    /// At which event each case begins.
    starts: Vec<usize>,
}

impl Session {
    pub(super) fn new(played: Played) -> Session {
        Session {
            played,
            starts: Vec::new(),
        }
    }

    /// What is wrong in it.
    pub(super) fn seen(&self, request: &Request<'_>) -> Vec<Observed> {
        let rules = request.protocol.rules().into_iter();
        let rules: Vec<RuleInfo> = rules.map(|it| it.as_of(request.rules_as_of)).collect();
        signature::all(request.grammar, &self.played, &rules)
    }

    /// The case in which an event stands.
    fn unit_at(&self, at: At) -> Option<usize> {
        self.starts.partition_point(|it| *it <= at.0).checked_sub(1)
    }
}

/// Runs until time is up, or the commands are said, or somebody interrupts us. What the scripts
/// `known` show is known already.
pub fn run(request: &Request<'_>, known: &[Finding], observer: &dyn Observer) -> Campaign {
    let mut campaign = Campaign::default();
    let mut runner = Runner {
        request,
        watch: Stopwatch::start(),
        scheduler: Scheduler::new(request.protocol.name(), request.grammar, request.seed),
        known: Vec::new(),
        stored: known,
    };
    let mut go_on = runner.begin(&mut campaign);
    for finding in known {
        runner.know(finding);
    }
    while go_on == Ok(true) {
        go_on = runner.round(&mut campaign, observer);
        observer.progress(&campaign);
    }
    campaign.problem = go_on.err();
    campaign
}

/// The same with little patience.
pub(super) fn short_timeouts(settings: &Settings) -> Settings {
    let mut settings = settings.clone();
    settings.timeout = settings.timeout.min(SHORT.mul_f64(settings.scale));
    settings
}

struct Runner<'a> {
    request: &'a Request<'a>,
    watch: Stopwatch,
    scheduler: Scheduler<'a>,
    /// What has been found already.
    known: Vec<Signature>,
    /// What earlier campaigns have found.
    stored: &'a [Finding],
}

impl Runner<'_> {
    /// Shakes hands, and sees what the engine does wrong anyway.
    fn begin(&mut self, campaign: &mut Campaign) -> Result<bool, String> {
        let request = self.request;
        let session = triage::play(request, &[])?;
        if !session.played.judged.handshake_done {
            return Err(triage::HANDSHAKE_FAILED.to_owned());
        }
        campaign
            .engine_name
            .clone_from(&session.played.judged.engine_name);
        if session.played.unmet.is_some() {
            // Each such session takes its time: twice is enough.
            let again = triage::play(request, &[])?;
            campaign.plain = triage::in_majority(&[session.seen(request), again.seen(request)]);
            return Err(BROKEN.to_owned());
        }
        if !session.seen(request).is_empty() {
            campaign.plain = triage::in_majority(&triage::confirm(request, &[])?);
        }
        Ok(true)
    }

    fn know(&mut self, finding: &Finding) {
        self.known.push(Signature {
            rule: finding.rule.clone(),
            shape: finding.shape.clone(),
            end: finding.end,
        });
        if finding.is_deadly() {
            self.scheduler.deadly(&finding.actions);
        }
    }

    fn is_over(&self) -> bool {
        let late = |it: Duration| self.watch.elapsed() >= it;
        self.request.time.is_some_and(late) || link::interrupted()
    }

    /// A session for each job. False if it was the last round.
    fn round(&mut self, campaign: &mut Campaign, observer: &dyn Observer) -> Result<bool, String> {
        let plans: Vec<Plan> = (0..self.request.jobs)
            .map(|_| self.scheduler.session())
            .collect();
        let enough = self.request.commands;
        let left = enough.map(|it| it.saturating_sub(campaign.commands));
        let say = |plan: Plan| {
            let session = self.say(&plan, left);
            (plan, session)
        };
        let sessions = link::pool::run(self.request.jobs, plans, say);
        for (plan, session) in sessions {
            let session: Session = session?;
            let said = session.starts.len();
            self.scheduler.requeue(&plan, said);
            self.count(campaign, &session, &plan.cases);
            if !session.played.interrupted {
                self.examine(campaign, &session, &plan.cases[..said], observer)?;
            }
        }
        let over = enough.is_some_and(|it| campaign.commands >= it);
        Ok(!over && !self.is_over())
    }

    /// Says cases in one session, each followed by a rest.
    fn say(&self, plan: &Plan, most: Option<u64>) -> Result<Session, String> {
        let request = self.request;
        let settings = short_timeouts(&request.settings);
        let mut link = (request.start)()?;
        let mut conversation = Conversation::new(request.protocol, link.as_mut(), &settings);
        let (mut starts, mut said, mut rests) = (Vec::new(), 0, true);
        if conversation.ready() {
            for case in &plan.cases {
                starts.push(conversation.transcript().events.len());
                rests = case.actions.iter().all(|it| perform(it, &mut conversation));
                said += case.actions.len() as u64;
                let leaves = conversation.is_quitting();
                rests = rests && (leaves || conversation.make_idle());
                let lost = plan.edges && !conversation.is_certain();
                if leaves || !rests || lost || self.is_over() || most.is_some_and(|it| said >= it) {
                    break;
                }
            }
        }
        let played = match rests {
            true => conversation.end(),
            false => conversation.kill(),
        };
        Ok(Session { played, starts })
    }

    fn count(&mut self, campaign: &mut Campaign, session: &Session, cases: &[TestCase]) {
        campaign.sessions += 1;
        campaign.cases += session.starts.len() as u64;
        let coverage = &session.played.judged.coverage;
        for (met, times) in &coverage.transitions {
            campaign.commands += times.count;
            if !campaign.coverage.transitions.contains_key(met)
                && let Some(case) = session.unit_at(times.first)
            {
                self.scheduler.add_to_corpus(cases[case].clone());
            }
        }
        campaign.coverage.merge(coverage);
    }

    /// Looks at what a session shows.
    fn examine(
        &mut self,
        campaign: &mut Campaign,
        session: &Session,
        cases: &[TestCase],
        observer: &dyn Observer,
    ) -> Result<(), String> {
        let mut all = session.seen(self.request);
        // Whoever has left needs no suspicion.
        let waits = session.played.unmet.as_ref().is_some_and(|it| it.timed_out);
        if (waits || session.played.hung) && !all.iter().any(|it| it.signature.end == HANG) {
            all.push(self.suspected(session));
        }
        for seen in all {
            let known = campaign.plain.contains(&seen.signature.rule)
                || self.known.contains(&seen.signature)
                || campaign.is_broken(&seen.signature);
            if known || link::interrupted() {
                continue;
            }
            if self.is_over() {
                campaign.left += 1;
                self.known.push(seen.signature);
                continue;
            }
            let triage = Triage::new(self.request, &seen.signature);
            let known = |it: &Signature| {
                campaign.plain.contains(&it.rule)
                    || (seen.signature.is_suspicion() && self.known.contains(it))
            };
            let pursued = triage.confirm_and_minimize(cases, &seen, &known)?;
            self.known.push(seen.signature.clone());
            let Some((mut finding, shown)) = pursued else {
                // It broke no rule, but costs as much every time.
                campaign.slow += 1;
                if let Some(last) = cases.last() {
                    self.scheduler.deadly(&last.actions);
                }
                continue;
            };
            finding.transcript = session.played.transcript.to_bytes();
            // Smaller lines may have another shape, which is known from then on, too.
            self.known.extend(shown);
            // What has to be waited for holds a campaign up as much as what has to be started again.
            if finding.is_deadly() || seen.signature.is_about_waiting() {
                self.scheduler.deadly(&finding.actions);
            }
            let same = |it: &Finding| {
                let known = it.rule == finding.rule && it.shape == finding.shape;
                known || (it.is_certain() && it.end == finding.end && finding.holds(it))
            };
            if campaign.findings.iter().chain(self.stored).any(same) {
                continue;
            }
            observer.found(&finding);
            campaign.findings.push(finding);
        }
        Ok(())
    }

    /// An engine that did not answer in time, though nobody has convicted it yet.
    fn suspected(&self, session: &Session) -> Observed {
        let played = &session.played;
        let events = &played.transcript.events;
        let silent = events
            .iter()
            .rposition(|it| matches!(it.kind, EventKind::Line(Speaker::Engine, _)));
        let at = silent.map_or(0, |it| it + 2);
        let shape = signature::shape_before(self.request.grammar, played, at);
        Observed {
            signature: Signature::suspected(shape),
            level: crate::rule::Level::Robust,
            at: At(at),
            message: String::new(),
        }
    }
}
