//! Searches: one `go` and what came of it, and what several of them tell together.

use std::{ops::Range, time::Duration};

use ponderhit_engine::games::xiangqi::{Move, Position};

use super::{Board, Entry, View, resolve};
use crate::protocol::ucci::wire::{BestMove, Command, Go, Item, Misspelt, Mode, Posspec, Response};

/// One `go` and what came of it.
#[derive(Clone, Debug)]
pub(in super::super) struct Search {
    /// The entry of `go`, and when the engine could take it.
    pub(in super::super) entry: usize,
    pub(in super::super) started: Duration,
    pub(in super::super) go: Go,
    pub(in super::super) board: Board,
    /// The `position` said last.
    pub(in super::super) told: Option<Posspec>,
    /// The search before, if it had a result.
    pub(in super::super) earlier: Option<Box<Earlier>>,
    /// What came into this search, or into one before it on the same board.
    pub(in super::super) intruder: Option<Box<Intruder>>,
    /// How long one unit of `time` lasts; the longer one if that is not certain.
    pub(in super::super) unit: Duration,
    /// Whether that is certain.
    pub(in super::super) unit_known: bool,
    /// Whether the engine may take its move from a book (`UCCI O18`).
    pub(in super::super) usebook: bool,
    /// Whether it may play a move that it thinks worse (`UCCI O29`).
    pub(in super::super) random: bool,
    /// Entries of the `ponderhit` and of the first `stop` sent meanwhile.
    pub(in super::super) ponderhit: Option<usize>,
    pub(in super::super) stop: Option<usize>,
    pub(in super::super) infos: Vec<usize>,
    /// The entry of `bestmove` or `nobestmove`.
    pub(in super::super) result: Option<usize>,
    /// It is not certain that the lines above belong to this `go`.
    pub(in super::super) doubtful: bool,
    /// The entry from which on it is not certain; none if it never was. What was overdue before stays so.
    pub(in super::super) doubtful_from: Option<usize>,
    /// The engine may skip this `go`, so no result is owed: without a position or a mode that it must
    /// take, or where the line is odd.
    pub(in super::super) optional: bool,
    /// The line itself is odd, and no answer has shown yet that the engine took it.
    pub(in super::super) perhaps: bool,
    /// A line outside the grammar may have stopped it, or started its clock.
    pub(in super::super) tampered: bool,
    /// When `quit` came, or the end of input, while it ran: from then on nothing is owed any more
    /// (`UCCI E5`).
    pub(in super::super) abandoned: Option<Duration>,
}

impl View {
    /// The results of searches to a fixed depth that were not stopped, each with the principal
    /// variation told last. Other searches can end in the middle of an iteration, and then no
    /// line may tell what was found last. What is illegal is the affair of other rules.
    pub(in super::super) fn results_with_pv(&self) -> impl Iterator<Item = Told<'_>> {
        let whole = |it: &&Search| {
            let depth = matches!(it.go.mode, Mode::Depth(_));
            let left = it.stop.is_some() || it.abandoned.is_some() || it.tampered;
            depth && !left && !it.random
        };
        self.searches.iter().filter(whole).filter_map(|search| {
            let entry = self.result(search)?;
            let Some(Response::BestMove(result)) = entry.response() else {
                return None;
            };
            let position = search.position()?;
            let best = result.best.as_ref()?.0;
            let fits = position.is_legal(best) && !search.board.bans.all.contains(&best);
            let mut after = position.clone();
            after.play(best);
            let pv = self
                .last_pv(search)
                .filter(|it| fits && are_legal(position, it))?;
            Some(Told {
                entry,
                result,
                after,
                pv,
            })
        })
    }

    /// The moves after `key` that searches told in another notation than the text's (`UCCI MV1`).
    pub(in super::super) fn misspelt(
        &self,
        key: &str,
    ) -> impl Iterator<Item = (&Entry, &Misspelt)> {
        let infos = self.searches.iter().flat_map(|it| &it.infos);
        infos.filter_map(move |index| {
            let entry = self.entry(*index);
            match entry.response()? {
                Response::Info(info) if !entry.foreign => {
                    let word = info.notation.as_ref();
                    Some((entry, word.filter(|it| it.key == key)?))
                }
                _ => None,
            }
        })
    }

    /// The principal variation told last; none if several were told side by side.
    fn last_pv(&self, search: &Search) -> Option<Vec<Move>> {
        let mut last = None;
        for entry in search.infos.iter().map(|it| self.entry(*it)) {
            let words = || entry.line.split(u8::is_ascii_whitespace);
            let mut several = words().skip_while(|it| *it != b"multipv").skip(1);
            if several.next().is_some_and(|it| it != b"1") {
                return None;
            }
            let Some(Response::Info(info)) = entry.response() else {
                continue;
            };
            // A bound is no result: its line may be any.
            if words().any(|it| it == b"lowerbound" || it == b"upperbound") {
                continue;
            }
            for item in &info.items {
                if let Item::Pv(moves) = item {
                    last = Some(moves.iter().map(|it| it.0).collect());
                }
            }
        }
        last
    }
}

