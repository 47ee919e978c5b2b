//! The supported protocols, one folder each. Nothing outside a folder matches on its protocol.

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
    context::{Cell, Context, Diagram, Row},
    deadline::with_unknown_lateness,
    doubt::Doubts,
    facts::UNHEARD,
    grammar::{Action, Grammar, Samples, TestCase},
};
pub use crate::rule::RuleInfo;
use crate::{
    message::Message,
    rule::{Findings, Level, PerRule},
    transcript::{Event, NO_MOVES, Pattern, Transcript},
};

/// Every protocol, in the order in which `--protocol auto` prefers them.
pub const ALL: &[&dyn Protocol] = &[&ucci::Ucci, &uci::Uci, &gtp::Gtp];

/// The protocol of that name.
pub fn find(name: &str) -> Option<&'static dyn Protocol> {
    ALL.iter().copied().find(|it| it.name() == name)
}

/// One cause is reported once: the violated rule that may have caused a violation in `topic`, for an engine that
/// `died` or did not.
pub fn root_cause<'a>(
    protocol: &dyn Protocol,
    violated: &'a [String],
    topic: &str,
    died: bool,
) -> Option<&'a str> {
    let mut causes = violated.iter().map(String::as_str);
    causes.find(|it| protocol.masks_topics(it, died).contains(&topic))
}

/// Everything the rest of the harness needs to know about a protocol.
///
/// The trait is object safe on purpose: types of one protocol (messages, views, rules) stay in its
/// folder and never become a type parameter of anything outside it.
pub trait Protocol: Sync {
    /// The word for it on the command line and in rule ids: `ucci`.
    fn name(&self) -> &'static str;

    /// Its name for people: `UCCI 3.0`.
    fn title(&self) -> &'static str;

    /// Other protocols that engines of this one often speak as well, and that come after it in [`ALL`].
    fn relatives(&self) -> &'static [&'static str] {
        &[]
    }

    /// Every rule, sorted by id.
    fn rules(&self) -> Vec<RuleInfo>;

    /// The topics whose violations are not reported while `rule` is violated: both may have the same cause.
    fn masks_topics(&self, _rule: &str, _died: bool) -> &'static [&'static str] {
        &[]
    }

    /// Whether `rule` reports a hang or a crash: the rest of the script was not played then.
    fn hides(&self, _rule: &str) -> bool {
        false
    }

    /// At which level a rule binds in a profile of `check`.
    fn binding(&self, _profile: &str, _rule: &RuleInfo) -> Binding {
        Binding::AsIs
    }

    /// Which commands a script must send to exercise a rule; see [`exercise`].
    fn exercise(&self) -> &'static str {
        ""
    }

    /// The script that shows whether an engine starts at all, in a profile of `check`.
    fn start_script(&self, _profile: &str) -> &'static [u8] {
        b"@ready\n@idle\n"
    }

    /// A game of the engine against itself, for `@game`.
    fn game(&self) -> Option<Box<dyn Game>> {
        None
    }

    /// A fresh judge of one conversation.
    fn judge(&self) -> Box<dyn Judge>;

    /// A fresh interface side, for a session that drives an engine.
    fn dialogue(&self) -> Box<dyn Dialogue>;

    /// How the protocol's grammar writes a move (`{move}` in patterns): a regular expression over the bytes of one
    /// word, without captures.
    fn move_syntax(&self) -> &'static str;

    /// The words of a response whose value may be a wildcard in a snapshot.
    fn fields(&self) -> &'static [Field] {
        &[]
    }

    /// Whether a line can be parsed as a response of this protocol, in any state.
    fn is_response(&self, _line: &[u8]) -> bool {
        false
    }

    /// The named faults that prove the rules, one line each; see [`crate::inject`].
    fn faults(&self) -> &'static str;

    /// Allowed but unusual behaviour, one line each; see [`crate::inject`].
    fn oddities(&self) -> &'static str {
        ""
    }

    /// Generates the values of a fault's `{generator}` from the conversation so far.
    fn generator(&self) -> Box<dyn Generator>;

    /// The grammar that the fuzzer generates input from, if the protocol has one.
    fn grammar(&self) -> Option<&'static dyn Grammar> {
        None
    }

    /// Sample lines of both sides, for conversations that are generated from bytes.
    fn samples(&self) -> Samples {
        Samples::default()
    }

    /// The built-in reference engine for in-memory sessions, if this protocol has one.
    fn reference(&self) -> Option<Box<dyn crate::link::Actor>>;
}

