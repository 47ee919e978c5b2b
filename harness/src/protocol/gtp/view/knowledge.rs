//! Which commands the engine knows, as `list_commands`, `known_command` and its other answers show.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::{CommandExchange, Response, known_scores::KnownScores};
use crate::{protocol::gtp::wire::ArgumentKind, readable::readable_text};

/// What the conversation shows about a command before the command is sent. If the command is `known_command`, the facts
/// are about the command that its argument names.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct CommandFacts {
    /// Whether `list_commands` lists the command.
    pub(in super::super) listed: Option<bool>,
    /// The engine's answer to `known_command` for this command.
    pub(in super::super) known_command_answer: Option<bool>,
    /// An earlier use of this command failed with `unknown command`.
    pub(in super::super) failed_as_unknown: bool,
    /// An earlier use of this command succeeded.
    pub(in super::super) has_succeeded: bool,
    /// The engine has answered at least one command with a success.
    pub(in super::super) engine_succeeded: bool,
    /// `undo` was refused directly after a move.
    pub(in super::super) undo_refused: bool,
    /// The last board came from a record, and nothing was played on it. Then an engine may not know the moves of the
    /// record.
    pub(in super::super) board_is_from_record: bool,
    /// `list_commands` lists `kgs-time_settings`.
    pub(in super::super) kgs_time_listed: bool,
    /// The komi may be no plain number, for example `inf`.
    pub(in super::super) komi_is_odd: bool,
    /// The scores of the position so far.
    pub(in super::super) scores: KnownScores,
}

/// What the engine's answers have shown so far about its commands, its name and its version.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Knowledge {
    listed: Option<Arc<BTreeSet<Vec<u8>>>>,
    names: BTreeMap<Vec<u8>, CommandNameFacts>,
    engine_succeeded: bool,
    undo_refused: bool,
    board_is_from_record: bool,
    komi_is_odd: bool,
    scores: KnownScores,
    pub(super) name: Option<Vec<u8>>,
    pub(super) version: Option<Vec<u8>>,
}

#[derive(Clone, Copy, Debug, Default)]
struct CommandNameFacts {
    known_command_answer: Option<bool>,
    failed_as_unknown: bool,
    has_succeeded: bool,
}

/// The maximum number of command names whose facts are kept.
const MAX_COMMAND_NAMES: usize = 4096;

impl Knowledge {
    /// The facts about the command of an exchange, or, for `known_command`, about the command that its argument names.
    pub(super) fn facts(&self, exchange: &CommandExchange) -> CommandFacts {
        let name = subject_command_name(exchange);
        let known = name.and_then(|it| self.names.get(it)).copied();
        let known = known.unwrap_or_default();
        let is_listed = |name: &[u8]| self.listed.as_ref().map(|it| it.contains(name));
        CommandFacts {
            listed: name.and_then(is_listed),
            known_command_answer: known.known_command_answer,
            failed_as_unknown: known.failed_as_unknown,
            has_succeeded: known.has_succeeded,
            engine_succeeded: self.engine_succeeded,
            undo_refused: self.undo_refused,
            board_is_from_record: self.board_is_from_record,
            kgs_time_listed: is_listed(b"kgs-time_settings") == Some(true),
            komi_is_odd: self.komi_is_odd,
            scores: self.scores,
        }
    }

    /// Forgets the engine's list of commands, because the list was not complete.
    pub(super) fn forget_command_list(&mut self) {
        self.listed = None;
    }

    /// Whether `list_commands` lists a command.
    pub(in super::super) fn lists(&self, name: &str) -> bool {
        let list = self.listed.as_ref();
        list.is_some_and(|it| it.contains(name.as_bytes()))
    }

    /// The names that this answer to `list_commands` lacks, although the engine declared them as known earlier.
    pub(super) fn names_missing_in(&self, response: &Response) -> Vec<String> {
        let list: BTreeSet<&[u8]> = response.words().collect();
        let missing = self.names.iter().filter(|(name, facts)| {
            facts.known_command_answer == Some(true)
                && !list.contains(name.as_slice())
                && !list.contains(name.to_ascii_lowercase().as_slice())
        });
        missing
            .map(|(name, _)| readable_text(name).into_owned())
            .collect()
    }

    /// The names that this answer to `list_commands` contains, although the engine declared them as unknown earlier.
    pub(super) fn unknown_names_in(&self, response: &Response) -> Vec<String> {
        let list: BTreeSet<&[u8]> = response.words().collect();
        let unknown = self.names.iter().filter(|(name, facts)| {
            (facts.known_command_answer == Some(false) || facts.failed_as_unknown)
                && list.contains(name.as_slice())
        });
        unknown
            .map(|(name, _)| readable_text(name).into_owned())
            .collect()
    }

    /// Stores what a command may have changed when it is unknown how the engine answered the command.
    pub(super) fn update_after_unanswered_command(&mut self, exchange: &CommandExchange) {
        self.komi_is_odd |= sets_odd_komi(exchange);
        self.scores = KnownScores::default();
    }

    /// Stores what the answer to a command shows about the engine.
    pub(super) fn update_after_exchange(
        &mut self,
        exchange: &CommandExchange,
        response: &Response,
    ) {
        let is_success = response.status.is_success;
        let command = &exchange.command;
        let Some(name) = command.name.clone() else {
            return;
        };
        self.engine_succeeded |= is_success && !command.has_name("quit");
        self.scores.update_after_exchange(exchange, response);
        if command.has_name("komi") && is_success {
            self.komi_is_odd = sets_odd_komi(exchange);
        }
        if command.has_name("undo") {
            let after_move = exchange.board.move_count > 0 && !self.board_is_from_record;
            self.undo_refused = after_move && !is_success;
        } else if is_success {
            let is_loaded = command.has_name("loadsgf");
            let is_move = command.has_name("play") || command.has_name("genmove");
            self.board_is_from_record = is_loaded || self.board_is_from_record && !is_move;
        }
        if command.has_name("name") && is_success && response.is_whole() {
            self.name = Some(response.text.clone());
        }
        if command.has_name("version") && is_success && response.is_whole() {
            self.version = Some(response.text.clone());
        }
        if command.has_name("list_commands") && response.is_whole_success() {
            let names = response.words().map(<[u8]>::to_vec);
            self.listed = Some(Arc::new(names.collect()));
        }
        let room = self.names.len() < MAX_COMMAND_NAMES;
        if command.has_name("known_command")
            && room
            && is_success
            && let Some(about) = command.arguments.first()
        {
            let said = match response.text.as_slice() {
                b"true" => Some(true),
                b"false" => Some(false),
                _ => None,
            };
            self.names
                .entry(about.clone())
                .or_default()
                .known_command_answer = said;
        }
        if room || self.names.contains_key(&name) {
            let facts = self.names.entry(name).or_default();
            facts.has_succeeded |= is_success;
            let is_usual = exchange.spelling.is_plain() && command.has_usual_arguments();
            facts.failed_as_unknown |= response.is_unknown_command() && is_usual;
        }
    }
}

fn sets_odd_komi(exchange: &CommandExchange) -> bool {
    exchange.command.has_name("komi") && exchange.command.argument_kind() != ArgumentKind::Valid
}

/// The name of the command to which the facts of an exchange apply: the exchange's own command, or the argument of
/// `known_command`.
fn subject_command_name(exchange: &CommandExchange) -> Option<&[u8]> {
    match exchange.command.has_name("known_command") {
        true => exchange.command.arguments.first().map(Vec::as_slice),
        false => exchange.command.name.as_deref(),
    }
}
