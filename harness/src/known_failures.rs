//! Known failures: violations that do not fail a run, listed by rule and scenario.
//!
//! ```text
//! # a comment
//! ucci/bye_before_end                       # our GUI never waits for it
//! ucci/info_grammar  ucci/go/*              # scores are written as in UCI
//! ```
//!
//! A line has a glob for rules, an optional glob for scenarios, and an optional reason. A violation that matches a line
//! is reported and does not fail the run. A line is stale if its rule was exercised and conformed in a run of all rules
//! and scenarios. A stale line fails the run, so that the user removes fixed failures from the file.

use std::{fs, io::Read as _, path::Path};

use crate::{
    error::Error,
    glob,
    message::{Message, message},
    protocol::{Protocol, RuleInfo},
    rule::mismatch::MISMATCH_RULE,
};

/// The size limit of the file, in bytes.
const MAX_FILE_BYTES: u64 = 1024 * 1024;

/// The entries of a file with known failures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct KnownFailures {
    pub file: String,
    pub entries: Vec<KnownFailure>,
}

/// One line of a file with known failures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KnownFailure {
    /// The line number, from 1.
    pub line: usize,
    pub rule: String,
    /// `None` covers every scenario.
    pub scenario: Option<String>,
    pub reason: String,
}

/// An error in a file with known failures; line and column count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KnownFailuresError {
    pub line: usize,
    pub column: usize,
    pub message: Message,
}

impl KnownFailure {
    /// True if the entry covers violations of `rule` in `scenario`.
    pub(crate) fn covers_violation(&self, rule: &str, scenario: &str) -> bool {
        let scenario_glob = self.scenario.as_ref();
        self.matches_rule(rule) && scenario_glob.is_none_or(|it| glob::matches_glob(it, scenario))
    }

    /// True if the entry matches this rule.
    pub(crate) fn matches_rule(&self, rule: &str) -> bool {
        glob::matches_glob(&self.rule, rule)
    }
}

impl KnownFailures {
    /// Parses a file with known failures. Rejects an entry whose glob matches no rule, because it could never become
    /// stale.
    ///
    /// # Errors
    ///
    /// Returns an error for the first line that is not an entry.
    pub(crate) fn parse(
        file: &str,
        text: &[u8],
        rules: &[RuleInfo],
    ) -> Result<KnownFailures, KnownFailuresError> {
        let mut entries = Vec::new();
        for (index, bytes) in text.split(|it| *it == b'\n').enumerate() {
            let at = |column: usize, message: Message| KnownFailuresError {
                line: index + 1,
                column,
                message,
            };
            let line = std::str::from_utf8(bytes).map_err(|err| {
                at(
                    err.valid_up_to() + 1,
                    message!("utf8_expected", "expected UTF-8"),
                )
            })?;
            let (entry, reason) = line.split_once('#').unwrap_or((line, ""));
            let mut words = entry.split_whitespace();
            let Some(rule) = words.next() else {
                continue;
            };
            let column = |word: &str| entry.find(word).unwrap_or_default() + 1;
            let scenario = words.next();
            if let Some(more) = words.next() {
                let message = message!(
                    "known_failure_expected",
                    "expected `rule-glob [scenario-glob]  # reason`"
                );
                return Err(at(column(more), message));
            }
            if !rules.iter().any(|it| glob::matches_glob(rule, it.id)) {
                let message = message!("matches_no_rule", "`{rule}` matches no rule", rule);
                return Err(at(column(rule), message));
            }
            entries.push(KnownFailure {
                line: index + 1,
                rule: rule.to_owned(),
                scenario: scenario.map(str::to_owned),
                reason: reason.trim().to_owned(),
            });
        }
        Ok(KnownFailures {
            file: file.to_owned(),
            entries,
        })
    }

