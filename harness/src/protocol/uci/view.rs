//! A segment of a UCI conversation in the form that rules judge.

use std::ops::Range;

use super::{
    clock_deadlines::deadline_of_clock,
    clock_sums::ClockSums,
    dialect::UciDialect,
    game::UciPosition,
    reached_depths::ReachedDepths,
    uci_move,
    wire::{
        Command, Info, Item, LicenceCheckKind, LicenceCheckResult, PositionSpec, Response, Score,
        UciCommand, UciInfoItem, UciResponse, Words,
    },
};
use crate::protocol::search::{self, InterfaceHabits, NarrowlyLateResults, SentSearches};

pub(super) use search::{EnginePhase, OverdueAnswer, QuestionKind};

/// The position of a `position` command before its moves. Returns `None` if the FEN is broken or the game is unknown.
pub(super) fn position_before_moves(spec: &PositionSpec) -> Option<UciPosition> {
    search::position_before_moves(spec)
}

/// The position of a `position` command after its moves. Returns `None` if the FEN is broken, the game is unknown or a
/// move is illegal.
pub(super) fn position_after_moves(spec: &PositionSpec) -> Option<UciPosition> {
    search::position_after_moves(spec)
}

pub(super) type View = search::View<UciDialect>;
pub(super) type Entry = search::ViewEntry<UciDialect>;
pub(super) type Search = search::Search<UciDialect>;
pub(super) type Tracker = search::Tracker<UciDialect>;
pub(super) type UnspecifiedInput = search::UnspecifiedInput<UciDialect>;
pub(super) type AskedQuestion = search::AskedQuestion<UciDialect>;
pub(super) type Deadline<'a> = search::Deadline<'a, UciDialect>;

/// Facts from the end of one segment, which the rules need to judge the next segment.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct UciSegmentNotes {
    /// True if any earlier search has had a result.
    pub(super) any_search_had_result: bool,
    /// True if the engine has answered an `isready` after the last result.
    pub(super) isready_answered_after_result: bool,
    /// True if the interface has sent `position`, or a command that only UCI has, since the last result.
    pub(super) position_may_have_changed_since_result: bool,
    /// True if the engine certainly has no more data to load.
    pub(super) has_loaded_data: bool,
    /// The commands that the interface has sent since `uci`.
    pub(super) sent_commands: SentCommands,
    /// The searches that the interface has begun.
    pub(super) sent_searches: SentSearches,
    /// The clocks of the game up to the last search.
    pub(super) clock_sums: ClockSums,
    /// The results before this segment that came just after the end of the clock.
    pub(super) narrowly_late: NarrowlyLateResults,
    /// What the interface did again and again up to the last search.
    pub(super) interface_habits: InterfaceHabits,
    /// The depth that the last search without a limit reached.
    pub(super) reached_depths: ReachedDepths,
}

/// The facts about commands and answers since `uci` that rules about the interface need.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SentCommands {
    /// True if the engine has sent a `readyok`.
    pub(super) readyok_received: bool,
    /// True if the interface has set `Hash`. The field `other_option_was_set` is true if the interface has set an
    /// option other than `Hash`.
    pub(super) hash_was_set: bool,
    pub(super) other_option_was_set: bool,
    /// True if the interface has sent a line with the word `position` or `fen`.
    pub(super) position_was_sent: bool,
    /// True if the interface has sent `go` to an idle engine.
    pub(super) go_was_sent: bool,
    /// True if the interface has sent `ucinewgame` to an idle engine, and no later `isready`.
    pub(super) new_game_without_isready: bool,
    /// Whether the interface has sent `position` since the last `ucinewgame`. `None` means that no `ucinewgame` was sent,
    /// or that a `go` followed it.
    pub(super) position_since_new_game: Option<bool>,
    /// True if the interface has sent `register`.
    register_was_sent: bool,
    /// True if the engine has sent `registration error`, and the interface has sent no `register` (`UCI U93`).
    pub(super) register_is_owed: bool,
    /// True if the interface has sent `go` since `register_is_owed` is true.
    pub(super) go_was_sent_unregistered: bool,
}

impl SentCommands {
    pub(super) fn option_was_set(self) -> bool {
        self.hash_was_set || self.other_option_was_set
    }

