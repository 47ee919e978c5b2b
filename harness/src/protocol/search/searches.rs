//! Searches: a `go`, its `info` lines and its result, and comparisons of successive searches.

use std::{ops::Range, time::Duration};

use super::{
    BestMove, Board, BoardGame, BoardNotes as _, Command, Dialect, GoCommand as _, Info, InfoItem,
    MisspeltMove, MoveOf, PositionSpec, Response, SearchLimits, View, ViewEntry,
    position_after_moves,
};

/// A search: a `go`, its `info` lines and its result.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct Search<D: Dialect> {
    /// The index of the `go` in the entries (lines) of its segment.
    pub(in crate::protocol) entry: usize,
    /// The time at which the engine could read the `go`.
    pub(in crate::protocol) started: Duration,
    pub(in crate::protocol) go: D::Go,
    pub(in crate::protocol) board: Board<D>,
    /// The last `position` before the `go`.
    pub(in crate::protocol) last_position: Option<PositionSpec<D>>,
    /// The number of commands before the `go` that may have set the board, counted from the start of the conversation.
    pub(in crate::protocol) board_command_count: usize,
    /// The previous search, if it had a result.
    pub(in crate::protocol) previous_search: Option<Box<PreviousSearch<D>>>,
    /// A command that sets the board and that was sent during this search, or during an earlier search if no valid
    /// command has set the board since then. The engine must ignore a command that sets the board during a search.
    pub(in crate::protocol) command_during_search: Option<Box<CommandDuringSearch<D>>>,
    /// The unit of the times in the `go`, or the longest possible unit if the unit is not certain.
    pub(in crate::protocol) time_unit: Duration,
    /// Whether the unit of the times in the `go` is certain.
    pub(in crate::protocol) is_time_unit_known: bool,
    /// The dialect's data about this search.
    pub(in crate::protocol) search_notes: D::SearchNotes,
    /// The entry index of the `ponderhit` during the search.
    pub(in crate::protocol) ponderhit_entry: Option<usize>,
    /// The entry index of the first `stop` during the search.
    pub(in crate::protocol) stop_entry: Option<usize>,
    /// The time that was left on the engine's clock at this `stop`, if the log has it.
    pub(in crate::protocol) clock_left_at_stop: Option<Duration>,
    pub(in crate::protocol) info_entries: Vec<usize>,
    /// The entry index of the result, `bestmove` or `nobestmove`.
    pub(in crate::protocol) result_entry: Option<usize>,
    /// The `info` lines and the result may belong to another `go`.
    pub(in crate::protocol) is_doubtful: bool,
    /// The index of the entry (line) since which it is uncertain to which `go` the lines of the search belong, or
    /// `None` if this was uncertain from the beginning of the search. A result that was overdue before the search
    /// became doubtful remains overdue.
    pub(in crate::protocol) doubtful_since: Option<usize>,
    /// The engine may skip this `go` and send no result, because the protocol does not specify the effect of the `go`:
    /// its position, its mode or its syntax is invalid.
    pub(in crate::protocol) may_be_skipped: bool,
    /// The line of the `go` is outside the grammar, and no answer has shown yet that the engine accepted it.
    pub(in crate::protocol) outside_grammar: bool,
    /// A line outside the grammar may have stopped the search or started its clock.
    pub(in crate::protocol) may_have_been_stopped: bool,
    /// The entry index of a command that may have ended the search although the command is invalid
    /// during a search ([`Dialect::may_end_search`]).
    pub(in crate::protocol) interrupting_entry: Option<usize>,
    /// The time of a `quit` or of the end of input during the search. After a `quit` or the end of input, a missing
    /// result is excused (`UCCI E5`).
    pub(in crate::protocol) result_excused_since: Option<Duration>,
}

