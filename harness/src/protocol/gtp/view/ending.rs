//! How the session ended, what that proves about answers that are missing, and who is to blame.

use std::mem;

use super::{Answer, Close, Ending, Line, Tracker, reader::Open};
use crate::{
    protocol::{
        deadline::Waited,
        ending::{self, Before},
    },
    transcript::{At, End},
};

impl Tracker {
    pub(super) fn end(&mut self, at: At, end: &End) {
        if *end == End::Cut {
            return;
        }
        let before = Before {
            may_exit: self.said_quit,
            input_closed: self.input_closed,
            unheard: self.unheard,
            silent: self.silent(),
        };
        let kind = ending::classify(end, before);
        self.view.ending = Some(Ending {
            at,
            end: end.clone(),
            kind,
        });
    }

    /// The first quick command after which the engine said nothing at all, and whether it had its time. Behind a
    /// slow one the engine may be at work.
    fn silent(&self) -> Option<(Line, Waited)> {
        let quick = self.owed().iter().take_while(|it| it.command.is_quick());
        let mut silent = quick.filter(|it| it.is_owed() && Some(it.line.at) > self.heard_at);
        let line = silent.next().map(|it| it.line.clone())?;
        let waited = self.waited(line.time);
        Some((line, waited))
    }

    /// Says of whatever is still owed at the end of the record what the record proves.
    pub(super) fn settle(&mut self) {
        self.flush();
        let begun = matches!(mem::take(&mut self.open), Open::Response);
        let ending = self.view.ending.as_ref();
        let excused = ending.is_some_and(|it| it.kind.excuses());
        // The rule about the engine's death convicts, and no other.
        if excused || self.unsure {
            return;
        }
        let left = ending.is_some_and(|it| matches!(it.end, End::Exit(_) | End::Eof));
        let left = left && self.said_quit;
        let late = self.owed().first().filter(|it| it.command.is_quick());
        let late = late.and_then(|it| self.wait(&it.line));
        let (answer, close) = match late {
            _ if left => (Answer::Left, Close::Left),
            Some(wait) => (Answer::Late(wait), Close::Late(wait)),
            None => return,
        };
        let mut owed = self.view.turns.iter_mut().skip(self.front);
        if begun {
            // Whatever comes behind it may have been taken for its lines.
            if let Some(Answer::Given(response)) = owed.next().map(|it| &mut it.answer) {
                response.close = close;
            }
            return;
        }
        // In time only the first is proven to be owed: the others wait for it.
        let count = if left { usize::MAX } else { 1 };
        for turn in owed.filter(|it| it.is_owed()).take(count) {
            turn.answer = answer.clone();
        }
    }
}