    /// Updates these facts with the next command or response.
    pub(super) fn observe_entry(&mut self, entry: &Entry) {
        let idle = entry.phase == EnginePhase::Idle && !entry.may_be_other_protocol;
        match entry.command() {
            Some(Command::Go(_)) => {
                self.go_was_sent |= idle;
                self.go_was_sent_unregistered |= idle && self.register_is_owed;
                self.position_since_new_game = None;
            }
            Some(Command::Dialect(UciCommand::NewGame)) if idle => {
                self.new_game_without_isready = true;
                self.position_since_new_game = Some(false);
            }
            Some(Command::IsReady) => self.new_game_without_isready = false,
            Some(Command::SetOption { name, .. }) => match name.eq_ignore_ascii_case(b"Hash") {
                true => self.hash_was_set = true,
                false => self.other_option_was_set = true,
            },
            _ => (),
        }
        match entry.response() {
            Some(Response::ReadyOk) => self.readyok_received = true,
            Some(Response::Dialect(UciResponse::Check(LicenceCheckKind::Registration, result))) => {
                self.register_is_owed = match result {
                    Some(LicenceCheckResult::Error) => !self.register_was_sent,
                    Some(LicenceCheckResult::Good) => false,
                    Some(LicenceCheckResult::Checking) | None => self.register_is_owed,
                };
            }
            _ => (),
        }
        if entry.is_command_with_word(&[b"register"]) {
            self.register_was_sent = true;
            self.register_is_owed = false;
        }
        // For the field `position_was_sent`, a `position` command counts even if its position is invalid or of another
        // game.
        if entry.is_command_with_word(&[b"position", b"fen"]) {
            self.position_was_sent = true;
            self.position_since_new_game = self.position_since_new_game.map(|_| true);
        }
    }
}

impl Entry {
    /// True if this entry is a line of the interface that contains one of the words, in any place.
    pub(super) fn is_command_with_word(&self, expected: &[&[u8]]) -> bool {
        let mut words = Words::new(&self.line);
        self.command().is_some() && words.any(|it| expected.contains(&it.text))
    }
}

/// The way in which a search can end (`UCI` section 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchMode {
    /// The search may end by itself.
    EndsByItself,
    /// The search ends only after `stop`.
    Infinite,
    /// The search ends only after `ponderhit` or `stop`.
    Ponder,
}

impl Search {
    /// True if the search had a depth limit and certainly ended by itself.
    pub(super) fn ended_by_depth_limit(&self) -> bool {
        let left = self.stop_entry.is_some()
            || self.result_excused_since.is_some()
            || self.may_have_been_stopped;
        let doubtful = self.is_doubtful || self.may_be_skipped || self.interrupting_entry.is_some();
        let deep = self.go.depth.is_some_and(|it| it > 0) && !self.go.is_ponder;
        deep && !left && !doubtful && self.result_entry.is_some()
    }

    /// How the search could end at the time when the line with this index was sent.
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
    /// True if the `info` line has an item other than `string` and unknown words, so it is about a search.
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

    /// The place of a key, such as `pv`, in the `info` line.
    pub(super) fn key_span(&self, key: &str) -> Option<Range<usize>> {
        self.items.iter().find_map(|it| match it {
            Item::DialectItem(UciInfoItem::Key(name, span)) if *name == key => Some(span.clone()),
            _ => None,
        })
    }

    /// The number after a key of the `info` line, if the key, such as `multipv`, has no enum variant of its own.
    pub(super) fn number_after_key(&self, key: &str) -> Option<u64> {
        self.items.iter().find_map(|it| match it {
            Item::DialectItem(UciInfoItem::Number(name, number, _)) if *name == key => {
                Some(*number)
            }
            _ => None,
        })
    }

    /// The number after `depth` in the `info` line, if the line has a `depth`.
    pub(super) fn depth(&self) -> Option<u64> {
        self.items.iter().find_map(|it| match it {
            Item::Depth(depth) => Some(*depth),
            _ => None,
        })
    }

    /// The number after `nodes` in the `info` line, if the line has `nodes`.
    pub(super) fn nodes(&self) -> Option<u64> {
        self.items.iter().find_map(|it| match it {
            Item::Nodes(nodes) => Some(*nodes),
            _ => None,
        })
    }

    /// The score in the `info` line, if the line has a `score`.
    pub(super) fn score(&self) -> Option<&Score> {
        self.items.iter().find_map(|it| match it {
            Item::DialectItem(UciInfoItem::Score(score)) => Some(score),
            _ => None,
        })
    }
}