impl<D: Dialect> View<D> {
    /// The `info` lines of a search, each with its entry (line) in the segment.
    pub(in crate::protocol) fn info_lines_of_search<'a>(
        &'a self,
        search: &'a Search<D>,
    ) -> impl Iterator<Item = (&'a ViewEntry<D>, &'a Info<D>)> {
        let entries = search.info_entries.iter().map(|it| self.entry(*it));
        entries.filter_map(|entry| match entry.response()? {
            Response::Info(info) => Some((entry, info)),
            _ => None,
        })
    }

    /// Stores the time that is left on the engine's clock, if the last line is the `stop` of a running search.
    pub(in crate::protocol) fn store_clock_left_at_stop(&mut self, left: Duration) {
        let last_entry = self.entries.len().checked_sub(1);
        let stopped = (self.searches.last_mut())
            .filter(|it| it.result_entry.is_none() && it.stop_entry.is_some());
        if let Some(search) = stopped.filter(|it| it.stop_entry == last_entry) {
            search.clock_left_at_stop = Some(left);
        }
    }

    /// For each search that sends its full principal variation: the result, and the last principal variation. Other
    /// rules report illegal moves, so results and variations with illegal moves are left out.
    pub(in crate::protocol) fn results_with_pv(&self) -> impl Iterator<Item = ResultWithPv<'_, D>> {
        let whole = self.searches.iter().filter(|it| D::reports_full_pv(it));
        whole.filter_map(|it| self.result_with_pv(it))
    }

    fn result_with_pv(&self, search: &Search<D>) -> Option<ResultWithPv<'_, D>> {
        let entry = self.result_entry(search)?;
        let Some(Response::BestMove(result)) = entry.response() else {
            return None;
        };
        let position = search.position()?;
        let best = result.best_move.as_ref()?.0;
        let fits = position.is_legal(best) && search.board.notes.allows_move(best);
        let mut after = position.clone();
        after.play(best);
        let pv = self
            .last_pv(search)
            .filter(|it| fits && are_moves_legal(position, it))?;
        Some(ResultWithPv {
            entry,
            result,
            position_after: after,
            pv,
        })
    }

    /// The moves after the keyword `key` that are not written in the protocol's notation
    /// (`UCCI MV1`).
    pub(in crate::protocol) fn misspelt_moves(
        &self,
        key: &str,
    ) -> impl Iterator<Item = (&ViewEntry<D>, &MisspeltMove)> {
        let infos = self.searches.iter().flat_map(|it| &it.info_entries);
        infos.filter_map(move |index| {
            let entry = self.entry(*index);
            match entry.response()? {
                Response::Info(info) if !entry.may_be_other_protocol => {
                    let word = info.misspelt_move.as_ref();
                    Some((entry, word.filter(|it| it.key == key)?))
                }
                _ => None,
            }
        })
    }

    /// The last principal variation that the engine sent in a search. Returns `None` if the engine sent several
    /// variations for one depth (`multipv`).
    fn last_pv(&self, search: &Search<D>) -> Option<Vec<MoveOf<D>>> {
        let mut last = None;
        for entry in search.info_entries.iter().map(|it| self.entry(*it)) {
            let words = || entry.line.split(u8::is_ascii_whitespace);
            let mut several = words().skip_while(|it| *it != b"multipv").skip(1);
            if several.next().is_some_and(|it| it != b"1") {
                return None;
            }
            let Some(Response::Info(info)) = entry.response() else {
                continue;
            };
            // A principal variation with a bound (`lowerbound`, `upperbound`) may differ from the
            // final variation.
            if words().any(|it| it == b"lowerbound" || it == b"upperbound") {
                continue;
            }
            for item in &info.items {
                if let InfoItem::Pv(moves) = item {
                    last = Some(moves.iter().map(|it| it.0).collect());
                }
            }
        }
        last
    }
}

/// A result and its principal variation.
pub(in crate::protocol) struct ResultWithPv<'a, D: Dialect> {
    pub(in crate::protocol) entry: &'a ViewEntry<D>,
    pub(in crate::protocol) result: &'a BestMove<D>,
    /// The position after the best move.
    pub(in crate::protocol) position_after: D::Game,
    pub(in crate::protocol) pv: Vec<MoveOf<D>>,
}

