//! The globs of `--only` and `--skip`: short names, and errors about globs without a match.

use crate::{
    error::Error,
    glob,
    message::{Message, message},
    protocol::{Protocol, RuleInfo},
    scenarios::Scenario,
    suggest,
};

/// The ids that a glob can match: rules and scenarios.
pub(super) struct KnownIds<'a> {
    protocol: &'a str,
    rules: Vec<&'a str>,
    scenarios: Vec<&'a str>,
}

impl<'a> KnownIds<'a> {
    pub(super) fn new(
        protocol: &'a dyn Protocol,
        rules: &'a [RuleInfo],
        scenarios: &'a [Scenario],
    ) -> KnownIds<'a> {
        KnownIds {
            protocol: protocol.name(),
            rules: rules.iter().map(|it| it.id).collect(),
            scenarios: scenarios.iter().map(|it| it.id.as_str()).collect(),
        }
    }

    fn all_ids(&self) -> impl Iterator<Item = &'a str> + Clone {
        self.rules.iter().chain(&self.scenarios).copied()
    }

    fn has_match(&self, glob: &str) -> bool {
        self.all_ids().any(|it| glob::matches_glob(glob, it))
    }

    /// Completes a short glob such as `bye_before_end` or `quit/*`: puts the protocol's name in front if the glob
    /// matches nothing without this name.
    pub(super) fn complete_short_names(&self, globs: &[String]) -> Vec<String> {
        let complete = |glob: &String| {
            let long = format!("{}/{glob}", self.protocol);
            match !self.has_match(glob) && self.has_match(&long) {
                true => long,
                false => glob.clone(),
            }
        };
        globs.iter().map(complete).collect()
    }

    /// The reason why a glob matches no rule and no scenario, or `None` if it matches one.
    pub(super) fn no_match_reason(&self, glob: &str) -> Option<Message> {
        if self.has_match(glob) {
            return None;
        }
        if let Some(at) = glob.find(['[', ']', '{', '}', '\\', '!', ',']) {
            let sign = glob.get(at..).unwrap_or_default().chars().take(1);
            return Some(message!(
                "glob_sign_unknown",
                "`{glob}` is not a glob: `{sign}` has no meaning; `*` matches any text, `?` matches one character",
                glob,
                sign = sign.collect::<String>(),
            ));
        }
        Some(match suggest::nearest_glob(glob, self.all_ids()) {
            Some(nearest) => message!(
                "glob_misspelt",
                "`{glob}` matches no rule and no scenario; did you mean `{nearest}`?",
                glob,
                nearest
            ),
            None => message!(
                "glob_matches_nothing",
                "`{glob}` matches no rule and no scenario",
                glob
            ),
        })
    }

    /// Rejects globs of `--skip` that match nothing, because a misspelt glob would skip nothing.
    pub(super) fn check_skip_globs(&self, skip: &[String]) -> Result<(), Error> {
        let why = skip.iter().find_map(|it| self.no_match_reason(it));
        why.map_or(Ok(()), |why| Err(Error::option_error("--skip", why)))
    }
}