impl View {
    /// The facts before the entry (line) `index`, as if the next segment began at this entry.
    pub(super) fn notes_before_entry(&self, index: usize) -> UciSegmentNotes {
        let results = self.searches.iter().filter_map(|it| it.result_entry);
        let last = results.filter(|it| *it < index).max();
        let mut asks = self.questions.iter();
        let fenced = asks.any(|it| {
            let read = last.is_none_or(|last| it.entry > last);
            it.kind == QuestionKind::IsReady && read && it.answer_entry.is_some_and(|it| it < index)
        });
        let since = self.entries[last.unwrap_or(0)..index].iter();
        let mut commands = since.filter_map(Entry::command);
        let changed = commands.any(|it| matches!(it, Command::Position(_) | Command::Dialect(_)));
        let own = self.dialect_notes;
        UciSegmentNotes {
            any_search_had_result: own.any_search_had_result || last.is_some(),
            isready_answered_after_result: fenced
                || last.is_none() && own.isready_answered_after_result,
            position_may_have_changed_since_result: changed
                || last.is_none() && own.position_may_have_changed_since_result,
            has_loaded_data: self.has_loaded_data_at(index),
            ..own
        }
    }

    /// The facts that the next segment needs.
    pub(super) fn notes_for_next_segment(&self) -> UciSegmentNotes {
        let mut sent = self.dialect_notes.sent_commands;
        for entry in &self.entries {
            sent.observe_entry(entry);
        }
        UciSegmentNotes {
            reached_depths: self.dialect_notes.reached_depths.follow(self, |_, _| ()),
            sent_commands: sent,
            sent_searches: self.dialect_notes.sent_searches.after_segment(self),
            interface_habits: self.dialect_notes.interface_habits.after_segment(self),
            narrowly_late: (self.dialect_notes.narrowly_late)
                .after_segment(self, deadline_of_clock),
            clock_sums: self
                .searches
                .iter()
                .fold(self.dialect_notes.clock_sums, |sums, it| {
                    sums.with_next(ClockSums::since_previous_search(self, it))
                }),
            ..self.notes_before_entry(self.entries.len())
        }
    }

    /// True if the transcript contains all commands that the interface has sent since `uci`.
    pub(super) fn has_all_commands_since_uci(&self) -> bool {
        self.greeted_before || self.is_handshake_done()
    }

    /// True if the engine certainly has no data to load before the entry `index`: it has answered an `isready` after
    /// the last command at which an engine may load data.
    pub(super) fn has_loaded_data_at(&self, index: usize) -> bool {
        let before = self.entries[..index].iter().enumerate().rev();
        let mut known = before.filter_map(|(index, entry)| match entry.command()? {
            Command::SetOption { .. } | Command::Dialect(_) | Command::Greet | Command::Other => {
                Some(false)
            }
            Command::IsReady => {
                let mut asks = self.questions.iter();
                let answered = |it: &&AskedQuestion| {
                    it.kind == QuestionKind::IsReady && it.answer_entry.is_some()
                };
                asks.find(|it| it.entry == index)
                    .filter(answered)
                    .map(|_| true)
            }
            _ => None,
        });
        known.next().unwrap_or(self.dialect_notes.has_loaded_data)
    }

    /// True if this search, with a `MultiPV` of 2 or more, must show a second line. A second line is required only if
    /// the search has several root moves, ends by itself and reaches depth 2, and if its move does not come from
    /// endgame tables or a book.
    pub(super) fn must_show_second_multipv_line(&self, search: &Search) -> bool {
        let deep = |info: &Info| info.depth() >= Some(2) && info.key_span("pv").is_some();
        self.may_show_second_multipv_line(search)
            && search.ended_by_depth_limit()
            && self.info_lines_of_search(search).any(|(_, it)| deep(it))
    }

    /// Whether an iteration of a search with several lines has a second line: the position has several moves, and neither
    /// `searchmoves`, a book, a weaker style of play nor endgame tables reduce them.
    pub(super) fn may_show_second_multipv_line(&self, search: &Search) -> bool {
        let several = search
            .position()
            .is_some_and(|it| it.legal_move_count() > 1);
        let notes = &search.search_notes;
        let has_no_book = notes.own_book == Some(false) && !notes.may_be_weakened;
        let free = several && search.go.searchmoves.is_empty() && has_no_book;
        let tables = |info: &Info| info.number_after_key("tbhits").is_some_and(|it| it > 0);
        free && !self.info_lines_of_search(search).any(|(_, it)| tables(it))
    }

    /// True if the part of the line is a move that a game other than chess can have, and such a game is or may be played.
    pub(super) fn is_move_of_other_game(&self, entry: &Entry, part: Range<usize>) -> bool {
        let is_before = |it: &&Search| self.entry(it.entry).at <= entry.at;
        let search = self.searches.iter().rev().find(is_before);
        let other_game = search.is_some_and(|it| !it.search_notes.variant.has_known_rules());
        let word = entry.line.get(part).unwrap_or_default();
        other_game && uci_move::is_move_of_other_game(word)
    }
}
