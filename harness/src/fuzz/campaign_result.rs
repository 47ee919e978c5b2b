//! What a campaign found, what it sent, and how its workers spent their time.

use std::{collections::BTreeSet, time::Duration};

use super::{
    signature::{END_SURVIVED, Signature},
    triage::Finding,
};
use crate::{message::Message, protocol::coverage::Coverage};

/// The result of a campaign.
#[derive(Clone, Debug, Default)]
pub struct CampaignResult {
    pub engine_name: Option<String>,
    /// The user's settings that probably have no effect.
    pub settings_without_effect: Vec<Message>,
    pub command_count: u64,
    pub case_count: u64,
    pub session_count: u64,
    pub findings: Vec<Finding>,
    /// The rules that the engine violates in every session, which are reported once and not triaged.
    pub always_violated_rules: Vec<String>,
    /// The number of sessions in which the engine was still busy at the timeout, but was only slow: it violated no
    /// rule.
    pub slow_session_count: usize,
    /// The number of violations that were not triaged, for example because the time was up.
    pub untriaged_count: usize,
    /// The rules of these violations, without the suspected hangs among them.
    pub untriaged_rules: BTreeSet<String>,
    /// The number of suspected hangs among these violations.
    pub untriaged_hang_count: usize,
    /// The commands after which a hang is suspected, such as `GO TIME`.
    pub commands_before_untriaged_hangs: BTreeSet<String>,
    pub coverage: Coverage,
    /// The error that ended the campaign early.
    pub campaign_error: Option<Message>,
    pub worker_times: WorkerTimes,
}

/// The time that the workers spent on each activity.
#[derive(Clone, Copy, Debug, Default)]
pub struct WorkerTimes {
    /// The time for sending test cases and reading the answers.
    pub exploring_time: Duration,
    /// The time for confirming and minimizing violations.
    pub triage_time: Duration,
    /// In sessions that send new test cases: the time from the start of the engine to the end of its handshake.
    pub starting_time: Duration,
    /// In sessions that send new test cases: the time of waits that timed out.
    pub timeout_time: Duration,
}

/// The maximum number of findings of one rule without a crash or a hang: further violations of the rule without a crash
/// or a hang are not triaged.
const MAX_FINDINGS_PER_RULE: usize = 3;

impl CampaignResult {
    /// Counts a violation that is not triaged.
    pub(super) fn add_untriaged(&mut self, signature: &Signature) {
        self.untriaged_count += 1;
        if signature.is_suspected_hang() {
            self.untriaged_hang_count += 1;
            let shape = signature.command_shape.clone();
            self.commands_before_untriaged_hangs.insert(shape);
        } else {
            self.untriaged_rules.insert(signature.rule.clone());
        }
    }

    /// True if a violation needs no triage, because its rule is violated in every session, or because the rule has
    /// enough findings.
    pub(super) fn needs_no_triage(&self, signature: &Signature) -> bool {
        let same = |it: &&Finding| {
            it.rule == signature.rule && it.session_end == signature.session_end_kind
        };
        let enough = || self.findings.iter().filter(same).count() >= MAX_FINDINGS_PER_RULE;
        self.always_violated_rules.contains(&signature.rule)
            || (signature.session_end_kind == END_SURVIVED && enough())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn untriaged_violations_are_counted_and_their_rules_named_once() {
        let crash = Signature {
            rule: "ucci/no_crash".to_owned(),
            command_shape: "position".to_owned(),
            session_end_kind: "signal",
        };
        let mut campaign = CampaignResult::default();
        campaign.add_untriaged(&crash);
        campaign.add_untriaged(&crash);
        campaign.add_untriaged(&Signature::suspected_hang("go".to_owned()));
        assert_eq!(campaign.untriaged_count, 3);
        assert_eq!(
            campaign.untriaged_rules,
            BTreeSet::from(["ucci/no_crash".to_owned()])
        );
        assert_eq!(campaign.untriaged_hang_count, 1);
        assert_eq!(
            campaign.commands_before_untriaged_hangs,
            BTreeSet::from(["go".to_owned()])
        );
    }
}
