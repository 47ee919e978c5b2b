//! The end of a session, and the answers that are missing at the end.

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
            may_exit: self.quit_sent,
            input_closed: self.input_closed,
            unheard: self.output_unread,
            silent: self.silent(),
        };
        let kind = ending::classify(end, before);
        self.view.ending = Some(Ending {
            at,
            end: end.clone(),
            kind,
        });
    }

    /// The first unanswered quick command after which the engine sent nothing, and whether its answer timed out. After
    /// a slow command the engine may still be working.
    fn silent(&self) -> Option<(Line, Waited)> {
        let quick = self.owed().iter().take_while(|it| it.command.is_quick());
        let mut silent = quick.filter(|it| it.is_owed() && Some(it.line.at) > self.last_output_at);
        let line = silent.next().map(|it| it.line.clone())?;
        let waited = self.waited(line.time);
        Some((line, waited))
    }

    /// Sets the state of the unanswered turns at the end of the transcript.
    pub(super) fn judge_owed(&mut self) {
        self.flush();
        let begun = matches!(mem::take(&mut self.open), Open::Response);
        let ending = self.view.ending.as_ref();
        let excused = ending.is_some_and(|it| it.kind.excuses());
        // The rule about this end reports the violation, so missing answers are excused.
        if excused || self.ambiguous {
            return;
        }
        let left = ending.is_some_and(|it| matches!(it.end, End::Exit(_) | End::Eof));
        let left = left && self.quit_sent;
        let late = self.owed().first().filter(|it| it.command.is_quick());
        let late = late.and_then(|it| self.wait(&it.line));
        let (answer, close) = match late {
            _ if left => (Answer::ProcessEnded, Close::ProcessEnded),
            Some(wait) => (Answer::Late(wait), Close::Late(wait)),
            None => return,
        };
        let mut owed = self.view.turns.iter_mut().skip(self.front);
        if begun {
            // A response has begun, and later lines may have been read as part of it.
            if let Some(Answer::Given(response)) = owed.next().map(|it| &mut it.answer) {
                response.close = close;
            }
            return;
        }
        // A timeout proves only that the first response is missing, because the engine answers commands in order.
        let count = if left { usize::MAX } else { 1 };
        for turn in owed.filter(|it| it.is_owed()).take(count) {
            turn.answer = answer.clone();
        }
    }
}
