//! The protocols that ponderhit supports, one folder each. Code outside the protocols' folders is the same for all
//! protocols.

pub mod agi;
mod context;
pub mod coverage;
mod crash_trace;
mod deadline;
mod doubt_ranges;
mod fuzz_grammar;
pub mod gtp;
pub mod hints;
mod lines;
mod measured_facts;
mod process_end;
mod reference_engine;
pub mod regression;
pub mod required_commands;
mod resource_usage;
mod search;
mod segments;
pub mod ucci;
pub mod uci;

use std::{ops::Deref, time::Duration};

pub use self::{
    context::{Diagram, DiagramCell, DiagramRow, ViolationContext},
    deadline::extra_for_unknown_lateness,
    doubt_ranges::DoubtRanges,
    fuzz_grammar::{Action, FuzzGrammar, SampleLines, TestCase},
    measured_facts::OUTPUT_UNREAD_FACT,
};
pub(crate) use self::{
    crash_trace::{find_cause_in_lines, find_crash_cause},
    measured_facts::{CLOCK_LEFT_FACT, WRITTEN_FILE_FACT, exceeded_limit, is_lateness},
};
pub use crate::rule::RuleInfo;
use crate::{
    message::Message,
    rule::{Findings, Level, RuleMap},
    transcript::{Event, NEVER_MATCHING_MOVE_SYNTAX, Pattern, Transcript},
};

/// All supported protocols. `--protocol auto` prefers the protocols that come earlier in this list.
pub const ALL_PROTOCOLS: &[&dyn Protocol] = &[&ucci::Ucci, &uci::ANY_GAME, &gtp::Gtp, &agi::Agi];

/// Returns the protocol with this name.
pub fn find_protocol(name: &str) -> Option<&'static dyn Protocol> {
    ALL_PROTOCOLS.iter().copied().find(|it| it.name() == name)
}

/// Returns the protocol whose handshake begins with this command.
pub fn find_protocol_by_opening(command: &[u8]) -> Option<&'static dyn Protocol> {
    ALL_PROTOCOLS.iter().copied().find(|it| {
        let handshake = it.new_dialogue().handshake();
        handshake.first().is_some_and(|it| it.command == command)
    })
}

/// The directive with which a script names its games.
pub const FOR_GAME_DIRECTIVE: &str = "for-game";

/// Returns the protocol for the embedded scripts: with the protocol's first game if the user named no game.
pub fn with_default_game(protocol: &'static dyn Protocol) -> &'static dyn Protocol {
    let games = protocol.games();
    match (protocol.game(), games.first()) {
        (None, Some(first)) => protocol.restricted_to_game(first).unwrap_or(protocol),
        _ => protocol,
    }
}

/// Returns the first rule in `violated` whose violation may have caused a violation of another rule with the topic
/// `topic`. `died` is true if the engine's process died of a signal.
pub fn root_cause<'a>(
    protocol: &dyn Protocol,
    violated: &'a [String],
    topic: &str,
    died: bool,
) -> Option<&'a str> {
    let mut causes = violated.iter().map(String::as_str);
    causes.find(|it| protocol.topics_with_same_cause(it, died).contains(&topic))
}

/// The functions and data that each protocol provides to the rest of ponderhit.
///
/// The trait `Protocol` is object safe, so that code outside of a protocol's folder needs no type parameter for the
/// protocol. The types of a protocol (messages, views, rules) are used only in its folder.
pub trait Protocol: Sync {
    /// The protocol's name on the command line and in rule ids, such as `ucci`.
    fn name(&self) -> &'static str;

    /// The protocol's name in reports, such as `UCCI 3.0`.
    fn title(&self) -> &'static str;

    /// The protocols after this one in [`ALL_PROTOCOLS`] that engines of this protocol often speak as well.
    fn related_protocols(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether each conversation begins with the handshake.
    fn begins_with_handshake(&self) -> bool {
        true
    }

    /// The page of the protocol's requirements, a copy of `docs/spec/<name>.md`. `cargo test` keeps this copy of the
    /// page up to date.
    fn requirements_page(&self) -> &'static str {
        ""
    }

    /// The command-line names of the games that a conversation of this protocol may be about. An embedded script
    /// without `@for-game` is about the first game of its protocol.
    fn games(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Returns this protocol, restricted to conversations about one of its games.
    fn restricted_to_game(&self, _game: &str) -> Option<&'static dyn Protocol> {
        None
    }

