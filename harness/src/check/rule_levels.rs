//! Selects the level of each rule in a run, by the profile and by `--rules-as-of`.

use super::{RunMode, RunRequest, select};
use crate::{
    message::Message,
    protocol::{LevelInProfile, RuleInfo},
    rule::mismatch::MISMATCH_RULE,
};

/// A rule, and the reason if the rule does not apply in this run.
pub(super) type RuleInRun = (RuleInfo, Option<&'static Message>);

/// Returns the rules of a run, with their levels in this run.
pub(super) fn rules_in_run(request: &RunRequest) -> Vec<RuleInRun> {
    let profile = request.profile.as_deref().unwrap_or(select::FULL_PROFILE);
    let bind = |mut rule: RuleInfo| {
        let mut unbound = None;
        match request.protocol.level_in_profile(profile, &rule) {
            LevelInProfile::OwnLevel => (),
            LevelInProfile::Level(level) => rule.level = level,
            LevelInProfile::NotApplicable(why) => unbound = Some(why),
        }
        (rule.with_level_at_version(request.rules_as_of), unbound)
    };
    let mut rules: Vec<RuleInRun> = request.protocol.rules().into_iter().map(bind).collect();
    if request.mode == RunMode::Replay {
        rules.push((MISMATCH_RULE, None));
    }
    rules
}