/// A result, and the variation that led to it.
pub(in super::super) struct Told<'a> {
    pub(in super::super) entry: &'a Entry,
    pub(in super::super) result: &'a BestMove,
    /// After the best move.
    pub(in super::super) after: Position,
    pub(in super::super) pv: Vec<Move>,
}

fn are_legal(position: &Position, moves: &[Move]) -> bool {
    let mut position = position.clone();
    moves.iter().all(|it| {
        let legal = position.is_legal(*it);
        position.play(*it);
        legal
    })
}

/// The search before, of the same interface.
#[derive(Clone, Debug)]
pub(in super::super) struct Earlier {
    pub(in super::super) search: Search,
    /// When its result came, and the move it named.
    pub(in super::super) ended: Duration,
    pub(in super::super) best: Option<Move>,
    /// When `ponderhit` came.
    pub(in super::super) hit: Option<Duration>,
}

impl Earlier {
    /// Whether `later` is about the same game, after the move that was found and the reply to it.
    pub(in super::super) fn leads_to(&self, later: &Search) -> bool {
        let (Some(was), Some(is), Some(best)) = (&self.search.told, &later.told, self.best) else {
            return false;
        };
        if let (Some(was), Some(moves)) = (&was.moves, &is.moves)
            && self
                .search
                .told
                .as_ref()
                .is_some_and(|it| it.place == is.place)
        {
            let goes_on = moves.starts_with(was) && moves.get(was.len()) == Some(&best);
            return goes_on && moves.len() == was.len() + 2;
        }
        // After a capture the game goes on from another place.
        let (Some(mut position), Some(there)) = (resolve(was), resolve(is)) else {
            return false;
        };
        let takes = |position: &Position, it: Move| position.piece_at(it.to).is_some();
        let took = takes(&position, best);
        if !position.is_legal(best) {
            return false;
        }
        position.play(best);
        position.legal_moves().into_iter().any(|reply| {
            let mut after = position.clone();
            after.play(reply);
            (took || takes(&position, reply)) && after.key() == there.key()
        })
    }

    /// Whether it pondered about another reply than the one that `later` starts from.
    pub(in super::super) fn missed(&self, later: &Search) -> bool {
        let told = self.search.told.as_ref().zip(later.told.as_ref());
        let Some((was, is)) = told.filter(|(was, is)| was.place == is.place) else {
            return false;
        };
        let ends = |moves: &Option<Vec<Move>>| {
            let (last, before) = moves.as_ref()?.split_last()?;
            Some((*last, before.to_vec()))
        };
        let pair = ends(&was.moves).zip(ends(&is.moves));
        let other = pair.is_some_and(|((was, before), (is, same))| was != is && before == same);
        other && self.search.go.ponder && self.hit.is_none()
    }

    /// How long its clock ran: from `ponderhit` if it pondered; not at all if the guess was wrong.
    pub(in super::super) fn used(&self) -> Option<Duration> {
        let since = match self.search.go.ponder {
            true => self.hit?,
            false => self.search.started,
        };
        Some(self.ended.saturating_sub(since))
    }
}

