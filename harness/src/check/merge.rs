//! Puts the sessions together: one verdict per rule, by the worst that any session says.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Mode, Stage,
    digest::{Seen, Session},
    select::Chosen,
    sessions::{NotPlayed, Outcomes},
    start::Started,
    undermine,
};
use crate::{
    known::Entry,
    link,
    protocol::RuleInfo,
    rule::{Outcome, RuleId},
    verdict::{self, Played, PlayedEnd, Reason, Verdict, Witness},
};

/// How many violations of one rule go into the report.
const KEPT: usize = 20;

/// How many bytes of transcripts go into the report.
const TRANSCRIPTS_KEPT: usize = 4 << 20;

/// What the sessions come to.
pub(super) struct Merged {
    pub(super) verdicts: Vec<Verdict>,
    pub(super) scenarios: Vec<Played>,
    pub(super) transcripts: BTreeMap<String, String>,
    pub(super) notes: Vec<String>,
    pub(super) doubts: Vec<verdict::Doubt>,
    pub(super) stale: Vec<String>,
}

/// All verdicts, in the order of the rules.
pub(super) fn merge(stage: &Stage<'_>, started: &Started, outcomes: &Outcomes) -> Merged {
    let chosen = &stage.request.selection.chosen;
    let all = || chosen.iter().zip(&outcomes.sessions);
    let mut sessions: Vec<(&str, &Session)> = Vec::new();
    if let Some(session) = &started.session {
        sessions.push((super::start::ID, session));
    }
    sessions.extend(
        all().filter_map(|(it, session)| Some((it.scenario.id.as_str(), session.as_ref().ok()?))),
    );
    let rules = stage.rules.iter();
    let mut verdicts: Vec<Verdict> = rules.map(|it| verdict(stage, it, &sessions)).collect();
    for (chosen, session) in all() {
        for rule in &chosen.scenario.rules {
            let binds = !stage.unbound.keys().any(|it| it.as_str() == rule);
            let mut bound = verdicts.iter_mut().filter(|it| binds && it.selected);
            if let Some(verdict) = bound.find(|it| it.rule == *rule) {
                let id = &chosen.scenario.id;
                let cause = hidden_by(session, started.session.as_ref(), outcomes);
                unreached(stage, verdict, (id, session), cause, outcomes);
            }
        }
    }
    undermine::undermine(stage, &mut verdicts, &outcomes.sessions);
    let stale = stale(stage, &verdicts, &sessions);
    // Where we are the interface ourselves it is not judged.
    if stage.request.mode != Mode::Judge {
        let rules = || stage.rules.iter();
        let theirs = |id: &str| rules().any(|it| it.id == id && it.binds_interface());
        verdicts.retain(|it| !theirs(&it.rule));
    }
    Merged {
        verdicts,
        scenarios: all()
            .map(|(it, session)| how_far(&it.scenario.id, session))
            .collect(),
        transcripts: kept(&sessions),
        doubts: sessions.iter().flat_map(|it| it.1.doubts.clone()).collect(),
        notes: not_played(chosen, outcomes),
        stale,
    }
}

/// The transcripts, as far as there is room: first of the sessions with a violation.
fn kept(sessions: &[(&str, &Session)]) -> BTreeMap<String, String> {
    let (violated, others): (Vec<_>, Vec<_>) = sessions.iter().partition(|it| it.1.violated);
    let (mut kept, mut bytes) = (BTreeMap::new(), 0);
    for (id, session) in violated.into_iter().chain(others) {
        if let Some(text) = &session.transcript
            && bytes + text.len() <= TRANSCRIPTS_KEPT
        {
            bytes += text.len();
            kept.insert((*id).to_owned(), text.clone());
        }
    }
    kept
}

/// The known failures that were given every chance to fail, and did not.
fn stale(stage: &Stage<'_>, verdicts: &[Verdict], sessions: &[(&str, &Session)]) -> Vec<String> {
    let known = &stage.request.known;
    let fails = |entry: &Entry| {
        sessions.iter().any(|(scenario, session)| {
            let rules = session.rules.iter();
            let mut violated = rules.filter(|it| it.1.outcome == Outcome::Violates);
            violated.any(|(rule, _)| entry.covers(rule.as_str(), scenario))
        })
    };
    let held = |entry: &Entry| {
        let mut named = verdicts
            .iter()
            .filter(|it| it.selected && entry.names(&it.rule));
        let mut any = false;
        let all = named.all(|it| {
            any |= it.outcome == Outcome::Conforms;
            it.outcome != Outcome::Inconclusive
        });
        any && all
    };
    let judged = stage.request.selection.whole.then_some(&known.entries);
    let stale = judged
        .into_iter()
        .flatten()
        .filter(|it| !fails(it) && held(it));
    stale
        .map(|it| {
            let (file, line, rule) = (&known.file, it.line, &it.rule);
            format!("{file}:{line}: `{rule}` no longer fails: take this line out")
        })
        .collect()
}

