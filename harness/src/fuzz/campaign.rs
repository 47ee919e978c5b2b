//! A campaign: units are made up, said, judged, and what is found is made small.

use std::{collections::BTreeMap, time::Duration};

use arbitrary::Unstructured;

use super::{
    Grammar, Say, Unit,
    shrink::shrink,
    signature::{self, HANG, Seen, Signature},
};
use crate::{
    link::{self, Link, clock::Stopwatch},
    protocol::{self, Judged, Protocol},
    rule::Level,
    session::{self, Played, Settings},
    transcript::{EventKind, Script, Speaker},
};

/// So many units are said in one session.
const UNITS: usize = 40;

/// So many random bytes make up one unit.
const BYTES: usize = 512;

/// A finding is tried so often in fresh processes.
const CONFIRM: usize = 3;

/// A hang is waited for so long while it is made smaller.
const BRIEF: Duration = Duration::from_secs(1);

/// How an engine is started.
pub type Start<'a> = dyn Fn() -> Result<Box<dyn Link>, String> + 'a;

/// What to do.
pub struct Request<'a> {
    pub protocol: &'a dyn Protocol,
    pub grammar: &'a dyn Grammar,
    pub start: &'a Start<'a>,
    pub settings: Settings,
    /// The same number makes up the same units.
    pub seed: u64,
    /// When to stop: after so long, or so many commands.
    pub time: Option<Duration>,
    pub commands: Option<u64>,
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
    pub units: u64,
    pub sessions: u64,
    pub findings: Vec<Finding>,
    /// Rules that the engine breaks whatever it is told: nobody needs a campaign for those.
    pub plain: Vec<String>,
    /// How often each kind of command was said.
    pub shapes: BTreeMap<String, u64>,
    /// Why it could not begin, or not go on.
    pub problem: Option<String>,
}

/// Something that is wrong, and the few lines that show it.
#[derive(Clone, Debug)]
pub struct Finding {
    pub rule: String,
    pub level: Level,
    pub message: String,
    /// What the command at fault looks like.
    pub shape: String,
    /// A script that `replay` convicts.
    pub script: Vec<u8>,
    /// How many things it says.
    pub lines: usize,
    /// The session in which it was first seen.
    pub transcript: Vec<u8>,
    /// Seen again so often, of so many tries in fresh processes.
    pub seen: (usize, usize),
}

impl Finding {
    /// Whether it came again in a fresh process: else nobody is accused of it.
    pub fn is_certain(&self) -> bool {
        self.seen.0 > 0
    }
}

/// One session, played and judged.
struct Session {
    played: Played,
    judged: Judged,
}

/// Runs until time is up, or the commands are said, or somebody interrupts us.
pub fn run(request: &Request<'_>, observer: &dyn Observer) -> Campaign {
    let watch = Stopwatch::start();
    let mut campaign = Campaign::default();
    let mut runner = Runner {
        request,
        known: Vec::new(),
    };
    if let Err(problem) = runner.begin(&mut campaign) {
        campaign.problem = Some(problem);
        return campaign;
    }
    let mut waiting: Vec<Unit> = request.grammar.boundary();
    waiting.reverse();
    let mut index = 0;
    loop {
        let over = request.time.is_some_and(|it| watch.elapsed() >= it)
            || request.commands.is_some_and(|it| campaign.commands >= it)
            || link::interrupted();
        if over {
            return campaign;
        }
        while waiting.len() < UNITS {
            waiting.insert(0, random(request, index));
            index += 1;
        }
        let units = waiting.split_off(waiting.len() - UNITS);
        let units: Vec<Unit> = units.into_iter().rev().collect();
        match runner.say(&units, &mut campaign, observer) {
            Ok(said) => waiting.extend(units[said.max(1)..].iter().rev().cloned()),
            Err(problem) => {
                campaign.problem = Some(problem);
                return campaign;
            }
        }
        observer.progress(&campaign);
    }
}

/// The unit of this number, whatever came before it.
fn random(request: &Request<'_>, index: u64) -> Unit {
    let mut random = fastrand::Rng::with_seed(request.seed.wrapping_add(index.rotate_left(32)));
    let mut bytes = vec![0; BYTES];
    random.fill(&mut bytes);
    let unit = request.grammar.random(&mut Unstructured::new(&bytes));
    unit.unwrap_or_default()
}

struct Runner<'a> {
    request: &'a Request<'a>,
    /// What has been found already.
    known: Vec<Signature>,
}

