//! Computes the exit code of a run, with the precedence that `crate::exit` documents.

use super::{RunMode, RunRequest};
use crate::{
    exit::Exit,
    glob, link,
    rule::{Level, Outcome},
    verdict::{Report, ScenarioEnd, ScenarioResult, Verdict},
};

/// The messages of the reasons why a violation of another rule hides the outcome of a rule.
const HIDING_REASONS: [&str; 2] = ["hidden_by", "perhaps_caused_by"];

/// The exit code of a run; `failed` is true if the engine did not start or did not complete its handshake.
pub(super) fn exit_code(request: &RunRequest, failed: bool, report: &Report) -> Exit {
    let selected = || report.verdicts.iter().filter(|it| it.selected);
    let counted = |it: &&Verdict| request.failure_policy.fails_run_if_violated(it.level);
    let unknown = |it: &&Verdict| !it.known;
    let any = |outcome: Outcome| {
        let mut counted = selected().filter(counted).filter(unknown);
        counted.any(|it| it.outcome == outcome)
    };
    // A rule that was not exercised because of another rule's violation does not fail the run, unless that violation is a
    // known failure: then nothing else shows that the rule was not judged.
    let is_error = |it: &Verdict| it.level <= Level::Robust;
    let has_known_error = selected().any(|it| it.is_known_failure() && is_error(it));
    let silent = |it: &Verdict| {
        it.outcome == Outcome::NotExercised && is_error(it) && (!it.masked || has_known_error)
    };
    let whole = request.mode == RunMode::Check && request.selection.selects_everything;
    let open = |it: &Verdict| it.outcome == Outcome::Inconclusive && !it.hidden;
    let mut unknowns = selected().filter(counted).filter(unknown);
    // Without the hang that is a known failure, the scenarios that were not played might fail.
    let left_out =
        |it: &ScenarioResult| it.end == ScenarioEnd::NotPlayed && it.passed == Some(false);
    // A rule that `--only` names must be exercised, even if other rules conform.
    let is_unexercised = |glob: &String| {
        let named = || selected().filter(|it| glob::matches_glob(glob, &it.rule));
        named().any(silent) && named().all(|it| it.outcome == Outcome::NotExercised)
    };
    let named = &request.selection.options.only;
    let unclear = unknowns.any(open)
        || (whole && selected().any(silent))
        || named.iter().any(is_unexercised)
        || report.scenarios.iter().any(left_out)
        || report.capability_that_all_scenarios_need().is_some();
    // `--allow-inconclusive` is about a slow host, and not about rules that a known crash or hang hides.
    let is_hidden = |it: &Verdict| {
        let mut reasons = it.reasons.iter();
        it.outcome == Outcome::Inconclusive && reasons.any(|it| HIDING_REASONS.contains(&it.why.id))
    };
    let hides =
        |it: &Verdict| it.is_known_failure() && request.protocol.reports_hang_or_crash(&it.rule);
    let hidden_by_known =
        selected().any(hides) && selected().filter(counted).filter(unknown).any(is_hidden);
    let is_allowed = request.failure_policy.allow_inconclusive && !hidden_by_known;
    let nothing_conforms = !selected().any(|it| it.outcome == Outcome::Conforms);
    if link::was_interrupted() {
        Exit::Interrupted
    } else if failed {
        Exit::NoEngine
    } else if selected().all(|it| it.outcome < Outcome::Conforms) {
        Exit::Nothing
    } else if any(Outcome::Violates) || !report.stale.is_empty() {
        Exit::Violated
    } else if report.scenarios.iter().any(ScenarioResult::was_not_reached)
        || unclear && (nothing_conforms || !is_allowed)
    {
        Exit::Inconclusive
    } else {
        Exit::Fine
    }
}
