//! The choices that the specification leaves to the engine: one value of each choice is used in a whole conversation.

use fastrand::Rng;

/// One millisecond in microseconds, the unit of the simulated clock.
pub(crate) const MS: u64 = 1000;

/// How an engine parses a line outside the grammar (`UCCI T4`, `T6`).
#[derive(Clone, Debug, Default)]
pub(crate) struct Lenience {
    /// True if the engine accepts a line with blanks at its end.
    pub(crate) blanks_at_end: bool,
    /// True if the engine accepts a line with a carriage return at its end.
    pub(crate) returns: bool,
    /// True if the engine accepts a line with tabs, with several blanks, or with a blank at its beginning.
    pub(crate) blanks: bool,
    /// True if the engine accepts a command in upper case.
    pub(crate) case: bool,
    pub(crate) words: Words,
    /// Commands that the engine accepts only without other words and only in lower case.
    pub(crate) exact: Vec<&'static str>,
}

/// All commands of UCCI.
pub(crate) const COMMANDS: [&str; 10] = [
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

/// How an engine parses a line with words before or after a command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Words {
    /// The engine rejects other words: `stop now` is not a command.
    #[default]
    Exact,
    /// The engine reads only the first word: `stop now` is `stop`.
    First,
    /// The engine reads the first command in the line: `please stop` is `stop`.
    Any,
}

/// The reaction of the engine to `stop` while it is idle (`UCCI X3`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum IdleStop {
    #[default]
    Answered,
    /// The searching thread sends the answer, so `readyok` may come first.
    AnsweredLate,
    /// The engine does not answer, although the specification recommends an answer.
    Silent,
}

/// The reaction of the engine to a line that it need not accept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Unclear {
    #[default]
    Skips,
    /// The engine assumes the initial position, or searches with default limits.
    Guesses,
    /// The engine then has no position, or sends no move.
    Nothing,
}

/// The reaction of the engine to a second `ucci` (`UCCI H7`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum SecondUcci {
    #[default]
    Skips,
    Greets,
    /// The engine repeats the handshake, and resets options, position and bans.
    Resets,
}

/// The reaction of the engine to `uci` while it is idle (`UCCI H3`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Uci {
    #[default]
    Skips,
    Greets,
    /// The engine answers in UCI, and accepts only `ucci`, `isready` and `quit` until the next `ucci`.
    Switches,
}

/// The reaction of the engine to commands before `ucci` (`UCCI H3`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Boot {
    #[default]
    Skips,
    Takes,
    Leaves,
}

/// The choices of a simulated engine.
#[derive(Clone, Debug, Default)]
pub(crate) struct Temper {
    pub(crate) lenience: Lenience,
    /// True if the engine does not read its input between `stop` and the result.
    pub(crate) joins: bool,
    /// The maximum delay before the engine executes a line during a search.
    pub(crate) poll: u64,
    /// The maximum delay before the engine executes a line while idle.
    pub(crate) wake: u64,
    /// The maximum delay of the result after `stop`.
    pub(crate) stop_delay: u64,
    pub(crate) start_delay: u64,
    pub(crate) idle_stop: IdleStop,
    /// True if the engine announces the option `usemillisec`.
    pub(crate) usemillisec: bool,
    /// True if the engine announces the option `batch`.
    pub(crate) batch: bool,
    /// True if the engine announces some other options.
    pub(crate) others: bool,
    /// True if the engine counts in milliseconds although the interface did not set `usemillisec`.
    pub(crate) eager_millisec: bool,
    /// True if the engine accepts the value `on` for `true`.
    pub(crate) on_is_true: bool,
    pub(crate) second_ucci: SecondUcci,
    pub(crate) uci: Uci,
    /// True if `ponderhit` ends a search without `ponder` (`UCCI G10`).
    pub(crate) stray_ponderhit_stops: bool,
    pub(crate) boot: Boot,
    pub(crate) broken_position: Unclear,
    pub(crate) illegal_moves: Unclear,
    pub(crate) no_position: Unclear,
    pub(crate) unclear_go: Unclear,
    /// True if a second `banmoves` adds to the first list (`UCCI B4`).
    pub(crate) bans_add: bool,
    /// True if the engine accepts the legal moves of a ban list that also has illegal moves.
    pub(crate) takes_some_bans: bool,
    /// True if the engine sends `nobestmove` when it is stopped before it has found a move (`UCCI R4`, `R14`).
    pub(crate) early_nobestmove: bool,
    /// True if `go infinite` ends by itself in a position with at most one legal move.
    pub(crate) dead_at_once: bool,
    /// True if the engine does not answer a `probe` of an impossible position.
    pub(crate) skips_odd_probe: bool,
    pub(crate) pophash_move: bool,
    pub(crate) infos: u32,
    pub(crate) names_reply: bool,
    pub(crate) flags: bool,
    /// True if the engine prints a line about an unrecognized command.
    pub(crate) complains: bool,
    pub(crate) result_at_quit: bool,
    pub(crate) bye_at_quit: bool,
    pub(crate) waits_at_eof: bool,
    pub(crate) bye_at_eof: bool,
}

