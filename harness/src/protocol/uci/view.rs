//! A segment of a conversation, as the rules of UCI read it.

use std::ops::Range;

use super::{
    chess::ChessPosition,
    dialect::UciDialect,
    wire::{Command, Info, Item, PositionSpec, Response, Score, UciCommand, UciInfoItem, Words},
};
use crate::protocol::search::{self, BoardGame as _};

pub(super) use search::{EnginePhase, OverdueAnswer, QuestionKind};

/// The position before the moves; `None` if the FEN is broken or the rules are unknown.
pub(super) fn position_before_moves(spec: &PositionSpec) -> Option<ChessPosition> {
    search::position_before_moves(spec)
}

pub(super) type View = search::View<UciDialect>;
pub(super) type Entry = search::ViewEntry<UciDialect>;
pub(super) type Search = search::Search<UciDialect>;
pub(super) type Tracker = search::Tracker<UciDialect>;
pub(super) type UnspecifiedInput = search::UnspecifiedInput<UciDialect>;
pub(super) type Ask = search::AskedQuestion<UciDialect>;
pub(super) type Deadline<'a> = search::Deadline<'a, UciDialect>;

/// What an earlier segment leaves to the next one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct UciSegment {
    /// A search had a result.
    pub(super) resulted: bool,
    /// An `isready` after the last result was answered.
    pub(super) fenced: bool,
    /// A position or a new game was set since the last result.
    pub(super) changed: bool,
    /// The engine has nothing to load.
    pub(super) rests: bool,
    /// The interface's commands so far.
    pub(super) sent: Sent,
}

/// What an interface has sent and received since its `uci`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sent {
    /// A `readyok` was received.
    pub(super) ready: bool,
    /// `Hash` was set, or, for `option`, another option was set.
    pub(super) hash: bool,
    pub(super) option: bool,
    /// A line with a position was sent.
    pub(super) position: bool,
    /// A `go` was sent to an idle engine.
    pub(super) go: bool,
    /// `ucinewgame` was sent to an idle engine, and no `isready` since.
    pub(super) new_game: bool,
    /// Whether the last search was a ponder search; `None` without a search, or if that is not certain.
    pub(super) pondered: Option<bool>,
}

impl Sent {
    /// Takes the next entry.
    pub(super) fn note(&mut self, entry: &Entry) {
        let idle = entry.phase == EnginePhase::Idle && !entry.may_be_other_protocol;
        match entry.command() {
            Some(Command::Go(_)) => self.go |= idle,
            Some(Command::DialectCommand(UciCommand::NewGame)) => self.new_game |= idle,
            Some(Command::IsReady) => self.new_game = false,
            Some(Command::SetOption { name, .. }) => match name.eq_ignore_ascii_case(b"Hash") {
                true => self.hash = true,
                false => self.option = true,
            },
            _ => (),
        }
        self.ready |= matches!(entry.response(), Some(Response::ReadyOk));
        // A position that an engine does not understand, or one of another game, is a position too.
        let mut words = Words::new(&entry.line);
        self.position |=
            entry.command().is_some() && words.any(|it| matches!(it.text, b"position" | b"fen"));
    }
}

/// The states in which an engine thinks (`UCI` section 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchMode {
    /// The search may end by itself.
    EndsByItself,
    /// It ends only with `stop`.
    Infinite,
    /// It waits for `ponderhit` or `stop`.
    Ponder,
}

impl Search {
    /// Whether it ended by itself at its depth.
    pub(super) fn is_whole(&self) -> bool {
        let left = self.stop_entry.is_some()
            || self.result_waived_since.is_some()
            || self.may_have_been_stopped;
        let doubtful = self.is_doubtful || self.may_be_skipped || self.interrupting_entry.is_some();
        let deep = self.go.depth.is_some_and(|it| it > 0) && !self.go.is_ponder;
        deep && !left && !doubtful && self.result_entry.is_some()
    }

    /// Whether it is a ponder search; `None` if that is not certain.
    pub(super) fn ponders(&self) -> Option<bool> {
        let certain = !self.is_doubtful && !self.outside_grammar && self.go.flaw.is_none();
        certain.then_some(self.go.is_ponder)
    }

    /// The state at an entry during the search.
    pub(super) fn search_mode_at(&self, entry: usize) -> SearchMode {
        let hit = self.ponderhit_entry.is_some_and(|it| it < entry);
        match (self.go.is_ponder && !hit, self.go.is_infinite) {
            (true, _) => SearchMode::Ponder,
            (false, true) => SearchMode::Infinite,
            (false, false) => SearchMode::EndsByItself,
        }
    }
}

impl Info {
    /// Whether it is about a search: it has another item than a text.
    pub(super) fn has_item_other_than_string(&self) -> bool {
        let text = |it: &Item| {
            let string = matches!(it, Item::DialectItem(UciInfoItem::Key("string", _)));
            string
                || matches!(
                    it,
                    Item::Message | Item::DialectItem(UciInfoItem::UnknownWord(_))
                )
        };
        !self.items.iter().all(text)
    }

    /// The place of a key.
    pub(super) fn key_span(&self, key: &str) -> Option<Range<usize>> {
        self.items.iter().find_map(|it| match it {
            Item::DialectItem(UciInfoItem::Key(name, span)) if *name == key => Some(span.clone()),
            _ => None,
        })
    }