    /// The game that the user named.
    fn game(&self) -> Option<&'static str> {
        None
    }

    /// Returns every rule, sorted by id.
    fn rules(&self) -> Vec<RuleInfo>;

    /// If `rule` is violated, violations of rules with the returned topics may have the same cause.
    fn topics_with_same_cause(&self, _rule: &str, _died: bool) -> &'static [&'static str] {
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

    /// The table of the commands that a script must send before a rule has anything to judge; see
    /// [`required_commands`].
    fn required_commands_table(&self) -> &'static str {
        ""
    }

    /// The name of the command in a line. Returns `None` if the line has no command.
    fn command_word(&self, line: &[u8]) -> Option<String> {
        required_commands::first_word(line)
    }

    /// The commands that start a search or ask for a move.
    fn search_commands(&self) -> &'static [&'static str] {
        &[]
    }

    /// The script with which a profile of `check` tests whether the engine starts.
    fn startup_test_script(&self, _profile: &str) -> &'static [u8] {
        b"@ready\n@idle\n"
    }

    /// A game of the engine against itself, for the script directive `@game`.
    fn self_play_game(&self) -> Option<Box<dyn SelfPlayGame>> {
        None
    }

    /// Creates a judge for one conversation.
    fn new_judge(&self) -> Box<dyn Judge>;

    /// Creates the interface's side of a session that drives an engine.
    fn new_dialogue(&self) -> Box<dyn Dialogue>;

    /// The syntax of a move (`{move}` in patterns): a regular expression over the bytes of one word, without captures.
    fn move_syntax(&self) -> &'static str;

    /// The keywords of responses (such as `nps`) whose values a snapshot may replace by wildcards.
    fn wildcard_fields(&self) -> &'static [ResponseField] {
        &[]
    }

    /// Whether a line can be parsed as a response of this protocol, in any state.
    fn is_response(&self, _line: &[u8]) -> bool {
        false
    }

    /// The table of hints about the causes of violations; see [`hints`].
    fn hints(&self) -> &'static [hints::Hint] {
        &[]
    }

    /// The engine faults that tests inject to prove that the rules detect violations, one line for
    /// each fault; see [`crate::inject`].
    fn fault_definitions(&self) -> &'static str;

    /// The oddities (unusual behaviour that the protocol allows) that tests inject, one line for
    /// each oddity; see [`crate::inject`].
    fn oddity_definitions(&self) -> &'static str {
        ""
    }

    /// The file suffix and the parser of regression suites for this protocol, in the format of another program.
    fn regression_format(&self) -> Option<(&'static str, regression::ParseSuite)> {
        None
    }

    /// The faults that `check-gui` plays by default: faults that a GUI can meet and should survive; see
    /// [`crate::inject`].
    fn gui_fault_definitions(&self) -> &'static str {
        ""
    }

    /// Creates the generator that replaces names such as `{illegal}` in the text of an injected fault. The value that
    /// replaces a name depends on the conversation so far.
    fn new_value_generator(&self) -> Box<dyn FaultValueGenerator>;

    /// The grammar that the fuzzer generates input from, if the protocol has one.
    fn fuzz_grammar(&self) -> Option<&'static dyn FuzzGrammar> {
        None
    }

    /// Sample lines of the interface and the engine, from which tests build conversations.
    fn sample_lines(&self) -> SampleLines {
        SampleLines::default()
    }

    /// The built-in reference engine for in-memory sessions, if this protocol has one.
    fn reference_engine(&self) -> Option<Box<dyn crate::link::Actor>>;
}

/// The effect of a profile of `check` on a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelInProfile {
    /// In the profile, the rule keeps its own level.
    OwnLevel,
    Level(Level),
    /// The rule does not apply in the profile, for this reason.
    NotApplicable(&'static Message),
}

/// A keyword of a response, and the type of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResponseField {
    pub keyword: &'static str,
    /// The wildcard that matches the keyword's value in a pattern: one of `uint`, `int`, `move` and `moves`.
    pub wildcard: &'static str,
    /// Words that may come between the keyword and its value, such as `cp` between `score` and a number.
    pub words_before_value: &'static [&'static str],
    /// The keyword's value depends on the speed and the load of the machine.
    pub is_volatile: bool,
}

/// The keywords of responses whose values may differ between two runs with the same input.
pub fn volatile_fields(protocol: &dyn Protocol) -> impl Iterator<Item = &'static str> {
    let volatile = protocol
        .wildcard_fields()
        .iter()
        .filter(|it| it.is_volatile);
    volatile.map(|it| it.keyword)
}

/// Judges one conversation event by event. A judge splits the conversation into segments and stores
/// only the current segment.
pub trait Judge {
    /// Takes the next event of the conversation.
    fn observe_event(&mut self, event: &Event);

    /// Makes the segments (the parts of a conversation that are judged at once) as short as possible. With short
    /// segments, live output shows findings sooner, but judging takes more time.
    fn shorten_segments(&mut self) {}

