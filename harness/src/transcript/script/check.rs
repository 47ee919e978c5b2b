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
    step::{Parsed, StepKind},
    text::Order,
};
use crate::message::{Message, message};

/// The state of the check after the lines that were checked so far.
#[derive(Debug, Default)]
pub(super) struct Check {
    order: Order,
    bound: BTreeSet<String>,
    /// The directives found so far that may occur only once in a script.
    seen: BTreeSet<String>,
    /// The lines that need an expectation after them, and the error if the expectation is missing.
    owed: Vec<(usize, Message)>,
    /// The `@repeat` that has no `@end` yet.
    repeat: Option<Repeat>,
    /// The line number of a `@within` that has no expectation yet.
    within: Option<usize>,
}

/// A `@repeat` that has no `@end` yet.
#[derive(Debug)]
struct Repeat {
    line: usize,
    /// The names that were captured before the `@repeat`: new captures of these names are appended to the older ones.
    before: BTreeSet<String>,
}

impl Check {
    pub(super) fn step(&mut self, number: usize, parsed: &Parsed) -> Result<(), ParseError> {
        self.order.step(number, parsed)?;
        self.names(parsed).map_err(|error| error.on(number))?;
        match &parsed.kind {
            StepKind::Blank | StepKind::Comment => (),
            StepKind::Skip => {
                if self.owed.iter().any(|(_, what)| *what == SKIP) {
                    return Err(
                        ParseError::new(0, message!("duplicate_skip", "duplicate `...`"))
                            .on(number),
                    );
                }
                self.owed.push((number, SKIP));
            }
            StepKind::Forbid(_) => self.owed.push((number, FORBID)),
            StepKind::Expect(_) | StepKind::Match(_) | StepKind::Chunk(Speaker::Engine, _) => {
                self.owed.clear();
                self.within = None;
            }
            StepKind::Directive { name, .. } => {
                self.no_within()?;
                self.directive(number, name)?;
            }
            StepKind::End(_) => return self.finish(),
            StepKind::Send(_)
            | StepKind::Chunk(Speaker::Interface, _)
            | StepKind::Stderr(_)
            | StepKind::Pause(_)
            | StepKind::CloseInput
            | StepKind::Fact(_) => self.no_within()?,
        }
        Ok(())
    }

    fn directive(&mut self, number: usize, name: &str) -> Result<(), ParseError> {
        if name == "within" {
            self.within = Some(number);
        }
        let found = match (name, &self.repeat) {
            ("repeat", Some(_)) => Err(message!("repeat_nested", "`@repeat` cannot be nested")),
            ("repeat", None) => {
                let before = self.bound.clone();
                let line = number;
                self.repeat = Some(Repeat { line, before });
                Ok(())
            }
            ("end", None) => Err(message!("end_without_repeat", "`@end` without `@repeat`")),
            ("end", Some(_)) if !self.owed.is_empty() => Err(message!(
                "line_before_end_expected",
                "expected `<`, `<*` or `<|` before this `@end`"
            )),
            ("end", Some(_)) => {
                self.repeat = None;
                Ok(())
            }
            _ => Ok(()),
        };
        found.map_err(|message| ParseError::new(0, message).on(number))?;
        if directive::is_single(name) && !self.seen.insert(name.to_owned()) {
            let message = message!("duplicate_directive", "duplicate `@{name}`", name);
            return Err(ParseError::new(0, message).on(number));
        }
        Ok(())
    }

    /// Checks at the end of the script that no expectation and no `@end` is missing.
    pub(super) fn finish(&self) -> Result<(), ParseError> {
        self.no_within()?;
        if let Some(open) = &self.repeat {
            return Err(ParseError::new(
                0,
                message!("end_missing", "missing `@end` for this `@repeat`"),
            )
            .on(open.line));
        }
        match self.owed.first() {
            Some((number, what)) => Err(ParseError::new(0, what.clone()).on(*number)),
            None => Ok(()),
        }
    }

    fn no_within(&self) -> Result<(), ParseError> {
        match self.within {
            Some(number) => {
                let message = message!(
                    "line_after_within_expected",
                    "expected `<`, `<*` or `<|` after this `@within`"
                );
                Err(ParseError::new(0, message).on(number))
            }
            None => Ok(()),
        }
    }

    /// Checks that each name is captured only once, and is captured before it is used.
    fn names(&mut self, parsed: &Parsed) -> Result<(), ParseError> {
        match &parsed.kind {
            StepKind::Send(template) => {
                for (at, name) in template.uses() {
                    if !self.bound.contains(name) {
                        let message =
                            message!("not_captured", "no earlier pattern captures `{name}`", name);
                        return Err(ParseError::new(parsed.body + at, message));
                    }
                }
            }
            StepKind::Match(pattern) => {
                for (at, name) in pattern.bindings() {
                    let grows = |it: &Repeat| it.before.contains(name);
                    let grows = self.repeat.as_ref().is_some_and(grows);
                    if !self.bound.insert(name.to_owned()) && !grows {
                        let message = message!(
                            "already_captured",
                            "`{name}` is already captured by an earlier pattern",
                            name
                        );
                        return Err(ParseError::new(parsed.body + at, message));
                    }
                }
            }
            _ => (),
        }
        Ok(())
    }
}

const SKIP: Message = message!(
    "line_after_skip_expected",
    "expected `<`, `<*` or `<|` after this `...`"
);
const FORBID: Message = message!(
    "line_after_forbid_expected",
    "expected `<`, `<*` or `<|` after this `<!`"
);