    /// The number after a key that no other item has.
    pub(super) fn number_of(&self, key: &str) -> Option<u64> {
        self.items.iter().find_map(|it| match it {
            Item::DialectItem(UciInfoItem::Number(name, number, _)) if *name == key => {
                Some(*number)
            }
            _ => None,
        })
    }

    /// The depth, if there is one.
    pub(super) fn depth(&self) -> Option<u64> {
        self.items.iter().find_map(|it| match it {
            Item::Depth(depth) => Some(*depth),
            _ => None,
        })
    }

    /// The score, if there is one.
    pub(super) fn score(&self) -> Option<&Score> {
        self.items.iter().find_map(|it| match it {
            Item::DialectItem(UciInfoItem::Score(score)) => Some(score),
            _ => None,
        })
    }
}

impl View {
    /// Whether an `isready` that was sent after the last result has been answered before this entry, so that no line of
    /// that search can cross it.
    pub(super) fn is_idle_proven_at(&self, entry: &Entry) -> bool {
        let index = self.entries.partition_point(|it| it.at < entry.at);
        let now = self.segment_until(index);
        now.fenced || !now.resulted
    }

    /// Whether an `info` at this entry can belong to no search at all: none was started, or another position was set
    /// since the last result.
    pub(super) fn is_outside_any_search(&self, entry: &Entry) -> bool {
        let index = self.entries.partition_point(|it| it.at < entry.at);
        let now = self.segment_until(index);
        now.changed || !now.resulted
    }

    /// The notes of the next segment, if this one ended before the entry `index`.
    pub(super) fn segment_until(&self, index: usize) -> UciSegment {
        let results = self.searches.iter().filter_map(|it| it.result_entry);
        let last = results.filter(|it| *it < index).max();
        let mut asks = self.questions.iter();
        let fenced = asks.any(|it| {
            let read = last.is_none_or(|last| it.entry > last);
            it.kind == QuestionKind::IsReady && read && it.answer_entry.is_some_and(|it| it < index)
        });
        let since = self.entries[last.unwrap_or(0)..index].iter();
        let mut commands = since.filter_map(Entry::command);
        let changed =
            commands.any(|it| matches!(it, Command::Position(_) | Command::DialectCommand(_)));
        let own = self.dialect_notes;
        UciSegment {
            resulted: own.resulted || last.is_some(),
            fenced: fenced || last.is_none() && own.fenced,
            changed: changed || last.is_none() && own.changed,
            rests: self.rests_at(index),
            ..own
        }
    }

    /// The notes of the next segment.
    pub(super) fn next_segment(&self) -> UciSegment {
        let mut sent = self.dialect_notes.sent;
        for entry in &self.entries {
            sent.note(entry);
        }
        if let Some(search) = self.searches.last() {
            sent.pondered = search.ponders();
        }
        UciSegment {
            sent,
            ..self.segment_until(self.entries.len())
        }
    }

    /// Whether the log shows all commands that the interface has sent since its `uci`.
    pub(super) fn is_complete(&self) -> bool {
        self.greeted_before || self.handshake_done()
    }

    /// Whether the engine has nothing to load: an `isready` was answered after the last command that may take long.
    pub(super) fn rests_at(&self, index: usize) -> bool {
        let before = self.entries[..index].iter().enumerate().rev();
        let mut known = before.filter_map(|(index, entry)| match entry.command()? {
            Command::SetOption { .. }
            | Command::DialectCommand(_)
            | Command::Greet
            | Command::Other => Some(false),
            Command::IsReady => {
                let mut asks = self.questions.iter();
                let answered =
                    |it: &&Ask| it.kind == QuestionKind::IsReady && it.answer_entry.is_some();
                asks.find(|it| it.entry == index)
                    .filter(answered)
                    .map(|_| true)
            }
            _ => None,
        });
        known.next().unwrap_or(self.dialect_notes.rests)
    }

    /// Whether a search with a `MultiPV` of 2 or more must have shown a second line: it ended by itself, it was deep
    /// enough to show lines, and no tables of endgames chose the move.
    pub(super) fn owes_lines(&self, search: &Search) -> bool {
        let several = search
            .position()
            .is_some_and(|it| it.legal_moves().len() > 1);
        let free = several && search.go.searchmoves.is_empty() && !search.search_notes.weakened;
        let tables = |info: &Info| info.number_of("tbhits").is_some_and(|it| it > 0);
        let deep = |info: &Info| info.depth() >= Some(2) && info.key_span("pv").is_some();
        free && search.is_whole()
            && self.infos_of_search(search).any(|(_, it)| deep(it))
            && !self.infos_of_search(search).any(|(_, it)| tables(it))
    }

    /// The `info` lines of a search, with their entries.
    pub(super) fn infos_of_search<'a>(
        &'a self,
        search: &'a Search,
    ) -> impl Iterator<Item = (&'a Entry, &'a Info)> {
        let entries = search.info_entries.iter().map(|it| self.entry(*it));
        entries.filter_map(|entry| match entry.response()? {
            Response::Info(info) => Some((entry, info)),
            _ => None,
        })
    }
}
