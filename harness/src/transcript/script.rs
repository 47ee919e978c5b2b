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
    /// Parses a script. A recording is a valid script, too. A line that could be read in two ways
    /// is an error.
    pub fn parse(text: &[u8]) -> Result<Script, ParseError> {
        let mut script = Script::default();
        let mut check = ScriptCheck::default();
        for line in split_lines(text) {
            let line = line?;
            let parsed =
                step::parse(line.text).map_err(|error| error.with_line_number(line.number))?;
            check.check_step(line.number, &parsed)?;
            script.steps.push(Step {
                line: line.number,
                raw: line.raw.to_vec(),
                stamp: parsed.stamp,
                kind: parsed.kind,
            });
        }
        check.check_end()?;
        Ok(script)
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
