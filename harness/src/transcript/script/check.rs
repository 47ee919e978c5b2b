//! What only the order of lines shows to be wrong.

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

/// What is known of the lines so far.
#[derive(Debug, Default)]
pub(super) struct Check {
    order: Order,
    bound: BTreeSet<String>,
    /// The directives that may not be said again.
    said: BTreeSet<String>,
    /// The lines that only mean something with an expectation after them, and what they say.
    owed: Vec<(usize, &'static str)>,
    /// The line of the `@repeat` that is open, and the names bound before it and since.
    repeat: Option<Repeat>,
    /// The line of a `@within` that waits for its expectation.
    within: Option<usize>,
}

/// A `@repeat` that no `@end` has closed yet.
#[derive(Debug)]
struct Repeat {
    line: usize,
    /// Names bound before it, which grow in it.
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
                    return Err(ParseError::new(0, "`...` was already said").on(number));
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
            ("repeat", Some(_)) => Err("a `@repeat` within a `@repeat`"),
            ("repeat", None) => {
                let before = self.bound.clone();
                let line = number;
                self.repeat = Some(Repeat { line, before });
                Ok(())
            }
            ("end", None) => Err("this ends nothing: no `@repeat` is open"),
            ("end", Some(_)) if !self.owed.is_empty() => {
                Err("an expectation is missing before this `@end`")
            }
            ("end", Some(_)) => {
                self.repeat = None;
                Ok(())
            }
            _ => Ok(()),
        };
        found.map_err(|message| ParseError::new(0, message).on(number))?;
        if directive::is_single(name) && !self.said.insert(name.to_owned()) {
            let message = format!("`@{name}` was already said");
            return Err(ParseError::new(0, message).on(number));
        }
        Ok(())
    }

    /// Whatever is still owed never comes.
    pub(super) fn finish(&self) -> Result<(), ParseError> {
        self.no_within()?;
        if let Some(open) = &self.repeat {
            return Err(ParseError::new(0, "no `@end` closes this `@repeat`").on(open.line));
        }
        match self.owed.first() {
            Some((number, what)) => Err(ParseError::new(0, *what).on(*number)),
            None => Ok(()),
        }
    }

    fn no_within(&self) -> Result<(), ParseError> {
        match self.within {
            Some(number) => {
                let message = "`@within` goes before `<`, `<*` or `<|`";
                Err(ParseError::new(0, message).on(number))
            }
            None => Ok(()),
        }
    }

    /// Names are bound once, and before they are used.
    fn names(&mut self, parsed: &Parsed) -> Result<(), ParseError> {
        match &parsed.kind {
            StepKind::Send(template) => {
                for (at, name) in template.uses() {
                    if !self.bound.contains(name) {
                        let message = format!("no pattern before this line binds `{name}`");
                        return Err(ParseError::new(parsed.body + at, message));
                    }
                }
            }
            StepKind::Match(pattern) => {
                for (at, name) in pattern.bindings() {
                    let grows = |it: &Repeat| it.before.contains(name);
                    let grows = self.repeat.as_ref().is_some_and(grows);
                    if !self.bound.insert(name.to_owned()) && !grows {
                        let message = format!("`{name}` was already bound");
                        return Err(ParseError::new(parsed.body + at, message));
                    }
                }
            }
            _ => (),
        }
        Ok(())
    }
}

const SKIP: &str = "no `<`, `<*` or `<|` comes after this `...`";
const FORBID: &str = "no `<`, `<*` or `<|` comes after this `<!`";
