//! Reads the engine's lines, and finds out which command a response answers and which lines belong to no response.

use std::mem;

use super::{
    CommandAnswer, CommandExchange, Response, ResponseEnd, Tracker, UnexpectedLines, ViewLine,
    tracker::{ID_ALONE_REASON, LONG_LINE_REASON, ODD_ID_REASON},
};
use crate::{
    protocol::gtp::wire::{Id, LineContent, Spelling, StatusLine},
    readable::readable_text,
    transcript::EventIndex,
};

/// The part of the engine's output that is not complete yet.
#[derive(Clone, Debug, Default)]
pub(super) enum UnfinishedOutput {
    #[default]
    NoOutput,
    /// The response to the first unfinished command.
    Response,
    /// A response that answers no command.
    ExtraResponse(Box<Response>),
    /// A further response to a line that the engine has read as several lines, or a response whose command is
    /// uncertain.
    UncertainResponse,
    UnexpectedOutput(ViewLine),
}

/// The maximum number of bytes of a response's text that are kept.
const MAX_TEXT_BYTES: usize = 4096;

/// The maximum number of empty lines that are kept after a response.
const MAX_EXTRA_NEWLINES: usize = 16;

impl Tracker {
    /// Processes a line from the engine.
    pub(super) fn read_line(&mut self, line: ViewLine) {
        let said = LineContent::parse(&line.bytes);
        match (mem::take(&mut self.unfinished_output), said) {
            (UnfinishedOutput::NoOutput, LineContent::Empty) => self.store_extra_newline(line),
            (UnfinishedOutput::NoOutput, LineContent::Text { blank: true }) => (),
            (UnfinishedOutput::NoOutput, LineContent::Text { blank: false }) => {
                self.unfinished_output = UnfinishedOutput::UnexpectedOutput(line)
            }
            (UnfinishedOutput::NoOutput, LineContent::Status(status)) => {
                self.begin_response(line, status)
            }
            (UnfinishedOutput::Response, LineContent::Empty) => {
                if let Some(response) = self.current_response() {
                    response.end_time = line.time;
                }
                self.end_response(ResponseEnd::EmptyLine(line.at))
            }
            (UnfinishedOutput::Response, LineContent::Status(status))
                if self.begins_next_response(&status) =>
            {
                self.end_response(ResponseEnd::NextResponse(line.clone()));
                self.begin_response(line, status);
            }
            (UnfinishedOutput::Response, _) => {
                if let Some(response) = self.current_response() {
                    response.end_time = line.time;
                    response.add_line(line);
                }
                self.unfinished_output = UnfinishedOutput::Response;
            }
            (UnfinishedOutput::UncertainResponse, LineContent::Empty) => {
                self.is_after_response = true;
            }
            (UnfinishedOutput::UncertainResponse, _) => {
                self.unfinished_output = UnfinishedOutput::UncertainResponse;
            }
            (UnfinishedOutput::ExtraResponse(mut response), LineContent::Empty) => {
                response.end = ResponseEnd::EmptyLine(line.at);
                self.add_extra_response(*response);
                self.is_after_response = true;
            }
            (UnfinishedOutput::ExtraResponse(mut response), _) => {
                response.add_line(line);
                self.unfinished_output = UnfinishedOutput::ExtraResponse(response);
            }
            (
                UnfinishedOutput::UnexpectedOutput(first),
                LineContent::Empty | LineContent::Text { blank: true },
            ) => self.add_unexpected_lines(first, true),
            (UnfinishedOutput::UnexpectedOutput(first), LineContent::Text { blank: false }) => {
                self.unfinished_output = UnfinishedOutput::UnexpectedOutput(first)
            }
            (UnfinishedOutput::UnexpectedOutput(first), LineContent::Status(status)) => {
                self.add_unexpected_lines(first, false);
                self.begin_response(line, status);
            }
        }
    }

    /// Ends the incomplete output at the end of the transcript.
    pub(super) fn end_unfinished_output(&mut self) {
        match mem::take(&mut self.unfinished_output) {
            UnfinishedOutput::NoOutput | UnfinishedOutput::UncertainResponse => (),
            UnfinishedOutput::Response => self.unfinished_output = UnfinishedOutput::Response,
            UnfinishedOutput::ExtraResponse(response) => self.add_extra_response(*response),
            UnfinishedOutput::UnexpectedOutput(first) => self.add_unexpected_lines(first, false),
        }
    }

