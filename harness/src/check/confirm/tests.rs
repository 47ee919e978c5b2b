//! Tests of the confirmation: the effect of each replay, and the cases without a replay.

use std::cell::Cell;

use super::*;

/// Two rules; each test decides which of them has measured violations.
const FIRST: RuleId = RuleId::new("ucci/first");
const SECOND: RuleId = RuleId::new("ucci/second");

/// Confirms a session with the result `first` of a rule; the replays have the results `later`, in this order. Returns
/// the final result and the number of replays.
fn settled(
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
        Some(session(rule, seen))
    };
    let session = confirm(session(rule, first), convicted, again);
    (session.rules[rule].clone(), played.get())
}

fn session(rule: RuleId, seen: RuleResult) -> Session {
    let of = |it: RuleId| match it == rule {
        true => seen.clone(),
        false => RuleResult::nothing(),
    };
    let rules = [FIRST, SECOND].into_iter().map(|it| (it, of(it)));
    Session {
        doubts: Vec::new(),
        hidden_by: None,
        died: false,
        struck: false,
        hung: false,
        rules: rules.collect(),
        unmet: None,
        interrupted: false,
        transcript: None,
        violated: false,
    }
}

fn seen(outcome: Outcome) -> RuleResult {
    RuleResult {
        outcome,
        ..RuleResult::nothing()
    }
}

/// A violation that depends on a measurement.
fn measured() -> RuleResult {
    RuleResult {
        measured: true,
        ..seen(Outcome::Violates)
    }
}

fn late() -> RuleResult {
    RuleResult {
        late: true,
        ..seen(Outcome::Inconclusive)
    }
}

#[test]
fn a_measurement_is_believed_when_it_is_seen_twice() {
    let violates = measured();
    let later = [seen(Outcome::Conforms), violates.clone(), violates.clone()];
    let (known, played) = settled(FIRST, violates, &later, &mut BTreeSet::new());
    assert_eq!((known.outcome, played), (Outcome::Violates, 2));
}

#[test]
fn a_measurement_seen_only_once_is_inconclusive() {
    let conforms = seen(Outcome::Conforms);
    let later = [
        conforms.clone(),
        conforms.clone(),
        conforms.clone(),
        conforms,
    ];
    let (known, played) = settled(FIRST, measured(), &later, &mut BTreeSet::new());
    assert_eq!((known.outcome, played), (Outcome::Inconclusive, 3));
    assert!(
        known.reasons[0].to_string().contains("not in 3 replays"),
        "{known:?}"
    );
}

#[test]
fn a_late_host_gets_three_more_tries() {
    let later = [late(), seen(Outcome::Conforms)];
    let (known, played) = settled(SECOND, late(), &later, &mut BTreeSet::new());
    assert_eq!((known.outcome, played), (Outcome::Conforms, 2));
    let (known, played) = settled(FIRST, late(), &vec![late(); 5], &mut BTreeSet::new());
    assert_eq!((known.outcome, played), (Outcome::Inconclusive, 3));
}

#[test]
fn a_violation_that_rests_on_no_measurement_stands_at_once() {
    let (known, played) = settled(SECOND, seen(Outcome::Violates), &[], &mut BTreeSet::new());
    assert_eq!((known.outcome, played), (Outcome::Violates, 0));
    let (known, played) = settled(
        SECOND,
        late(),
        &[seen(Outcome::Violates)],
        &mut BTreeSet::new(),
    );
    assert_eq!((known.outcome, played), (Outcome::Violates, 1));
}

#[test]
fn what_another_session_convicts_of_is_not_played_again() {
    let later = vec![seen(Outcome::Conforms); 3];
    let (known, played) = settled(SECOND, late(), &later, &mut BTreeSet::from([SECOND]));
    assert_eq!((known.outcome, played), (Outcome::Inconclusive, 0));
    let mut convicted = BTreeSet::new();
    settled(FIRST, measured(), &[measured()], &mut convicted);
    assert_eq!(convicted, BTreeSet::from([FIRST]));
}

/// A rule may have measured and other violations; only the measured ones need confirmation.
#[test]
fn one_rule_can_show_both() {
    let (known, played) = settled(
        SECOND,
        measured(),
        &[seen(Outcome::Violates)],
        &mut BTreeSet::new(),
    );
    assert_eq!((known.outcome, played), (Outcome::Violates, 1));
    let conforms = vec![seen(Outcome::Conforms); 3];
    let (known, played) = settled(SECOND, measured(), &conforms, &mut BTreeSet::new());
    assert_eq!((known.outcome, played), (Outcome::Inconclusive, 3));
    let sessions = [
        session(FIRST, measured()),
        session(SECOND, seen(Outcome::Violates)),
    ];
    assert_eq!(proven_violations(sessions.iter()), BTreeSet::from([SECOND]));
}
