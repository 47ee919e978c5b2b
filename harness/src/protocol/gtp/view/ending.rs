//! The end of a session, and the answers that are missing at the end.

use std::mem;

use super::{
    CommandAnswer, CommandExchange, ResponseEnd, SessionEnding, Tracker, ViewLine,
    reader::UnfinishedOutput,
};
use crate::{
    protocol::{
        deadline::WaitResult,
        process_end::{self, StateBeforeEnd},
    },
    transcript::{EventIndex, SessionEnd},
};

impl Tracker {
    pub(super) fn record_session_end(&mut self, at: EventIndex, end: &SessionEnd) {
        if *end == SessionEnd::Cut {
            self.is_cut = true;
            return;
        }
        let end = &process_end::end_behind_shell(end);
        let now = self.now;
        if let Some(closed) = &self.view.input_closed {
            let wait = self.check_exit_wait(closed.time, now);
            if let Some(closed) = &mut self.view.input_closed {
                closed.wait_for_exit = wait;
            }
        }
        let before = StateBeforeEnd {
            may_exit: self.quit_sent || self.may_quit,
            is_input_closed: self.input_closed,
            is_output_unread: self.is_output_unread,
            unanswered_command: self.first_unanswered_command(),
        };
        let kind = process_end::classify_end(end, before);
        self.view.ending = Some(SessionEnding {
            at,
            session_end: end.clone(),
            kind,
            wait_since_output: self.check_exit_wait(self.last_output, now),
        });
    }

    /// The first unanswered quick command after which the engine sent nothing, and whether its answer timed out. After
    /// a slow command, silence is not a hang, because the engine may still be working.
    fn first_unanswered_command(&self) -> Option<(ViewLine, WaitResult)> {
        let quick = self
            .unfinished_exchanges()
            .iter()
            .take_while(|it| it.command.is_quick_command());
        let mut silent =
            quick.filter(|it| it.must_be_answered() && Some(it.line.at) > self.last_output_at);
        let line = silent.next().map(|it| it.line.clone())?;
        let waited = self.check_wait(line.time);
        Some((line, waited))
    }

    /// Sets the state of the unanswered commands at the end of the transcript.
    pub(super) fn mark_missing_answers(&mut self) {
        self.end_unfinished_output();
        let begun = matches!(
            mem::take(&mut self.unfinished_output),
            UnfinishedOutput::Response
        );
        let ending = self.view.ending.as_ref();
        let excused = ending.is_some_and(|it| it.kind.excuses_missing_answers());
        // Other rules report a crash or a hang, so missing answers are excused.
        if excused || self.is_ambiguous() || self.is_cut {
            return;
        }
        let left = ending
            .is_some_and(|it| matches!(it.session_end, SessionEnd::Exit(_) | SessionEnd::Eof));
        let left = left && (self.quit_sent || self.input_closed);
        let first = self.unfinished_exchanges().first();
        // The line since which the engine owes an answer: the line that ended a stream of reports, a command whose
        // response has begun, or a quick command.
        let since = first.and_then(|it| match &it.interrupted_by {
            Some(line) => Some(line),
            None if it.is_analysis_stream_open() => None,
            None if begun && !it.command.is_genmove_analyze() => Some(&it.line),
            None => Some(&it.line).filter(|_| it.command.is_quick_command()),
        });
        let late = since.and_then(|it| self.overdue_wait(it));
        let (answer, close) = match late {
            _ if left => (CommandAnswer::ProcessEnded, ResponseEnd::ProcessEnded),
            Some(wait) => (CommandAnswer::TimedOut(wait), ResponseEnd::TimedOut(wait)),
            None => return,
        };
        let mut owed = self
            .view
            .exchanges
            .iter_mut()
            .skip(self.first_unfinished_exchange);
        if begun {
            // No empty line ended the last response, so later lines may have been read as part of it.
            if let Some(CommandAnswer::Answered(response)) = owed.next().map(|it| &mut it.answer) {
                response.end = close;
            }
            return;
        }
        // A timeout proves a missing response only for the first unanswered command, because the engine answers
        // commands in order.
        let count = if left { usize::MAX } else { 1 };
        // At the end of its input an engine need not finish a search. At `quit x` the engine may exit without an
        // answer.
        let excused = |it: &CommandExchange| {
            let slow = self.input_closed && !it.command.is_quick_command();
            slow || (it.command.has_name("quit") && !it.command.arguments.is_empty())
        };
        let input_closed = self.input_closed;
        for exchange in owed
            .take_while(|it| !input_closed || it.command.is_quick_command())
            .filter(|it| it.must_be_answered() && !excused(it))
            .take(count)
        {
            exchange.answer = answer.clone();
        }
    }
}
