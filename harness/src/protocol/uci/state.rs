//! The values of UCI options that the rules need: which game is played, and which lines the engine may send.

use std::collections::BTreeSet;

use super::{
    chess::ChessVariant,
    variant::GameVariant,
    view::{EnginePhase, Tracker},
    vocabulary,
    wire::{Command, OptionLine, UciCommand},
};

/// The part of the tracker's state that only UCI has.
#[derive(Clone, Debug, Default)]
pub(super) struct UciState {
    pub(super) options: KnownOptions,
    /// The game that the user named with `--game`.
    pub(super) given_game: GameVariant,
    /// True if the engine reported that its copy protection check failed, so it may refuse to search (`UCI U89`).
    pub(super) copy_protection_failed: bool,
    /// True if the engine reported that its registration check failed, so it may refuse to search (`UCI A15`).
    pub(super) registration_failed: bool,
    /// True if the interface has sent `register`.
    pub(super) register_was_sent: bool,
    /// True if the interface sent a `position`.
    pub(super) position_was_sent: bool,
    /// True if the interface sent `ucinewgame`, and no `position` after it.
    pub(super) new_game_without_position: bool,
    /// The lower-case names of the options whose current values may make the engine play weaker moves.
    weakening_options: BTreeSet<Vec<u8>>,
}

/// The known values of the options that rules depend on. Each search stores a copy of the values at its start.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct KnownOptions {
    pub(super) variant: GameVariant,
    /// True if debug mode is or may be on (`UCI U36`).
    pub(super) debug_may_be_on: bool,
    /// The value of `MultiPV`, or `None` if the value is uncertain.
    pub(super) multipv: Option<u64>,
    /// True if the option `OwnBook` is on, and `None` if its value is uncertain.
    pub(super) own_book: Option<bool>,
    pub(super) limit_strength: Option<bool>,
    pub(super) show_currline: Option<bool>,
    pub(super) show_refutations: Option<bool>,
    /// The number of threads, or `None` if the number is uncertain.
    pub(super) thread_count: Option<u64>,
    /// True if the interface wrote the name `MultiPV` in `setoption` in the same case as the engine in its `option`
    /// line.
    pub(super) multipv_letter_case_matches: bool,
    /// Whether the interface has set `MultiPV`. Before, an engine may show more lines than its default says.
    pub(super) multipv_was_set: bool,
    /// True if the value of at least one option may make the engine play weaker moves.
    pub(super) may_be_weakened: bool,
}

impl KnownOptions {
    /// The values of the options before any `setoption`: the defaults in the engine's `option` lines.
    pub(super) fn from_announcements(
        options: &[OptionLine],
        given: GameVariant,
        debug: bool,
    ) -> KnownOptions {
        let mut settings = KnownOptions {
            variant: given,
            debug_may_be_on: debug,
            multipv: Some(1),
            own_book: Some(false),
            limit_strength: Some(false),
            show_currline: Some(false),
            show_refutations: Some(false),
            thread_count: Some(1),
            multipv_letter_case_matches: true,
            ..KnownOptions::default()
        };
        for option in options {
            settings.mark_threads_unknown_if_set_by(&option.name);
            if let Some((value, _)) = &option.default {
                let (name, value) = (option.name.as_bytes(), value.as_bytes());
                let before = settings.variant;
                settings.apply_option(name, value, true);
                // If the user named Chess960, the default of `UCI_Chess960` does not decide the game: the interface
                // sets this option, although a log may lack the `setoption`.
                let is_960 = before == GameVariant::Chess(ChessVariant::Chess960);
                if is_960 && name.eq_ignore_ascii_case(b"UCI_Chess960") {
                    settings.variant = before;
                }
            }
        }
        settings
    }

