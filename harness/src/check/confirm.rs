//! Confirms violations that depend on a measurement: the session is replayed alone, and a violation counts only if two
//! sessions show it.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use super::session_result::{RuleResult, SessionResult};
use crate::{
    message::message,
    rule::{Outcome, RuleId},
};

/// The maximum number of replays of a session.
pub(super) const MAX_REPLAYS: usize = 3;

/// A rule whose result needs confirmation.
struct UnconfirmedRule {
    rule: RuleId,
    /// The number of sessions that showed a violation of the rule.
    violating_sessions: usize,
    /// The number of replays in which the host was too slow for a verdict.
    late_host_replays: usize,
    /// Whether a replay exercised the rule, and the engine conformed.
    has_conforming_replay: bool,
    is_decided: bool,
}

/// Returns the rules with a violation that depends on no measurement (such as a time). One session is enough to prove a
/// violation that depends on no measurement.
pub(super) fn rules_with_proven_violations<'a>(
    sessions: impl Iterator<Item = &'a SessionResult>,
) -> BTreeSet<RuleId> {
    let seen = sessions.flat_map(|it| it.rules.iter());
    let violated =
        seen.filter(|(_, it)| it.outcome == Outcome::Violates && !it.has_only_measured_violations);
    violated.map(|it| it.0).collect()
}

/// Replaces the uncertain results of the session `first` by the results of replays. `again` replays the session; its
/// argument is the attempt number. Rules in `convicted` need no replay, because another session has already proved that
/// the engine violates them.
pub(super) fn confirm_by_replays(
    mut first: SessionResult,
    convicted: &mut BTreeSet<RuleId>,
    again: impl Fn(usize) -> Option<SessionResult>,
) -> SessionResult {
    let mut open = unconfirmed_rules(&first);
    let wanted = |it: &UnconfirmedRule| !it.is_decided && !convicted.contains(&it.rule);
    let mut played = 0;
    while played < MAX_REPLAYS && open.iter().any(wanted) && !first.was_interrupted {
        let Some(next) = again(played + 2) else { break };
        played += 1;
        for (rule, seen) in next.rules {
            let Some(known) = first.rules.get_mut(rule) else {
                continue;
            };
            let taken = match open.iter_mut().find(|it| it.rule == rule) {
                Some(it) => merge_replay(it, known, seen),
                // A violation that depends on no measurement needs no confirmation.
                None => !seen.has_only_measured_violations && replace_if_violated(known, seen),
            };
            if taken && first.transcript.is_none() {
                first.transcript.clone_from(&next.transcript);
            }
        }
    }
    for it in open.iter().filter(|it| !it.is_decided) {
        if let Some(known) = first.rules.get_mut(it.rule) {
            make_inconclusive(it, known, played);
        }
    }
    // A violation that no replay confirmed does not explain why the script ended early.
    let explains = |it: &UnconfirmedRule| it.violating_sessions > 0 && convicted.contains(&it.rule);
    let is_explained = open.iter().any(explains);
    let violated: Vec<RuleId> = first.violated_rules().collect();
    first.violation_explains_end &= is_explained || !violated.is_empty();
    convicted.extend(violated);
    first
}

/// Adds a replay to a session that ended early because an expected line was never received. If the replay reached the
/// end of the script, the session counts as complete.
pub(super) fn add_replay_of_early_end(session: &mut SessionResult, replay: SessionResult) {
    if replay.unmet_expectation.is_none() {
        session.unmet_expectation = None;
    }
    for (rule, seen) in replay.rules {
        let known = session.rules.get_mut(rule);
        if let Some(known) = known.filter(|_| !seen.has_only_measured_violations) {
            session.violation_explains_end |=
                replace_if_violated(known, seen) && replay.violation_explains_end;
        }
    }
}

