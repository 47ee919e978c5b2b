//! Known failures: violations that do not fail a run, listed by rule, scenario and message.
//!
//! ```text
//! # a comment
//! ucci/bye_before_end                       # our GUI never waits for it
//! ucci/info_grammar  ucci/go/*              # scores are written as in UCI
//! ucci/info_grammar  "unexpected `cp`*"     # only violations with this message
//! ucci/stop_prompt   ucci/stop/*  flaky     # in one of ten runs
//! ```
//!
//! A line has a glob for rules, an optional glob for scenarios, an optional glob for messages in double quotes, the
//! optional word `flaky`, and an optional reason. A violation that matches a line is reported and does not fail the
//! run. A line is stale if its rule was exercised and conformed in a run of all rules and scenarios. A stale line fails
//! the run, so that the user removes fixed failures from the file. A line with `flaky` is never stale.

use std::{
    fs,
    io::{self, Read as _},
    path::Path,
};

use crate::{
    error::Error,
    glob,
    message::{Argument, Message, message},
    protocol::{Protocol, RuleInfo},
    rule::mismatch::MISMATCH_RULE,
    source_error::SourceErrors,
    suggest,
    text_encoding::{self, FILE_IS_UTF16},
};

/// The size limit of the file, in bytes.
const MAX_FILE_BYTES: u64 = 1024 * 1024;

/// The entries of a file with known failures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct KnownFailures {
    pub file: String,
    pub entries: Vec<KnownFailure>,
    /// True if the run updates the file (`--update-known-failures`), so stale lines are removed from the file.
    pub will_be_updated: bool,
}

/// One line of a file with known failures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KnownFailure {
    /// The line number, from 1.
    pub line: usize,
    pub rule: String,
    /// `None` covers violations in any scenario.
    pub scenario: Option<String>,
    /// `None` covers violations with any message.
    pub message: Option<String>,
    /// True if the failure does not occur in every run; then the entry is never stale.
    pub is_flaky: bool,
    pub reason: String,
}

/// An error in a file with known failures; its line and column count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KnownFailuresError {
    pub line: usize,
    pub column: usize,
    pub message: Message,
}

impl KnownFailure {
    /// True if the entry covers violations of `rule` in `scenario` with this message, or with any message if the
    /// message is unknown.
    pub(crate) fn covers_violation(&self, rule: &str, scenario: &str, text: Option<&str>) -> bool {
        let matches = |glob: &Option<String>, text: Option<&str>| match (glob, text) {
            (None, _) => true,
            (Some(glob), Some(text)) => glob::matches_glob(glob, text),
            (Some(_), None) => false,
        };
        self.matches_rule(rule)
            && matches(&self.scenario, Some(scenario))
            && matches(&self.message, text)
    }

    /// True if the entry matches this rule.
    pub(crate) fn matches_rule(&self, rule: &str) -> bool {
        glob::matches_glob(&self.rule, rule)
    }
}

/// The word that marks entries whose failure does not occur in every run.
const FLAKY_WORD: &str = "flaky";

/// Splits a line into the words of the entry, the message in double quotes, and the reason after `#`. If a quote is not
/// closed, the error is the column of this quote.
fn split_entry(line: &str) -> Result<(String, Option<&str>, &str), usize> {
    let hash = line.find('#').unwrap_or(line.len());
    let Some(quote) = line.find('"').filter(|it| *it < hash) else {
        let (entry, reason) = line.split_once('#').unwrap_or((line, ""));
        return Ok((entry.to_owned(), None, reason));
    };
    let (before, rest) = line.split_at(quote);
    let rest = rest.trim_start_matches('"');
    let (text, after) = rest.split_once('"').ok_or(quote + 1)?;
    let (after, reason) = after.split_once('#').unwrap_or((after, ""));
    Ok((format!("{before} {after}"), Some(text), reason))
}

