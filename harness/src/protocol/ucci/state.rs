//! The state that UCCI options set: the unit of time, batch mode and promotion.

use std::{ops::Range, time::Duration};

use ponderhit_engine::games::xiangqi::Move;

use super::{
    interface::SentBans,
    view::Tracker,
    wire::{OptionLine, PositionSpec},
};
use crate::{
    message::{Message, message},
    protocol::search::DoubtKind,
};

/// The part of the tracker's state that only UCCI has.
#[derive(Clone, Debug, Default)]
pub(super) struct UcciState {
    pub(super) options: KnownOptions,
    /// The options before the first `setoption` that came during the last search.
    pub(super) options_before_search: Option<OptionsBeforeSearch>,
    /// The bans of the current position that no `go` has used. The field `lapsed_bans` contains
    /// bans that a `position` ended.
    pub(super) bans: Option<SentBans>,
    pub(super) lapsed_bans: Option<(SentBans, PositionSpec)>,
    /// The bans that were sent before any `position`.
    pub(super) early_bans: Vec<Move>,
    /// Whether the first `position` ended the early bans, and they are legal in this position.
    pub(super) has_lapsed_early_bans: bool,
}

/// The options before a `setoption` during a search. The engine must ignore this `setoption` (`UCCI ST7`).
#[derive(Clone, Debug)]
pub(super) struct OptionsBeforeSearch {
    options: KnownOptions,
    /// The doubts that the `setoption` began.
    doubts: Vec<DoubtKind>,
    /// The index of the last `setoption` during the search.
    last_entry: usize,
}

/// The options that affect the judge.
#[derive(Clone, Debug)]
pub(super) struct KnownOptions {
    pub(super) usemillisec: bool,
    pub(super) batch: bool,
    /// Advisors and elephants may promote, and then ponderhit's rules of the game do not apply (`UCCI O26`).
    pub(super) promotion: bool,
    /// The option `debug` is on or may be on (`UCCI O8`).
    pub(super) debug_on: bool,
    /// The option `usebook` was not set to false (`UCCI O18`).
    pub(super) usebook: bool,
    /// The option `randomness` is on or may be on: the engine may play moves that it considers worse (`UCCI O29`).
    pub(super) may_play_randomly: bool,
}

impl Default for KnownOptions {
    fn default() -> KnownOptions {
        KnownOptions {
            usemillisec: false,
            batch: false,
            promotion: false,
            debug_on: false,
            usebook: true,
            may_play_randomly: false,
        }
    }
}

/// The values of UCCI options at the start of a search.
#[derive(Clone, Debug)]
pub(super) struct UcciSearchNotes {
    /// Whether the engine may take its move from a book (`UCCI O18`).
    pub(super) usebook: bool,
    /// Whether the engine may play a move that it considers worse (`UCCI O29`).
    pub(super) may_play_randomly: bool,
}

impl KnownOptions {
    /// The unit of `go time`: milliseconds if the engine announced `usemillisec` and the interface set it. If the unit
    /// is not certain (`UCCI O37`), this function returns the longer unit, which yields no violation.
    pub(super) fn time_unit(&self) -> Duration {
        match self.usemillisec {
            true => Duration::from_millis(1),
            false => Duration::from_secs(1),
        }
    }
}

impl Tracker {
    /// Handles a `setoption`. If the effect of the `setoption` is uncertain (`UCCI O37`, `D6`, `D12`), this function
    /// assumes the settings that yield no violation.
    pub(super) fn apply_option(&mut self, index: usize, name: &[u8], value: &[u8]) {
        let announced = |it: &String| it.as_bytes() == name;
        let known = self.view.announced_options.iter().any(announced);
        let on = match value {
            b"true" => Some(true),
            b"false" => Some(false),
            _ => None,
        };
        match (name, on.filter(|_| known)) {
            (b"usemillisec", Some(on)) => {
                self.dialect_state.options.usemillisec = on;
                if on {
                    self.end_doubt(DoubtKind::TimeUnit);
                }
            }
            (b"batch", Some(on)) => {
                self.dialect_state.options.batch = on;
                self.end_doubt(DoubtKind::DeferredCommands);
            }
            (b"debug", Some(on)) => self.dialect_state.options.debug_on = on,
            (b"usebook", Some(on)) => self.dialect_state.options.usebook = on,
            (b"randomness", _) => self.dialect_state.options.may_play_randomly = value != b"none",
            (b"promotion", Some(false)) => {
                self.dialect_state.options.promotion = false;
                self.end_doubt(DoubtKind::GameVariant);
            }
            (b"promotion", None) if value == b"false" => {
                self.dialect_state.options.promotion = false;
                self.end_doubt(DoubtKind::GameVariant);
            }
            _ => self.handle_possible_setoption(index, &[name, b" ", value].concat()),
        }
    }