/// How a rule binds in a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binding {
    /// At its own level.
    AsIs,
    Level(Level),
    /// Not at all, and why.
    NotApplicable(&'static Message),
}

/// A word of a response, and the type of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    pub word: &'static str,
    /// The hole that matches the value in a pattern: `uint`, `int`, `move`, `moves`.
    pub hole: &'static str,
    /// Words that may stand between it and its value.
    pub units: &'static [&'static str],
    /// The value depends on the machine and its load.
    pub volatile: bool,
}

/// The words whose number may differ between two equal runs.
pub fn volatile_numbers(protocol: &dyn Protocol) -> impl Iterator<Item = &'static str> {
    let volatile = protocol.fields().iter().filter(|it| it.volatile);
    volatile.map(|it| it.word)
}

/// Judges one conversation event by event. Memory is bounded by the longest segment.
pub trait Judge {
    /// Takes the next event.
    fn observe(&mut self, event: &Event);

    /// Makes segments as short as possible: results come sooner and cost more, as a live view needs.
    fn shorten_segments(&mut self) {}

    /// The findings of the segments that are complete.
    fn so_far(&self) -> &Judged;

    /// How many events belong to complete segments: their verdict is final.
    fn judged_events(&self) -> usize;

    /// Whether the engine has completed its handshake.
    fn handshake_done(&self) -> bool;

    /// Whether the quit command was sent, or the engine has ended.
    fn is_quitting(&self) -> bool;

    /// Whether a command keeps the engine busy.
    fn is_busy(&self) -> bool {
        false
    }

    /// Judges the last segment and returns all findings.
    fn finish(self: Box<Self>) -> Judged;
}

/// The findings of a judge.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    /// The findings of each rule, in the order of [`Protocol::rules`].
    pub findings: PerRule<Findings>,
    /// The context of each rule's first violations, one each.
    pub contexts: PerRule<Vec<Context>>,
    /// The parts that could be read in more than one way, and so were not judged.
    pub doubts: Doubts,
    pub coverage: coverage::Coverage,
    /// Whether the engine completed its handshake.
    pub handshake_done: bool,
    /// The name in the engine's handshake.
    pub engine_name: Option<String>,
}

/// Judges a whole transcript at once.
pub fn judge(protocol: &dyn Protocol, transcript: &Transcript) -> Judged {
    let mut judge = protocol.judge();
    for event in &transcript.events {
        judge.observe(event);
    }
    judge.finish()
}

/// A live session: the interface's side of it and its judge, which share one tracker.
///
/// Every `segments::Segments` whose follower is an [`Interface`] implements it.
pub trait Dialogue: Judge + Deref<Target = dyn Interface> + Send {}

/// The interface's side of a live session.
pub trait Interface {
    /// The commands of a handshake and their expected answers.
    fn handshake(&self) -> Vec<Exchange>;

    /// Whether `line` is the expected answer of `exchange`. It accepts every line that the judge accepts as the
    /// answer, malformed or not: both use one parser.
    fn answers(&self, exchange: &Exchange, line: &[u8]) -> bool {
        // Engines for Windows write CR LF.
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let answer = exchange.answer.as_ref();
        answer.is_some_and(|it| it.matches(line, NO_MOVES).is_some())
    }

    /// Whether the judge accepts `line` as the answer `wanted` although it is malformed: a rule reports the
    /// mistake, and the session continues.
    fn accepts_as(&self, _wanted: &[u8], _line: &[u8]) -> bool {
        false
    }

    /// For `@handshake NAME`: how the interface of that name opens a conversation.
    fn opening(&self, _name: &str) -> Option<Opening> {
        None
    }

    /// The commands that this interface sends after the opening.
    fn after_opening(&self, _name: &str) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// The options to set right after the handshake (`setoption usemillisec true`, if the engine announced it), so
    /// that the session is well defined.
    fn initial_options(&self) -> Vec<Vec<u8>>;