fn are_moves_legal<G: BoardGame>(position: &G, moves: &[G::Move]) -> bool {
    let mut position = position.clone();
    moves.iter().all(|it| {
        let legal = position.is_legal(*it);
        position.play(*it);
        legal
    })
}

/// The previous search in the same game, and its result.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct PreviousSearch<D: Dialect> {
    pub(in crate::protocol) search: Search<D>,
    /// The time of the result.
    pub(in crate::protocol) result_time: Duration,
    /// The best move of the result.
    pub(in crate::protocol) best_move: Option<MoveOf<D>>,
    /// The time of the previous search's `ponderhit`.
    pub(in crate::protocol) ponderhit_time: Option<Duration>,
}

impl<D: Dialect> PreviousSearch<D> {
    /// Whether the search `later` continues the same game: its position is the one after this search's best move and
    /// one reply of the opponent.
    pub(in crate::protocol) fn is_continued_by(&self, later: &Search<D>) -> bool {
        let (Some(was), Some(is), Some(best)) = (
            &self.search.last_position,
            &later.last_position,
            self.best_move,
        ) else {
            return false;
        };
        if let (Some(was), Some(moves)) = (&was.moves, &is.moves)
            && self
                .search
                .last_position
                .as_ref()
                .is_some_and(|it| it.base_position == is.base_position)
        {
            let goes_on = moves.starts_with(was) && moves.get(was.len()) == Some(&best);
            return goes_on && moves.len() == was.len() + 2;
        }
        // After a capture, or after each move, the interface may send the next position as a new FEN instead of as moves.
        let (Some(mut position), Some(there)) =
            (position_after_moves(was), position_after_moves(is))
        else {
            return false;
        };
        if !position.is_legal(best) {
            return false;
        }
        position.play(best);
        position.legal_moves().into_iter().any(|reply| {
            let mut after = position.clone();
            after.play(reply);
            after.has_same_board(&there)
        })
    }

    /// Whether the search `later` is for the position after this search's best move, so that one engine plays both sides.
    pub(in crate::protocol) fn is_answered_by(&self, later: &Search<D>) -> bool {
        let (Some(was), Some(is)) = (&self.search.last_position, &later.last_position) else {
            return false;
        };
        let (was_moves, moves) = (
            was.moves.as_deref().unwrap_or_default(),
            is.moves.as_deref().unwrap_or_default(),
        );
        let played = moves.strip_prefix(was_moves);
        was.base_position == is.base_position
            && self
                .best_move
                .is_some_and(|best| played == Some([best].as_slice()))
    }

    /// Whether this search pondered on a reply of the opponent, but the opponent played another reply before the search
    /// `later`.
    pub(in crate::protocol) fn was_ponder_move_wrong(&self, later: &Search<D>) -> bool {
        self.search.go.is_ponder()
            && self.ponderhit_time.is_none()
            && (self.has_other_last_move(later) || self.has_other_reply(later))
    }

    /// Whether the position of the search `later` differs from the position of this search in the last move only, and
    /// both have the same first position.
    fn has_other_last_move(&self, later: &Search<D>) -> bool {
        let positions = self
            .search
            .last_position
            .as_ref()
            .zip(later.last_position.as_ref());
        let Some((was, is)) = positions.filter(|(was, is)| was.base_position == is.base_position)
        else {
            return false;
        };
        let ends = |moves: &Option<Vec<MoveOf<D>>>| {
            let (last, before) = moves.as_ref()?.split_last()?;
            Some((*last, before.to_vec()))
        };
        let pair = ends(&was.moves).zip(ends(&is.moves));
        pair.is_some_and(|((was, before), (is, same))| was != is && before == same)
    }

