//! The protocols we know. One folder each, and nothing outside it matches on a protocol.

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
    rule::{Findings, Level, PerRule},
    transcript::{Event, NO_MOVES, Pattern, Transcript},
};

/// Every protocol, in the order in which `--protocol auto` prefers them.
pub const ALL: &[&dyn Protocol] = &[&ucci::Ucci, &gtp::Gtp];

/// The protocol of that name.
pub fn find(name: &str) -> Option<&'static dyn Protocol> {
    ALL.iter().copied().find(|it| it.name() == name)
}

/// One root_cause, one conviction: the violated rule that may be behind a violation in `topic`, where
/// the engine `died` or did not.
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

    /// What people call it: `UCCI 3.0`.
    fn title(&self) -> &'static str;

    /// Every rule, sorted by id.
    fn rules(&self) -> Vec<RuleInfo>;

    /// The topics whose violations prove nothing while `rule` is violated: the same root_cause may be
    /// behind them.
    fn masks_topics(&self, _rule: &str, _died: bool) -> &'static [&'static str] {
        &[]
    }

    /// Whether `rule` convicts an engine that hangs or crashes: what a script would have shown after
    /// that is hidden.
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

    /// The words of a response behind which stands what a snapshot may leave open.
    fn fields(&self) -> &'static [Field] {
        &[]
    }

    /// Whether a line, wherever it stands, reads like a response of this protocol.
    fn is_response(&self, _line: &[u8]) -> bool {
        false
    }

    /// The named faults that prove the rules, one line each; see [`crate::inject`].
    fn faults(&self) -> &'static str;

    /// What is odd but allowed, one line each; see [`crate::inject`].
    fn oddities(&self) -> &'static str {
        ""
    }

    /// Makes up what a fault's `{generator}` stands for, following the conversation as it goes.
    fn generator(&self) -> Box<dyn Generator>;

    /// How conversations are made up to fuzz an engine, if anybody has written that down.
    fn grammar(&self) -> Option<&'static dyn Grammar> {
        None
    }

    /// What both sides say, for conversations that are made up out of bytes.
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
    NotApplicable(&'static str),
}

/// A word of a response, and what stands behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    pub word: &'static str,
    /// As a pattern calls it: `uint`, `int`, `move`, `moves`.
    pub hole: &'static str,
    /// Words that may stand between it and its value.
    pub units: &'static [&'static str],
    /// It depends on the machine, and on what else that does.
    pub volatile: bool,
}

/// The words behind which stands a number that may differ between two equal runs.
pub fn volatile_numbers(protocol: &dyn Protocol) -> impl Iterator<Item = &'static str> {
    let volatile = protocol.fields().iter().filter(|it| it.volatile);
    volatile.map(|it| it.word)
}

/// Judges one conversation as it goes, in memory bounded by its longest segment.
pub trait Judge {
    /// Takes the next event.
    fn observe(&mut self, event: &Event);

    /// Judges as soon as it can be done, not when it costs least: somebody is watching.
    fn shorten_segments(&mut self) {}

    /// What was found in the segments that are over.
    fn so_far(&self) -> &Judged;

    /// How many events are judged for good: those of the segments that are over.
    fn judged_events(&self) -> usize;

    /// Whether the engine has got through its handshake.
    fn handshake_done(&self) -> bool;

    /// Whether the engine was told to leave, or has ended.
    fn is_quitting(&self) -> bool;

    /// Whether the engine is at work, as far as it was told to.
    fn is_busy(&self) -> bool {
        false
    }

    /// Judges what is left and returns the findings, one per rule in the order of
    /// [`Protocol::rules`].
    fn finish(self: Box<Self>) -> Judged;
}

/// What a judge found.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    /// What each rule found, in the order of [`Protocol::rules`].
    pub findings: PerRule<Findings>,
    /// What stood around the violations of each rule: one per violation, but no more than the first few.
    pub contexts: PerRule<Vec<Context>>,
    /// The stretches that were not followed, and so not judged.
    pub doubts: Doubts,
    /// What came up.
    pub coverage: coverage::Coverage,
    /// Whether the engine got through its handshake.
    pub handshake_done: bool,
    /// The name that the engine gave itself.
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

/// A live session: the interface's side of it, and its judge, so that what is said is followed once.
///
/// Every judge of segments is one whose follower is an [`Interface`].
pub trait Dialogue: Judge + Deref<Target = dyn Interface> + Send {}

/// What the interface must know of a live session to talk at all.
pub trait Interface {
    /// The commands and awaited answers of a handshake, up to the engine's readiness.
    fn handshake(&self) -> Vec<Exchange>;

    /// Whether `line` is the answer that `beat` waits for. Where the judge takes a line for an answer although
    /// something is wrong with it, so must this: one parser decides.
    fn answers(&self, beat: &Exchange, line: &[u8]) -> bool {
        // Engines for Windows write CR LF.
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        beat.answer.matches(line, NO_MOVES).is_some()
    }