impl KnownFailures {
    /// Parses a file with known failures. Rejects an entry whose glob matches no rule, because such an entry could
    /// never become stale.
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
            let (entry, text, reason) = split_entry(line).map_err(|column| {
                at(
                    column,
                    message!("quote_not_closed", "this `\"` is not closed"),
                )
            })?;
            let mut words = entry.split_whitespace().peekable();
            let Some(rule) = words.next() else {
                continue;
            };
            let column = |word: &str| line.find(word).unwrap_or_default() + 1;
            let scenario = words.next_if(|it| *it != FLAKY_WORD);
            let is_flaky = words.next_if(|it| *it == FLAKY_WORD).is_some();
            if let Some(more) = words.next() {
                let message = message!(
                    "known_failure_expected",
                    "expected `rule-glob [scenario-glob] [\"message-glob\"] [flaky]  # reason`"
                );
                return Err(at(column(more), message));
            }
            // All rules of a file belong to one protocol, so the name of the protocol may be left out.
            let long = rules.first().and_then(|it| it.id.split_once('/'));
            let long = long.map(|(protocol, _)| format!("{protocol}/{rule}"));
            let has_match = |glob: &str| rules.iter().any(|it| glob::matches_glob(glob, it.id));
            let long = long.filter(|it| !has_match(rule) && has_match(it));
            let rule = long.as_deref().unwrap_or(rule);
            if !has_match(rule) {
                let message = match suggest::nearest_glob(rule, rules.iter().map(|it| it.id)) {
                    Some(nearest) => message!(
                        "matches_no_rule_near",
                        "`{rule}` matches no rule; did you mean `{nearest}`?",
                        rule,
                        nearest
                    ),
                    None => message!("matches_no_rule", "`{rule}` matches no rule", rule),
                };
                return Err(at(column(rule), message));
            }
            entries.push(KnownFailure {
                line: index + 1,
                rule: rule.to_owned(),
                scenario: scenario.map(str::to_owned),
                message: text.map(str::to_owned),
                is_flaky,
                reason: reason.trim().to_owned(),
            });
        }
        Ok(KnownFailures {
            file: file.to_owned(),
            entries,
            will_be_updated: false,
        })
    }

    /// Reads a file with known failures for an engine of this protocol.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or one of its lines is not an entry.
    pub(crate) fn read(file: &Path, protocol: &dyn Protocol) -> Result<KnownFailures, Error> {
        let name = file.display().to_string();
        let wrong = |why: Argument| {
            Error::usage_error(message!(
                "known_failures_error",
                "known failures: {file}: {why}",
                file = &name,
                why
            ))
        };
        let mut text = Vec::new();
        fs::File::open(file)
            .and_then(|it| it.take(MAX_FILE_BYTES + 1).read_to_end(&mut text))
            .map_err(|err| match err.kind() {
                io::ErrorKind::NotFound => wrong(Argument::from(message!(
                    "known_failures_not_found",
                    "no such file; `--write-known-failures {file}` writes it",
                    file = &name
                ))),
                _ => wrong(err.into()),
            })?;
        if text.len() as u64 > MAX_FILE_BYTES {
            return Err(wrong(Argument::from(message!(
                "known_failures_too_long",
                "the file is longer than 1 MiB"
            ))));
        }
        let mut rules = protocol.rules();
        rules.push(MISMATCH_RULE);
        if text_encoding::is_utf16(&text) {
            return Err(wrong(FILE_IS_UTF16.into()));
        }
        let text = text_encoding::without_byte_order_mark(&text);
        KnownFailures::parse(&name, text, &rules).map_err(|err| {
            let error = (err.line, err.column, err.message);
            Error::SourceErrors(SourceErrors::new(&name, text, [error]))
        })
    }

    /// Reads the file of known failures, if one is given. Without a file, there are no known
    /// failures.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`read`](KnownFailures::read).
    pub(crate) fn read_optional(
        file: Option<&Path>,
        protocol: &dyn Protocol,
    ) -> Result<KnownFailures, Error> {
        file.map_or_else(
            || Ok(KnownFailures::default()),
            |it| KnownFailures::read(it, protocol),
        )
    }

    /// Returns the reason of the first entry that matches a rule, with the file and line of this entry.
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

    /// True if an entry covers violations of `rule` in `scenario` with this message, or with any message if the message
    /// is unknown.
    pub(crate) fn covers_violation(&self, rule: &str, scenario: &str, text: Option<&str>) -> bool {
        self.entries
            .iter()
            .any(|it| it.covers_violation(rule, scenario, text))
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
    fn a_line_has_a_rule_an_optional_scenario_and_a_reason() {
        let text = "# ours\n\nucci/bye_before_end # never waited for\r\nucci/info_* ucci/go/*\n";
        let known = parse_known_failures(text).unwrap_or_default();
        assert_eq!(known.entries.len(), 2);
        assert_eq!(known.entries[0].reason, "never waited for");
        assert!(known.covers_violation("ucci/bye_before_end", "ucci/quit/idle", None));
        assert!(known.covers_violation("ucci/info_grammar", "ucci/go/depth", None));
        assert!(!known.covers_violation("ucci/info_grammar", "ucci/ponder/hit", None));
    }

    #[test]
    fn an_entry_may_have_a_message_and_the_word_flaky() {
        let text = "no_crash \"killed #*\" flaky # why\nucci/info_grammar ucci/go/* flaky\n";
        let known = parse_known_failures(text).unwrap_or_default();
        assert_eq!(known.entries.len(), 2);
        assert!(known.entries.iter().all(|it| it.is_flaky));
        assert_eq!(known.entries[0].reason, "why");
        let covers = |text| known.covers_violation("ucci/no_crash", "ucci/go/depth", text);
        assert!(covers(Some("killed #9")));
        assert!(!covers(Some("exited")));
        assert!(!covers(None));
        assert!(known.covers_violation("ucci/info_grammar", "ucci/go/depth", Some("any")));
        assert_eq!(known.entries[1].scenario.as_deref(), Some("ucci/go/*"));
    }

    #[test]
    fn a_malformed_line_is_an_error_with_line_and_column() {
        let wrong = |text: &str| {
            let error = parse_known_failures(text).err();
            error.map(|it| (it.line, it.column, it.message.to_string()))
        };
        assert_eq!(
            wrong("\nucci/by_before_end\n"),
            Some((
                2,
                1,
                "`ucci/by_before_end` matches no rule; did you mean `ucci/bye_before_end`?"
                    .to_owned()
            ))
        );
        let more = wrong("ucci/no_crash ucci/* because\n");
        assert_eq!(more.map(|it| (it.0, it.1)), Some((1, 22)));
        assert_eq!(
            wrong("no_crash \"open\n").map(|it| (it.0, it.1)),
            Some((1, 10))
        );
        let known = KnownFailures::parse("f", b"ucci/no_crash \xff", &[]);
        assert_eq!(known.err().map(|it| it.column), Some(15));
    }
}
