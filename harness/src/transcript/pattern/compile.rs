//! From the tree of a pattern to a program for the matcher.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use super::{
    super::text::ParseError,
    parse::{Item, Kind},
};

/// One step of a program. Steps follow one another unless they say otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Op {
    /// Takes this word.
    Word(Vec<u8>),
    /// Takes one word of this kind.
    One(Kind),
    /// Goes on at the first; if that fails, at the second. `fork` counts the forks from 0.
    Fork {
        fork: usize,
        first: usize,
        second: usize,
    },
    Jump(usize),
    /// The capture of this number starts with the next word.
    Open(usize),
    /// The capture of this number ended with the last word.
    Close(usize),
    /// Takes all words that are left.
    Rest,
}

/// A compiled pattern: it matches when its steps end where the line ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Program {
    pub(super) ops: Vec<Op>,
    /// The captures by number: where they are in the source, and their names.
    pub(super) names: Vec<(usize, String)>,
    pub(super) forks: usize,
}

impl Program {
    pub(super) fn new(items: &[Item]) -> Program {
        let mut program = Program::default();
        match items.split_last() {
            // Common, and it spares the matcher from looking at the rest of the line.
            Some((Item::Anything, items)) => {
                program.sequence(items);
                program.ops.push(Op::Rest);
            }
            _ => program.sequence(items),
        }
        program
    }

    pub(super) fn no_name_twice(&self) -> Result<(), ParseError> {
        for (i, (at, name)) in self.names.iter().enumerate() {
            if self.names.iter().take(i).any(|(_, it)| it == name) {
                return Err(ParseError::new(*at, format!("`{name}` is bound twice")));
            }
        }
        Ok(())
    }

    fn sequence(&mut self, items: &[Item]) {
        for item in items {
            self.item(item);
        }
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Word(word) => self.ops.push(Op::Word(word.clone())),
            Item::Hole(kind, None) => self.hole(*kind),
            Item::Hole(kind, Some(name)) => {
                let number = self.names.len();
                self.names.push((name.at, name.name.clone()));
                self.ops.push(Op::Open(number));
                self.hole(*kind);
                self.ops.push(Op::Close(number));
            }
            Item::Anything => self.anything(),
            Item::Optional(items) => {
                let fork = self.fork();
                let body = self.ops.len();
                self.sequence(items);
                self.aim(fork, body, self.ops.len());
            }
            Item::Choice(choices) => self.choice(choices),
        }
    }

    fn hole(&mut self, kind: Kind) {
        let one = match kind {
            Kind::Moves => Kind::Move,
            Kind::Text => Kind::Word,
            kind => return self.ops.push(Op::One(kind)),
        };
        let body = self.ops.len();
        self.ops.push(Op::One(one));
        let again = self.fork();
        self.aim(again, body, self.ops.len());
    }

    /// As few words as possible, from none.
    fn anything(&mut self) {
        let start = self.fork();
        let body = self.ops.len();
        self.ops.push(Op::One(Kind::Word));
        self.ops.push(Op::Jump(start));
        self.aim(start, self.ops.len(), body);
    }

    fn choice(&mut self, choices: &[Vec<Item>]) {
        let mut ends = Vec::new();
        let Some((last, choices)) = choices.split_last() else {
            return;
        };
        for choice in choices {
            let fork = self.fork();
            let body = self.ops.len();
            self.sequence(choice);
            ends.push(self.ops.len());
            self.ops.push(Op::Jump(0));
            self.aim(fork, body, self.ops.len());
        }
        self.sequence(last);
        let after = self.ops.len();
        for end in ends {
            if let Some(op) = self.ops.get_mut(end) {
                *op = Op::Jump(after);
            }
        }
    }

    /// A fork whose aims are not known yet; returns where it is.
    fn fork(&mut self) -> usize {
        let fork = self.forks;
        self.forks += 1;
        self.ops.push(Op::Fork {
            fork,
            first: 0,
            second: 0,
        });
        self.ops.len() - 1
    }

    fn aim(&mut self, at: usize, to_first: usize, to_second: usize) {
        if let Some(Op::Fork { first, second, .. }) = self.ops.get_mut(at) {
            (*first, *second) = (to_first, to_second);
        }
    }
}
