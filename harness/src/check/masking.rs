//! Reports one violation per cause: a failure in an ordinary scenario masks (hides) the same failure in scenarios with
//! unspecified input.

use super::{
    RunState, select::SelectedScenario, session_result::SessionResult, sessions::NotPlayedReason,
};
use crate::{message::message, protocol, rule::Outcome, verdict::Verdict};

/// True if violations of other rules can mask every rule that the scenario was made for. Maskable
/// scenarios are played last, after the ordinary scenarios.
pub(super) fn is_maskable_scenario(run: &RunState<'_>, chosen: &SelectedScenario) -> bool {
    let maskable = |topic: &str| {
        let mut causes = run.rules.iter();
        causes.any(|it| {
            run.request
                .protocol
                .topics_with_same_cause(it.id, false)
                .contains(&topic)
        })
    };
    let topic = |id: &String| run.rules.iter().find(|it| it.id == *id).map(|it| it.topic);
    let mut topics = chosen.scenario.rules.iter().filter_map(topic).peekable();
    topics.peek().is_some() && topics.all(maskable)
}

/// If a signal ended at least one ordinary session out of this number, the engine counts as crashing everywhere, and
/// its crashes after unspecified input are no separate violations.
const CRASH_SHARE_DIVISOR: usize = 10;

/// Makes a violated rule inconclusive if another rule's violation in an ordinary scenario may be
/// the cause.
pub(super) fn mask_violations(
    run: &RunState<'_>,
    verdicts: &mut [Verdict],
    sessions: &[Result<SessionResult, NotPlayedReason>],
) {
    let chosen = run.request.selection.scenarios.iter();
    let ordinary: Vec<&SessionResult> = chosen
        .zip(sessions)
        .filter(|(chosen, _)| !is_maskable_scenario(run, chosen))
        .filter_map(|(_, session)| session.as_ref().ok())
        .collect();
    let selected = |rule: &str| verdicts.iter().any(|it| it.selected && it.rule == rule);
    let causes: Vec<String> = (run.rules.iter())
        .filter(|rule| {
            let seen = |it: &&SessionResult| it.rules.get(rule.rule_id()).map(|it| it.outcome);
            ordinary
                .iter()
                .any(|it| seen(it) == Some(Outcome::Violates))
        })
        .map(|rule| rule.id.to_owned())
        .filter(|it| selected(it))
        .collect();
    // If the engine crashed in only few ordinary sessions, a crash after unspecified input has a cause of its own.
    let died_count = ordinary.iter().filter(|it| it.died_of_signal).count();
    let crashes_everywhere = died_count * CRASH_SHARE_DIVISOR >= ordinary.len();
    let died = |scenario: &str| {
        let mut played = run.request.selection.scenarios.iter().zip(sessions);
        let session = played.find(|it| it.0.scenario.id == scenario);
        session.is_some_and(|(_, it)| it.as_ref().is_ok_and(|it| it.died_of_signal))
    };
    for verdict in verdicts
        .iter_mut()
        .filter(|it| it.outcome == Outcome::Violates)
    {
        let cause =
            |died| protocol::root_cause(run.request.protocol, &causes, &verdict.topic, died);
        let Some(behind) = cause(false) else {
            continue;
        };
        if cause(true).is_none() || !crashes_everywhere {
            verdict.retain_violations(|it| died(&it.scenario));
        } else {
            verdict.retain_violations(|_| false);
        }
        if verdict.count == 0 {
            verdict.outcome = Outcome::Inconclusive;
            let cause = behind;
            let why = message!(
                "perhaps_caused_by",
                "possibly caused by the violation of `{cause}`; fix that first",
                cause
            );
            verdict.add_reason(None, why);
        }
    }
}
