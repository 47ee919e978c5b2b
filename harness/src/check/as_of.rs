//! Which rules bind and at which level: by the profile and by `--rules-as-of`.

use super::{Mode, Request, select};
use crate::{
    message::Message,
    protocol::{Binding, RuleInfo},
    rule::script::MISMATCH,
};

/// A rule, and the reason if it does not bind in this run.
pub(super) type Bound = (RuleInfo, Option<&'static Message>);

/// The rules that judge a run, at the levels at which they bind.
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
