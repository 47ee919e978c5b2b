//! Selects the level of each rule in a run, by the profile and by `--rules-as-of`.

use super::{Mode, Request, select};
use crate::{
    message::Message,
    protocol::{Binding, RuleInfo},
    rule::script::MISMATCH,
};

/// A rule, and the reason if the rule does not apply in this run.
pub(super) type Bound = (RuleInfo, Option<&'static Message>);

/// Returns the rules of a run, with their levels in this run.
pub(super) fn bound(request: &Request) -> Vec<Bound> {
    let profile = request.profile.as_deref().unwrap_or(select::FULL);
    let bind = |mut rule: RuleInfo| {
        let mut unbound = None;
        match request.protocol.binding(profile, &rule) {
            Binding::AsIs => (),
            Binding::Level(level) => rule.level = level,
            Binding::NotApplicable(why) => unbound = Some(why),
        }
        (rule.as_of(request.rules_as_of), unbound)
    };
    let mut rules: Vec<Bound> = request.protocol.rules().into_iter().map(bind).collect();
    if request.mode == Mode::Replay {
        rules.push((MISMATCH, None));
    }
    rules
}