    /// Whether the judge takes `line` for the answer `wanted`, although it is not written like it: a rule
    /// convicts what is wrong with it, and the conversation goes on.
    fn accepts_as(&self, _wanted: &[u8], _line: &[u8]) -> bool {
        false
    }

    /// For `@handshake NAME`: how the interface of that name begins a conversation.
    fn opening(&self, _name: &str) -> Option<Opening> {
        None
    }

    /// What that interface sends next.
    fn after_opening(&self, _name: &str) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// Commands that make the session well defined once the handshake is over (`setoption
    /// usemillisec true`, if the engine announced it).
    fn initial_options(&self) -> Vec<Vec<u8>>;

    /// The line that sets an option, or `None` if the engine did not announce it and
    /// `if_announced` is set, or if the protocol has no options.
    fn setoption(&self, name: &str, value: &str, if_announced: bool) -> Option<Vec<u8>>;

    /// For `@needs`: whether the engine has told that it has what goes by this name.
    fn offers(&self, _name: &str) -> bool {
        false
    }

    /// For `@each-option`: lines that set every option that the engine announced to every value
    /// that it must take, harmless ones last; or, for `@each-option-wrong`, to values that it
    /// cannot have.
    fn options_to_try(&self, _wrong: bool) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// A duration in the unit of time that the session agreed on.
    fn clock(&self, time: Duration) -> String;

    /// A command that any live engine answers soon, and its answer; `None` before the handshake.
    fn ping(&self) -> Option<Exchange>;

    /// Whether an answer is still to come, or the rest of one. What comes until then is no answer
    /// to what a script says next.
    fn owes(&self) -> bool {
        false
    }

    /// The command that ends the engine, and the answer that goes before its end; `None` if it was
    /// said already.
    fn quit_exchange(&self) -> Option<Exchange>;

    /// Whether what is said next is still judged: a command may have left it open what the engine
    /// takes for said.
    fn is_certain(&self) -> bool {
        true
    }

    /// What to say first when the engine may be busy, so that it can hear the farewell (`stop`).
    fn interrupt(&self) -> Option<Exchange>;

    /// Whether something is still to come by itself: an answer, the rest of one, the end of a handshake, the
    /// result of a search that nobody need stop, the engine's own end.
    fn expects(&self) -> bool {
        self.owes()
    }

    /// Whether what keeps the engine busy is so small that it is worth the moment to hear it out, instead
    /// of interrupting it: an answer that a `stop` has crossed proves less.
    fn ends_soon(&self) -> bool {
        false
    }

    /// Whether a pattern waits for the line that ends what keeps the engine busy (`bestmove`).
    fn is_result(&self, _pattern: &[u8]) -> bool {
        false
    }
}

/// A command, and the answer to wait for (among whatever other lines).
#[derive(Clone, Debug)]
pub struct Exchange {
    pub command: Vec<u8>,
    pub answer: Pattern,
}

/// How a certain interface opens a conversation. From then on the session sends only what that interface sends:
/// no proof of life.
#[derive(Clone, Copy, Debug)]
pub struct Opening {
    pub command: &'static [u8],
    /// A line that begins so ends the wait; when none comes, the conversation goes on all the same.
    pub begins_with: &'static [u8],
    /// How long it waits for the answer to its farewell.
    pub quit_timeout: Duration,
}

/// A game of an engine against itself, as a certain interface would lead it.
pub trait Game {
    /// The first words of all commands that it may send.
    fn commands(&self) -> &'static [&'static str];

    /// The commands of the next turn, with the clocks of the side to move and of the other side.
    fn turn(&mut self, clock: &str, increment: &str, other: &str) -> Vec<Vec<u8>>;

    /// Takes a line of the engine; `None` if it is not the answer.
    fn reply(&mut self, line: &[u8]) -> Option<Reply>;
}

/// What becomes of a game after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    Continues,
    Over,
}

/// Follows a conversation inside the fault injector and makes up misbehaviour that needs to know
/// the state: an illegal move, a banned one, a wrong clock.
pub trait Generator: Send {
    /// A line from the interface, before any fault touches it.
    fn command(&mut self, line: &[u8]);

    /// A line from the engine, before any fault touches it.
    fn response(&mut self, line: &[u8]);

    /// The engine's state, one of [`Generator::states`].
    fn state(&self) -> &'static str;

    /// The words for the states that a fault can wait for.
    fn states(&self) -> &'static [&'static str];

    /// Whether `{name}` can stand for anything at all.
    fn knows(&self, name: &str) -> bool;

    /// What `{name}` stands for right now; `None` if there is nothing fitting, and then the fault
    /// does not strike.
    fn make(&mut self, name: &str) -> Option<Vec<u8>>;
}
