//! The profiles of `check` for GTP: which rules apply to an engine for KGS, for TCGA, for WAIC or for GoGui.

use crate::{
    message::{Message, message},
    protocol::{LevelInProfile, RuleInfo},
    rule::Level,
};

/// The reason why a rule that belongs to another profile does not apply.
const OTHER_PROFILE_REASON: &Message = &message!(
    "gtp_other_profile",
    "this rule applies only in the profile that its name contains"
);

/// The reason why a rule does not apply in the profile `tcga`: the tournaments of TCGA do not require it.
const NOT_IN_TCGA_REASON: &Message = &message!(
    "gtp_tcga_not_required",
    "the tournaments of TCGA do not require this rule"
);

/// The rules that apply only in one profile.
const PROFILE_RULES: [(&str, &str); 5] = [
    ("gtp/gogui_commands", "gogui"),
    ("gtp/interface_kgs_time", "kgs"),
    ("gtp/kgs_commands", "kgs"),
    ("gtp/tcga_commands", "tcga"),
    ("gtp/waic_commands", "waic"),
];

/// The rules that do not apply in the profile `tcga`, because TCGA uses some commands in another way than the GTP
/// draft.
const RULES_NOT_IN_TCGA: [&str; 4] = [
    "gtp/interface_tournament_forms",
    "gtp/known_command_agrees",
    "gtp/known_command_answered",
    "gtp/resign_is_no_vertex",
];

/// Whether the tournaments of this profile demand the rule: an engine that violates the rule cannot play in these
/// tournaments.
fn profile_demands_rule(profile: &str, rule: &str) -> bool {
    matches!(
        (profile, rule),
        ("tcga", "gtp/tcga_commands") | ("waic", "gtp/waic_commands")
    )
}

/// The level of a rule in a profile.
pub(super) fn level_in_profile(profile: &str, rule: &RuleInfo) -> LevelInProfile {
    // If the tournaments of a profile demand a rule, the rule has the level `must` in this profile. Without a profile,
    // as in `fuzz`, the level of the rule is `should`.
    if profile_demands_rule(profile, rule.id) {
        return LevelInProfile::Level(Level::Must);
    }
    let own = PROFILE_RULES.iter().find(|it| it.0 == rule.id);
    if own.is_some_and(|it| it.1 != profile) {
        return LevelInProfile::NotApplicable(OTHER_PROFILE_REASON);
    }
    if profile == "tcga" && RULES_NOT_IN_TCGA.contains(&rule.id) {
        return LevelInProfile::NotApplicable(NOT_IN_TCGA_REASON);
    }
    LevelInProfile::OwnLevel
}