    /// Returns the findings in the part of the conversation that is already judged.
    fn findings_so_far(&self) -> &JudgeResult;

    /// Returns the number of events that are already judged. The verdict about judged events is final.
    fn judged_event_count(&self) -> usize;

    /// Whether the engine has completed its handshake.
    fn is_handshake_done(&self) -> bool;

    /// Whether the quit command was sent, or the engine's process has ended.
    fn is_quitting(&self) -> bool;

    /// Whether the engine is busy with a search.
    fn is_busy(&self) -> bool {
        false
    }

    /// Returns a copy of the judge, which can follow another continuation of the conversation.
    fn clone_judge(&self) -> Box<dyn Judge>;

    /// Judges the rest of the conversation and returns all findings.
    fn into_judge_result(self: Box<Self>) -> JudgeResult;
}

/// The findings of a judge in a conversation.
#[derive(Clone, Debug, Default)]
pub struct JudgeResult {
    /// The findings of each rule, in the order of [`Protocol::rules`].
    pub findings: RuleMap<Findings>,
    /// For each rule, the contexts (commands and board) of its first violations, in the order of these violations.
    pub contexts: RuleMap<Vec<ViolationContext>>,
    /// The parts of the conversation that are ambiguous and therefore not judged.
    pub doubt_ranges: DoubtRanges,
    pub coverage: coverage::Coverage,
    /// Whether the engine completed its handshake.
    pub is_handshake_done: bool,
    /// The engine's name in its handshake.
    pub engine_name: Option<String>,
    /// What limits the judged part: a game that neither the user nor an option named, or moves on an unknown board.
    pub unusual_scope: Option<Message>,
}

/// Judges a whole transcript at once.
pub fn judge_transcript(protocol: &dyn Protocol, transcript: &Transcript) -> JudgeResult {
    let mut judge = protocol.new_judge();
    for event in &transcript.events {
        judge.observe_event(event);
    }
    judge.into_judge_result()
}

/// The interface's side and the judge of a live session, which share one tracker of the
/// conversation.
///
/// A `segments::SegmentJudge` implements `Dialogue` if its tracker implements [`Interface`].
pub trait Dialogue: Judge + Deref<Target = dyn Interface> + Send {}

/// The interface's side of a live session.
pub trait Interface {
    /// The commands of a handshake and their expected answers.
    fn handshake(&self) -> Vec<Exchange>;

    /// Whether `line` is the answer that `exchange` expects, even if `line` is malformed. The
    /// session and the judge use the same parser, so they accept the same lines.
    fn is_answer(&self, exchange: &Exchange, line: &[u8]) -> bool {
        // Engines for Windows end a line with CR LF.
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let answer = exchange.answer.as_ref();
        answer.is_some_and(|it| it.matches(line, NEVER_MATCHING_MOVE_SYNTAX).is_some())
    }

    /// Whether the judge accepts the malformed `line` as the answer `wanted`. If the judge accepts a malformed answer,
    /// a rule reports the answer, and the session continues.
    fn accepts_as_answer(&self, _wanted: &[u8], _line: &[u8]) -> bool {
        false
    }

    /// A command that the interface must send before its next command, because of a line of the engine.
    fn owed_command(&self) -> Option<Vec<u8>> {
        None
    }

    /// Returns how the interface (GUI) `name` begins a session, for the script directive
    /// `@handshake NAME`.
    fn session_start(&self, _name: &str) -> Option<SessionStart> {
        None
    }

    /// The commands that the interface (GUI) `name` sends after its [`SessionStart`].
    fn commands_after_start(&self, _name: &str) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// The `setoption` lines to send right after the handshake, such as
    /// `setoption usemillisec true`. Without these `setoption` lines the engine's unit of time may
    /// be unknown.
    fn initial_options(&self) -> Vec<Vec<u8>>;

    /// The line that sets an option. Returns `None` if the protocol has no options, or if `if_announced` is set and the
    /// engine did not announce the option.
    fn setoption_line(&self, name: &str, value: &str, if_announced: bool) -> Option<Vec<u8>>;

    /// Whether the engine announced this value of an option that it announced: a number in the range of a `spin`, one of
    /// the values of a `combo`, `true` or `false` for a `check`.
    fn is_value_announced(&self, _name: &str, _value: &str) -> bool {
        true
    }

    /// Whether the line is a command of the protocol that the engine knows. A `setoption` for an option that the engine
    /// did not announce is none.
    fn is_known_command(&self, _line: &[u8]) -> bool {
        true
    }

    /// Whether the engine announced the capability `name`, for the script directive `@needs`.
    fn has_capability(&self, _name: &str) -> bool {
        false
    }

