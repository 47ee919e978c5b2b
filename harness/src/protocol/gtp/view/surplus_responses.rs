//! Handles superfluous responses: if the engine sends one response too many, it is uncertain which commands the earlier
//! responses answer. An engine that sends two responses to one command may send the second one after the next command.
//! A late second response seems to answer the next command, and each later response seems to answer the command after
//! its own. An additional response is noticed in two cases: a response comes although every command has an answer, or a
//! response has the id of a command that already has an answer.

use std::{mem, time::Duration};

use super::{
    CommandAnswer, CommandExchange, Response, StatusLists, Tracker, clock::Clocks,
    knowledge::Knowledge,
};
use crate::{
    message::{Message, message},
    protocol::gtp::wire::Id,
    rule::DoubtRange,
    transcript::EventIndex,
};

/// The reason why lines before a response without a command are ambiguous.
const SURPLUS_RESPONSE_REASON: &Message = &message!(
    "doubt_surplus_response",
    "the engine sent one response too many, so the earlier responses may answer other commands"
);

/// After this time without output, no second response to an earlier command is expected.
const SURPLUS_RESPONSE_DELAY: Duration = Duration::from_secs(1);

/// The number of earlier commands whose ids are compared with the id of a finished command.
const MAX_COMPARED_IDS: usize = 64;

impl Tracker {
    /// Whether this response may be the late answer to a command before the first unfinished one: it is ambiguous which
    /// commands the responses answer, and only such an earlier command has this id.
    pub(super) fn may_answer_earlier_command(&self, id: Id) -> bool {
        let has_id = |it: &CommandExchange| it.command_id() == id;
        let finished = self.first_ambiguous_exchange..self.first_unfinished_exchange;
        let finished = self.view.exchanges.get(finished).unwrap_or_default();
        self.is_ambiguous()
            && matches!(id, Id::Number(_))
            && finished.iter().any(has_id)
            && !self.unfinished_exchanges().iter().any(has_id)
    }

    /// Whether this response has the id of a command that seems to be answered already, by a response without an id. If
    /// a response with the right id comes after one without an id, the response without an id, or one before it, was
    /// superfluous.
    pub(super) fn move_earlier_surplus_response(&mut self, response: &Response) -> bool {
        let Id::Number(_) = response.status.id else {
            return false;
        };
        let has_id = |it: &CommandExchange| it.command_id() == response.status.id;
        if self.is_ambiguous() || self.unfinished_exchanges().iter().any(has_id) {
            return false;
        }
        let judged = self.certain_exchanges..self.first_unfinished_exchange;
        let exchanges = self.view.exchanges.get_mut(judged).unwrap_or_default();
        let is_wrong = |it: &&mut CommandExchange| {
            let answer = it.response().map(|it| it.status.id);
            it.command_id() == response.status.id && answer == Some(Id::None)
        };
        let Some(exchange) = exchanges.iter_mut().rev().find(is_wrong) else {
            return false;
        };
        if let CommandAnswer::Answered(surplus) =
            mem::replace(&mut exchange.answer, CommandAnswer::NotRequired)
        {
            self.view.extra_responses.push(*surplus);
        }
        self.mark_responses_ambiguous(response.line.at);
        true
    }

    /// Marks all responses since the last certain one as ambiguous, because a superfluous response came. If only one
    /// command can have got two responses, nothing is uncertain.
    pub(super) fn handle_surplus_response(&mut self, response: &Response) {
        let is_farewell = self.input_closed;
        if !is_farewell && self.first_unfinished_exchange > self.certain_exchanges + 1 {
            self.mark_responses_ambiguous(response.line.at);
        }
    }

    fn mark_responses_ambiguous(&mut self, at: EventIndex) {
        let uncertain = self.certain_exchanges..self.first_unfinished_exchange;
        let exchanges = self.view.exchanges.get_mut(uncertain).unwrap_or_default();
        let Some(first_event) = exchanges.first().map(|it| it.line.at) else {
            return;
        };
        for exchange in exchanges {
            if matches!(exchange.answer, CommandAnswer::Answered(_)) {
                exchange.answer = CommandAnswer::NotRequired;
            }
        }
        self.view.doubt_ranges.push(DoubtRange {
            first_event,
            last_event: Some(at),
            reason: SURPLUS_RESPONSE_REASON,
        });
        self.game.forget_all_but_files();
        self.knowledge = Knowledge::default();
        self.clocks = Clocks::default();
        self.status_lists = StatusLists::default();
        self.certain_exchanges = self.first_unfinished_exchange;
    }

    /// Marks all finished exchanges as certain before a new command, if the engine was silent so long that no second
    /// response to them is expected.
    pub(super) fn mark_exchanges_certain_after_silence(&mut self) {
        let is_quiet = self.now.saturating_sub(self.last_output) >= SURPLUS_RESPONSE_DELAY;
        if is_quiet && self.unfinished_exchanges().is_empty() {
            self.certain_exchanges = self.first_unfinished_exchange;
        }
    }

    /// Marks a finished exchange as certain if its response has the id of its command, and no recent command has the
    /// same id.
    pub(super) fn mark_answer_of_finished_exchange_as_certain(&mut self) {
        let index = self.first_unfinished_exchange;
        let Some(exchange) = self.view.exchanges.get(index) else {
            return;
        };
        let id = exchange.command_id();
        let is_answer = exchange.response().is_some_and(|it| it.status.id == id);
        let mut earlier = self
            .view
            .exchanges
            .iter()
            .take(index)
            .rev()
            .take(MAX_COMPARED_IDS);
        if matches!(id, Id::Number(_)) && is_answer && earlier.all(|it| it.command_id() != id) {
            self.certain_exchanges = index + 1;
        }
    }
}