/// A `bestmove`, and the board that it was found for.
pub(in super::super) struct Answer<'a> {
    pub(in super::super) search: &'a Search,
    pub(in super::super) board: &'a Board,
    pub(in super::super) entry: &'a Entry,
    pub(in super::super) best: Move,
    pub(in super::super) span: Range<usize>,
}

impl View {
    /// Whether the result shows that the engine was on another board, which has a rule of its own.
    pub(in super::super) fn is_elsewhere(&self, search: &Search) -> bool {
        match self.result(search).and_then(Entry::response) {
            Some(Response::BestMove(it)) => {
                let best = it.best.as_ref();
                best.is_some_and(|it| search.board.is_elsewhere(it.0))
            }
            _ => false,
        }
    }

    /// Every `bestmove` that certainly answers its `go`.
    pub(in super::super) fn best_moves(&self) -> impl Iterator<Item = Answer<'_>> {
        let certain = self.searches.iter().filter(|it| !it.doubtful);
        certain.filter_map(|search| {
            let entry = self.result(search)?;
            let Some(Response::BestMove(it)) = entry.response() else {
                return None;
            };
            let (best, span) = it.best.clone()?;
            Some(Answer {
                search,
                board: &search.board,
                entry,
                best,
                span,
            })
        })
    }

    /// Whether a mate was told in words, which the text does not have (`UCCI I10`).
    pub(in super::super) fn says_mate(&self, search: &Search) -> bool {
        let mut entries = search.infos.iter().map(|it| self.entry(*it));
        entries.any(|it| {
            let mut words = it.line.split(u8::is_ascii_whitespace);
            words.any(|it| it.to_ascii_lowercase().starts_with(b"mate"))
        })
    }

    /// The first command of this kind that came before the result of `search`, and had to wait for it: in batch mode.
    pub(in super::super) fn waited_in(
        &self,
        search: &Search,
        kind: impl Fn(&Command) -> bool,
    ) -> Option<&Entry> {
        let result = search.result?;
        let between = self.entries.get(search.entry..result)?;
        let mut waited = between.iter().filter(|it| it.waited);
        waited.find(|it| it.command().is_some_and(&kind))
    }

    /// Whether the engine printed something that only a search brings.
    pub(in super::super) fn has_searched(&self, search: &Search) -> bool {
        let mut entries = search.infos.iter().map(|it| self.entry(*it));
        entries.any(|it| match it.response() {
            Some(Response::Info(info)) => info
                .items
                .iter()
                .any(|it| matches!(it, Item::Depth(1..) | Item::Nodes(1..) | Item::CurrMove(..))),
            _ => false,
        })
    }

    /// The score told last, of several lines of one depth the one furthest from 0; none if there was none, or if
    /// a mate was told in words.
    pub(in super::super) fn last_score(&self, search: &Search) -> Option<i64> {
        if self.says_mate(search) {
            return None;
        }
        let mut last: Option<(Option<u64>, i64)> = None;
        for entry in search.infos.iter().map(|it| self.entry(*it)) {
            let Some(Response::Info(info)) = entry.response() else {
                continue;
            };
            let depth = info.items.iter().find_map(|it| match it {
                Item::Depth(depth) => Some(*depth),
                _ => None,
            });
            for item in &info.items {
                if let Item::Score(score) = item {
                    let beside = last.filter(|it| depth.is_some() && it.0 == depth);
                    let further = beside.filter(|it| it.1.unsigned_abs() > score.unsigned_abs());
                    last = Some((depth, further.map_or(*score, |it| it.1)));
                }
            }
        }
        last.map(|it| it.1)
    }
}

/// A score that may mean a mate, whatever the scale.
const MATE: u64 = 900;

/// What a result of `go infinite` that no `stop` asked for shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum InfiniteEnd {
    /// There may be nothing to think about any more, or it is a book move, which has a rule of its own.
    Allowed,
    /// The score told last is no mate.
    Unasked(i64),
    /// No score tells whether a mate was found.
    Unclear,
}