/// A verdict of which nothing is known yet.
fn silent(stage: &Stage<'_>, info: &RuleInfo) -> Verdict {
    Verdict {
        rule: info.id.to_owned(),
        level: info.level,
        since: info.since,
        topic: info.topic.to_owned(),
        requirement: info.spec.to_owned(),
        title: info.title(),
        why: info.why(),
        outcome: Outcome::NotExercised,
        selected: stage.request.selection.rules.contains(&info.rule_id()),
        known: false,
        excused: false,
        hidden: false,
        count: 0,
        exercised: 0,
        witness: None,
        violations: Vec::new(),
        reasons: Vec::new(),
    }
}

fn verdict(stage: &Stage<'_>, info: &RuleInfo, sessions: &[(&str, &Session)]) -> Verdict {
    let rule = info.rule_id();
    let mut verdict = silent(stage, info);
    if let Some(why) = stage.unbound.get(&rule) {
        verdict.outcome = Outcome::NotApplicable;
        verdict.add_reason(None, why);
        return verdict;
    }
    // What the scenarios made for this rule show comes first: it is the easiest to read.
    let made_for: BTreeSet<&str> = (stage.request.selection.chosen.iter())
        .map(|it| &it.scenario)
        .filter(|it| it.rules.iter().any(|it| it == info.id))
        .map(|it| it.id.as_str())
        .collect();
    let (first, rest): (Vec<_>, Vec<_>) = sessions.iter().partition(|it| made_for.contains(it.0));
    let known = |scenario: &str| stage.request.known.covers(info.id, scenario);
    let violated = |session: &Session| {
        let seen = session.rules.get(rule);
        seen.is_some_and(|it| it.outcome == Outcome::Violates)
    };
    // Beside a violation that is not known, known ones are not worth a line.
    let news = sessions.iter().any(|it| violated(it.1) && !known(it.0));
    let mut unfollowed = Vec::new();
    for (scenario, session) in first.into_iter().chain(rest) {
        let old = news && violated(session) && known(scenario);
        match session.rules.get(rule).filter(|_| !old) {
            Some(seen) if seen.unfollowed => unfollowed.push((scenario, seen)),
            Some(seen) => add(&mut verdict, scenario, seen),
            None => (),
        }
    }
    // What was not followed in one session counts only if no other one was.
    if verdict.outcome <= Outcome::NotApplicable {
        for (scenario, seen) in unfollowed {
            add(&mut verdict, scenario, seen);
        }
    }
    verdict.known = verdict.outcome == Outcome::Violates && !news;
    // Reasons are for what could not be told; a clear verdict needs none.
    if matches!(verdict.outcome, Outcome::Conforms | Outcome::Violates) {
        verdict.reasons.clear();
    }
    if verdict.known {
        let reason = stage.request.known.reason(info.id);
        verdict.reasons.extend(reason.map(|why| Reason {
            scenario: None,
            why,
        }));
    }
    verdict
}

fn add(verdict: &mut Verdict, scenario: &str, seen: &Seen) {
    if seen.outcome > verdict.outcome && seen.outcome == Outcome::Inconclusive {
        verdict.reasons.clear();
    }
    verdict.outcome = verdict.outcome.max(seen.outcome);
    verdict.count += seen.count;
    verdict.exercised += seen.exercised;
    verdict.violations.extend(seen.violations.iter().cloned());
    verdict.violations.truncate(KEPT);
    if let (None, Some(line)) = (&verdict.witness, seen.witness) {
        let scenario = scenario.to_owned();
        verdict.witness = Some(Witness { scenario, line });
    }
    if seen.outcome == verdict.outcome {
        for why in &seen.reasons {
            verdict.add_reason(Some(scenario), why);
        }
    }
}

/// A scenario that did not reach the rules it is there for leaves them open, unless another one
/// reached them, or the engine was convicted of what cut it short. What a hang or a crash hides is open even if another
/// scenario reached it.
fn unreached(
    stage: &Stage<'_>,
    verdict: &mut Verdict,
    (scenario, session): (&str, &Result<Session, NotPlayed>),
    cause: Option<RuleId>,
    outcomes: &Outcomes,
) {
    if let Some(cause) = cause.filter(|it| it.as_str() != verdict.rule) {
        hide(stage, verdict, scenario, cause);
        return;
    }
    let hung = session.as_ref().is_ok_and(|it| it.hung);
    let clear = match verdict.outcome {
        Outcome::Violates => true,
        Outcome::Conforms => !hung,
        Outcome::Inconclusive | Outcome::NotApplicable | Outcome::NotExercised => false,
    };
    if clear {
        return;
    }
    let (why, excused) = match session {
        Err(why) => (format!("not played: {why}"), false),
        Ok(it) if it.interrupted => ("the run was interrupted".to_owned(), false),
        Ok(it) => match &it.unmet {
            None => return,
            // The engine took a turn that the script had not foreseen, and the rule knows of it.
            Some(unmet) if !unmet.timed_out && waived(it, &verdict.rule) => return,
            Some(unmet) => {
                let (expected, line) = (&unmet.expected, unmet.line);
                let text = format!(
                    "prerequisite not reached: `{expected}` (line {line}): {}",
                    unmet.why
                );
                (text, convicted(it, outcomes))
            }
        },
    };
    verdict.add_reason(Some(scenario), &why);
    if excused {
        verdict.excused = true;
    } else {
        verdict.outcome = verdict.outcome.max(Outcome::Inconclusive);
        verdict.hidden = false;
    }
}

