//! The protocols that ponderhit supports, one folder each. Code outside these folders is the same for all protocols.

mod context;
pub mod coverage;
mod deadline;
mod doubt;
mod ending;
pub mod exercise;
mod facts;
mod grammar;
pub mod gtp;
mod lines;
mod search;
mod segments;
pub mod ucci;
pub mod uci;
mod usage;

use std::{ops::Deref, time::Duration};

pub use self::{
    context::{Context, Diagram, DiagramCell, DiagramRow},
    deadline::extra_for_unknown_lateness,
    doubt::Doubts,
    facts::OUTPUT_UNREAD,
    grammar::{Action, Grammar, SampleLines, TestCase},
};
pub use crate::rule::RuleInfo;
use crate::{
    message::Message,
    rule::{Findings, Level, PerRule},
    transcript::{Event, NO_MOVE_SYNTAX, Pattern, Transcript},
};

/// Every protocol, in the order in which `--protocol auto` prefers them.
pub const ALL_PROTOCOLS: &[&dyn Protocol] = &[&ucci::Ucci, &uci::ANY_GAME, &gtp::Gtp];

/// Returns the protocol with this name.
pub fn find_protocol(name: &str) -> Option<&'static dyn Protocol> {
    ALL_PROTOCOLS.iter().copied().find(|it| it.name() == name)
}

/// The directive that names the games of a script.
pub const GAME_DIRECTIVE: &str = "for-game";

/// Returns the protocol for the embedded scripts: if no game is named, they are about the protocol's first game.
pub fn with_default_game(protocol: &'static dyn Protocol) -> &'static dyn Protocol {
    let games = protocol.games();
    match (protocol.game(), games.first()) {
        (None, Some(first)) => protocol.for_game(first).unwrap_or(protocol),
        _ => protocol,
    }
}

/// Returns the violated rule that may have caused a violation in `topic`, so that one cause is reported only once.
/// `died` is true if the engine's process died of a signal.
pub fn root_cause<'a>(
    protocol: &dyn Protocol,
    violated: &'a [String],
    topic: &str,
    died: bool,
) -> Option<&'a str> {
    let mut causes = violated.iter().map(String::as_str);
    causes.find(|it| protocol.masks_topics(it, died).contains(&topic))
}

/// All functions and data of a protocol that the rest of the harness uses.
///
/// The trait is object safe on purpose. Types of one protocol (messages, views, rules) stay in its folder and are never
/// a type parameter outside of it.
pub trait Protocol: Sync {
    /// The protocol's name on the command line and in rule ids: `ucci`.
    fn name(&self) -> &'static str;

    /// The protocol's name in reports: `UCCI 3.0`.
    fn title(&self) -> &'static str;

    /// Other protocols that engines of this one often speak as well, and that come after it in [`ALL_PROTOCOLS`].
    fn related_protocols(&self) -> &'static [&'static str] {
        &[]
    }

    /// The games that a conversation may be about, by their names on the command line. The embedded scripts without
    /// `@for-game` are about the first one.
    fn games(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Returns this protocol for conversations about one of its games.
    fn for_game(&self, _game: &str) -> Option<&'static dyn Protocol> {
        None
    }

    /// The game that the user named.
    fn game(&self) -> Option<&'static str> {
        None
    }

    /// Returns every rule, sorted by id.
    fn rules(&self) -> Vec<RuleInfo>;

    /// The topics whose violations are not reported while `rule` is violated: both may have the same cause.
    fn masks_topics(&self, _rule: &str, _died: bool) -> &'static [&'static str] {
        &[]
    }

    /// Whether `rule` reports a hang or a crash. After a hang or a crash, the rest of the script is not played.
    fn reports_hang_or_crash(&self, _rule: &str) -> bool {
        false
    }

    /// The level of a rule in a profile of `check`.
    fn level_in_profile(&self, _profile: &str, _rule: &RuleInfo) -> LevelInProfile {
        LevelInProfile::OwnLevel
    }

    /// The table of the commands that a script must send to exercise a rule; see [`exercise`].
    fn exercise_table(&self) -> &'static str {
        ""
    }

    /// The script of a profile of `check` that shows whether an engine starts at all.
    fn start_script(&self, _profile: &str) -> &'static [u8] {
        b"@ready\n@idle\n"
    }

    /// A game of the engine against itself, for `@game`.
    fn self_play_game(&self) -> Option<Box<dyn SelfPlayGame>> {
        None
    }

    /// Creates a judge for one conversation.
    fn new_judge(&self) -> Box<dyn Judge>;

    /// Creates the interface's side of a session that drives an engine.
    fn new_dialogue(&self) -> Box<dyn Dialogue>;

    /// The syntax of a move (`{move}` in patterns): a regular expression over the bytes of one word, without captures.
    fn move_syntax(&self) -> &'static str;

    /// The words of a response whose value may be a wildcard in a snapshot.
    fn wildcard_fields(&self) -> &'static [ResponseField] {
        &[]
    }

    /// Whether a line can be parsed as a response of this protocol, in any state.
    fn is_response(&self, _line: &[u8]) -> bool {
        false
    }

    /// The named faults that prove that the rules detect violations, one line each; see [`crate::inject`].
    fn named_faults(&self) -> &'static str;

    /// The oddities, one line each: unusual behaviour that the protocol allows. See [`crate::inject`].
    fn named_oddities(&self) -> &'static str {
        ""
    }

    /// Creates the generator of the values of a fault's `{generator}`. A value depends on the conversation so far.
    fn new_generator(&self) -> Box<dyn Generator>;

    /// The grammar that the fuzzer generates input from, if the protocol has one.
    fn grammar(&self) -> Option<&'static dyn Grammar> {
        None
    }

    /// Sample lines of both sides. Tests build conversations from these lines.
    fn sample_lines(&self) -> SampleLines {
        SampleLines::default()
    }

    /// The built-in reference engine for in-memory sessions, if this protocol has one.
    fn reference_engine(&self) -> Option<Box<dyn crate::link::Actor>>;
}