    fn begin_response(&mut self, line: ViewLine, status: StatusLine) {
        let response = Response {
            text: truncate_text(&status.text),
            end_time: line.time,
            line,
            status,
            line_count: 1,
            lines: Vec::new(),
            kept_byte_count: 0,
            end: ResponseEnd::Incomplete,
            extra_newlines: Vec::new(),
            has_text_after_empty_line: false,
        };
        if self.note_rest_of_long_line(&response) {
            self.unfinished_output = UnfinishedOutput::UncertainResponse;
            return;
        }
        if self.is_after_long_line && response.status.id == Id::None {
            self.begin_ambiguity(response.line.at, LONG_LINE_REASON);
        }
        // While it is uncertain which commands the responses answer, a response without an id does not answer a command
        // with an id.
        let next_id = self
            .unfinished_exchanges()
            .first()
            .map(CommandExchange::command_id);
        let may_lag = self.is_ambiguous() && response.status.id == Id::None;
        if may_lag && matches!(next_id, Some(Id::Number(_))) {
            self.unfinished_output = UnfinishedOutput::ExtraResponse(Box::new(response));
            return;
        }
        if self.may_answer_earlier_command(response.status.id)
            || self.move_earlier_surplus_response(&response)
        {
            self.unfinished_output = UnfinishedOutput::UncertainResponse;
            return;
        }
        self.skip_unanswered_commands(&response.status, response.line.at);
        let front = self.first_unfinished_exchange;
        match self.view.exchanges.get_mut(front) {
            Some(exchange) => {
                exchange.answer = CommandAnswer::Answered(Box::new(response));
                self.unfinished_output = UnfinishedOutput::Response;
            }
            // A malformed response that answers no command is read as text.
            None if response.status.form_error.is_some() => {
                self.unfinished_output = UnfinishedOutput::UnexpectedOutput(response.line)
            }
            None => {
                self.handle_surplus_response(&response);
                self.unfinished_output = UnfinishedOutput::ExtraResponse(Box::new(response));
            }
        }
    }

    /// Skips the commands that a response with this status line cannot answer.
    fn skip_unanswered_commands(&mut self, status: &StatusLine, at: EventIndex) {
        let is_ambiguous = self.is_ambiguous();
        let passed = self.count_skipped_commands(status, at);
        let is_ambiguous = is_ambiguous || self.is_ambiguous();
        for exchange in self
            .view
            .exchanges
            .iter_mut()
            .skip(self.first_unfinished_exchange)
            .take(passed)
        {
            if matches!(exchange.answer, CommandAnswer::AnswerPending) {
                let asked = exchange.must_be_answered() && !is_ambiguous;
                exchange.answer = if asked {
                    CommandAnswer::CommandSkipped
                } else {
                    CommandAnswer::NotRequired
                };
            }
        }
        for _ in 0..passed {
            self.update_after_unanswered_command();
            self.first_unfinished_exchange += 1;
        }
    }

    /// The number of unanswered commands that this response skips.
    fn count_skipped_commands(&mut self, status: &StatusLine, at: EventIndex) -> usize {
        let owed = self.unfinished_exchanges();
        let has_id = |it: &CommandExchange| it.command_id() == status.id;
        let before = owed.iter().position(has_id);
        let overdue = |it: &CommandExchange| {
            it.command.is_quick_command() && self.overdue_wait(&it.line).is_some()
        };
        let may_have_id = |it: &CommandExchange| it.command.may_be_answered_with_id(status.id);
        if let Some(before) = before {
            if matches!(status.id, Id::Number(_)) {
                // A response to a line with only an id is a failure. So a success answers a later command with the id.
                let is_named = |it: &CommandExchange| it.command.name.is_some();
                let named = owed.iter().position(|it| has_id(it) && is_named(it));
                let before = named.filter(|_| status.is_success).unwrap_or(before);
                let mut candidates = owed.iter().take(before + 1);
                if let Some(odd) =
                    candidates.position(|it| may_have_id(it) && it.command.has_odd_id())
                {
                    self.begin_ambiguity(at, ODD_ID_REASON);
                    return odd;
                }
                let id_alone = owed.get(before).is_some_and(|it| !is_named(it));
                let later = owed.iter().skip(before + 1).position(may_have_id);
                if let Some(later) = later.filter(|_| id_alone) {
                    self.begin_ambiguity(at, ID_ALONE_REASON);
                    return before + 1 + later;
                }
                // If another command has the same id, the response may be the one of the other command.
                let uncertain = self.view.exchanges.get(self.first_ambiguous_exchange..);
                let with_id = uncertain.into_iter().flatten().filter(|it| has_id(it));
                if with_id.count() == 1 {
                    self.end_ambiguity(at);
                }
                return before;
            }
            // The engine may have left out the id of an earlier command by mistake. So a response without an id skips
            // the earlier commands only if all of them have timed out.
            if owed.iter().take(before).all(overdue) {
                return before;
            }
        }
        let ids = owed
            .iter()
            .take_while(|it| it.command.name.is_none())
            .count();
        if ids == 0 || status.is_success {
            return ids;
        }
        // A failure may be the engine's response to a line with only an id.
        let fits_next = owed.get(ids).is_none_or(may_have_id);
        if fits_next {
            self.begin_ambiguity(at, ID_ALONE_REASON);
        }
        if fits_next { ids } else { 0 }
    }

    /// Whether a line inside a response certainly begins the next response, because it has the id
    /// of the next command.
    fn begins_next_response(&self, status: &StatusLine) -> bool {
        let exchanges = self.unfinished_exchanges();
        let id = |index: usize| exchanges.get(index).map(CommandExchange::command_id);
        let next = id(1);
        // The reports of an analysis never begin with `=` or `?`.
        let is_stream = exchanges.first().is_some_and(|it| it.command.is_analysis());
        if is_stream && next.is_some_and(|it| it == status.id) {
            return true;
        }
        matches!(status.id, Id::Number(_)) && next == Some(status.id) && next != id(0)
    }

