//! Checks the order of the lines of a script.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::collections::BTreeSet;

use super::super::{
    directive,
    error::ParseError,
    event::Speaker,
    step::{ParsedStep, StepKind},
    text::LineOrderCheck,
};
use crate::message::{Message, message};

/// Checks a script line by line. The fields are the state after the lines that were already checked.
#[derive(Debug, Default)]
pub(super) struct ScriptCheck {
    order: LineOrderCheck,
    captured_names: BTreeSet<String>,
    /// The directives that may occur only once in a script and that already occurred in the checked lines.
    unique_directives: BTreeSet<String>,
    /// The numbers of the lines, such as `...`, after which an expectation must follow but has not followed yet, each
    /// with the error message for a missing expectation.
    lines_without_expectation: Vec<(usize, Message)>,
    /// The `@repeat` that has no `@end` yet.
    open_repeat: Option<OpenRepeat>,
    /// The line number of a `@within` that has no expectation yet.
    line_of_within_without_expectation: Option<usize>,
}

/// A `@repeat` that has no `@end` yet.
#[derive(Debug)]
struct OpenRepeat {
    line: usize,
    /// The names that were captured before the `@repeat`. A name that was captured before the `@repeat` may be captured
    /// again in each round of the `@repeat`.
    names_captured_before: BTreeSet<String>,
}

impl ScriptCheck {
    pub(super) fn check_step(
        &mut self,
        number: usize,
        parsed: &ParsedStep,
    ) -> Result<(), ParseError> {
        self.order.check_step(number, parsed)?;
        self.check_names(parsed)
            .map_err(|error| error.with_line_number(number))?;
        match &parsed.kind {
            StepKind::Blank | StepKind::Comment => (),
            StepKind::Skip => {
                if self
                    .lines_without_expectation
                    .iter()
                    .any(|(_, what)| *what == LINE_AFTER_SKIP_EXPECTED)
                {
                    return Err(
                        ParseError::new(0, message!("duplicate_skip", "duplicate `...`"))
                            .with_line_number(number),
                    );
                }
                self.lines_without_expectation
                    .push((number, LINE_AFTER_SKIP_EXPECTED));
            }
            StepKind::Forbid(_) => self
                .lines_without_expectation
                .push((number, LINE_AFTER_FORBID_EXPECTED)),
            StepKind::Expect(_) | StepKind::Match(_) | StepKind::Chunk(Speaker::Engine, _) => {
                self.lines_without_expectation.clear();
                self.line_of_within_without_expectation = None;
            }
            StepKind::Directive { name, .. } => {
                self.check_within_directive_has_expectation()?;
                self.check_directive(number, name)?;
            }
            StepKind::End(_) => return self.check_end(),
            StepKind::Send(_)
            | StepKind::Chunk(Speaker::Interface, _)
            | StepKind::Stderr(_)
            | StepKind::Pause(_)
            | StepKind::CloseInput
            | StepKind::Fact(_) => self.check_within_directive_has_expectation()?,
        }
        Ok(())
    }

    fn check_directive(&mut self, number: usize, name: &str) -> Result<(), ParseError> {
        if name == "within" {
            self.line_of_within_without_expectation = Some(number);
        }
        let found = match (name, &self.open_repeat) {
            ("repeat", Some(_)) => Err(message!("repeat_nested", "`@repeat` cannot be nested")),
            ("repeat", None) => {
                let before = self.captured_names.clone();
                let line = number;
                self.open_repeat = Some(OpenRepeat {
                    line,
                    names_captured_before: before,
                });
                Ok(())
            }
            ("end", None) => Err(message!("end_without_repeat", "`@end` without `@repeat`")),
            ("end", Some(_)) if !self.lines_without_expectation.is_empty() => Err(message!(
                "line_before_end_expected",
                "expected `<`, `<*` or `<|` before this `@end`"
            )),
            ("end", Some(_)) => {
                self.open_repeat = None;
                Ok(())
            }
            _ => Ok(()),
        };
        found.map_err(|message| ParseError::new(0, message).with_line_number(number))?;
        if directive::must_be_unique(name) && !self.unique_directives.insert(name.to_owned()) {
            let message = message!("duplicate_directive", "duplicate `@{name}`", name);
            return Err(ParseError::new(0, message).with_line_number(number));
        }
        Ok(())
    }

    /// Checks at the end of the script that no expectation and no `@end` is missing.
    pub(super) fn check_end(&self) -> Result<(), ParseError> {
        self.check_within_directive_has_expectation()?;
        if let Some(open) = &self.open_repeat {
            return Err(ParseError::new(
                0,
                message!("end_missing", "missing `@end` for this `@repeat`"),
            )
            .with_line_number(open.line));
        }
        match self.lines_without_expectation.first() {
            Some((number, what)) => Err(ParseError::new(0, what.clone()).with_line_number(*number)),
            None => Ok(()),
        }
    }

    fn check_within_directive_has_expectation(&self) -> Result<(), ParseError> {
        match self.line_of_within_without_expectation {
            Some(number) => {
                let message = message!(
                    "line_after_within_expected",
                    "expected `<`, `<*` or `<|` after this `@within`"
                );
                Err(ParseError::new(0, message).with_line_number(number))
            }
            None => Ok(()),
        }
    }

    /// Checks that each name is captured only once, and is captured before it is used.
    fn check_names(&mut self, parsed: &ParsedStep) -> Result<(), ParseError> {
        match &parsed.kind {
            StepKind::Send(template) => {
                for (at, name) in template.capture_positions() {
                    if !self.captured_names.contains(name) {
                        let message =
                            message!("not_captured", "no earlier pattern captures `{name}`", name);
                        return Err(ParseError::new(parsed.body_start + at, message));
                    }
                }
            }
            StepKind::Directive { name, text } if name == "file" => {
                let name = directive::parse_file(text).map(|it| it.capture_name.to_owned());
                self.captured_names.extend(name);
            }
            StepKind::Match(pattern) => {
                for (at, name) in pattern.capture_positions() {
                    let grows = |it: &OpenRepeat| it.names_captured_before.contains(name);
                    let grows = self.open_repeat.as_ref().is_some_and(grows);
                    if !self.captured_names.insert(name.to_owned()) && !grows {
                        let message = message!(
                            "already_captured",
                            "`{name}` is already captured by an earlier pattern",
                            name
                        );
                        return Err(ParseError::new(parsed.body_start + at, message));
                    }
                }
            }
            _ => (),
        }
        Ok(())
    }
}

const LINE_AFTER_SKIP_EXPECTED: Message = message!(
    "line_after_skip_expected",
    "expected `<`, `<*` or `<|` after this `...`"
);
const LINE_AFTER_FORBID_EXPECTED: Message = message!(
    "line_after_forbid_expected",
    "expected `<`, `<*` or `<|` after this `<!`"
);
