//! Tests the rules with random conversations of a simulated conformant engine: no rule about the engine may be
//! violated.
//!
//! If a rule is violated, the test prints a minimized conversation. A seed determines the whole conversation: the lines
//! of the interface and their times, the choices of the engine that the specification allows, and the races between the
//! threads of the engine. The variable `SIMULATED=FIRST..LAST` selects other seeds.

mod choices;
mod engine;
mod faults;
mod interface;
mod line_parsing;
mod playback;
mod shrink;

use std::{collections::BTreeMap, env, ops::Range};

use choices::{EngineChoices, IdleStopReaction};
use fastrand::Rng;
use interface::Conversation;
use ponderhit::{
    protocol::{self, JudgeResult, LevelInProfile, Protocol},
    rule::{Outcome, RuleInfo},
};

use crate::parallel;

fn selected_seeds() -> Range<u64> {
    let wanted = env::var("SIMULATED").unwrap_or_else(|_| "0..3000".to_owned());
    let (first, last) = wanted.split_once("..").expect("SIMULATED=FIRST..LAST");
    first.parse().expect("a number")..last.parse().expect("a number")
}

/// The rules that the conversations of the default seeds must exercise. Without this check, the test could pass
/// although no rule was exercised.
const EXERCISED_RULES: [&str; 36] = [
    "ucci/bans_kept",
    "ucci/batch_waits",
    "ucci/bestmove_heads_pv",
    "ucci/bestmove_legal",
    "ucci/board_fixed_while_thinking",
    "ucci/board_kept",
    "ucci/bye_before_end",
    "ucci/bye_only_after_quit",
    "ucci/clock_kept",
    "ucci/currmove_legal",
    "ucci/depth_ends",
    "ucci/draw_offer",
    "ucci/ends_after_bye",
    "ucci/eof_ends",
    "ucci/handshake_lines",
    "ucci/infinite_lasts",
    "ucci/info_only_thinking",
    "ucci/nodes_ends",
    "ucci/one_result_per_go",
    "ucci/ponder_legal",
    "ucci/ponder_needs_clock",
    "ucci/ponder_waits",
    "ucci/ponderhit_starts_clock",
    "ucci/pophash_only_asked",
    "ucci/pophash_per_probe",
    "ucci/probe_keeps_board",
    "ucci/pv_legal",
    "ucci/quit_thinking_prompt",
    "ucci/readyok_only_asked",
    "ucci/readyok_per_isready",
    "ucci/readyok_while_thinking",
    "ucci/stop_ends_thinking",
    "ucci/stop_idle_nobestmove",
    "ucci/stop_prompt",
    "ucci/ucci_again",
    "ucci/ucciok_once",
];

/// Returns the random conversation, and the engine's choices, that a seed determines.
fn random_conversation(seed: u64) -> (Conversation, EngineChoices) {
    let mut rng = Rng::with_seed(seed);
    let temper = EngineChoices::random_choices(&mut rng);
    let lines = choices::pick_random(&mut rng, &[6, 12, 25, 60]);
    let level = choices::pick_random(&mut rng, &[0, 1, 1, 2]);
    (
        Conversation::random_conversation(&mut rng, lines, level),
        temper,
    )
}

fn judge_conversation(talk: &Conversation, temper: &EngineChoices) -> JudgeResult {
    let protocol = protocol::find_protocol("ucci").expect("UCCI");
    protocol::judge_transcript(protocol, &playback::play_conversation(talk, temper))
}

/// Returns true if the rule is about the engine, and an engine with these choices must not violate the rule.
fn must_rule_hold(protocol: &dyn Protocol, rule: &RuleInfo, temper: &EngineChoices) -> bool {
    let bound = !matches!(
        protocol.level_in_profile("full", rule),
        LevelInProfile::NotApplicable(_)
    );
    let kept = match rule.id {
        "ucci/stop_idle_nobestmove" => temper.idle_stop_reaction != IdleStopReaction::NotAnswered,
        "ucci/usemillisec_announced" => temper.announces_usemillisec_option,
        // The rule `banmoves_adds` only reports which of two allowed behaviours the engine has (`UCCI B4`).
        "ucci/banmoves_adds" => temper.second_banmoves_adds_to_first,
        _ => true,
    };
    bound && kept && !rule.is_about_interface()
}

/// The first violated rule and its message.
fn first_violation(judged: &JudgeResult, temper: &EngineChoices) -> Option<(&'static str, String)> {
    let protocol = protocol::find_protocol("ucci")?;
    let rules = protocol.rules();
    let pairs = judged.findings.values_of(&rules);
    let mut guilty = pairs.filter(|(rule, findings)| {
        findings.outcome() == Outcome::Violates && must_rule_hold(protocol, rule, temper)
    });
    let (rule, findings) = guilty.next()?;
    let message = findings.violations.first();
    let message = message.map_or(String::new(), |it| it.message.to_string());
    Some((rule.id, message))
}