    /// Stores the new value of an option. If the engine did not announce this option, marks the value as uncertain
    /// instead.
    fn apply_option(&mut self, name: &[u8], value: &[u8], announced: bool) {
        let is = |it: &str| name.eq_ignore_ascii_case(it.as_bytes());
        let on = parse_bool(value).filter(|_| announced);
        if let Some(variant) = self.variant.variant_after_option(name, value) {
            self.variant = match announced {
                true => variant,
                false if is("UCI_Variant") => GameVariant::OtherGame,
                false => GameVariant::Unknown,
            };
        } else if is("MultiPV") {
            let text = std::str::from_utf8(value).ok();
            self.multipv = text.and_then(|it| it.parse().ok()).filter(|_| announced);
        } else if is("Threads") {
            let text = std::str::from_utf8(value).ok();
            self.thread_count = text.and_then(|it| it.parse().ok()).filter(|_| announced);
        } else if is("OwnBook") {
            self.own_book = on;
        } else if is("UCI_LimitStrength") {
            self.limit_strength = on;
        } else if is("UCI_ShowCurrLine") {
            self.show_currline = on;
        } else if is("UCI_ShowRefutations") {
            self.show_refutations = on;
        }
    }

    /// Marks the number of threads as unknown if the option with this name may set the number of threads.
    fn mark_threads_unknown_if_set_by(&mut self, name: &str) {
        let name = name.to_ascii_lowercase();
        if ["thread", "cpu", "core", "smp"]
            .iter()
            .any(|it| name.contains(it))
        {
            self.thread_count = None;
        }
    }

    /// Marks the value of an option as uncertain, because the engine may have ignored the
    /// `setoption`.
    fn mark_option_uncertain(&mut self, name: &[u8], value: &[u8]) {
        let before = *self;
        self.apply_option(name, value, false);
        if before.variant.variant_after_option(name, value) == Some(before.variant) {
            self.variant = before.variant;
        }
    }
}

/// True if the engine certainly plays at full strength with this value of an option, because the value is the default
/// or the maximum. The default of an option about the strength of play does not count as full strength, because the
/// default may be weak.
fn keeps_full_strength(option: &OptionLine, value: &[u8]) -> bool {
    let value = String::from_utf8_lossy(value);
    let most = option.max.is_some_and(|it| value.parse() == Ok(it));
    let default = option.default.as_ref();
    let kept = default.is_some_and(|(it, _)| it.eq_ignore_ascii_case(&value));
    let off = value.eq_ignore_ascii_case("false");
    most || kept && (off || !vocabulary::is_strength_option_name(&option.name))
}

/// Parses `true` and `false` without regard to case (`UCI U32`).
fn parse_bool(value: &[u8]) -> Option<bool> {
    match value.to_ascii_lowercase().as_slice() {
        b"true" => Some(true),
        b"false" => Some(false),
        _ => None,
    }
}

impl Tracker {
    /// Updates the option values and the other UCI state after the interface sent a command, whether the engine is idle
    /// or searches.
    pub(super) fn update_after_command(&mut self, command: &Command) {
        match command {
            Command::Position(spec) => {
                let first = !self.dialect_state.position_was_sent;
                let options = &mut self.dialect_state.options;
                options.variant = options.variant.variant_after_position(spec, first);
                self.dialect_state.position_was_sent = true;
                self.dialect_state.new_game_without_position = false;
            }
            Command::Dialect(UciCommand::NewGame) => {
                self.dialect_state.new_game_without_position = true
            }
            Command::Dialect(UciCommand::Register { .. }) => {
                self.dialect_state.register_was_sent = true
            }
            // The new value is stored when `setoption` is sent, because the interface relies on it even before the
            // engine reads it.
            Command::SetOption { name, value } => {
                let announced = self.announces_option(name) || !self.is_handshake_done;
                self.dialect_state
                    .options
                    .apply_option(name, value, announced);
                if name.eq_ignore_ascii_case(b"MultiPV") {
                    let mut names = self.view.announced_options.iter();
                    let same = names.any(|it| it.as_bytes() == name.as_slice());
                    self.dialect_state.options.multipv_letter_case_matches = same;
                    self.dialect_state.options.multipv_was_set = true;
                    // If a `MultiPV` value is out of range, an engine may take the nearest valid value, or keep its old
                    // value.
                    if !self.announced_range_contains(name, value) {
                        self.dialect_state.options.multipv = None;
                    }
                }
                self.update_weakening_options(name, value);
            }
            _ => (),
        }
    }

    /// True if the engine announced the option with a range that contains this value.
    fn announced_range_contains(&self, name: &[u8], value: &[u8]) -> bool {
        let value = std::str::from_utf8(value).ok();
        let value = value.and_then(|it| it.parse::<i64>().ok());
        let range = self
            .find_announced_option(name)
            .and_then(|it| Some(it.min?..=it.max?));
        value
            .zip(range)
            .is_some_and(|(value, range)| range.contains(&value))
    }