    fn current_response(&mut self) -> Option<&mut Response> {
        match &mut self
            .view
            .exchanges
            .get_mut(self.first_unfinished_exchange)?
            .answer
        {
            CommandAnswer::Answered(response) => Some(response.as_mut()),
            _ => None,
        }
    }

    /// Ends the response to the first unfinished command.
    fn end_response(&mut self, close: ResponseEnd) {
        self.is_after_response = matches!(close, ResponseEnd::EmptyLine(_));
        if let Some(response) = self.current_response() {
            response.end = close;
        }
        self.record_version_and_name();
        let exchange = self.unfinished_exchanges().first();
        self.is_after_long_line = exchange.is_some_and(|it| Spelling::is_long_line(&it.line.bytes));
        if self.is_ambiguous() {
            self.update_after_ambiguous_exchange();
        } else {
            self.update_after_finished_exchange();
            self.mark_answer_of_finished_exchange_as_certain();
        }
        self.first_unfinished_exchange += 1;
    }

    /// Whether a response is certainly a further response to a long line, which the engine has read as several lines. A
    /// further response is certain if all commands are answered, or if the response is a failure without the id of the
    /// next unanswered command.
    fn note_rest_of_long_line(&mut self, response: &Response) -> bool {
        let may_answer = |exchange: &CommandExchange| match exchange.command_id() {
            id @ Id::Number(_) if exchange.command.name.is_some() => {
                id == response.status.id || response.status.is_success
            }
            _ => true,
        };
        let may_answer_next = self.unfinished_exchanges().first().is_some_and(may_answer);
        if may_answer_next || self.is_ambiguous() {
            return false;
        }
        let last = self.first_unfinished_exchange.checked_sub(1);
        let exchange = last.and_then(|it| self.view.exchanges.get_mut(it));
        let Some(exchange) = exchange.filter(|it| Spelling::is_long_line(&it.line.bytes)) else {
            return false;
        };
        if exchange.further_responses.len() < MAX_EXTRA_NEWLINES {
            exchange.further_responses.push(response.line.clone());
        }
        true
    }

    /// Stores an empty line after the end of a response.
    fn store_extra_newline(&mut self, line: ViewLine) {
        if !self.is_after_response {
            return;
        }
        let last = self.first_unfinished_exchange.checked_sub(1);
        let exchange = last.and_then(|it| self.view.exchanges.get_mut(it));
        if let Some(CommandAnswer::Answered(response)) = exchange.map(|it| &mut it.answer)
            && response.extra_newlines.len() < MAX_EXTRA_NEWLINES
        {
            response.extra_newlines.push(line);
        }
    }

    /// Stores the protocol version and the name that the engine sent.
    fn record_version_and_name(&mut self) {
        let Some(exchange) = self.view.exchanges.get(self.first_unfinished_exchange) else {
            return;
        };
        let Some(response) = exchange.response().filter(|it| it.status.is_success) else {
            return;
        };
        if exchange.command.has_name("protocol_version") {
            self.handshake_done |= response.text == b"2";
        } else if exchange.command.has_name("name") && self.engine_name.is_none() {
            self.engine_name = Some(readable_text(&response.text).into_owned());
        }
    }

    fn add_extra_response(&mut self, response: Response) {
        // A response without a command is no violation if the log may begin in the middle of a conversation. After the
        // end of the engine's input, a response without a command may be a farewell, so it is no violation.
        let begun = !self.view.exchanges.is_empty() || self.view.last_command_before.is_some();
        if !self.is_ambiguous() && begun && !self.input_closed {
            self.view.extra_responses.push(response);
        }
    }

    fn add_unexpected_lines(&mut self, line: ViewLine, ends_empty: bool) {
        // Text that an engine sends after the end of its input, such as a farewell, is not judged.
        if self.input_closed && self.unfinished_exchanges().is_empty() && !self.quit_sent {
            return;
        }
        let begins_with_late_report = self.analysis_ended && line.bytes.starts_with(b"info ");
        let continues_response = ends_empty && self.is_after_response && !begins_with_late_report;
        let last = self.first_unfinished_exchange.checked_sub(1);
        let exchange = last.and_then(|it| self.view.exchanges.get_mut(it));
        if let Some(exchange) = exchange.filter(|_| continues_response) {
            if exchange.command.has_name("list_commands") {
                self.knowledge.forget_command_list();
            }
            if let CommandAnswer::Answered(response) = &mut exchange.answer {
                response.has_text_after_empty_line = true;
            }
        }
        self.view.unexpected_lines.push(UnexpectedLines {
            line,
            continues_response,
            begins_with_late_report,
        });
    }
}

fn truncate_text(text: &[u8]) -> Vec<u8> {
    text.iter().copied().take(MAX_TEXT_BYTES).collect()
}