    /// Handles a line that may have set an option.
    pub(super) fn handle_possible_setoption(&mut self, index: usize, words: &[u8]) {
        const UNCERTAIN_OPTION_REASON: &Message = &message!(
            "doubt_option",
            "a `setoption` that an engine may accept or ignore"
        );
        const UNCERTAIN_PROMOTION_REASON: &Message = &message!(
            "doubt_promotion",
            "the option `promotion` may be on, and the protocol does not specify how promotions are written"
        );
        let has_word = |word: &str| {
            let mut all = words.split(|it| !it.is_ascii_alphanumeric());
            all.any(|it| it.eq_ignore_ascii_case(word.as_bytes()))
        };
        let offers = |it: &Tracker, word: &str| {
            !it.is_handshake_done || it.view.announced_options.iter().any(|it| it == word)
        };
        if has_word("usemillisec") && offers(self, "usemillisec") {
            self.dialect_state.options.usemillisec = false;
            self.begin_doubt(DoubtKind::TimeUnit, index, UNCERTAIN_OPTION_REASON);
        }
        if has_word("batch") && offers(self, "batch") {
            self.dialect_state.options.batch = false;
            self.begin_doubt(DoubtKind::DeferredCommands, index, UNCERTAIN_OPTION_REASON);
        }
        if has_word("debug") {
            self.dialect_state.options.debug_on = true;
        }
        self.dialect_state.options.may_play_randomly |= has_word("randomness");
        // An option may have an effect even if the engine did not announce it. If the option `promotion` may be on, the
        // rules of the game are unknown (`UCCI O37`).
        if has_word("promotion") && !has_word("false") {
            self.dialect_state.options.promotion = true;
            self.forget_command_during_search();
            self.begin_doubt(DoubtKind::GameVariant, index, UNCERTAIN_PROMOTION_REASON);
        }
    }

    /// Handles a `setoption` during a search.
    pub(super) fn handle_setoption_during_search(&mut self, index: usize, words: &[u8]) {
        let state = &mut self.dialect_state;
        let earlier = state.options_before_search.take();
        let mut before = earlier.unwrap_or_else(|| OptionsBeforeSearch {
            options: state.options.clone(),
            doubts: Vec::new(),
            last_entry: index,
        });
        let kinds = [
            DoubtKind::TimeUnit,
            DoubtKind::DeferredCommands,
            DoubtKind::GameVariant,
        ];
        let closed: Vec<DoubtKind> = kinds
            .into_iter()
            .filter(|it| !self.has_doubt(*it))
            .collect();
        self.handle_possible_setoption(index, words);
        before
            .doubts
            .extend(closed.into_iter().filter(|it| self.has_doubt(*it)));
        before.last_entry = index;
        self.dialect_state.options_before_search = Some(before);
    }

    /// Restores the options before a `setoption` in these lines, because the engine read the lines during a search.
    pub(super) fn restore_options_before_search(&mut self, lines: Range<usize>) {
        let stored = &mut self.dialect_state.options_before_search;
        if let Some(before) = stored.take_if(|it| lines.contains(&it.last_entry)) {
            self.dialect_state.options = before.options;
            for kind in before.doubts {
                self.end_doubt(kind);
            }
        }
    }

    /// Reads the default of `randomness` in the handshake.
    pub(super) fn apply_default_options(&mut self) {
        let random = |it: &OptionLine| {
            let default = it.default.as_ref();
            it.name == "randomness" && default.is_some_and(|it| it.0 != "none")
        };
        self.dialect_state.options.may_play_randomly |= self.announced_options.iter().any(random);
    }

    /// Handles a second `ucci`, which may or may not reset the options (not specified, `UCCI H7`).
    pub(super) fn handle_possible_reset(&mut self, index: usize, reason: &'static Message) {
        if self.dialect_state.options.usemillisec {
            self.dialect_state.options.usemillisec = false;
            self.begin_doubt(DoubtKind::TimeUnit, index, reason);
        }
        if self.dialect_state.options.batch {
            self.dialect_state.options.batch = false;
            self.begin_doubt(DoubtKind::DeferredCommands, index, reason);
        }
    }
}
