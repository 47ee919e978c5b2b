//! Holds a program against a line: backtracking that never tries the same thing twice.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use super::{
    Captures,
    compile::{Op, Program},
    parse::Kind,
};

/// What is still to be tried, last first.
enum Job {
    /// Go on at this step, with the word that starts at this byte.
    Go(usize, usize),
    /// Forget where a capture was, as it is to be tried otherwise.
    Restore(usize, Span),
}

/// Where a capture starts and ends in the line, as far as that is known.
type Span = (usize, Option<usize>);

struct Run<'a> {
    program: &'a Program,
    line: &'a [u8],
    is_move: &'a dyn Fn(&[u8]) -> bool,
    jobs: Vec<Job>,
    spans: Vec<Span>,
    /// One bit for each fork at each byte: a second visit would fail like the first.
    visited: Vec<u64>,
}

pub(super) fn run(
    program: &Program,
    line: &[u8],
    is_move: &dyn Fn(&[u8]) -> bool,
) -> Option<Captures> {
    let mut run = Run {
        program,
        line,
        is_move,
        jobs: vec![Job::Go(0, skip_blanks(line, 0))],
        spans: vec![(0, None); program.names.len()],
        visited: Vec::new(),
    };
    while let Some(job) = run.jobs.pop() {
        match job {
            Job::Go(op, at) => {
                if run.go(op, at) {
                    return Some(run.captures());
                }
            }
            Job::Restore(number, span) => run.set(number, span),
        }
    }
    None
}

impl Run<'_> {
    /// Runs until the line matches (true) or this way fails; other ways are left as jobs.
    fn go(&mut self, mut op: usize, mut at: usize) -> bool {
        loop {
            let Some(step) = self.program.ops.get(op) else {
                return at == self.line.len();
            };
            op += 1;
            match step {
                Op::Word(_) | Op::One(_) => match self.take(step, at) {
                    Some(next) => at = next,
                    None => return false,
                },
                Op::Fork {
                    fork,
                    first,
                    second,
                } => {
                    if !self.visit(*fork, at) {
                        return false;
                    }
                    self.jobs.push(Job::Go(*second, at));
                    op = *first;
                }
                Op::Jump(to) => op = *to,
                Op::Open(number) => self.mark(*number, (at, None)),
                Op::Close(number) => {
                    let start = self.spans.get(*number).map_or(0, |span| span.0);
                    self.mark(*number, (start, Some(at)));
                }
                Op::Rest => at = self.line.len(),
            }
        }
    }

    /// Takes the word at `at`; returns where the next one starts.
    fn take(&self, step: &Op, at: usize) -> Option<usize> {
        let rest = self.line.get(at..)?;
        let length = rest
            .iter()
            .position(|byte| is_blank(*byte))
            .unwrap_or(rest.len());
        let word = rest.get(..length).filter(|it| !it.is_empty())?;
        let fits = match step {
            Op::Word(expected) => word == expected,
            Op::One(Kind::Move | Kind::Moves) => (self.is_move)(word),
            Op::One(Kind::Int) => is_number(
                word.strip_prefix(b"-")
                    .unwrap_or_else(|| word.strip_prefix(b"+").unwrap_or(word)),
            ),
            Op::One(Kind::Uint) => is_number(word),
            _ => true,
        };
        fits.then(|| skip_blanks(self.line, at + length))
    }

    /// False if this fork was already tried here.
    fn visit(&mut self, fork: usize, at: usize) -> bool {
        let bit = at * self.program.forks + fork;
        let (index, mask) = (bit / 64, 1 << (bit % 64));
        if self.visited.len() <= index {
            self.visited.resize(index + 1, 0);
        }
        match self.visited.get_mut(index) {
            Some(bits) if *bits & mask == 0 => {
                *bits |= mask;
                true
            }
            _ => false,
        }
    }

    fn mark(&mut self, number: usize, span: Span) {
        if let Some(old) = self.spans.get(number) {
            self.jobs.push(Job::Restore(number, *old));
        }
        self.set(number, span);
    }

    fn set(&mut self, number: usize, span: Span) {
        if let Some(it) = self.spans.get_mut(number) {
            *it = span;
        }
    }

    fn captures(&self) -> Captures {
        let mut captures = Captures::default();
        for ((_, name), (start, end)) in self.program.names.iter().zip(&self.spans) {
            let bytes = end.and_then(|end| self.line.get(*start..end));
            if let Some(bytes) = bytes {
                captures.insert(name, trim_end(bytes));
            }
        }
        captures
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn is_number(digits: &[u8]) -> bool {
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

fn skip_blanks(line: &[u8], at: usize) -> usize {
    let rest = line.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| is_blank(**byte)).count()
}

fn trim_end(mut bytes: &[u8]) -> &[u8] {
    while let [rest @ .., b' ' | b'\t'] = bytes {
        bytes = rest;
    }
    bytes
}