    /// Reads a file with known failures for an engine of this protocol.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or one of its lines is not an entry.
    pub(crate) fn read(file: &Path, protocol: &dyn Protocol) -> Result<KnownFailures, Error> {
        let name = file.display().to_string();
        let wrong = |why: &dyn std::fmt::Display| {
            Error::usage_error(message!(
                "known_failures_error",
                "known failures: {file}: {why}",
                file = &name,
                why = why.to_string()
            ))
        };
        let mut text = Vec::new();
        fs::File::open(file)
            .and_then(|it| it.take(MAX_FILE_BYTES + 1).read_to_end(&mut text))
            .map_err(|err| wrong(&err))?;
        if text.len() as u64 > MAX_FILE_BYTES {
            return Err(wrong(&message!(
                "known_failures_too_long",
                "longer than 1 MiB"
            )));
        }
        let mut rules = protocol.rules();
        rules.push(MISMATCH_RULE);
        KnownFailures::parse(&name, &text, &rules)
            .map_err(|err| Error::error_at_position(&name, err.line, err.column, err.message))
    }

    /// Reads the file of known failures, if one is given. Without a file, there are no known
    /// failures.
    ///
    /// # Errors
    ///
    /// As for [`read`](KnownFailures::read).
    pub(crate) fn read_optional(
        file: Option<&Path>,
        protocol: &dyn Protocol,
    ) -> Result<KnownFailures, Error> {
        file.map_or_else(
            || Ok(KnownFailures::default()),
            |it| KnownFailures::read(it, protocol),
        )
    }

    /// The reason of the first entry that matches a rule, with its file and line.
    pub(crate) fn first_matching_reason(&self, rule: &str) -> Option<Message> {
        let entry = self.entries.iter().find(|it| it.matches_rule(rule))?;
        let (file, line, reason) = (&self.file, entry.line, &entry.reason);
        Some(match reason.is_empty() {
            true => message!(
                "known_failure_without_reason",
                "known failure, {file}:{line}",
                file,
                line
            ),
            false => message!(
                "known_failure",
                "known failure, {file}:{line}: {reason}",
                file,
                line,
                reason
            ),
        })
    }

    /// True if an entry covers violations of `rule` in `scenario`.
    pub(crate) fn covers_violation(&self, rule: &str, scenario: &str) -> bool {
        self.entries
            .iter()
            .any(|it| it.covers_violation(rule, scenario))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol;

    fn parse_known_failures(text: &str) -> Result<KnownFailures, KnownFailuresError> {
        let rules = protocol::find_protocol("ucci").map(|it| it.rules());
        KnownFailures::parse("known.txt", text.as_bytes(), &rules.unwrap_or_default())
    }

    #[test]
    fn a_line_is_a_rule_a_scenario_and_a_reason() {
        let text = "# ours\n\nucci/bye_before_end # never waited for\r\nucci/info_* ucci/go/*\n";
        let known = parse_known_failures(text).unwrap_or_default();
        assert_eq!(known.entries.len(), 2);
        assert_eq!(known.entries[0].reason, "never waited for");
        assert!(known.covers_violation("ucci/bye_before_end", "ucci/quit/idle"));
        assert!(known.covers_violation("ucci/info_grammar", "ucci/go/depth"));
        assert!(!known.covers_violation("ucci/info_grammar", "ucci/ponder/hit"));
    }

    #[test]
    fn a_malformed_line_is_an_error_with_line_and_column() {
        let wrong = |text: &str| {
            let error = parse_known_failures(text).err();
            error.map(|it| (it.line, it.column, it.message.to_string()))
        };
        assert_eq!(
            wrong("\nucci/by_before_end\n"),
            Some((2, 1, "`ucci/by_before_end` matches no rule".to_owned()))
        );
        let more = wrong("ucci/no_crash ucci/* because\n");
        assert_eq!(more.map(|it| (it.0, it.1)), Some((1, 22)));
        let known = KnownFailures::parse("f", b"ucci/no_crash \xff", &[]);
        assert_eq!(known.err().map(|it| it.column), Some(15));
    }
}