/// The effect of a profile of `check` on a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelInProfile {
    /// The rule keeps its own level.
    OwnLevel,
    Level(Level),
    /// The rule is not applicable, for this reason.
    NotApplicable(&'static Message),
}

/// A keyword of a response, and the type of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResponseField {
    pub word: &'static str,
    /// The wildcard that matches the value in a pattern: `uint`, `int`, `move`, `moves`.
    pub wildcard: &'static str,
    /// Words that may come between the keyword and its value.
    pub units: &'static [&'static str],
    /// The value depends on the speed and the load of the machine.
    pub is_volatile: bool,
}

/// The keywords whose values may differ between two runs with the same input.
pub fn volatile_fields(protocol: &dyn Protocol) -> impl Iterator<Item = &'static str> {
    let volatile = protocol
        .wildcard_fields()
        .iter()
        .filter(|it| it.is_volatile);
    volatile.map(|it| it.word)
}

/// Judges one conversation event by event. The memory of a judge is limited by the longest segment.
pub trait Judge {
    /// Takes the next event.
    fn observe(&mut self, event: &Event);

    /// Makes segments as short as possible. With short segments, results come sooner, but judging takes more time. A
    /// live view needs this.
    fn shorten_segments(&mut self) {}

    /// Returns the findings of the complete segments.
    fn findings_so_far(&self) -> &JudgeResult;

    /// Returns the number of events in complete segments. The verdict about these events is final.
    fn judged_event_count(&self) -> usize;

    /// Whether the engine has completed its handshake.
    fn handshake_done(&self) -> bool;

    /// Whether the quit command was sent, or the engine has ended.
    fn is_quitting(&self) -> bool;

    /// Whether the engine is busy with a command.
    fn is_busy(&self) -> bool {
        false
    }

    /// Judges the last segment and returns all findings.
    fn finish(self: Box<Self>) -> JudgeResult;
}

/// The result of a judge.
#[derive(Clone, Debug, Default)]
pub struct JudgeResult {
    /// The findings of each rule, in the order of [`Protocol::rules`].
    pub findings: PerRule<Findings>,
    /// The contexts of the first violations of each rule: one context for each of these violations.
    pub contexts: PerRule<Vec<Context>>,
    /// The parts of the conversation that are ambiguous and therefore not judged.
    pub doubts: Doubts,
    pub coverage: coverage::Coverage,
    /// Whether the engine completed its handshake.
    pub handshake_done: bool,
    /// The engine's name in its handshake.
    pub engine_name: Option<String>,
}

/// Judges a whole transcript at once.
pub fn judge_transcript(protocol: &dyn Protocol, transcript: &Transcript) -> JudgeResult {
    let mut judge = protocol.new_judge();
    for event in &transcript.events {
        judge.observe(event);
    }
    judge.finish()
}

/// A live session: the interface's side and the judge, which share one tracker.
///
/// The trait is implemented by every `segments::SegmentJudge` whose follower is an [`Interface`].
pub trait Dialogue: Judge + Deref<Target = dyn Interface> + Send {}

/// The interface's side of a live session.
pub trait Interface {
    /// The commands of a handshake and their expected answers.
    fn handshake(&self) -> Vec<Exchange>;

    /// Whether `line` is the expected answer of `exchange`, malformed or not. The session and the judge use the same
    /// parser, so they accept the same lines.
    fn is_answer(&self, exchange: &Exchange, line: &[u8]) -> bool {
        // Engines for Windows end a line with CR LF.
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let answer = exchange.answer.as_ref();
        answer.is_some_and(|it| it.matches(line, NO_MOVE_SYNTAX).is_some())
    }

    /// Whether the judge accepts the malformed `line` as the answer `wanted`. A rule reports the mistake, and the
    /// session continues.
    fn accepts_as_answer(&self, _wanted: &[u8], _line: &[u8]) -> bool {
        false
    }