/// Minimizes the conversation of a seed in which the rule is violated, and returns it as text.
fn minimized_conversation_text(seed: u64, rule: &str) -> String {
    let (talk, temper) = random_conversation(seed);
    let shows = |talk: &Conversation, temper: &EngineChoices| {
        first_violation(&judge_conversation(talk, temper), temper).is_some_and(|it| it.0 == rule)
    };
    let (talk, temper) = shrink::minimize(&talk, &temper, shows);
    let (rule, message) =
        first_violation(&judge_conversation(&talk, &temper), &temper).expect("it is shown");
    let transcript = playback::play_conversation(&talk, &temper).to_bytes();
    let text = String::from_utf8_lossy(&transcript);
    format!(
        "# seed {seed}: {rule}: {message}\n# {}\n{text}",
        temper.describe_choices()
    )
}

#[test]
fn no_rule_is_violated_by_an_engine_without_faults() {
    let mut accused: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    let mut exercised: BTreeMap<&str, usize> = BTreeMap::new();
    let seeds: Vec<u64> = selected_seeds().collect();
    let judged = parallel::map_in_parallel(&seeds, |seed| {
        let (talk, temper) = random_conversation(*seed);
        let judged = judge_conversation(&talk, &temper);
        let violated = first_violation(&judged, &temper).map(|it| it.0);
        let outcomes = judged.findings.iter();
        let conforming = outcomes.filter(|it| it.1.outcome() == Outcome::Conforms);
        (violated, conforming.map(|it| it.0).collect::<Vec<_>>())
    });
    for (seed, (violated, conforming)) in seeds.iter().zip(judged) {
        if let Some(rule) = violated {
            accused.entry(rule).or_default().push(*seed);
        }
        for rule in conforming {
            *exercised.entry(rule.as_str()).or_default() += 1;
        }
    }
    let mut wrong = String::new();
    for (rule, seeds) in &accused {
        wrong += &format!("\n{rule}: {} conversations\n", seeds.len());
        for seed in seeds.iter().take(3) {
            wrong += &minimized_conversation_text(*seed, rule);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    let met = |rule: &&str| exercised.get(rule).is_some_and(|it| *it > 0);
    let blind: Vec<&&str> = EXERCISED_RULES.iter().filter(|it| !met(it)).collect();
    assert!(
        blind.is_empty() || env::var_os("SIMULATED").is_some(),
        "nothing was certain for {blind:?}"
    );
}

/// The maximum number of conversations, out of 100, in which the rules may miss an injected fault. Not every fault can
/// be detected. For example, a fault may be undetectable if a result comes before its `stop` arrives (`UCCI X8`),
/// because it is then ambiguous which command the next `nobestmove` answers.
const MAX_MISSED_FAULTS: usize = 15;

#[test]
fn a_fault_in_an_ordinary_conversation_is_found() {
    let protocol = protocol::find_protocol("ucci").unwrap();
    let rules = protocol.rules();
    let mut missed = vec![Vec::new(); faults::FAULTS.len()];
    let mut tried = vec![0; faults::FAULTS.len()];
    for seed in 0..100 {
        let mut rng = Rng::with_seed(seed);
        let temper = EngineChoices {
            announces_batch_option: false,
            before_ucci_reaction: choices::BeforeUcciReaction::Skips,
            idle_stop_reaction: IdleStopReaction::Answered,
            sends_early_nobestmove: false,
            ..EngineChoices::random_choices(&mut rng)
        };
        let talk = Conversation::ordinary_conversation(&mut rng);
        let innocent = playback::play_conversation(&talk, &temper);
        let accused = first_violation(&judge_conversation(&talk, &temper), &temper);
        assert_eq!(accused, None, "seed {seed}");
        let counters = missed.iter_mut().zip(&mut tried);
        for (fault, (missed, tried)) in faults::FAULTS.iter().zip(counters) {
            let Some(guilty) = fault.inject_into(&innocent, &mut rng) else {
                continue;
            };
            *tried += 1;
            let judged = protocol::judge_transcript(protocol, &guilty);
            let pairs = judged.findings.values_of(&rules);
            let mut convicts = pairs.filter(|it| it.1.outcome() == Outcome::Violates);
            if !convicts.any(|it| fault.violated_rules.contains(&it.0.id)) {
                missed.push(seed);
            }
        }
    }
    for (fault, (missed, tried)) in faults::FAULTS.iter().zip(missed.iter().zip(tried)) {
        assert!(
            tried >= 90,
            "{fault:?} found its line in {tried} conversations only"
        );
        assert!(
            missed.len() <= MAX_MISSED_FAULTS,
            "{fault:?} is missed in {missed:?}"
        );
    }
}
