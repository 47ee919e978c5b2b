//! What one more session changes, and when none is played.

use std::cell::Cell;

use super::*;
use crate::rule::{Level, Measures};

const TIME: usize = 0;
const STATE: usize = 1;

/// Settles a session that showed `first` of a rule, where its replays show `later`, one after the
/// other; tells how many were played.
fn settled(rule: usize, first: Seen, later: &[Seen], convicted: &mut [bool]) -> (Seen, usize) {
    let played = Cell::new(0);
    let again = |attempt: usize| {
        assert_eq!(attempt, played.get() + 2);
        let seen = later.get(played.get())?.clone();
        played.set(played.get() + 1);
        Some(session(rule, seen))
    };
    let session = settle(&rules(), session(rule, first), convicted, again);
    (session.rules[rule].clone(), played.get())
}

fn rules() -> Vec<RuleInfo> {
    let info = |topic| RuleInfo {
        id: "toy/rule",
        level: Level::Must,
        topic,
        spec: "",
        measures: if topic == "time" {
            Measures::Time
        } else {
            Measures::Nothing
        },
        since: "0.1.0",
        source: "",
    };
    vec![info("time"), info("state")]
}

fn session(rule: usize, seen: Seen) -> Session {
    let mut rules = vec![Seen::nothing(), Seen::nothing()];
    rules[rule] = seen;
    Session {
        died: false,
        struck: false,
        hung: false,
        hidden_by: None,
        rules,
        unmet: None,
        interrupted: false,
        transcript: None,
        violated: false,
    }
}

fn seen(outcome: Outcome) -> Seen {
    Seen {
        outcome,
        ..Seen::nothing()
    }
}

fn late() -> Seen {
    Seen {
        late: true,
        ..seen(Outcome::Inconclusive)
    }
}

#[test]
fn a_matter_of_time_is_believed_when_it_is_seen_twice() {
    let violates = seen(Outcome::Violates);
    let later = [seen(Outcome::Conforms), violates.clone(), violates.clone()];
    let (known, played) = settled(TIME, violates, &later, &mut [false; 2]);
    assert_eq!((known.outcome, played), (Outcome::Violates, 2));
}

#[test]
fn a_matter_of_time_seen_only_once_is_inconclusive() {
    let conforms = seen(Outcome::Conforms);
    let later = [
        conforms.clone(),
        conforms.clone(),
        conforms.clone(),
        conforms,
    ];
    let (known, played) = settled(TIME, seen(Outcome::Violates), &later, &mut [false; 2]);
    assert_eq!((known.outcome, played), (Outcome::Inconclusive, 3));
    assert!(
        known.reasons[0].contains("not again in 3 replays"),
        "{known:?}"
    );
}

#[test]
fn a_late_host_gets_three_more_tries() {
    let later = [late(), seen(Outcome::Conforms)];
    let (known, played) = settled(STATE, late(), &later, &mut [false; 2]);
    assert_eq!((known.outcome, played), (Outcome::Conforms, 2));
    let (known, played) = settled(TIME, late(), &vec![late(); 5], &mut [false; 2]);
    assert_eq!((known.outcome, played), (Outcome::Inconclusive, 3));
}

#[test]
fn a_violation_that_is_no_matter_of_time_stands_at_once() {
    let (known, played) = settled(STATE, seen(Outcome::Violates), &[], &mut [false; 2]);
    assert_eq!((known.outcome, played), (Outcome::Violates, 0));
    let (known, played) = settled(STATE, late(), &[seen(Outcome::Violates)], &mut [false; 2]);
    assert_eq!((known.outcome, played), (Outcome::Violates, 1));
}

#[test]
fn what_another_session_convicts_of_is_not_played_again() {
    let later = vec![seen(Outcome::Conforms); 3];
    let (known, played) = settled(STATE, late(), &later, &mut [false, true]);
    assert_eq!((known.outcome, played), (Outcome::Inconclusive, 0));
    let mut convicted = [false; 2];
    let violates = seen(Outcome::Violates);
    settled(TIME, violates.clone(), &[violates], &mut convicted);
    assert_eq!(convicted, [true, false]);
}
