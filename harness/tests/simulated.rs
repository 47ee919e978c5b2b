//! A simulated engine without fault, in made-up conversations: no rule about the engine may convict it.
//!
//! One number makes a conversation: what the interface sends and when, what the engine makes of what the text leaves
//! open, and how its threads race. `SIMULATED=FIRST..LAST` plays other numbers than the usual ones.

#[path = "simulated/engine.rs"]
mod engine;
#[path = "simulated/interface.rs"]
mod interface;
#[path = "simulated/reading.rs"]
mod reading;
#[path = "simulated/shrink.rs"]
mod shrink;
#[path = "simulated/talk.rs"]
mod talk;
#[path = "simulated/temper.rs"]
mod temper;

use std::{collections::BTreeMap, env, ops::Range};

use fastrand::Rng;
use interface::Talk;
use ponderhit::{
    protocol::{self, Binding, Judged, Protocol},
    rule::{Outcome, RuleInfo},
};
use temper::{IdleStop, Temper};

fn seeds() -> Range<u64> {
    let wanted = env::var("SIMULATED").unwrap_or_else(|_| "0..2000".to_owned());
    let (first, last) = wanted.split_once("..").expect("SIMULATED=FIRST..LAST");
    first.parse().expect("a number")..last.parse().expect("a number")
}

/// The conversation with this number.
fn conversation(seed: u64) -> (Talk, Temper) {
    let mut rng = Rng::with_seed(seed);
    let temper = Temper::random(&mut rng);
    let lines = temper::pick(&mut rng, &[6, 12, 25, 60]);
    let level = temper::pick(&mut rng, &[0, 1, 1, 2]);
    (Talk::random(&mut rng, lines, level), temper)
}

fn judge(talk: &Talk, temper: &Temper) -> Judged {
    let protocol = protocol::find("ucci").expect("UCCI");
    protocol::judge(protocol, &talk::play(talk, temper))
}

/// Whether a rule counts: it is about the engine, and this engine keeps what it is about.
fn counts(protocol: &dyn Protocol, rule: &RuleInfo, temper: &Temper) -> bool {
    let bound = !matches!(protocol.binding("full", rule), Binding::NotApplicable(_));
    let kept = match rule.id {
        "ucci/stop_idle_nobestmove" => temper.idle_stop != IdleStop::Silent,
        "ucci/usemillisec_announced" => temper.usemillisec,
        // It reports which of two ways is taken that the text allows (`UCCI B4`).
        "ucci/banmoves_adds" => temper.bans_add,
        _ => true,
    };
    bound && kept && !rule.binds_interface()
}

/// The first rule that convicts, and its message.
fn accuser(judged: &Judged, temper: &Temper) -> Option<(&'static str, String)> {
    let protocol = protocol::find("ucci")?;
    let rules = protocol.rules();
    let pairs = rules.iter().zip(&judged.findings);
    let mut guilty = pairs.filter(|(rule, findings)| {
        findings.outcome() == Outcome::Violates && counts(protocol, rule, temper)
    });
    let (rule, findings) = guilty.next()?;
    let message = findings.violations.first().map_or("", |it| &it.message);
    Some((rule.id, message.to_owned()))
}

/// A conversation in which a rule convicts, made small.
fn report(seed: u64, rule: &str) -> String {
    let (talk, temper) = conversation(seed);
    let shows = |talk: &Talk, temper: &Temper| {
        accuser(&judge(talk, temper), temper).is_some_and(|it| it.0 == rule)
    };
    let (talk, temper) = shrink::shrink(&talk, &temper, shows);
    let (rule, message) = accuser(&judge(&talk, &temper), &temper).expect("it is shown");
    let transcript = talk::play(&talk, &temper).to_bytes();
    let text = String::from_utf8_lossy(&transcript);
    format!(
        "# seed {seed}: {rule}: {message}\n# {}\n{text}",
        temper.describe()
    )
}

#[test]
fn no_rule_convicts_an_engine_without_fault() {
    let protocol = protocol::find("ucci").unwrap();
    let mut accused: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    let mut exercised: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in seeds() {
        let (talk, temper) = conversation(seed);
        let judged = judge(&talk, &temper);
        if let Some((rule, _)) = accuser(&judged, &temper) {
            accused.entry(rule).or_default().push(seed);
        }
        for (rule, findings) in protocol.rules().iter().zip(&judged.findings) {
            let conforms = findings.outcome() == Outcome::Conforms;
            *exercised.entry(rule.id).or_default() += usize::from(conforms);
        }
    }
    let mut wrong = String::new();
    for (rule, seeds) in &accused {
        wrong += &format!("\n{rule}: {} conversations\n", seeds.len());
        for seed in seeds.iter().take(3) {
            wrong += &report(*seed, rule);
        }
    }
    if env::var_os("SIMULATED_TALLY").is_some() {
        wrong += &format!("{exercised:#?}");
    }
    assert!(wrong.is_empty(), "{wrong}");
}
