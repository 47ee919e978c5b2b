//! Tests of the confirmation: the effect of each replay, and the cases without a replay.

use std::time::Duration;

use std::cell::Cell;

use super::*;
use crate::session::UnmetExpectation;

/// The rules that these tests use. Each test chooses which of these rules has a violation that depends on a
/// measurement.
const FIRST_RULE: RuleId = RuleId::new("ucci/first");
const SECOND_RULE: RuleId = RuleId::new("ucci/second");

/// Confirms a session by replays; in the first play of this session, the rule has the result `first`. In the replays,
/// the rule has the results `later`, one after the other. Returns the final result of the rule and the number of
/// replays.
fn confirm_with_replays(
    rule: RuleId,
    first: RuleResult,
    later: &[RuleResult],
    convicted: &mut BTreeSet<RuleId>,
) -> (RuleResult, usize) {
    let played = Cell::new(0);
    let again = |attempt: usize| {
        assert_eq!(attempt, played.get() + 2);
        let seen = later.get(played.get())?.clone();
        played.set(played.get() + 1);
        Some(session_with_result(rule, seen))
    };
    let session = confirm_by_replays(session_with_result(rule, first), convicted, again);
    (session.rules[rule].clone(), played.get())
}

fn session_with_result(rule: RuleId, seen: RuleResult) -> SessionResult {
    let of = |it: RuleId| match it == rule {
        true => seen.clone(),
        false => RuleResult::not_exercised(),
    };
    let rules = [FIRST_RULE, SECOND_RULE].into_iter().map(|it| (it, of(it)));
    SessionResult {
        unjudged_ranges: Vec::new(),
        hang_or_crash_rule: None,
        died_of_signal: false,
        violation_explains_end: false,
        rule_that_explains_end: None,
        has_hung: false,
        timed_out_wait_time: Duration::ZERO,
        rules: rules.collect(),
        unmet_expectation: None,
        was_interrupted: false,
        missing_capability: None,
        transcript: None,
        coverage: Vec::new(),
        deadlines: Vec::new(),
        has_violation: false,
    }
}

fn rule_result(outcome: Outcome) -> RuleResult {
    RuleResult {
        outcome,
        ..RuleResult::not_exercised()
    }
}

/// A violation that depends on a measurement.
fn measured_violation() -> RuleResult {
    RuleResult {
        has_only_measured_violations: true,
        ..rule_result(Outcome::Violates)
    }
}

fn late_host_result() -> RuleResult {
    RuleResult {
        host_was_late: true,
        ..rule_result(Outcome::Inconclusive)
    }
}

#[test]
fn a_measured_violation_is_confirmed_if_seen_again() {
    let violates = measured_violation();
    let later = [
        rule_result(Outcome::Conforms),
        violates.clone(),
        violates.clone(),
    ];
    let (known, played) = confirm_with_replays(FIRST_RULE, violates, &later, &mut BTreeSet::new());
    assert_eq!((known.outcome, played), (Outcome::Violates, 2));
}

#[test]
fn a_measurement_seen_only_once_is_inconclusive() {
    let conforms = rule_result(Outcome::Conforms);
    let later = [
        conforms.clone(),
        conforms.clone(),
        conforms.clone(),
        conforms,
    ];
    let (known, played) = confirm_with_replays(
        FIRST_RULE,
        measured_violation(),
        &later,
        &mut BTreeSet::new(),
    );
    assert_eq!((known.outcome, played), (Outcome::Inconclusive, 3));
    assert!(
        known.reasons[0]
            .to_string()
            .contains("replayed alone (3 times)"),
        "{known:?}"
    );
}

#[test]
fn a_violation_that_a_late_host_cannot_show_again_is_inconclusive() {
    let (known, played) = confirm_with_replays(
        FIRST_RULE,
        measured_violation(),
        &vec![late_host_result(); 5],
        &mut BTreeSet::new(),
    );
    assert_eq!((known.outcome, played), (Outcome::Inconclusive, 3));
    let why = known.reasons[0].to_string();
    assert!(
        why.ends_with("the host was too slow for a verdict"),
        "{why}"
    );
}

#[test]
fn a_violation_seen_once_stays_unconfirmed_until_a_replay_conforms() {
    let unjudged = RuleResult::not_exercised();
    let conforms = rule_result(Outcome::Conforms);
    for (later, is_unconfirmed) in [
        (vec![unjudged.clone(); 3], true),
        (vec![late_host_result(); 3], true),
        (vec![], true),
        (vec![unjudged, conforms.clone(), conforms], false),
    ] {
        let (known, _) = confirm_with_replays(
            FIRST_RULE,
            measured_violation(),
            &later,
            &mut BTreeSet::new(),
        );
        assert_eq!(known.outcome, Outcome::Inconclusive);
        assert_eq!(known.has_unconfirmed_violation, is_unconfirmed, "{later:?}");
    }
}

