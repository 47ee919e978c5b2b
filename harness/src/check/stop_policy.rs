//! For `--failed` and `--fail-fast`: decides which scenarios are played first and when a run stops early.

use std::collections::BTreeSet;

use super::{RunState, select::SelectedScenario, session_result::SessionResult};
use crate::{
    message::{Message, message},
    rule::Outcome,
};

/// The options that change the order of play and stop a run early.
#[derive(Clone, Debug, Default)]
pub(crate) struct StopPolicy {
    /// True if no further scenario is played after the first failure.
    pub stops_at_first_failure: bool,
    /// The scenarios that are played before all others. If one of the scenarios in `played_first` fails, all other
    /// scenarios are left out.
    pub scenarios_played_first: BTreeSet<String>,
}

/// The reason why the remaining scenarios of a run are not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StopReason {
    FirstFailure,
    FailedAgain,
}

impl StopReason {
    pub(super) fn reason_message(self) -> Message {
        match self {
            StopReason::FirstFailure => message!(
                "stopped_at_first_failure",
                "the run stopped at the first failure (--fail-fast)"
            ),
            StopReason::FailedAgain => message!(
                "stopped_as_failed_again",
                "the scenarios that failed in the last run failed again (--failed)"
            ),
        }
    }
}

/// True if a session has a violation that fails the run.
pub(super) fn fails_run(
    run: &RunState<'_>,
    chosen: &SelectedScenario,
    session: &SessionResult,
) -> bool {
    let (request, scenario) = (run.request, &chosen.scenario.id);
    let mut violated = session
        .rules
        .iter()
        .filter(|it| it.1.outcome == Outcome::Violates);
    violated.any(|(rule, seen)| {
        let mut infos = run.rules.iter();
        let level = infos.find(|it| it.rule_id() == rule).map(|it| it.level);
        let counts = level.is_some_and(|it| request.failure_policy.fails_run_if_violated(it));
        let known = &request.known_failures;
        counts && !seen.is_known_failure(known, rule.as_str(), scenario)
    })
}
