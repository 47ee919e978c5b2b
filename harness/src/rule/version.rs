//! Versions of ponderhit, and the option `--rules-as-of`, which judges by the rules of an older
//! version.

use super::{Level, RuleInfo};
use crate::message::{Message, message};

/// A version of ponderhit, for `--rules-as-of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version([u32; 3]);

impl Version {
    /// Parses `1.2.3`; missing parts at the end are 0.
    ///
    /// # Errors
    /// Returns an error if the text is not a version.
    pub fn parse(text: &str) -> Result<Version, Message> {
        let wrong = || message!("version_expected", "expected a version such as 0.1.0");
        let mut version = [0; 3];
        for (place, part) in text.split('.').enumerate() {
            let number = version.get_mut(place).ok_or_else(wrong)?;
            // Each part of a version must have only digits; `str::parse` would also accept a sign.
            let digits = !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
            *number = part.parse().ok().filter(|_| digits).ok_or_else(wrong)?;
        }
        Ok(Version(version))
    }

    /// The version as text, such as `1.2.3`.
    pub(crate) fn to_text(self) -> String {
        self.0.map(|it| it.to_string()).join(".")
    }
}

/// Returns an error if every rule is newer than the version of `--rules-as-of`, because then no rule could be violated, or
/// if the version is newer than this program, which does not know the rules of that version.
pub(crate) fn check_rules_as_of(
    rules: &[RuleInfo],
    version: Option<Version>,
) -> Result<(), Message> {
    let versions = rules.iter().filter_map(|it| Version::parse(it.since).ok());
    match (version, versions.min()) {
        (Some(as_of), Some(first)) if as_of < first => Err(message!(
            "rules_as_of_too_old",
            "version {version} has no rule of this protocol; the first are of version {first}",
            version = as_of.to_text(),
            first = first.to_text(),
        )),
        (Some(as_of), _)
            if Version::parse(env!("CARGO_PKG_VERSION")).is_ok_and(|it| as_of > it) =>
        {
            Err(message!(
                "rules_as_of_too_new",
                "the rules of version {version} are not known to this program, which is version {ours}",
                version = as_of.to_text(),
                ours = env!("CARGO_PKG_VERSION"),
            ))
        }
        _ => Ok(()),
    }
}

impl RuleInfo {
    /// Applies `--rules-as-of`: a rule that is newer than `version`, or became stricter after it, gets level `may`.
    #[must_use]
    pub fn with_level_at_version(mut self, version: Option<Version>) -> RuleInfo {
        let since = Version::parse(self.since).ok();
        if version.is_some_and(|as_of| since.is_some_and(|since| since > as_of)) {
            self.level = Level::May;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Measurement;

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
    fn newer_rules_get_level_may() {
        let rule = RuleInfo {
            id: "x/y",
            level: Level::Must,
            topic: "state",
            spec: "",
            measures: Measurement::Nothing,
            since: "0.2.0",
            source: "",
        };
        let level = |as_of: &str| rule.with_level_at_version(Version::parse(as_of).ok()).level;
        assert_eq!([level("0.1.0"), level("0.1.9")], [Level::May; 2]);
        assert_eq!([level("0.2.0"), level("1.0.0")], [Level::Must; 2]);
        assert_eq!(rule.with_level_at_version(None).level, Level::Must);
    }

    #[test]
    fn every_rule_has_a_version() {
        for protocol in crate::protocol::ALL_PROTOCOLS {
            for rule in protocol.rules() {
                assert!(Version::parse(rule.since).is_ok(), "{}", rule.id);
            }
        }
    }
}