/// The rules whose violations in this session need confirmation.
pub(super) fn violations_to_confirm(session: &SessionResult) -> impl Iterator<Item = RuleId> {
    let open = unconfirmed_rules(session).into_iter();
    let open = open.filter(|it| it.violating_sessions > 0 && !session.was_interrupted);
    open.map(|it| it.rule)
}

fn unconfirmed_rules(session: &SessionResult) -> Vec<UnconfirmedRule> {
    let mut open = Vec::new();
    for (rule, seen) in session.rules.iter() {
        let violated = seen.outcome == Outcome::Violates;
        let late = seen.host_was_late && seen.outcome == Outcome::Inconclusive;
        if late || (violated && seen.has_only_measured_violations) {
            open.push(UnconfirmedRule {
                rule,
                violating_sessions: usize::from(violated),
                late_host_replays: 0,
                has_conforming_replay: false,
                is_decided: false,
            });
        }
    }
    open
}

/// Merges `seen`, the result of a replay, into `known`, the result so far. Returns true if `seen`
/// replaced `known`.
fn merge_replay(open: &mut UnconfirmedRule, known: &mut RuleResult, seen: RuleResult) -> bool {
    match seen.outcome {
        _ if open.is_decided => return false,
        Outcome::Violates => {
            open.violating_sessions += 1;
            open.is_decided = open.violating_sessions > 1 || !seen.has_only_measured_violations;
            if !known.violations.is_empty() {
                return false;
            }
        }
        Outcome::Conforms if open.violating_sessions == 0 => open.is_decided = true,
        Outcome::Inconclusive if seen.host_was_late => {
            open.late_host_replays += 1;
            return false;
        }
        Outcome::Conforms => {
            open.has_conforming_replay = true;
            return false;
        }
        Outcome::Inconclusive | Outcome::NotApplicable | Outcome::NotExercised => return false,
    }
    *known = seen;
    true
}

/// Replaces `known` by `seen` if `seen` has a violation and `known` has none.
fn replace_if_violated(known: &mut RuleResult, seen: RuleResult) -> bool {
    let worse = seen.outcome == Outcome::Violates && known.outcome != Outcome::Violates;
    if worse {
        *known = seen;
    }
    worse
}

fn make_inconclusive(open: &UnconfirmedRule, known: &mut RuleResult, played: usize) {
    let late = open.late_host_replays;
    let why = match (open.violating_sessions, played) {
        (0, 0) => message!(
            "host_late_not_replayed",
            "the host was too slow for a verdict; the session was not replayed"
        ),
        (0, _) => message!(
            "host_late_in_replays",
            "the host was too slow for a verdict, also when the session was replayed alone ({replays} times)",
            replays = played
        ),
        (_, 0) => message!(
            "not_confirmed",
            "seen once; the session was not replayed to confirm the violation"
        ),
        _ if late > 0 && !open.has_conforming_replay => message!(
            "host_late_after_violation",
            "violated once; when the session was replayed alone ({replays} times), the host was too slow for a verdict",
            replays = late
        ),
        _ => match known.violations.first() {
            Some(it) if known.has_violation_beyond_host_delay => message!(
                "not_seen_again_host_in_time",
                "{message}: seen once, but not when the session was replayed alone ({replays} times); no delay of the host explains it, and `--repeat 5` plays all scenarios again",
                message = it.message.clone(),
                replays = played
            ),
            Some(it) => message!(
                "not_seen_again",
                "{message}: seen once, but not when the session was replayed alone ({replays} times)",
                message = it.message.clone(),
                replays = played
            ),
            None => message!(
                "violation_not_seen_again",
                "violated once, but not when the session was replayed alone ({replays} times)",
                replays = played
            ),
        },
    };
    known.outcome = Outcome::Inconclusive;
    // A missing answer that no delay of the host explains stays in doubt, although the engine answers in a replay.
    known.has_unconfirmed_violation = open.violating_sessions > 0
        && (known.has_violation_beyond_host_delay || !open.has_conforming_replay);
    known.violations.clear();
    known.violation_count = 0;
    known.reasons.insert(0, why);
}