/// A host that is busy for a moment can make an answer late, but it cannot make an engine lose an answer or hang.
#[test]
fn a_missing_answer_beyond_the_hosts_delay_stays_in_doubt_even_if_a_replay_conforms() {
    let lost = RuleResult {
        has_violation_beyond_host_delay: true,
        ..measured_violation()
    };
    let conforms = vec![rule_result(Outcome::Conforms); 3];
    for (first, in_doubt) in [(lost, true), (measured_violation(), false)] {
        let (known, _) = confirm_with_replays(FIRST_RULE, first, &conforms, &mut BTreeSet::new());
        assert_eq!(known.outcome, Outcome::Inconclusive);
        assert_eq!(known.has_unconfirmed_violation, in_doubt);
    }
}

/// A session that ended early because an expected line was never received.
fn session_ended_by_a_timeout() -> SessionResult {
    let mut session = session_with_result(FIRST_RULE, rule_result(Outcome::Conforms));
    session.unmet_expectation = Some(UnmetExpectation {
        line_number: 3,
        event_index: None,
        expected: "< readyok".into(),
        reason: message!("run_interrupted", "the run was interrupted"),
        timed_out: true,
    });
    session
}

#[test]
fn a_session_whose_replay_reaches_the_end_of_the_script_is_complete() {
    let mut session = session_ended_by_a_timeout();
    add_replay_of_early_end(&mut session, session_ended_by_a_timeout());
    assert!(session.unmet_expectation.is_some());
    let complete = session_with_result(FIRST_RULE, rule_result(Outcome::Conforms));
    add_replay_of_early_end(&mut session, complete);
    assert!(session.unmet_expectation.is_none());
}

#[test]
fn a_violation_in_the_replay_of_an_early_end_counts_if_it_is_certain() {
    for (seen, outcome) in [
        (measured_violation(), Outcome::Conforms),
        (rule_result(Outcome::Violates), Outcome::Violates),
    ] {
        let mut session = session_ended_by_a_timeout();
        add_replay_of_early_end(&mut session, session_with_result(FIRST_RULE, seen));
        assert_eq!(session.rules[FIRST_RULE].outcome, outcome);
    }
}

#[test]
fn a_session_on_a_late_host_is_replayed_three_more_times() {
    let later = [late_host_result(), rule_result(Outcome::Conforms)];
    let (known, played) = confirm_with_replays(
        SECOND_RULE,
        late_host_result(),
        &later,
        &mut BTreeSet::new(),
    );
    assert_eq!((known.outcome, played), (Outcome::Conforms, 2));
    let (known, played) = confirm_with_replays(
        FIRST_RULE,
        late_host_result(),
        &vec![late_host_result(); 5],
        &mut BTreeSet::new(),
    );
    assert_eq!((known.outcome, played), (Outcome::Inconclusive, 3));
}

#[test]
fn a_violation_without_measurement_needs_no_replay() {
    let (known, played) = confirm_with_replays(
        SECOND_RULE,
        rule_result(Outcome::Violates),
        &[],
        &mut BTreeSet::new(),
    );
    assert_eq!((known.outcome, played), (Outcome::Violates, 0));
    let (known, played) = confirm_with_replays(
        SECOND_RULE,
        late_host_result(),
        &[rule_result(Outcome::Violates)],
        &mut BTreeSet::new(),
    );
    assert_eq!((known.outcome, played), (Outcome::Violates, 1));
}

#[test]
fn a_rule_violated_in_another_session_is_not_replayed() {
    let later = vec![rule_result(Outcome::Conforms); 3];
    let (known, played) = confirm_with_replays(
        SECOND_RULE,
        late_host_result(),
        &later,
        &mut BTreeSet::from([SECOND_RULE]),
    );
    assert_eq!((known.outcome, played), (Outcome::Inconclusive, 0));
    let mut convicted = BTreeSet::new();
    confirm_with_replays(
        FIRST_RULE,
        measured_violation(),
        &[measured_violation()],
        &mut convicted,
    );
    assert_eq!(convicted, BTreeSet::from([FIRST_RULE]));
}

/// A rule may have both violations that depend on a measurement and violations that depend on none. Only violations
/// that depend on a measurement need confirmation.
#[test]
fn a_rule_can_have_measured_and_other_violations() {
    let (known, played) = confirm_with_replays(
        SECOND_RULE,
        measured_violation(),
        &[rule_result(Outcome::Violates)],
        &mut BTreeSet::new(),
    );
    assert_eq!((known.outcome, played), (Outcome::Violates, 1));
    let conforms = vec![rule_result(Outcome::Conforms); 3];
    let (known, played) = confirm_with_replays(
        SECOND_RULE,
        measured_violation(),
        &conforms,
        &mut BTreeSet::new(),
    );
    assert_eq!((known.outcome, played), (Outcome::Inconclusive, 3));
    let sessions = [
        session_with_result(FIRST_RULE, measured_violation()),
        session_with_result(SECOND_RULE, rule_result(Outcome::Violates)),
    ];
    assert_eq!(
        rules_with_proven_violations(sessions.iter()),
        BTreeSet::from([SECOND_RULE])
    );
}
