//! The choices that the UCCI specification leaves to the engine. In one conversation, each choice keeps its value.

use fastrand::Rng;

/// The number of microseconds in a millisecond. The simulated clock counts microseconds.
pub(crate) const MICROS_PER_MILLI: u64 = 1000;

/// How an engine parses a line outside the grammar (`UCCI T4`, `T6`).
#[derive(Clone, Debug, Default)]
pub(crate) struct LineLenience {
    /// True if the engine accepts a line with blanks at its end.
    pub(crate) accepts_trailing_blanks: bool,
    /// True if the engine accepts a line with a carriage return at its end.
    pub(crate) accepts_cr: bool,
    /// True if the engine accepts a line with tabs, with several blanks, or with a blank at its beginning.
    pub(crate) accepts_extra_blanks: bool,
    /// True if the engine accepts a command in upper case.
    pub(crate) accepts_upper_case: bool,
    pub(crate) extra_words: ExtraWords,
    /// The commands that the engine accepts only without other words and only in lower case.
    pub(crate) commands_accepted_only_exactly: Vec<&'static str>,
}

/// All commands of UCCI.
pub(crate) const UCCI_COMMANDS: [&str; 10] = [
    "ucci",
    "isready",
    "stop",
    "quit",
    "ponderhit",
    "setoption",
    "position",
    "probe",
    "banmoves",
    "go",
];

/// How an engine parses a line that has other words before or after a command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ExtraWords {
    /// The engine rejects a line with other words, such as `stop now`.
    #[default]
    Rejected,
    /// The engine reads only the first word, so it executes `stop now` as `stop`.
    FirstWord,
    /// The engine executes the first command in the line, so it executes `please stop` as `stop`.
    AnyWord,
}

/// The reaction of the engine to `stop` while it is idle (`UCCI X3`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum IdleStopReaction {
    #[default]
    Answered,
    /// The searching thread sends the answer to `stop`, so a later `readyok` may come before this answer.
    AnsweredByThread,
    /// The engine does not answer `stop` while idle, although the specification recommends an answer.
    NotAnswered,
}

/// The reaction of the engine to a `position` or `go` that it need not accept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum UnclearInputReaction {
    #[default]
    Skips,
    /// The engine guesses what the line means, for example the initial position or a search with default limits.
    UsesDefault,
    /// If the engine need not accept a `position`, it has no position afterwards; if it need not accept a `go`, it
    /// answers with `nobestmove`.
    NoResult,
}

/// The reaction of the engine to a second `ucci` (`UCCI H7`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SecondUcciReaction {
    #[default]
    Skips,
    Answers,
    /// The engine repeats the handshake, and resets options, position and bans.
    Resets,
}

/// The reaction of the engine to `uci` while it is idle (`UCCI H3`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum UciReaction {
    #[default]
    Skips,
    Answers,
    /// The engine switches to UCI: it answers with `uciok`, and accepts only `ucci`, `isready` and `quit` until the
    /// next `ucci`.
    Switches,
}

/// The reaction of the engine to commands before `ucci` (`UCCI H3`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum BeforeUcciReaction {
    #[default]
    Skips,
    Executes,
    Exits,
}

