//! Scripts: the lines to send to an engine and the lines to expect from it. A script keeps its source unchanged.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod check;

use super::{
    error::ParseError,
    step::{self, Step, StepKind},
    text::split_lines,
};
use check::ScriptCheck;

/// A script with one step for each line; blank lines and comments are steps, too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    pub steps: Vec<Step>,
}

impl Script {
    /// Parses a script. A recording is a valid script, too. An ambiguous line, which could be read in two ways, is an
    /// error.
    pub fn parse(text: &[u8]) -> Result<Script, ParseError> {
        let parsed = Script::parse_with_all_errors(text);
        parsed.map_err(|(first, _)| first)
    }

    /// Parses a script as [`Script::parse`] does, but does not stop at the first error. If there are errors, returns
    /// the first error and a list of the later errors.
    pub fn parse_with_all_errors(text: &[u8]) -> Result<Script, (ParseError, Vec<ParseError>)> {
        let mut script = Script::default();
        let mut check = ScriptCheck::default();
        let mut errors = Vec::new();
        for line in split_lines(text) {
            let line = match line {
                Ok(line) => line,
                Err(error) => {
                    errors.push(error);
                    continue;
                }
            };
            let parsed = match step::parse(line.text) {
                Ok(parsed) => parsed,
                Err(error) => {
                    errors.push(error.with_line_number(line.line_number));
                    continue;
                }
            };
            // After an error, each later line is checked only by itself: the order of the lines cannot be checked,
            // because the meaning of the invalid line is unknown.
            if errors.is_empty()
                && let Err(error) = check.check_step(line.line_number, &parsed)
            {
                errors.push(error);
            }
            script.steps.push(Step {
                line: line.line_number,
                raw: line.raw.to_vec(),
                stamp: parsed.stamp,
                kind: parsed.kind,
            });
        }
        if errors.is_empty() {
            errors.extend(check.check_end().err());
        }
        let mut errors = errors.into_iter();
        match errors.next() {
            None => Ok(script),
            Some(first) => Err((first, errors.collect())),
        }
    }

    /// Returns the source of the script, byte for byte.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.steps
            .iter()
            .flat_map(|step| step.raw.iter().copied())
            .collect()
    }

    /// Returns the text of the first directive with this name.
    pub fn directive(&self, name: &str) -> Option<&str> {
        self.directive_texts(name).next()
    }

    /// Returns the texts of all directives with this name, in order.
    pub fn directives(&self, name: &str) -> Vec<&str> {
        self.directive_texts(name).collect()
    }

    fn directive_texts(&self, wanted: &str) -> impl Iterator<Item = &str> {
        self.steps.iter().filter_map(move |step| match &step.kind {
            StepKind::Directive { name, text } if name == wanted => Some(text.as_str()),
            _ => None,
        })
    }
}