    /// The line that sets an option, or `None` if the engine did not announce it and
    /// `if_announced` is set, or if the protocol has no options.
    fn setoption(&self, name: &str, value: &str, if_announced: bool) -> Option<Vec<u8>>;

    /// For `@needs`: whether the engine announced a capability of this name.
    fn offers(&self, _name: &str) -> bool {
        false
    }

    /// For `@each-option`: lines that set every announced option to every value that the engine must accept, its
    /// default last. For `@each-option-wrong`: lines with invalid values.
    fn options_to_try(&self, _wrong: bool) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// A duration in the unit of time that the session agreed on.
    fn clock(&self, time: Duration) -> String;

    /// A command that any live engine answers soon, and its answer (`isready`); `None` before the handshake.
    fn ping(&self) -> Option<Exchange>;

    /// Whether an answer, or the rest of one, is still owed. A line that comes before it does not answer the script's
    /// next command.
    fn owes(&self) -> bool {
        false
    }

    /// The command that ends the engine, and the answer to it; `None` if it was sent already.
    fn quit_exchange(&self) -> Option<Exchange>;

    /// Whether the next command will be judged: false while the engine's state is in doubt.
    fn is_certain(&self) -> bool {
        true
    }

    /// The command that makes a busy engine read its input again (`stop`), and the answer to it.
    fn interrupt(&self) -> Option<Exchange>;

    /// Whether output is still expected without a further command: an answer, the rest of one, the end of a
    /// handshake, the result of a limited search, the engine's exit.
    fn expects(&self) -> bool {
        self.owes()
    }

    /// Whether the running search is so small that waiting for its result is better than interrupting it: a
    /// result that crosses a `stop` proves less.
    fn ends_soon(&self) -> bool {
        false
    }

    /// Whether a pattern waits for the result of a search (`bestmove`).
    fn is_result(&self, _pattern: &[u8]) -> bool {
        false
    }
}

/// A command and its expected answer. Other lines may come before the answer.
#[derive(Clone, Debug)]
pub struct Exchange {
    pub command: Vec<u8>,
    /// `None`: the process exits without an answer.
    pub answer: Option<Pattern>,
}

impl Exchange {
    /// The pattern of the answer, as it is written; empty if there is none.
    pub fn wanted(&self) -> &[u8] {
        self.answer.as_ref().map_or(b"", Pattern::source)
    }
}

/// How a certain interface opens a conversation. From then on the session sends only what this interface sends, and
/// so no [`Interface::ping`].
#[derive(Clone, Copy, Debug)]
pub struct Opening {
    pub command: &'static [u8],
    /// A line with this prefix ends the wait. If none comes in time, the session continues without it.
    pub begins_with: &'static [u8],
    /// How long the interface waits for the answer to its quit command.
    pub quit_timeout: Duration,
}

/// A game of an engine against itself, with the commands that a certain interface sends.
pub trait Game {
    /// The first words of all commands that it may send.
    fn commands(&self) -> &'static [&'static str];

    /// The commands of the next turn, with the clocks of the side to move and of the other side.
    fn turn(&mut self, clock: &str, increment: &str, other: &str) -> Vec<Vec<u8>>;

    /// Reads a line of the engine; `None` if it is not the answer.
    fn reply(&mut self, line: &[u8]) -> Option<Reply>;
}

/// Whether a game goes on after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    Continues,
    Over,
}

/// Follows a conversation inside the fault injector and generates values that depend on its state: an illegal
/// move, a banned one, a wrong clock.
pub trait Generator: Send {
    /// A line from the interface, before any fault touches it.
    fn command(&mut self, line: &[u8]);

    /// A line from the engine, before any fault touches it.
    fn response(&mut self, line: &[u8]);

    /// The engine's state, one of [`Generator::states`].
    fn state(&self) -> &'static str;

    /// The states that a fault can wait for.
    fn states(&self) -> &'static [&'static str];

    /// Whether `{name}` is a name of this generator.
    fn knows(&self, name: &str) -> bool;

    /// The value of `{name}` in the present state; `None` if there is none, and then the fault is not injected.
    fn make(&mut self, name: &str) -> Option<Vec<u8>>;
}