/// The values of all choices of a simulated engine in one conversation.
#[derive(Clone, Debug, Default)]
pub(crate) struct EngineChoices {
    pub(crate) lenience: LineLenience,
    /// True if the engine does not read its input between `stop` and the result.
    pub(crate) reads_no_input_between_stop_and_result: bool,
    /// The maximum delay before the engine executes a line during a search.
    pub(crate) read_delay_searching_micros: u64,
    /// The maximum delay before the engine executes a line while idle.
    pub(crate) read_delay_idle_micros: u64,
    /// The maximum delay between `stop` and the result.
    pub(crate) stop_delay_micros: u64,
    pub(crate) start_delay_micros: u64,
    pub(crate) idle_stop_reaction: IdleStopReaction,
    /// True if the engine announces the option `usemillisec`.
    pub(crate) announces_usemillisec_option: bool,
    /// True if the engine announces the option `batch`.
    pub(crate) announces_batch_option: bool,
    /// True if the engine also announces options other than `usemillisec` and `batch`.
    pub(crate) announces_other_options: bool,
    /// True if the engine reads clock times in milliseconds although the interface did not set `usemillisec`.
    pub(crate) assumes_milliseconds: bool,
    /// True if the engine accepts `on` as the option value `true`.
    pub(crate) accepts_on_as_true: bool,
    pub(crate) second_ucci_reaction: SecondUcciReaction,
    pub(crate) uci_reaction: UciReaction,
    /// True if `ponderhit` also ends a search that was started without `ponder` (`UCCI G10`).
    pub(crate) any_ponderhit_ends_search: bool,
    pub(crate) before_ucci_reaction: BeforeUcciReaction,
    pub(crate) broken_position_reaction: UnclearInputReaction,
    pub(crate) illegal_moves_reaction: UnclearInputReaction,
    pub(crate) no_position_reaction: UnclearInputReaction,
    pub(crate) unclear_go_reaction: UnclearInputReaction,
    /// True if a second `banmoves` adds to the first list (`UCCI B4`).
    pub(crate) second_banmoves_adds_to_first: bool,
    /// True if the engine accepts the legal moves of a `banmoves` list that also has illegal moves.
    pub(crate) accepts_partial_bans: bool,
    /// True if the engine sends `nobestmove` when it is stopped before it has found a move (`UCCI R4`, `R14`).
    pub(crate) sends_early_nobestmove: bool,
    /// True if `go infinite` ends by itself in a position with at most one legal move.
    pub(crate) infinite_search_ends_with_at_most_one_move: bool,
    /// True if the engine does not answer a `probe` of an impossible position.
    pub(crate) skips_impossible_probe: bool,
    pub(crate) pophash_has_move: bool,
    pub(crate) info_count: u32,
    pub(crate) sends_ponder_move: bool,
    pub(crate) sends_draw_or_resign: bool,
    /// True if the engine sends a line about each command that it does not recognize.
    pub(crate) reports_unrecognized_commands: bool,
    pub(crate) sends_result_at_quit: bool,
    pub(crate) sends_bye_at_quit: bool,
    pub(crate) finishes_search_at_eof: bool,
    pub(crate) sends_bye_at_eof: bool,
}

/// Picks one of these delays, which are in milliseconds, and returns it in microseconds.
fn random_delay(rng: &mut Rng, milliseconds: &[u64]) -> u64 {
    pick_random(rng, milliseconds) * MICROS_PER_MILLI
}

impl EngineChoices {
    pub(crate) fn random_choices(rng: &mut Rng) -> EngineChoices {
        let mut yes = |percent: u32| rng.u32(0..100) < percent;
        let mut temper = EngineChoices {
            lenience: LineLenience {
                accepts_trailing_blanks: yes(50),
                accepts_cr: yes(50),
                accepts_extra_blanks: yes(50),
                accepts_upper_case: yes(30),
                extra_words: ExtraWords::Rejected,
                commands_accepted_only_exactly: Vec::new(),
            },
            reads_no_input_between_stop_and_result: yes(50),
            announces_usemillisec_option: yes(80),
            announces_batch_option: yes(60),
            announces_other_options: yes(70),
            assumes_milliseconds: yes(50),
            accepts_on_as_true: yes(50),
            second_banmoves_adds_to_first: yes(50),
            accepts_partial_bans: yes(50),
            sends_early_nobestmove: yes(40),
            infinite_search_ends_with_at_most_one_move: yes(50),
            skips_impossible_probe: yes(50),
            pophash_has_move: yes(50),
            sends_ponder_move: yes(60),
            sends_draw_or_resign: yes(20),
            reports_unrecognized_commands: yes(30),
            sends_result_at_quit: yes(50),
            sends_bye_at_quit: yes(50),
            finishes_search_at_eof: yes(50),
            sends_bye_at_eof: yes(50),
            ..EngineChoices::default()
        };
        if rng.u32(0..4) == 0 {
            let mut exact = UCCI_COMMANDS.to_vec();
            exact.retain(|_| rng.u32(0..3) == 0);
            temper.lenience.commands_accepted_only_exactly = exact;
        }
        temper.uci_reaction = pick_random(
            rng,
            &[
                UciReaction::Skips,
                UciReaction::Answers,
                UciReaction::Switches,
            ],
        );
        temper.any_ponderhit_ends_search = rng.u32(0..4) == 0;
        temper.lenience.extra_words = pick_random(
            rng,
            &[
                ExtraWords::Rejected,
                ExtraWords::FirstWord,
                ExtraWords::AnyWord,
            ],
        );
        temper.read_delay_searching_micros = random_delay(rng, &[0, 1, 50, 300]);
        temper.read_delay_idle_micros = random_delay(rng, &[0, 0, 1, 15, 300]);
        temper.stop_delay_micros = random_delay(rng, &[0, 1, 100, 400]);
        temper.start_delay_micros = random_delay(rng, &[0, 20, 800, 3000]);
        temper.choose_reactions(rng);
        temper
    }

