//! Announces the first violation of each rule during a run.

use std::sync::{Mutex, PoisonError};

use super::{RunState, masking, select::SelectedScenario, session_result::SessionResult};
use crate::{protocol, rule::Outcome};

/// The ids of the rules whose violation was already announced.
#[derive(Default)]
pub(super) struct AnnouncedRules(Mutex<Vec<String>>);

/// Whether a violation that depends on a measurement (such as a time) is certain.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Certainty {
    /// After one play of a session, its violations that depend on a measurement (such as a time) are not certain yet.
    FirstPlay,
    Confirmed,
}

/// Calls the observer for each rule whose first certain violation is in this session. Known failures are not announced,
/// and neither are violations that an announced violation may have caused.
pub(super) fn announce_violations(
    run: &RunState<'_>,
    chosen: &SelectedScenario,
    session: &SessionResult,
    certainty: Certainty,
) {
    let scenario = &chosen.scenario.id;
    let known = &run.request.known_failures;
    for info in &run.rules {
        let Some(seen) = session.rules.get(info.rule_id()) else {
            continue;
        };
        let is_certain = certainty == Certainty::Confirmed || !seen.has_only_measured_violations;
        let is_new = seen.outcome == Outcome::Violates
            && is_certain
            && !seen.is_known_failure(known, info.id, scenario);
        let Some(violation) = seen.violations.first().filter(|_| is_new) else {
            continue;
        };
        let mut announced = run
            .announced_rules
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let may_be_masked = masking::is_maskable_scenario(run, chosen)
            && protocol::root_cause(run.request.protocol, &announced, info.topic, false).is_some();
        if may_be_masked || announced.iter().any(|it| it == info.id) {
            continue;
        }
        announced.push(info.id.to_owned());
        run.observer.violation_found(info.level, info.id, violation);
    }
}