    /// The same if the interface sends a new FEN, such as after a capture: both positions come after the result of the
    /// search before this one.
    fn has_other_reply(&self, later: &Search<D>) -> bool {
        let positions = self
            .search
            .last_position
            .as_ref()
            .zip(later.last_position.as_ref());
        let Some((was, is)) = positions.filter(|(was, is)| was.base_position != is.base_position)
        else {
            return false;
        };
        let boards = position_after_moves(was).zip(position_after_moves(is));
        boards.is_some_and(|(was, is)| !was.has_same_board(&is))
            && self
                .search
                .previous_search
                .as_deref()
                .is_some_and(|it| it.is_continued_by(&self.search) && it.is_continued_by(later))
    }

    /// The time that the search used on the clock. The clock of a ponder search starts at its `ponderhit`. Returns
    /// `None` for a ponder search without a `ponderhit`.
    pub(in crate::protocol) fn clock_time_used(&self) -> Option<Duration> {
        let since = match self.search.go.is_ponder() {
            true => self.ponderhit_time?,
            false => self.search.started,
        };
        Some(self.result_time.saturating_sub(since))
    }
}

impl<D: Dialect> View<D> {
    /// The previous search in the same game, if it is certain that the engine finished it and then read the `go` of the
    /// search `after`.
    pub(in crate::protocol) fn certain_previous_search<'a>(
        &self,
        after: &'a Search<D>,
    ) -> Option<&'a PreviousSearch<D>> {
        let earlier = after.previous_search.as_deref()?;
        let entry = self.entry(after.entry);
        let is_unclear =
            earlier.search.is_doubtful || entry.is_deferred || entry.may_be_other_protocol;
        (!is_unclear).then_some(earlier)
    }
}

/// A `bestmove`, the search that it answers, and the board of this search.
pub(in crate::protocol) struct BestMoveAnswer<'a, D: Dialect> {
    pub(in crate::protocol) search: &'a Search<D>,
    pub(in crate::protocol) board: &'a Board<D>,
    pub(in crate::protocol) entry: &'a ViewEntry<D>,
    pub(in crate::protocol) best_move: MoveOf<D>,
    pub(in crate::protocol) span: Range<usize>,
}

impl<D: Dialect> View<D> {
    /// Whether the result shows that the engine had another position on its board than the interface set. Another rule
    /// reports that the engine's position is wrong.
    pub(in crate::protocol) fn is_result_from_other_position(&self, search: &Search<D>) -> bool {
        match self.result_entry(search).and_then(ViewEntry::response) {
            Some(Response::BestMove(it)) => {
                let best = it.best_move.as_ref();
                best.is_some_and(|it| {
                    search.board.is_legal_only_on_other_board(it.0)
                        || self.is_explained_by_position_in_search(search, it.0)
                })
            }
            _ => false,
        }
    }

    /// Whether the move is illegal in the position of the search, but perhaps legal after a `position` that the
    /// interface sent during the search.
    fn is_explained_by_position_in_search(&self, search: &Search<D>, best: MoveOf<D>) -> bool {
        let Some(here) = search.board.position.as_ref() else {
            return false;
        };
        if here.is_legal(best) {
            return false;
        }
        let is_possible = |it: Option<&D::Game>| it.is_none_or(|it| it.is_legal(best));
        let end = search.result_entry.unwrap_or(search.entry);
        let during = self.entries.get(search.entry..end).unwrap_or_default();
        let mut sent = during.iter().filter_map(|it| match it.command() {
            Some(Command::Position(spec)) => Some(position_after_moves(spec)),
            _ => None,
        });
        // If the engine executed a command that set the board during an earlier search, it still has the same board in
        // this search.
        let tracked = search.command_during_search.as_ref();
        sent.any(|it| is_possible(it.as_ref()))
            || tracked.is_some_and(|it| is_possible(it.board_if_executed.position.as_ref()))
    }

