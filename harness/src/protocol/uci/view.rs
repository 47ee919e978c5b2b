//! A segment of a UCI conversation, as the rules see it.

use std::ops::Range;

use super::{
    dialect::UciDialect,
    wire::{Command, Info, Item, Response, Score, UciInfoItem},
};
use crate::protocol::search;

pub(super) use search::{OverdueAnswer, QuestionKind};

pub(super) type View = search::View<UciDialect>;
pub(super) type Entry = search::ViewEntry<UciDialect>;
pub(super) type Search = search::Search<UciDialect>;
pub(super) type Tracker = search::Tracker<UciDialect>;
pub(super) type UnspecifiedInput = search::UnspecifiedInput<UciDialect>;
pub(super) type Deadline<'a> = search::Deadline<'a, UciDialect>;

/// The states of an engine during a search (`UCI` section 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchMode {
    /// The search may end by itself.
    EndsByItself,
    /// The search ends only after `stop`.
    Infinite,
    /// The engine waits for `ponderhit` or `stop`.
    Ponder,
}

impl Search {
    /// The state of the engine at an entry during the search.
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
    /// True if this `info` is about a search: it has an item other than `string` and unknown words.
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

    /// The place of a key in the line.
    pub(super) fn key_span(&self, key: &str) -> Option<Range<usize>> {
        self.items.iter().find_map(|it| match it {
            Item::DialectItem(UciInfoItem::Key(name, span)) if *name == key => Some(span.clone()),
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
    /// True if the engine answered an `isready` after the last result, so a late line of that search is impossible.
    pub(super) fn is_idle_proven_at(&self, entry: &Entry) -> bool {
        let index = self.entries.partition_point(|it| it.at < entry.at);
        let results = self.searches.iter().filter_map(|it| it.result_entry);
        let last = results.filter(|it| *it < index).max();
        let mut asks = self.questions.iter();
        let fenced = asks.any(|it| {
            let read = last.is_none_or(|last| it.entry > last);
            it.kind == QuestionKind::IsReady && read && it.answer_entry.is_some_and(|it| it < index)
        });
        fenced || last.is_none() && !self.greeted_before
    }

    /// True if an `info` at this entry cannot belong to a search: there was no result yet, or another command has
    /// changed the position since the last result.
    pub(super) fn is_outside_any_search(&self, entry: &Entry) -> bool {
        let index = self.entries.partition_point(|it| it.at < entry.at);
        let results = self.searches.iter().filter_map(|it| it.result_entry);
        let last = results.filter(|it| *it < index).max();
        let since = self.entries[last.unwrap_or(0)..index].iter();
        let mut commands = since.filter_map(Entry::command);
        last.is_none()
            || commands.any(|it| matches!(it, Command::Position(_) | Command::DialectCommand(_)))
    }

    /// The `info` lines of a search, each with its entry.
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