impl View {
    /// What the `result` of a `go infinite` shows that no `stop` asked for (`UCCI G4`).
    pub(in super::super) fn end_of_infinite(&self, search: &Search, result: &Entry) -> InfiniteEnd {
        let book = search.usebook && !self.has_searched(search);
        if book || search.may_be_over(result) {
            return InfiniteEnd::Allowed;
        }
        match self.last_score(search) {
            Some(score) if score.unsigned_abs() < MATE => InfiniteEnd::Unasked(score),
            // A mate was found, or said in words.
            Some(_) => InfiniteEnd::Allowed,
            None if self.says_mate(search) => InfiniteEnd::Allowed,
            None => InfiniteEnd::Unclear,
        }
    }
}

/// So few nodes, or milliseconds, may be too few for a move.
const LITTLE: u64 = 100;

impl Search {
    /// Whether only a dead position can be answered by `nobestmove`: the search was neither
    /// stopped nor left, and its limit leaves room for a move.
    pub(in super::super) fn is_plain(&self) -> bool {
        // `UCCI R4`: so little may leave nothing to compute with.
        let none = match self.go.mode {
            Mode::Depth(0) | Mode::Nodes(..=LITTLE) | Mode::Unclear => true,
            Mode::Time(clock) => {
                let least = Duration::from_millis(1);
                let unit = if self.unit_known { self.unit } else { least };
                clock.left(unit) <= Duration::from_millis(LITTLE)
            }
            Mode::Depth(_) | Mode::Nodes(_) | Mode::Infinite => false,
        };
        // What an engine makes of a `ponderhit` where nothing is pondered is not said (`UCCI G10`).
        let hit = self.ponderhit.is_some() && !self.ponders();
        let left = self.stop.is_some() || self.abandoned.is_some() || self.tampered || hit;
        !left && !self.board.bans.unclear && !none
    }

    /// Whether it waits for `ponderhit` (`UCCI G3`).
    pub(in super::super) fn ponders(&self) -> bool {
        self.go.ponder && matches!(self.go.mode, Mode::Time(_))
    }

    /// Whether there may be nothing to think about any more: the game is over, one move is left, or the
    /// move found ends it.
    fn may_be_over(&self, result: &Entry) -> bool {
        let best = match result.response() {
            Some(Response::BestMove(it)) => it.best.as_ref().map(|it| it.0),
            _ => None,
        };
        let left = self.board.open_moves().map_or(0, |it| it.len());
        left <= 1 || self.game_may_be_over() || best.is_some_and(|it| self.ends_the_game(it))
    }

    /// Nothing is owed from `time` on, if no result has come by then.
    pub(in super::super) fn abandon(&mut self, time: Duration) {
        if self.result.is_none() {
            self.abandoned = Some(self.abandoned.map_or(time, |it| it.min(time)));
        }
    }

    /// The two positions that it may be about, where the engine may have skipped a `position`.
    pub(in super::super) fn two_positions(&self) -> Option<[&Position; 2]> {
        let known = !self.doubtful && !self.board.adrift;
        let other = self.board.alternative.as_ref()?.as_ref()?;
        Some([self.board.position.as_ref().filter(|_| known)?, other])
    }

    /// The position it is about, if it is certain.
    pub(in super::super) fn position(&self) -> Option<&Position> {
        let known = !self.doubtful && !self.board.adrift && self.board.alternative.is_none();
        self.board.position.as_ref().filter(|_| known)
    }
}

/// A `position` or `banmoves` that came while the engine was thinking, where both are invalid
/// (`UCCI ST7`).
#[derive(Clone, Debug)]
pub(in super::super) struct Intruder {
    pub(in super::super) command: Command,
    /// The board, and what it would be if the engine had obeyed.
    pub(in super::super) board: Board,
    pub(in super::super) obeyed: Board,
    /// Its entry, in the segment in which it came.
    pub(in super::super) entry: usize,
    /// An `isready` after it was answered before any result was there: it did come into the search.
    pub(in super::super) proven: bool,
}