impl Temper {
    pub(crate) fn random(rng: &mut Rng) -> Temper {
        let mut yes = |percent: u32| rng.u32(0..100) < percent;
        let mut temper = Temper {
            lenience: Lenience {
                blanks_at_end: yes(50),
                returns: yes(50),
                blanks: yes(50),
                case: yes(30),
                words: Words::Exact,
                exact: Vec::new(),
            },
            joins: yes(50),
            usemillisec: yes(80),
            batch: yes(60),
            others: yes(70),
            eager_millisec: yes(50),
            on_is_true: yes(50),
            bans_add: yes(50),
            takes_some_bans: yes(50),
            early_nobestmove: yes(40),
            dead_at_once: yes(50),
            skips_odd_probe: yes(50),
            pophash_move: yes(50),
            names_reply: yes(60),
            flags: yes(20),
            complains: yes(30),
            result_at_quit: yes(50),
            bye_at_quit: yes(50),
            waits_at_eof: yes(50),
            bye_at_eof: yes(50),
            ..Temper::default()
        };
        if rng.u32(0..4) == 0 {
            let mut exact = COMMANDS.to_vec();
            exact.retain(|_| rng.u32(0..3) == 0);
            temper.lenience.exact = exact;
        }
        temper.uci = pick(rng, &[Uci::Skips, Uci::Greets, Uci::Switches]);
        temper.stray_ponderhit_stops = rng.u32(0..4) == 0;
        temper.lenience.words = pick(rng, &[Words::Exact, Words::First, Words::Any]);
        temper.poll = pick(rng, &[0, MS, 50 * MS, 300 * MS]);
        temper.wake = pick(rng, &[0, 0, MS, 15 * MS, 300 * MS]);
        temper.stop_delay = pick(rng, &[0, MS, 100 * MS, 400 * MS]);
        temper.start_delay = pick(rng, &[0, 20 * MS, 800 * MS, 3000 * MS]);
        temper.idle_stop = pick(
            rng,
            &[IdleStop::Answered, IdleStop::AnsweredLate, IdleStop::Silent],
        );
        let seconds = [SecondUcci::Skips, SecondUcci::Greets, SecondUcci::Resets];
        temper.second_ucci = pick(rng, &seconds);
        temper.boot = pick(rng, &[Boot::Skips, Boot::Takes, Boot::Takes, Boot::Leaves]);
        let unclear = [Unclear::Skips, Unclear::Guesses, Unclear::Nothing];
        temper.broken_position = pick(rng, &unclear);
        temper.illegal_moves = pick(rng, &unclear);
        temper.no_position = pick(rng, &unclear);
        temper.unclear_go = pick(rng, &unclear);
        temper.infos = rng.u32(0..4);
        temper
    }

    /// Describes the choices that differ from the defaults.
    pub(crate) fn describe(&self) -> String {
        let plain = format!("{:#?}", Temper::default());
        let own = format!("{self:#?}");
        let pairs = own.lines().zip(plain.lines());
        let lines = pairs.filter(|(own, plain)| own != plain);
        let lines: Vec<&str> = lines.map(|it| it.0.trim()).collect();
        lines.join(" ")
    }

    /// For each choice, returns a copy in which this choice has its usual value.
    pub(crate) fn plainer(&self) -> Vec<Temper> {
        let plain = Temper {
            lenience: Lenience {
                blanks_at_end: true,
                returns: true,
                blanks: true,
                ..Lenience::default()
            },
            usemillisec: self.usemillisec,
            batch: self.batch,
            ..Temper::default()
        };
        macro_rules! each {
            ($($field:ident),*) => {
                vec![$(Temper { $field: plain.$field.clone(), ..self.clone() }),*]
            };
        }
        each!(
            lenience,
            joins,
            poll,
            wake,
            stop_delay,
            start_delay,
            idle_stop,
            others,
            eager_millisec,
            on_is_true,
            second_ucci,
            uci,
            stray_ponderhit_stops,
            boot,
            broken_position,
            illegal_moves,
            no_position,
            unclear_go,
            bans_add,
            takes_some_bans,
            early_nobestmove,
            dead_at_once,
            skips_odd_probe,
            pophash_move,
            infos,
            names_reply,
            flags,
            complains,
            result_at_quit,
            bye_at_quit,
            waits_at_eof,
            bye_at_eof
        )
    }
}

/// Returns a random element of `choices`.
pub(crate) fn pick<T: Clone>(rng: &mut Rng, choices: &[T]) -> T {
    choices[rng.usize(..choices.len())].clone()
}