    /// Every `bestmove` that certainly answers its `go`.
    pub(in crate::protocol) fn certain_best_moves(
        &self,
    ) -> impl Iterator<Item = BestMoveAnswer<'_, D>> {
        let certain = self.searches.iter().filter(|it| !it.is_doubtful);
        certain.filter_map(|search| {
            let entry = self.result_entry(search)?;
            let Some(Response::BestMove(it)) = entry.response() else {
                return None;
            };
            let (best, span) = it.best_move.clone()?;
            Some(BestMoveAnswer {
                search,
                board: &search.board,
                entry,
                best_move: best,
                span,
            })
        })
    }

    /// The first command for which `kind` returns true, that was sent during `search`, and that the engine reads only
    /// after the result (batch mode).
    pub(in crate::protocol) fn first_deferred_command(
        &self,
        search: &Search<D>,
        kind: impl Fn(&Command<D>) -> bool,
    ) -> Option<&ViewEntry<D>> {
        let result = search.result_entry?;
        let between = self.entries.get(search.entry..result)?;
        let mut waited = between.iter().filter(|it| it.is_deferred);
        waited.find(|it| it.command().is_some_and(&kind))
    }

    /// Whether the engine sent an `info` line with a depth, a number of nodes or a current move, which it can only know
    /// from a search.
    pub(in crate::protocol) fn has_search_info(&self, search: &Search<D>) -> bool {
        let mut entries = search.info_entries.iter().map(|it| self.entry(*it));
        entries.any(|it| match it.response() {
            Some(Response::Info(info)) => info.items.iter().any(|it| {
                matches!(
                    it,
                    InfoItem::Depth(1..) | InfoItem::Nodes(1..) | InfoItem::CurrMove(..)
                )
            }),
            _ => false,
        })
    }
}

impl<D: Dialect> Search<D> {
    /// The limits of the search.
    pub(in crate::protocol) fn limits(&self) -> SearchLimits {
        let position = self.board.position.as_ref();
        self.go.limits(
            self.time_unit,
            position.map(BoardGame::is_first_player_to_move),
        )
    }

    /// Whether the search waits for `ponderhit` or `stop`.
    pub(in crate::protocol) fn waits_for_ponderhit(&self) -> bool {
        self.go.waits_for_ponderhit(&self.limits())
    }

    /// Stores that the search needs no result any more after `time`, so that a missing result is excused. If the search
    /// already has a result, this function does nothing.
    pub(in crate::protocol) fn excuse_missing_result(&mut self, time: Duration) {
        if self.result_entry.is_none() {
            self.result_excused_since =
                Some(self.result_excused_since.map_or(time, |it| it.min(time)));
        }
    }

    /// The two possible positions, if the engine may have skipped a `position` command.
    pub(in crate::protocol) fn possible_positions(&self) -> Option<[&D::Game; 2]> {
        let known = !self.is_doubtful && !self.board.plays_own_answers;
        let other = self.board.alternative_position.as_ref()?.as_ref()?;
        Some([self.board.position.as_ref().filter(|_| known)?, other])
    }

    /// The position of the search. Returns `None` if the position is not certain.
    pub(in crate::protocol) fn position(&self) -> Option<&D::Game> {
        let known = !self.is_doubtful
            && !self.board.plays_own_answers
            && self.board.alternative_position.is_none();
        self.board.position.as_ref().filter(|_| known)
    }
}

/// A command that sets the board and was sent during a search, where it is invalid (`UCCI ST7`).
#[derive(Clone, Debug)]
pub(in crate::protocol) struct CommandDuringSearch<D: Dialect> {
    pub(in crate::protocol) command: Command<D>,
    /// The engine's board if the engine ignores the command that was sent during the search.
    pub(in crate::protocol) board_if_ignored: Board<D>,
    /// The engine's board if the engine executes the command that was sent during the search.
    pub(in crate::protocol) board_if_executed: Board<D>,
    /// The index of the command in the entries (lines) of its segment.
    pub(in crate::protocol) entry: usize,
    /// True if the engine certainly received this command during the search: the engine answered an `isready` that
    /// was sent after this command, and sent its result after that answer.
    pub(in crate::protocol) is_proven: bool,
}
