//! A segment of an AGI conversation, as the rules read it.

use super::{
    dialect::AgiDialect,
    wire::{AgiCommand, Command, Response},
};
use crate::{message::message, protocol::search, rule::Findings};

pub(super) use search::{EnginePhase, Expectation, OverdueAnswer, QuestionKind};

pub(super) type View = search::View<AgiDialect>;
pub(super) type Entry = search::ViewEntry<AgiDialect>;
pub(super) type Search = search::Search<AgiDialect>;
pub(super) type Tracker = search::Tracker<AgiDialect>;
pub(super) type UnspecifiedInput = search::UnspecifiedInput<AgiDialect>;
pub(super) type Deadline<'a> = search::Deadline<'a, AgiDialect>;

/// The state of the engine's thinking and pondering before a line of the conversation, as far as the rules know it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ThinkingState {
    /// Lines of an ended search or of pondering may still be on their way, because no `ISREADY` was answered since the
    /// search or the pondering ended.
    pub(super) may_have_late_lines: bool,
    /// The engine ponders after `GO PONDER`.
    pub(super) is_pondering: bool,
    /// The last command other than `ISREADY` was a `STOP` that was sent to an idle engine.
    pub(super) was_stopped_while_idle: bool,
    /// Lines that the engine sent while pondering may still be on their way, and may be about an earlier position.
    may_refer_to_earlier_position: bool,
    /// The number of `ISREADY` without an answer.
    unanswered_isreadys: u32,
    /// The number of `ISREADY` without an answer that were sent before the end of the last search. Their answers do not
    /// prove that the search has ended.
    earlier_isreadys: u32,
}

impl ThinkingState {
    /// Updates the `ThinkingState` with the next line of the conversation.
    pub(super) fn observe_entry(&mut self, entry: &Entry) {
        match (entry.command(), entry.response()) {
            (Some(Command::IsReady), _) => self.unanswered_isreadys += 1,
            (Some(Command::Blank | Command::Other), _) => (),
            (Some(command), _) => {
                let was_pondering = self.is_pondering;
                self.is_pondering = match command {
                    Command::Dialect(AgiCommand::GoPonder) => true,
                    Command::Dialect(AgiCommand::SetOption(_) | AgiCommand::SetRule(_)) => {
                        was_pondering
                    }
                    _ => false,
                };
                let searches = matches!(command, Command::Go(_)) || self.is_pondering;
                // Until `PONDER` is switched off, the engine may have pondered by itself.
                let ends_pondering = was_pondering
                    || matches!(command, Command::Dialect(AgiCommand::SetOption(it)) if it.ponder == Some(false));
                self.may_have_late_lines |= searches || ends_pondering;
                self.may_refer_to_earlier_position |= ends_pondering;
                if searches || ends_pondering {
                    self.earlier_isreadys = self.unanswered_isreadys;
                }
                self.was_stopped_while_idle =
                    *command == Command::Stop && entry.phase == EnginePhase::Idle;
            }
            (_, Some(Response::BestMove(_))) => {
                self.may_have_late_lines = true;
                self.earlier_isreadys = self.unanswered_isreadys;
            }
            (_, Some(Response::ReadyOk)) => {
                if self.earlier_isreadys == 0 && self.unanswered_isreadys > 0 {
                    self.may_have_late_lines = false;
                    self.may_refer_to_earlier_position = false;
                }
                self.earlier_isreadys = self.earlier_isreadys.saturating_sub(1);
                self.unanswered_isreadys = self.unanswered_isreadys.saturating_sub(1);
            }
            _ => (),
        }
    }

    /// True if the `INFO` line may be about an earlier position, on which the engine pondered.
    pub(super) fn may_be_stale(&self, info: &Entry) -> bool {
        let may_ponder_by_itself = info.was_debug_on;
        self.may_refer_to_earlier_position || may_ponder_by_itself && self.may_have_late_lines
    }

    /// Calls `judge` with every response and with what the rules know before this response.
    pub(super) fn for_each_response(
        view: &View,
        mut judge: impl FnMut(&Entry, &Response, ThinkingState),
    ) {
        let mut background = view.dialect_notes;
        for entry in &view.entries {
            if let Some(response) = entry.response() {
                judge(entry, response, background);
            }
            background.observe_entry(entry);
        }
    }
}

/// Makes a rule about `INFO` not applicable if the engine never sends `INFO`, which it need not (`AGI R-13`).
pub(super) fn mark_inapplicable_without_info(view: &View, out: &mut Findings) {
    if view.has_results() {
        out.not_applicable(message!("no_info_agi", "the engine sends no `INFO`"));
    }
}

/// Makes a rule about `CHANGE` not applicable if the rules of the game allowed a swap of colors but the engine did not
/// ask for one.
pub(super) fn mark_inapplicable_if_color_swap_unused(view: &View, out: &mut Findings) {
    let is_unused = |search: &&Search| {
        search.search_notes.is_color_swap_allowed == Some(true)
            && matches!(view.result_entry(search).and_then(Entry::response),
                Some(Response::BestMove(it)) if it.no_move_word.is_none())
    };
    if view.searches.iter().any(|it| is_unused(&it)) {
        out.not_applicable(message!(
            "change_never_sent",
            "the engine did not ask for a swap of colors where one was due"
        ));
    }
}