    fn choose_reactions(&mut self, rng: &mut Rng) {
        self.idle_stop_reaction = pick_random(
            rng,
            &[
                IdleStopReaction::Answered,
                IdleStopReaction::AnsweredByThread,
                IdleStopReaction::NotAnswered,
            ],
        );
        let seconds = [
            SecondUcciReaction::Skips,
            SecondUcciReaction::Answers,
            SecondUcciReaction::Resets,
        ];
        self.second_ucci_reaction = pick_random(rng, &seconds);
        self.before_ucci_reaction = pick_random(
            rng,
            &[
                BeforeUcciReaction::Skips,
                BeforeUcciReaction::Executes,
                BeforeUcciReaction::Executes,
                BeforeUcciReaction::Exits,
            ],
        );
        let unclear = [
            UnclearInputReaction::Skips,
            UnclearInputReaction::UsesDefault,
            UnclearInputReaction::NoResult,
        ];
        self.broken_position_reaction = pick_random(rng, &unclear);
        self.illegal_moves_reaction = pick_random(rng, &unclear);
        self.no_position_reaction = pick_random(rng, &unclear);
        self.unclear_go_reaction = pick_random(rng, &unclear);
        self.info_count = rng.u32(0..4);
    }

    /// Describes the choices that differ from the defaults.
    pub(crate) fn describe_choices(&self) -> String {
        let plain = format!("{:#?}", EngineChoices::default());
        let own = format!("{self:#?}");
        let pairs = own.lines().zip(plain.lines());
        let lines = pairs.filter(|(own, plain)| own != plain);
        let lines: Vec<&str> = lines.map(|it| it.0.trim()).collect();
        lines.join(" ")
    }

    /// Returns several copies of these choices. In each copy, a different choice is set to its default value.
    pub(crate) fn copies_with_one_choice_at_default(&self) -> Vec<EngineChoices> {
        let plain = EngineChoices {
            lenience: LineLenience {
                accepts_trailing_blanks: true,
                accepts_cr: true,
                accepts_extra_blanks: true,
                ..LineLenience::default()
            },
            announces_usemillisec_option: self.announces_usemillisec_option,
            announces_batch_option: self.announces_batch_option,
            ..EngineChoices::default()
        };
        macro_rules! each {
            ($($field:ident),*) => {
                vec![$(EngineChoices { $field: plain.$field.clone(), ..self.clone() }),*]
            };
        }
        each!(
            lenience,
            reads_no_input_between_stop_and_result,
            read_delay_searching_micros,
            read_delay_idle_micros,
            stop_delay_micros,
            start_delay_micros,
            idle_stop_reaction,
            announces_other_options,
            assumes_milliseconds,
            accepts_on_as_true,
            second_ucci_reaction,
            uci_reaction,
            any_ponderhit_ends_search,
            before_ucci_reaction,
            broken_position_reaction,
            illegal_moves_reaction,
            no_position_reaction,
            unclear_go_reaction,
            second_banmoves_adds_to_first,
            accepts_partial_bans,
            sends_early_nobestmove,
            infinite_search_ends_with_at_most_one_move,
            skips_impossible_probe,
            pophash_has_move,
            info_count,
            sends_ponder_move,
            sends_draw_or_resign,
            reports_unrecognized_commands,
            sends_result_at_quit,
            sends_bye_at_quit,
            finishes_search_at_eof,
            sends_bye_at_eof
        )
    }
}

/// Returns a random element of `choices`.
pub(crate) fn pick_random<T: Clone>(rng: &mut Rng, choices: &[T]) -> T {
    choices[rng.usize(..choices.len())].clone()
}
