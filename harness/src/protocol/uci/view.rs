//! A segment of a conversation, as the rules of UCI read it.

use std::ops::Range;

use super::{
    dialect::UciDialect,
    wire::{Command, Info, Item, Response, Score, UciItem},
};
use crate::protocol::search;

pub(super) use search::{Overdue, QuestionKind};

pub(super) type View = search::View<UciDialect>;
pub(super) type Entry = search::ViewEntry<UciDialect>;
pub(super) type Search = search::Search<UciDialect>;
pub(super) type Tracker = search::Tracker<UciDialect>;
pub(super) type Unspecified = search::Unspecified<UciDialect>;
pub(super) type Deadline<'a> = search::Deadline<'a, UciDialect>;

/// The states in which an engine thinks (`UCI` section 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// The search may end by itself.
    Think,
    /// It ends only with `stop`.
    Infinite,
    /// It waits for `ponderhit` or `stop`.
    Ponder,
}

impl Search {
    /// The state at an entry during the search.
    pub(super) fn mode_at(&self, entry: usize) -> Mode {
        let hit = self.ponderhit.is_some_and(|it| it < entry);
        match (self.go.ponder && !hit, self.go.infinite) {
            (true, _) => Mode::Ponder,
            (false, true) => Mode::Infinite,
            (false, false) => Mode::Think,
        }
    }
}

impl Info {
    /// Whether it is about a search: it has another item than a text.
    pub(super) fn is_about_search(&self) -> bool {
        let text = |it: &Item| {
            let string = matches!(it, Item::Own(UciItem::Key("string", _)));
            string || matches!(it, Item::Message | Item::Own(UciItem::Unknown(_)))
        };
        !self.items.iter().all(text)
    }

    /// The place of a key.
    pub(super) fn key(&self, key: &str) -> Option<Range<usize>> {
        self.items.iter().find_map(|it| match it {
            Item::Own(UciItem::Key(name, span)) if *name == key => Some(span.clone()),
            _ => None,
        })
    }

    /// The score, if there is one.
    pub(super) fn score(&self) -> Option<&Score> {
        self.items.iter().find_map(|it| match it {
            Item::Own(UciItem::Score(score)) => Some(score),
            _ => None,
        })
    }
}

impl View {
    /// Whether an `isready` that was sent after the last result has been answered before this entry, so that no line of
    /// that search can cross it.
    pub(super) fn is_settled_at(&self, entry: &Entry) -> bool {
        let index = self.entries.partition_point(|it| it.at < entry.at);
        let results = self.searches.iter().filter_map(|it| it.result);
        let last = results.filter(|it| *it < index).max();
        let mut asks = self.questions.iter();
        let fenced = asks.any(|it| {
            let read = last.is_none_or(|last| it.entry > last);
            it.kind == QuestionKind::IsReady && read && it.answer.is_some_and(|it| it < index)
        });
        fenced || last.is_none() && !self.greeted_before
    }

    /// Whether an `info` at this entry can belong to no search at all: none was started, or another position was set
    /// since the last result.
    pub(super) fn is_without_go(&self, entry: &Entry) -> bool {
        let index = self.entries.partition_point(|it| it.at < entry.at);
        let results = self.searches.iter().filter_map(|it| it.result);
        let last = results.filter(|it| *it < index).max();
        let since = self.entries[last.unwrap_or(0)..index].iter();
        let mut commands = since.filter_map(Entry::command);
        last.is_none() || commands.any(|it| matches!(it, Command::Position(_) | Command::Own(_)))
    }

    /// The `info` lines of a search, with their entries.
    pub(super) fn infos<'a>(
        &'a self,
        search: &'a Search,
    ) -> impl Iterator<Item = (&'a Entry, &'a Info)> {
        let entries = search.infos.iter().map(|it| self.entry(*it));
        entries.filter_map(|entry| match entry.response()? {
            Response::Info(info) => Some((entry, info)),
            _ => None,
        })
    }
}