    /// Returns the first commands of the interface `name`, for `@handshake NAME`.
    fn session_start(&self, _name: &str) -> Option<SessionStart> {
        None
    }

    /// The commands that the interface `name` sends after the opening.
    fn commands_after_start(&self, _name: &str) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// The options to set right after the handshake, such as `setoption usemillisec true`. Without these options the
    /// unit of time may be unknown.
    fn initial_options(&self) -> Vec<Vec<u8>>;

    /// The line that sets an option. Returns `None` if the protocol has no options, or if `if_announced` is set and the
    /// engine did not announce the option.
    fn setoption(&self, name: &str, value: &str, if_announced: bool) -> Option<Vec<u8>>;

    /// Whether the engine announced the capability `name`, for `@needs`.
    fn has_capability(&self, _name: &str) -> bool {
        false
    }

    /// For `@each-option`: lines that set every announced option to its valid values, with the default last. For
    /// `@each-option-wrong`: lines with invalid values.
    fn setoption_lines_to_try(&self, _wrong: bool) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// Converts a duration to text in the session's unit of time.
    fn format_duration(&self, time: Duration) -> String;

    /// A command that every running engine answers soon (`isready`), and its answer. Returns `None` before the
    /// handshake.
    fn ping(&self) -> Option<Exchange>;

    /// Whether the engine still owes an answer or the rest of an answer. In this state, the engine's next output may
    /// not be the answer to the script's next command.
    fn owes_answer(&self) -> bool {
        false
    }

    /// The quit command and its answer. Returns `None` if the quit command was already sent.
    fn quit_exchange(&self) -> Option<Exchange>;

    /// Whether the next command will be judged. Returns false while the engine's state is in doubt.
    fn is_state_certain(&self) -> bool {
        true
    }

    /// The command that makes a busy engine stop (`stop`), and its answer.
    fn interrupt_exchange(&self) -> Option<Exchange>;

    /// Whether the engine must still send output without a further command: an answer, the rest of an answer, the end
    /// of a handshake, the result of a limited search, or its exit.
    fn expects_output(&self) -> bool {
        self.owes_answer()
    }

    /// Whether the running search ends so soon that the session should wait for its result. A `stop` that crosses the
    /// result would make the result ambiguous.
    fn search_ends_soon(&self) -> bool {
        false
    }

    /// Whether a pattern matches the result of a search (`bestmove`).
    fn is_result_pattern(&self, _pattern: &[u8]) -> bool {
        false
    }
}

/// A command and its expected answer. The engine may send other lines before the answer.
#[derive(Clone, Debug)]
pub struct Exchange {
    pub command: Vec<u8>,
    /// `None`: the process exits without an answer.
    pub answer: Option<Pattern>,
}

impl Exchange {
    /// The pattern of the answer, as it is written; empty if there is none.
    pub fn answer_pattern(&self) -> &[u8] {
        self.answer.as_ref().map_or(b"", Pattern::source)
    }
}

/// The beginning of a conversation with a certain interface. A session with such an opening sends only commands that
/// the interface sends, and never an [`Interface::ping`].
#[derive(Clone, Copy, Debug)]
pub struct SessionStart {
    pub command: &'static [u8],
    /// The session waits for a line with this prefix. If the wait times out, the session continues.
    pub answer_prefix: &'static [u8],
    /// The timeout of the answer to the quit command.
    pub quit_timeout: Duration,
}

/// A game of an engine against itself, with the commands of a certain interface.
pub trait SelfPlayGame {
    /// The first words of all commands of the game.
    fn command_words(&self) -> &'static [&'static str];

    /// The commands of the next turn. `clock` and `increment` belong to the side to move, `other` is the clock of the
    /// opponent.
    fn next_turn_commands(&mut self, clock: &str, increment: &str, other: &str) -> Vec<Vec<u8>>;

    /// Reads a line of the engine. Returns `None` if the line is not the answer to a turn.
    fn read_answer(&mut self, line: &[u8]) -> Option<GameStatus>;
}

/// Whether the game continues after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameStatus {
    Continues,
    GameOver,
}

/// Follows the conversation in the fault injector and generates values that depend on the state of the conversation: an
/// illegal move, a banned move, a wrong clock.
pub trait Generator: Send {
    /// Takes a line of the interface before any fault changes it.
    fn observe_command(&mut self, line: &[u8]);

    /// Takes a line of the engine before any fault changes it.
    fn observe_response(&mut self, line: &[u8]);

    /// The engine's state, one of [`Generator::all_states`].
    fn engine_state(&self) -> &'static str;

    /// The states that a fault can name as its condition.
    fn all_states(&self) -> &'static [&'static str];

    /// Whether this generator can generate a value for `{name}`.
    fn can_generate(&self, name: &str) -> bool;

    /// Generates the value of `{name}` in the present state. Returns `None` if there is no such value; the fault is not
    /// injected then.
    fn generate_value(&mut self, name: &str) -> Option<Vec<u8>>;
}