    fn find_announced_option(&self, name: &[u8]) -> Option<&OptionLine> {
        let mut options = self.announced_options.iter();
        options.find(|it| it.name.as_bytes().eq_ignore_ascii_case(name))
    }

    /// Stores whether this option may make the engine play weaker moves when it has this value.
    fn update_weakening_options(&mut self, name: &[u8], value: &[u8]) {
        let limited = self.announces_option(b"UCI_LimitStrength");
        if vocabulary::option_keeps_strength(name)
            || limited && name.eq_ignore_ascii_case(b"UCI_Elo")
        {
            return;
        }
        let full = self
            .find_announced_option(name)
            .is_some_and(|it| keeps_full_strength(it, value));
        let key = name.to_ascii_lowercase();
        // The engine may ignore a `setoption` during a search.
        match full && self.phase != EnginePhase::Thinking {
            true => self.dialect_state.weakening_options.remove(&key),
            false => self.dialect_state.weakening_options.insert(key),
        };
        self.dialect_state.options.may_be_weakened =
            !self.dialect_state.weakening_options.is_empty();
    }

    /// Stores the options whose defaults make the engine play weaker moves.
    pub(super) fn store_weakening_defaults(&mut self) {
        let options = self.announced_options.clone();
        for option in &options {
            let key = option.name.to_ascii_lowercase().into_bytes();
            if let Some((value, _)) = &option.default
                && !self.dialect_state.weakening_options.contains(&key)
            {
                self.update_weakening_options(option.name.as_bytes(), value.as_bytes());
            }
        }
        self.dialect_state.options.may_be_weakened =
            !self.dialect_state.weakening_options.is_empty();
    }

    /// The name and the value of the option that selects the game that the user named. Returns `None` if the engine
    /// plays this game by default, or announces no option that selects this game.
    pub(super) fn option_for_given_game(&self) -> Option<(&'static str, &str)> {
        let given = self.dialect_state.given_game;
        if given == GameVariant::Chess(ChessVariant::Chess960) {
            return self
                .find_announced_option(b"UCI_Chess960")
                .map(|_| ("UCI_Chess960", "true"));
        }
        let option = self.find_announced_option(b"UCI_Variant")?;
        let selects = |value: &&String| {
            let selected =
                GameVariant::default().variant_after_option(b"UCI_Variant", value.as_bytes());
            selected == Some(given)
        };
        match option.default.as_ref().map(|it| &it.0).filter(selects) {
            Some(_) => None,
            None => {
                let value = option.combo_values.iter().find(selects)?;
                Some(("UCI_Variant", value))
            }
        }
    }

    pub(super) fn announces_option(&self, name: &[u8]) -> bool {
        let mut announced = self.view.announced_options.iter();
        announced.any(|it| name.eq_ignore_ascii_case(it.as_bytes()))
    }

    /// Marks the values of the options named in `words` as uncertain, because the engine may have ignored the
    /// `setoption`.
    pub(super) fn handle_possible_setoption(&mut self, words: &[u8]) {
        let lower = words.to_ascii_lowercase();
        if !vocabulary::mentions_strength_keeping_option(&lower) {
            self.dialect_state.weakening_options.insert(lower.clone());
            self.dialect_state.options.may_be_weakened = true;
        }
        let has = |word: &str| {
            let mut all = lower.split(|it| !it.is_ascii_alphanumeric() && *it != b'_');
            all.any(|it| it.eq_ignore_ascii_case(word.as_bytes()))
        };
        for name in [
            "MultiPV",
            "Threads",
            "OwnBook",
            "UCI_LimitStrength",
            "UCI_ShowCurrLine",
            "UCI_ShowRefutations",
            "UCI_Chess960",
            "UCI_Variant",
        ] {
            if has(name) {
                let value: &[u8] = match (has("true"), has("false")) {
                    (true, false) => b"true",
                    (false, true) => b"false",
                    _ => b"",
                };
                self.dialect_state
                    .options
                    .mark_option_uncertain(name.as_bytes(), value);
            }
        }
    }
}