impl Runner<'_> {
    /// Shakes hands, and sees what the engine does wrong anyway.
    fn begin(&mut self, campaign: &mut Campaign) -> Result<(), String> {
        let session = self.play(&[], &self.request.settings)?;
        if !session.judged.shook_hands || session.played.unmet.is_some() {
            return Err("the engine did not get through its handshake".to_owned());
        }
        campaign.engine_name.clone_from(&session.judged.engine_name);
        for seen in self.seen(&session) {
            if !campaign.plain.contains(&seen.signature.rule) {
                campaign.plain.push(seen.signature.rule);
            }
        }
        Ok(())
    }

    /// Says units in one session, and looks at what they show. How many were said?
    fn say(
        &mut self,
        units: &[Unit],
        campaign: &mut Campaign,
        observer: &dyn Observer,
    ) -> Result<usize, String> {
        let says: Vec<&[Say]> = units.iter().map(|it| it.says.as_slice()).collect();
        let session = self.play(&says, &self.request.settings)?;
        let said = reached(&session.played, units);
        campaign.sessions += 1;
        campaign.units += said as u64;
        for event in &session.played.transcript.events {
            if let EventKind::Line(Speaker::Interface, line)
            | EventKind::Chunk(Speaker::Interface, line) = &event.kind
            {
                campaign.commands += 1;
                let shape = self.request.grammar.shape(line);
                *campaign.shapes.entry(shape).or_default() += 1;
            }
        }
        for seen in self.seen(&session) {
            let known = campaign.plain.contains(&seen.signature.rule)
                || self.known.contains(&seen.signature);
            if known || link::interrupted() {
                continue;
            }
            self.known.push(seen.signature.clone());
            let mut finding = self.investigate(&units[..said.min(units.len())], &seen)?;
            finding.transcript = session.played.transcript.to_bytes();
            // Made small, it may be one that is known, or hold all that shows one.
            let same = |it: &Finding| {
                let known = it.rule == finding.rule && it.shape == finding.shape;
                known || (it.is_certain() && holds(&finding.script, &it.script))
            };
            if campaign.findings.iter().any(same) {
                continue;
            }
            observer.found(&finding);
            campaign.findings.push(finding);
        }
        Ok(said)
    }

    fn seen(&self, session: &Session) -> Vec<Seen> {
        let (protocol, grammar) = (self.request.protocol, self.request.grammar);
        signature::all(protocol, grammar, &session.played, &session.judged)
    }

    /// Finds the few lines that show it again in a fresh process; all, if it does not come again.
    fn investigate(&mut self, units: &[Unit], seen: &Seen) -> Result<Finding, String> {
        let mut hunt = Hunt::new(self, &seen.signature);
        let (small, again) = match hunt.narrow(units) {
            Some(says) => {
                let small = shrink(says, &mut |says| hunt.shows(says));
                let again = (0..CONFIRM).filter(|_| hunt.shows(&small)).count();
                (small, again)
            }
            None => (units.iter().flat_map(|it| it.says.clone()).collect(), 0),
        };
        if let Some(problem) = hunt.problem {
            return Err(problem);
        }
        let mut finding = Finding {
            rule: seen.signature.rule.clone(),
            level: seen.level,
            message: seen.message.clone(),
            shape: seen.signature.shape.clone(),
            script: self.script(&[&small]),
            lines: small.len(),
            transcript: Vec::new(),
            seen: (again, CONFIRM),
        };
        if again > 0 {
            let session = self.play(&[&small], &self.request.settings)?;
            let all = self.seen(&session);
            if let Some(it) = all.iter().find(|it| it.signature.rule == finding.rule) {
                finding.message.clone_from(&it.message);
                finding.shape.clone_from(&it.signature.shape);
            }
            // Smaller lines may have another shape, which is known from then on, too.
            self.known.extend(all.into_iter().map(|it| it.signature));
        }
        Ok(finding)
    }

    fn play(&self, units: &[&[Say]], settings: &Settings) -> Result<Session, String> {
        let text = self.script(units);
        let script = Script::parse(&text).map_err(|err| err.to_string())?;
        let mut link = (self.request.start)()?;
        let played = session::play(self.request.protocol, link.as_mut(), &script, settings);
        let judged = protocol::judge(self.request.protocol, &played.transcript);
        Ok(Session { played, judged })
    }

    /// The script that says these units, each followed by a verified reset.
    fn script(&self, units: &[&[Say]]) -> Vec<u8> {
        let mut text = format!("@protocol {}\n@ready\n", self.request.protocol.name()).into_bytes();
        for unit in units {
            for say in *unit {
                say.write_to(&mut text);
            }
            text.extend(b"@idle\n");
        }
        text
    }
}

/// Looks for the few lines behind a finding.
struct Hunt<'a> {
    runner: &'a Runner<'a>,
    settings: Settings,
    signature: &'a Signature,
    /// Why an engine could not be started.
    problem: Option<String>,
}

impl<'a> Hunt<'a> {
    fn new(runner: &'a Runner<'a>, signature: &'a Signature) -> Hunt<'a> {
        let mut settings = runner.request.settings.clone();
        if signature.end == HANG {
            settings.patience = settings.patience.min(BRIEF);
        }
        Hunt {
            runner,
            settings,
            signature,
            problem: None,
        }
    }

    /// Whether these lines show the same in a fresh process.
    fn shows(&mut self, says: &[Say]) -> bool {
        let wanted = |it: &Seen| {
            it.signature.rule == self.signature.rule && it.signature.end == self.signature.end
        };
        match self.runner.play(&[says], &self.settings) {
            Err(problem) => {
                self.problem = Some(problem);
                false
            }
            // A brief wait convicts nobody, but shows that the engine hangs.
            Ok(session) if self.signature.end == HANG => session.played.hung,
            Ok(session) => self.runner.seen(&session).iter().any(wanted),
        }
    }

    /// What the last units say, as few of them as show it.
    fn narrow(&mut self, units: &[Unit]) -> Option<Vec<Say>> {
        let mut last = 1;
        loop {
            let from = units.len().saturating_sub(last);
            let says = units[from..].iter().flat_map(|it| it.says.clone());
            let says: Vec<Say> = says.collect();
            if self.shows(&says) {
                return Some(says);
            }
            if from == 0 || self.problem.is_some() {
                return None;
            }
            last *= 2;
        }
    }
}

/// Whether all lines of `part` stand in `whole`, in their order.
fn holds(whole: &[u8], part: &[u8]) -> bool {
    let mut lines = whole.split(|it| *it == b'\n');
    part.split(|it| *it == b'\n')
        .all(|wanted| lines.any(|it| it == wanted))
}

/// How many units were said before the session ended.
fn reached(played: &Played, units: &[Unit]) -> usize {
    let Some(unmet) = &played.unmet else {
        return units.len();
    };
    // The script's lines: two of the head, then each unit's and its reset.
    let mut line = 2;
    for (index, unit) in units.iter().enumerate() {
        line += unit.says.len() + 1;
        if line >= unmet.line {
            return index + 1;
        }
    }
    units.len()
}
