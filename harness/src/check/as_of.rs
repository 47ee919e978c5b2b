//! Which rules bind, and at which level: by the profile, and by the version that a project has asked for.

use super::{Mode, Request, mismatch, select};
use crate::{
    protocol::{Binding, RuleInfo},
    rule::Level,
};

/// A version of ponderhit, for `--rules-as-of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version([u32; 3]);

impl Version {
    /// Reads `1.2.3`; what is missing at the end is 0.
    ///
    /// # Errors
    /// If it is no version.
    pub fn parse(text: &str) -> Result<Version, String> {
        let wrong = || "expected a version such as 0.1.0".to_owned();
        let mut version = [0; 3];
        for (place, part) in text.split('.').enumerate() {
            let number = version.get_mut(place).ok_or_else(wrong)?;
            // `parse` takes a sign, too.
            let digits = !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
            *number = part.parse().ok().filter(|_| digits).ok_or_else(wrong)?;
        }
        Ok(Version(version))
    }
}

/// A rule, and why it does not bind in this run, if it does not.
pub(super) type Bound = (RuleInfo, Option<&'static str>);

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
        if is_newer(&rule, request.rules_as_of) {
            rule.level = Level::May;
        }
        (rule, unbound)
    };
    let mut rules: Vec<Bound> = request.protocol.rules().into_iter().map(bind).collect();
    if request.mode == Mode::Replay {
        rules.push((mismatch::RULE, None));
    }
    rules
}

/// Whether a rule is newer than the version, or has become stricter since.
pub fn is_newer(rule: &RuleInfo, as_of: Option<Version>) -> bool {
    let since = Version::parse(rule.since).ok();
    as_of.is_some_and(|as_of| since.is_some_and(|since| since > as_of))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_number() {
        let parse = |text| Version::parse(text).unwrap();
        assert!(parse("0.10.0") > parse("0.9.9"));
        assert_eq!(parse("1"), parse("1.0.0"));
        for wrong in ["", "x", "1.", "1.2.3.4", "+1.0", "0.1.0-rc1"] {
            assert!(Version::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn only_what_is_newer_is() {
        let mut rule = mismatch::RULE;
        rule.since = "0.2.0";
        let newer = |as_of: &str| is_newer(&rule, Some(Version::parse(as_of).unwrap()));
        assert!(newer("0.1.0") && newer("0.1.9"));
        assert!(!newer("0.2.0") && !newer("1.0.0") && !is_newer(&rule, None));
    }

    #[test]
    fn every_rule_has_a_version() {
        for protocol in crate::protocol::ALL {
            for rule in protocol.rules() {
                assert!(Version::parse(rule.since).is_ok(), "{}", rule.id);
            }
        }
    }
}
