//! The board of one game, and the search in this game.

use std::{sync::Arc, time::Duration};

use super::{
    UciAction, current_search::CurrentSearch, go::GoCommand, options::Options, uci_game::UciGame,
};
use crate::{
    protocol::board::Board,
    search::{HashTable, SearchJob, SearchReport},
};

#[derive(Debug)]
pub(super) struct PlayedGame<G: UciGame> {
    pub(super) board: Board<G>,
    current_search: Option<CurrentSearch<G>>,
}

impl<G: UciGame> PlayedGame<G> {
    pub(super) fn new(start: G) -> PlayedGame<G> {
        PlayedGame {
            board: Board::new(start),
            current_search: None,
        }
    }

    pub(super) fn is_searching(&self) -> bool {
        self.current_search.is_some()
    }

    /// Ends the search without a result.
    pub(super) fn drop_search(&mut self) {
        self.current_search = None;
    }

    /// Sets the board from the words after `position`. If the words are invalid, the board is unchanged.
    pub(super) fn set_position(&mut self, words: &[&str], options: &Options) -> Result<(), String> {
        let variant = options.variant;
        let split = words
            .iter()
            .position(|it| *it == "moves")
            .unwrap_or(words.len());
        let (place, moves) = words.split_at(split);
        let fen = match place {
            ["startpos"] => None,
            ["fen", fields @ ..] => Some(fields.join(" ")),
            // `UCI U103`
            [] if !moves.is_empty() => None,
            _ => return Err("expected `startpos` or `fen`".to_owned()),
        };
        let mut board = Board::new(G::parse_position(fen.as_deref(), variant)?);
        let read = |position: &G, word: &str| position.parse_move(word, variant);
        let played = board.play_moves(moves.get(1..).unwrap_or_default(), read);
        played.map_err(|word| format!("`{word}` is not a legal move"))?;
        self.board = board;
        Ok(())
    }

    /// Starts the search of a `go` command. Returns the description of the search, and the request to start it if there
    /// is a move to search.
    pub(super) fn start_search(
        &mut self,
        now: Duration,
        id: u64,
        words: &[&str],
        options: &Options,
        table: &Arc<HashTable>,
    ) -> (String, Option<UciAction>) {
        let go = GoCommand::parse(words, &self.board.position, options.variant);
        let thinking = CurrentSearch::new(now, id, go, &self.board, options, Arc::clone(table));
        let request = thinking.needs_search(now).then(|| {
            UciAction::StartSearch(Box::new(G::wrap_job(SearchJob {
                id,
                start_position: self.board.base_position.clone(),
                moves: self.board.moves_since_base.clone(),
                banned_moves: thinking.banned_moves(),
                limits: thinking.search_limits(),
                params: thinking.search_params(),
                hash_table: Arc::clone(table),
            })))
        });
        let description = thinking.limits_description();
        self.current_search = Some(thinking);
        (description, request)
    }

    pub(super) fn ponderhit(&mut self, now: Duration) {
        if let Some(thinking) = &mut self.current_search {
            thinking.ponderhit(now);
        }
    }

    /// Handles a report of the search. Reports of an earlier search are ignored.
    pub(super) fn handle_report(
        &mut self,
        now: Duration,
        report: SearchReport<G::Move>,
        out: &mut Vec<UciAction>,
    ) {
        let current = self.current_search.as_mut();
        if let Some(thinking) = current.filter(|it| it.id() == report.id) {
            thinking.handle_report(now, report, out);
            self.send_result_if_due(now, out);
        }
    }

    pub(super) fn send_info_if_due(&mut self, now: Duration, out: &mut Vec<UciAction>) {
        if let Some(thinking) = &mut self.current_search {
            thinking.send_info_if_due(now, out);
        }
    }

    pub(super) fn next_wakeup(&self) -> Option<Duration> {
        let current = self.current_search.as_ref();
        current.and_then(CurrentSearch::next_wakeup)
    }

    pub(super) fn send_result_if_due(&mut self, now: Duration, out: &mut Vec<UciAction>) {
        let current = self.current_search.as_ref();
        if current.is_some_and(|it| it.is_result_due(now)) {
            self.send_result(now, out);
        }
    }

    pub(super) fn send_result(&mut self, now: Duration, out: &mut Vec<UciAction>) {
        if let Some(mut thinking) = self.current_search.take() {
            out.push(UciAction::StopSearch);
            thinking.send_result(now, out);
        }
    }
}
