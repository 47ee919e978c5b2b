//! The exit codes of campaigns and of `fuzz --replay`, each with its reason in a few words.

use super::stored_findings::{StoredFindings, is_known_failure};
use crate::{
    exit::Exit,
    fuzz::{
        Finding, campaign::UNRESPONSIVE_ENGINE_ON_BUSY_HOST_MESSAGE,
        campaign_result::CampaignResult,
    },
    known_failures::KnownFailures,
    link,
    message::{Argument, Message, message},
};

/// A search result counts only if it is possible in the position; if at most this share of the searches has such a
/// result, the campaign tested too little.
pub(super) const MIN_LEGAL_RESULT_SHARE: f64 = 0.3;

/// The exit code of a run, and why it is not another one.
#[derive(Clone, Debug)]
pub(super) struct RunEnd {
    pub(super) exit: Exit,
    pub(super) reason: Message,
}

impl RunEnd {
    /// The end of a run whose exit code says everything.
    fn without_reason(exit: Exit) -> RunEnd {
        RunEnd {
            reason: exit.meaning(),
            exit,
        }
    }

    /// Returns the end of a campaign.
    pub(super) fn of_campaign(
        campaign: &CampaignResult,
        stored: &StoredFindings,
        known_failures: &KnownFailures,
    ) -> RunEnd {
        if let Some(exit) = exit_of_failed_campaign(campaign) {
            return RunEnd::without_reason(exit);
        }
        let is_new = |rule: &&String| !is_known_failure(rule, known_failures);
        let findings = campaign.findings.iter().chain(&stored.reproduced_findings);
        let findings: Vec<&Finding> = findings.filter(|it| is_new(&&it.rule)).collect();
        let certain = findings.iter().filter(|it| it.is_mostly_reproduced());
        let always = &campaign.always_violated_rules;
        let mut violated: Vec<&String> = certain
            .map(|it| &it.rule)
            .chain(always.iter().filter(is_new))
            .collect();
        violated.sort();
        violated.dedup();
        let has_known_failure = campaign.findings.len() + stored.reproduced_findings.len()
            > findings.len()
            || !always.iter().all(|it| is_new(&it));
        let (exit, reason) = if !violated.is_empty() {
            let rules = violated.into_iter().map(Argument::from).collect();
            let rules = Argument::List(rules);
            let reason = message!("fuzz_end_violated", "the engine violates {rules}", rules);
            (Exit::Violated, reason)
        } else if campaign.untriaged_count > 0 {
            let reason = message!(
                "fuzz_end_untriaged",
                "the time did not suffice to confirm {count} violations",
                count = campaign.untriaged_count
            );
            (Exit::Inconclusive, reason)
        } else if tested_little(campaign) {
            let reason = message!(
                "fuzz_end_tested_little",
                "the engine answered too few searches by a legal move"
            );
            (Exit::Inconclusive, reason)
        } else if !findings.is_empty() {
            let reason = message!(
                "fuzz_end_flaky",
                "no finding was reproduced in more than half of the tries"
            );
            (Exit::Inconclusive, reason)
        } else if has_known_failure {
            (Exit::Fine, Exit::Fine.meaning())
        } else {
            let reason = message!("exit_fine_no_known", "every exercised requirement holds");
            (Exit::Fine, reason)
        };
        RunEnd { exit, reason }
    }
}

/// The exit code of a campaign that did not run to its end.
fn exit_of_failed_campaign(campaign: &CampaignResult) -> Option<Exit> {
    if link::was_interrupted() {
        return Some(Exit::Interrupted);
    }
    match &campaign.campaign_error {
        None => None,
        // The engine answered its handshake, so the exit code is not `NoEngine`.
        Some(it) if *it == UNRESPONSIVE_ENGINE_ON_BUSY_HOST_MESSAGE => Some(Exit::Inconclusive),
        Some(_) if campaign.always_violated_rules.is_empty() => Some(Exit::NoEngine),
        Some(_) => Some(Exit::Violated),
    }
}

fn tested_little(campaign: &CampaignResult) -> bool {
    let counts = campaign.coverage.result_counts;
    counts.legal_result_count as f64 <= MIN_LEGAL_RESULT_SHARE * counts.result_count as f64
}

/// What became of the stored findings that `fuzz --replay` played.
#[derive(Default)]
pub(super) struct ReplayedFindings {
    pub(super) fixed: usize,
    /// The findings that still fail, including known failures.
    pub(super) still_failing: usize,
    pub(super) flaky: usize,
    /// The findings that did not occur, and whose rules were not exercised either.
    pub(super) not_exercised: usize,
    /// The findings that were found with other options and did not occur.
    pub(super) found_elsewhere: usize,
    /// The findings of other protocols, if the user named no protocol.
    pub(super) of_other_protocols: usize,
    /// True if a finding that is no known failure still fails.
    pub(super) fails_run: bool,
}

impl ReplayedFindings {
    pub(super) fn run_end(&self) -> RunEnd {
        let played = self.fixed
            + self.still_failing
            + self.flaky
            + self.not_exercised
            + self.found_elsewhere;
        let (exit, reason) = if played == 0 {
            let reason = message!(
                "replay_end_nothing",
                "the directory has no finding of this protocol"
            );
            (Exit::Nothing, reason)
        } else if self.fails_run {
            let reason = message!("replay_end_failing", "a stored finding still fails");
            (Exit::Violated, reason)
        } else if self.found_elsewhere > 0 {
            let reason = message!(
                "replay_end_elsewhere",
                "a finding was not played with the options of its campaign"
            );
            (Exit::Inconclusive, reason)
        } else if self.not_exercised > 0 {
            let reason = message!(
                "replay_end_not_exercised",
                "the rule of a stored finding was not exercised, so nothing shows that the finding is fixed"
            );
            (Exit::Inconclusive, reason)
        } else if self.of_other_protocols > 0 {
            let reason = message!(
                "replay_end_other_protocols",
                "{count} findings of other protocols were not played; name the protocol with --protocol",
                count = self.of_other_protocols
            );
            (Exit::Inconclusive, reason)
        } else if self.flaky > 0 {
            let reason = message!(
                "replay_end_flaky",
                "a stored finding fails in some tries only"
            );
            (Exit::Inconclusive, reason)
        } else if self.still_failing > 0 {
            let reason = message!(
                "replay_end_known",
                "every stored finding is fixed, except for known failures"
            );
            (Exit::Fine, reason)
        } else {
            let reason = message!("replay_end_fixed", "every stored finding is fixed");
            (Exit::Fine, reason)
        };
        RunEnd { exit, reason }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_that_were_not_played_are_not_fixed() {
        let exit = |fixed, of_other_protocols, still_failing| {
            let replayed = ReplayedFindings {
                fixed,
                of_other_protocols,
                still_failing,
                fails_run: still_failing > 0,
                ..ReplayedFindings::default()
            };
            replayed.run_end().exit
        };
        assert_eq!(exit(1, 0, 0), Exit::Fine);
        assert_eq!(exit(1, 8, 0), Exit::Inconclusive);
        assert_eq!(exit(1, 8, 1), Exit::Violated);
        assert_eq!(exit(0, 8, 0), Exit::Nothing);
    }
}