    /// Returns the lines that set every announced option to several valid values (for `@each-option`). The last line
    /// for each option sets the option's default. If `_wrong` is true, the values of the options are invalid (for
    /// `@each-option-wrong`).
    fn setoption_lines_to_try(&self, _wrong: bool) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// Converts a duration to text in the session's unit of time.
    fn format_duration(&self, time: Duration) -> String;

    /// A command that every running engine answers soon (`isready`), and its answer. Returns `None` before the
    /// handshake is complete.
    fn ping_exchange(&self) -> Option<Exchange>;

    /// Whether the answer to an earlier command is missing or incomplete. While an earlier answer is missing, the
    /// engine's next output may belong to the earlier command instead of the script's next command.
    fn is_answer_missing(&self) -> bool {
        false
    }

    /// The quit command and its answer. Returns `None` if the quit command was already sent.
    fn quit_exchange(&self) -> Option<Exchange>;

    /// Whether the engine's state is certain, so that the rules can judge the next command.
    fn is_state_certain(&self) -> bool {
        true
    }

    /// The command that makes a busy engine stop (`stop`), and its answer.
    fn interrupt_exchange(&self) -> Option<Exchange>;

    /// A command that sets up a position, and a search of this position that ends at once by itself. The result of the
    /// search shows that the engine has read all earlier commands. Returns `None` if no search may start now.
    fn short_search(&self) -> Option<(Vec<u8>, Exchange)> {
        None
    }

    /// Whether the engine still owes something, even if no further command comes: an answer, the rest of an answer, the
    /// end of a handshake, the result of a limited search, or the exit of its process.
    fn expects_output(&self) -> bool {
        self.is_answer_missing()
    }

    /// Whether the running search ends so soon that the session should wait for its result. If the interface sends a
    /// `stop` just when the engine sends the result, it is ambiguous whether the result answers the `stop`.
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
    /// The expected answer, or `None` if the process exits without an answer.
    pub answer: Option<Pattern>,
}

impl Exchange {
    /// The source text of the answer's pattern, or an empty text if no answer is expected.
    pub fn answer_pattern(&self) -> &[u8] {
        self.answer.as_ref().map_or(b"", Pattern::source)
    }
}

/// How a certain interface (GUI) begins a session. A session that imitates an interface sends only
/// commands of this interface, and never an [`Interface::ping_exchange`].
#[derive(Clone, Copy, Debug)]
pub struct SessionStart {
    pub command: &'static [u8],
    /// The session waits for an answer that begins with this prefix. If the wait for this answer times out, the session
    /// continues without the answer.
    pub answer_prefix: &'static [u8],
    /// The timeout of the answer to the quit command.
    pub quit_timeout: Duration,
}

/// A game of an engine against itself, with the commands of a certain interface.
pub trait SelfPlayGame {
    /// The first words of all commands that the game sends.
    fn command_words(&self) -> &'static [&'static str];

    /// The interface's commands for the next turn of the game. `clock` and `increment` belong to the side to move,
    /// `other` is the clock of the opponent.
    fn next_turn_commands(&mut self, clock: &str, increment: &str, other: &str) -> Vec<Vec<u8>>;

    /// Reads a line of the engine. Returns `None` if the line is not the engine's answer with its
    /// move.
    fn read_answer(&mut self, line: &[u8]) -> Option<GameStatus>;
}

/// Whether the game continues after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameStatus {
    Continues,
    GameOver,
}

/// Follows the conversation for the fault injector. The generated values, such as an illegal move, a banned move or a
/// wrong clock time, depend on the state of the conversation.
pub trait FaultValueGenerator: Send {
    /// Takes a line of the interface before any fault changes it.
    fn observe_command(&mut self, line: &[u8]);

    /// Takes a line of the engine before any fault changes it.
    fn observe_response(&mut self, line: &[u8]);

    /// If the protocol's responses come in the order of the commands, returns the command that the next line of the
    /// engine answers, and the command before that command. Returns `None` if responses may come in another order; a
    /// fault that names a command then means the last command.
    fn answered_and_previous_command(&self) -> Option<[Vec<u8>; 2]> {
        None
    }

    /// The engine's state, one of [`FaultValueGenerator::all_engine_states`].
    fn engine_state(&self) -> &'static str;

    /// The states of the engine that a fault can name as its condition.
    fn all_engine_states(&self) -> &'static [&'static str];

    /// Whether this generator can generate a value for `{name}`.
    fn can_generate(&self, name: &str) -> bool;

    /// Generates the value that replaces `{name}` in the text of a fault, for the present state of the conversation.
    /// Returns `None` if the present state has no value for the name; the injector then does not apply the fault.
    fn generate_value(&mut self, name: &str) -> Option<Vec<u8>>;
}