/// The rule that convicts the hang or crash that cut a session short, or kept it from being played.
fn hidden_by(
    session: &Result<Session, NotPlayed>,
    start: Option<&Session>,
    outcomes: &Outcomes,
) -> Option<RuleId> {
    let mut all = start.into_iter().chain(outcomes.sessions.iter().flatten());
    match session {
        Err(NotPlayed::Hangs(_)) => all.find_map(|it| it.hidden_by),
        Err(_) => None,
        // Where the wait was brief, another session waited in full.
        Ok(it) if it.hung => it.hidden_by.or_else(|| all.find_map(|it| it.hidden_by)),
        Ok(it) => it.hidden_by,
    }
}

/// Leaves open what the violation of `cause` hides.
fn hide(stage: &Stage<'_>, verdict: &mut Verdict, scenario: &str, cause: RuleId) {
    // A violation is seen all the same; what the engine does not announce is nowhere to be seen.
    if matches!(verdict.outcome, Outcome::Violates | Outcome::NotApplicable) {
        return;
    }
    if verdict.outcome < Outcome::Inconclusive {
        verdict.outcome = Outcome::Inconclusive;
        // Where that rule was not selected, nothing else makes the run fail.
        verdict.hidden = stage.request.selection.rules.contains(&cause);
    }
    verdict.add_reason(
        Some(scenario),
        &format!("hidden by `{cause}`; fix that first"),
    );
}

/// Whether the session itself shows that the rule does not apply to this engine.
fn waived(session: &Session, rule: &str) -> bool {
    let mut rules = session.rules.iter();
    rules.any(|(it, seen)| it.as_str() == rule && seen.outcome == Outcome::NotApplicable)
}

/// Whether the engine was convicted of what cut the script short: here, or where the same line was
/// waited for in full.
fn convicted(session: &Session, outcomes: &Outcomes) -> bool {
    let expected = |it: &Session| it.unmet.as_ref().map(|it| it.expected.clone());
    let missed = expected(session);
    let mut others = outcomes.sessions.iter().flatten();
    session.struck || others.any(|it| it.struck && expected(it) == missed)
}

fn how_far(id: &str, session: &Result<Session, NotPlayed>) -> Played {
    let mut played = Played {
        scenario: id.to_owned(),
        end: PlayedEnd::Complete,
        line: None,
        expected: None,
        why: None,
    };
    match session {
        Err(why) => {
            played.end = PlayedEnd::NotPlayed;
            played.why = Some(why.to_string());
        }
        Ok(it) if it.interrupted => played.end = PlayedEnd::Interrupted,
        Ok(it) => {
            if let Some(unmet) = &it.unmet {
                played.end = PlayedEnd::Early;
                played.line = Some(unmet.line);
                played.expected = Some(unmet.expected.clone());
                played.why = Some(unmet.why.clone());
            }
        }
    }
    played
}

/// How many scenarios that the time limit kept from being played are named.
const NAMED: usize = 200;

/// One note for each reason why scenarios were left out.
fn not_played(chosen: &[Chosen], outcomes: &Outcomes) -> Vec<String> {
    let total = outcomes.sessions.len();
    let left_out: Vec<(&str, &NotPlayed)> = chosen
        .iter()
        .zip(&outcomes.sessions)
        .filter_map(|(it, session)| Some((it.scenario.id.as_str(), session.as_ref().err()?)))
        .collect();
    if link::interrupted() && !left_out.is_empty() {
        let count = left_out.len();
        return vec![format!(
            "interrupted: {count} of {total} scenarios were not played"
        )];
    }
    let (limited, others): (Vec<_>, Vec<_>) =
        (left_out.iter()).partition(|it| matches!(it.1, NotPlayed::TimeLimit(_)));
    let mut notes = Vec::new();
    if let Some((_, why)) = others.first() {
        let count = others.len();
        notes.push(format!(
            "{why}, so {count} of {total} scenarios were not played"
        ));
    }
    if let Some((_, why)) = limited.first() {
        let count = limited.len();
        let ids: Vec<&str> = limited.iter().take(NAMED).map(|it| it.0).collect();
        notes.push(format!(
            "{why}, so {count} of {total} scenarios were not played: {}",
            ids.join(", ")
        ));
    }
    notes
}
