//! Known failures: violations that a project has decided to live with, by rule and scenario.
//!
//! ```text
//! # a comment
//! ucci/bye_before_end                       # the GUI we ship never waits for it
//! ucci/info_grammar  ucci/go/*              # scores are told as UCI tells them
//! ```
//!
//! A line is a glob over rules, then perhaps one over scenarios, then perhaps the reason. What an
//! entry covers is reported, and does not fail. An entry whose rule was exercised and held all
//! through a whole run is stale, and that does fail: nobody should go on expecting a failure that
//! is mended.

use std::{fs, io::Read as _, path::Path};

use crate::{
    error::Error,
    glob,
    protocol::{Protocol, RuleInfo},
    rule::script::MISMATCH,
};

/// How many bytes a list of known failures has at most.
const AT_MOST: u64 = 1024 * 1024;

/// The entries of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Known {
    pub file: String,
    pub entries: Vec<Entry>,
}

/// One line of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// From 1.
    pub line: usize,
    pub rule: String,
    /// Any scenario, if it names none.
    pub scenario: Option<String>,
    pub reason: String,
}

/// What is wrong with a file: where, from 1, and what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KnownError {
    pub line: usize,
    pub column: usize,
    pub message: String,
}

impl Entry {
    /// Whether it covers what `rule` says of `scenario`.
    pub(crate) fn covers(&self, rule: &str, scenario: &str) -> bool {
        let here = self.scenario.as_ref();
        self.names(rule) && here.is_none_or(|it| glob::matches(it, scenario))
    }

    /// Whether it is about this rule at all.
    pub(crate) fn names(&self, rule: &str) -> bool {
        glob::matches(&self.rule, rule)
    }
}

impl Known {
    /// Reads a file. An entry must name a rule that exists, or it could never be stale.
    ///
    /// # Errors
    ///
    /// The first line that is no entry, and what is wrong with it.
    pub(crate) fn parse(file: &str, text: &[u8], rules: &[RuleInfo]) -> Result<Known, KnownError> {
        let mut entries = Vec::new();
        for (index, bytes) in text.split(|it| *it == b'\n').enumerate() {
            let at = |column: usize, message: String| KnownError {
                line: index + 1,
                column,
                message,
            };
            let line = std::str::from_utf8(bytes)
                .map_err(|err| at(err.valid_up_to() + 1, "this is no UTF-8".to_owned()))?;
            let (entry, reason) = line.split_once('#').unwrap_or((line, ""));
            let mut words = entry.split_whitespace();
            let Some(rule) = words.next() else {
                continue;
            };
            let column = |word: &str| entry.find(word).unwrap_or_default() + 1;
            let scenario = words.next();
            if let Some(more) = words.next() {
                let message = "a rule, perhaps a scenario, and `#` before the reason";
                return Err(at(column(more), message.to_owned()));
            }
            if !rules.iter().any(|it| glob::matches(rule, it.id)) {
                return Err(at(column(rule), format!("`{rule}` matches no rule")));
            }
            entries.push(Entry {
                line: index + 1,
                rule: rule.to_owned(),
                scenario: scenario.map(str::to_owned),
                reason: reason.trim().to_owned(),
            });
        }
        Ok(Known {
            file: file.to_owned(),
            entries,
        })
    }

    /// Reads the list that stands in a file, for an engine of that protocol.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or one of its lines is no entry.
    pub(crate) fn read(file: &Path, protocol: &dyn Protocol) -> Result<Known, Error> {
        let name = file.display().to_string();
        let wrong = |why: &str| Error::usage(format!("known failures: {name}: {why}"));
        let mut text = Vec::new();
        fs::File::open(file)
            .and_then(|it| it.take(AT_MOST + 1).read_to_end(&mut text))
            .map_err(|err| wrong(&err.to_string()))?;
        if text.len() as u64 > AT_MOST {
            return Err(wrong("this is longer than any list of known failures"));
        }
        let mut rules = protocol.rules();
        rules.push(MISMATCH);
        Known::parse(&name, &text, &rules).map_err(|err| {
            let (line, column, message) = (err.line, err.column, err.message);
            Error::usage(format!("{name}:{line}:{column}: {message}"))
        })
    }

    /// The same, if a file is named; without one nothing is known to fail.
    ///
    /// # Errors
    ///
    /// As for [`read`](Known::read).
    pub(crate) fn read_if_any(
        file: Option<&Path>,
        protocol: &dyn Protocol,
    ) -> Result<Known, Error> {
        file.map_or_else(|| Ok(Known::default()), |it| Known::read(it, protocol))
    }

    /// Why a rule is known to fail, and where that is written.
    pub(crate) fn reason(&self, rule: &str) -> Option<String> {
        let entry = self.entries.iter().find(|it| it.names(rule))?;
        let (file, line, reason) = (&self.file, entry.line, &entry.reason);
        let colon = if reason.is_empty() { "" } else { ": " };
        Some(format!("known to fail, {file}:{line}{colon}{reason}"))
    }

    /// Whether some entry covers what `rule` says of `scenario`.
    pub(crate) fn covers(&self, rule: &str, scenario: &str) -> bool {
        self.entries.iter().any(|it| it.covers(rule, scenario))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol;

    fn parse(text: &str) -> Result<Known, KnownError> {
        let rules = protocol::find("ucci").map(|it| it.rules());
        Known::parse("known.txt", text.as_bytes(), &rules.unwrap_or_default())
    }

    #[test]
    fn a_line_is_a_rule_a_scenario_and_a_reason() {
        let text = "# ours\n\nucci/bye_before_end # never waited for\r\nucci/info_* ucci/go/*\n";
        let known = parse(text).unwrap_or_default();
        assert_eq!(known.entries.len(), 2);
        assert_eq!(known.entries[0].reason, "never waited for");
        assert!(known.covers("ucci/bye_before_end", "ucci/quit/idle"));
        assert!(known.covers("ucci/info_grammar", "ucci/go/depth"));
        assert!(!known.covers("ucci/info_grammar", "ucci/ponder/hit"));
    }

    #[test]
    fn what_is_no_entry_is_an_error_with_its_place() {
        let wrong = |text: &str| {
            let error = parse(text).err();
            error.map(|it| (it.line, it.column, it.message))
        };
        assert_eq!(
            wrong("\nucci/by_before_end\n"),
            Some((2, 1, "`ucci/by_before_end` matches no rule".to_owned()))
        );
        let more = wrong("ucci/no_crash ucci/* because\n");
        assert_eq!(more.map(|it| (it.0, it.1)), Some((1, 22)));
        let known = Known::parse("f", b"ucci/no_crash \xff", &[]);
        assert_eq!(known.err().map(|it| it.column), Some(15));
    }
}
