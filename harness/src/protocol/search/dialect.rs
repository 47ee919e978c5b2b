//! What one protocol has and others have not.
//!
//! Words, reasons and answers are constants; what needs code is a function without a state of its own. What has to be
//! remembered is a type of the dialect that the tracker, a segment, a board or a search carries along.

use std::{fmt::Debug, time::Duration};

use crate::{message::Message, protocol::Opening};

use super::{
    Board, BoardGame, BoardNotes, Command, Hint, Posspec, Response, Scene, Search, Tracker,
    Unspecified, View,
};

/// A protocol that sets an engine searching.
pub(in crate::protocol) trait Dialect:
    Copy + Debug + Default + Eq + 'static
{
    type Game: BoardGame;
    /// Commands that only this protocol has.
    type Command: Clone + Debug + Eq;
    /// Responses that only this protocol has.
    type Response: Clone + Debug + Eq;
    /// What stands behind `go`.
    type Go: GoCommand;
    /// What the tracker carries along: the options in force.
    type State: Clone + Debug + Default;
    /// What it notes in a segment, for its rules.
    type Segment: Clone + Debug + Default;
    /// What it notes about the board beside the position.
    type Notes: BoardNotes<Self::Game>;
    /// What it notes with a search.
    type SearchNotes: Clone + Debug;
    /// What makes a line odd that only this protocol knows of.
    type Unspecified: Copy + Debug + Eq;

    /// Why something is in doubt, for the report.
    const REASONS: Reasons;
    /// The words of its commands and answers, for messages.
    const NAMES: Names;
    /// Another protocol that such an engine may speak as well.
    const OTHER_PROTOCOL: Option<OtherProtocol> = None;
    /// Whether a `stop` that an idle engine reads is answered.
    const ANSWERS_IDLE_STOP: bool = false;
    /// Whether tabs, several blanks, and blanks at the ends of a line are allowed.
    const BLANKS_ARE_FREE: bool = true;
    /// The first words of commands that tell where a conversation stands.
    const CONTEXT_WORDS: &[&str] = &["position", "go"];
    /// What its own generators are called; see [`Dialect::make`].
    const GENERATED: &[&str] = &[];
    /// The options that a session itself hangs on: it sets them itself, or not at all.
    const SESSION_OPTIONS: &[&str] = &[];

    /// Reads a line of the interface.
    fn command(line: &[u8]) -> Command<Self>;

    /// Reads a line of the engine.
    fn response(line: &[u8]) -> Response<Self>;

    /// The commands that a generous reader may find in a line that is none by the grammar.
    fn hints(line: &[u8]) -> impl Iterator<Item = Hint>;

    /// Whether the interface turns to another game, or to another engine; `line` is what was sent.
    fn begins_game(command: &Command<Self>, line: &[u8]) -> bool;

    /// What kind of command it is, for the coverage.
    fn name_of(command: &Command<Self>) -> &'static str;

    /// What kind of response it is.
    fn name_of_response(response: &Response<Self>) -> &'static str;

    /// Whether every engine must take the place of a position.
    fn is_plain(_spec: &Posspec<Self>) -> bool {
        true
    }

    /// Whether a search by this line ends by itself, and soon, however an engine reads it.
    fn is_small(line: &[u8]) -> bool;

    /// Whether `name` is the option that was announced.
    fn is_option(announced: &str, name: &[u8]) -> bool {
        announced.as_bytes() == name
    }

    /// Whether an engine may load or clear something when this option is set.
    fn may_load(option: &[u8]) -> bool;

    /// How long one unit of time lasts; the longer one if that is not certain.
    fn unit(_state: &Self::State) -> Duration {
        Duration::from_millis(1)
    }

    /// The unit of time that an option sets.
    fn unit_set_by(_name: &[u8], _value: &[u8]) -> Option<Duration> {
        None
    }

    /// Makes up a move for a fault, by a name in [`Dialect::GENERATED`].
    fn make(_board: &Board<Self>, _position: &Self::Game, _name: &str) -> Option<MoveOf<Self>> {
        None
    }

    /// Whether the engine takes what is sent into a search only when that is over.
    fn defers(_state: &Self::State) -> bool {
        false
    }

    /// Whether the engine was told to print more than it has to, or may have been.
    fn is_debugging(_state: &Self::State) -> bool {
        false
    }

    /// Whether a command of its own may come while the engine thinks.
    fn may_interrupt(_own: &Self::Command) -> bool {
        false
    }

    /// Whether a command of its own asks for an answer.
    fn asks(_own: &Self::Command) -> bool {
        false
    }

    /// What it asks.
    fn question(_own: &Self::Command) -> Question<Self> {
        Question::default()
    }

    /// Whether a command of its own tells where a conversation stands.
    fn is_context(_own: &Self::Command) -> bool {
        false
    }

    /// A command was sent, whatever the engine does.
    fn sent(_tracker: &mut Tracker<Self>, _command: &Command<Self>) {}

    /// A `position` was sent, whatever the engine does.
    fn position_sent(_tracker: &mut Tracker<Self>, _spec: &Posspec<Self>) {}

    /// The interface turned to another game.
    fn game_begins(_tracker: &mut Tracker<Self>) {}

    /// The engine takes a command of its own.
    fn take(_tracker: &mut Tracker<Self>, _index: usize, _own: Self::Command) {}

    /// What a command of its own does to the board.
    fn apply(_board: &mut Board<Self>, _own: &Self::Command) {}

    /// The engine takes an option.
    fn setoption(_tracker: &mut Tracker<Self>, _index: usize, _name: &[u8], _value: &[u8]) {}

    /// The words of a line that may have set an option.
    fn maybe_set_option(_tracker: &mut Tracker<Self>, _index: usize, _words: &[u8]) {}

    /// The engine takes a `go`.
    fn go_sent(_tracker: &mut Tracker<Self>, _index: usize, _go: &Self::Go) {}

    /// Whether a position may be good that is none by our rules.
    fn may_be_valid(_tracker: &Tracker<Self>) -> bool {
        false
    }

    /// The board that a search begins on.
    fn restrict(_tracker: &Tracker<Self>, _board: &mut Board<Self>) {}

    /// What is noted with a search that begins.
    fn search_notes(tracker: &Tracker<Self>) -> Self::SearchNotes;

    /// A second handshake begins, which the engine may take for a new start.
    fn greeted_again(_tracker: &mut Tracker<Self>, _index: usize, _reason: &'static Message) {}

    /// The first handshake is over.
    fn handshake_over(_tracker: &mut Tracker<Self>) {}

    /// A response of its own.
    fn answered(_tracker: &mut Tracker<Self>, _index: usize, _own: &Self::Response) {}

    /// Whether a search tells its whole variation before its result, and the result follows it: no other search binds.
    fn reports_full_pv(search: &Search<Self>) -> bool;

    /// Whether only a dead position can be answered by no move: nothing else cut the search short.
    fn must_answer(search: &Search<Self>) -> bool;

    /// The line that sets an option.
    fn option_line(name: &str, value: &str) -> Vec<u8>;

    /// Whether a pattern waits for the result of a search.
    fn is_result(pattern: &[u8]) -> bool;

    /// What makes a session well defined once the handshake is over.
    fn initial_options(_tracker: &Tracker<Self>) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// How the interface of that name begins a conversation.
    fn opening(_name: &str) -> Option<Opening> {
        None
    }

    /// What it sends next.
    fn after_opening(_tracker: &Tracker<Self>, _name: &str) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// What the next segment begins with.
    fn next_segment(_view: &View<Self>) -> Self::Segment {
        Self::Segment::default()
    }

    /// What a culprit in a line of its own stands on.
    fn scene(_view: &View<Self>, _index: usize, _start: usize) -> Option<Scene<Self>> {
        None
    }

    /// What is odd about the first line of a conversation.
    fn unspecified_first(_line: &[u8]) -> Option<Self::Unspecified> {
        None
    }

    /// What is odd about a line that is no command, beside that.
    fn unspecified_foreign(_line: &[u8]) -> Option<Self::Unspecified> {
        None
    }

    /// What is odd about a command of its own, sent to an idle engine.
    fn unspecified_own(
        _tracker: &Tracker<Self>,
        _own: &Self::Command,
    ) -> Option<Unspecified<Self>> {
        None
    }

    /// What is odd about a `go`.
    fn unspecified_go(line: &[u8], go: &Self::Go) -> Option<Unspecified<Self>>;

    /// What is odd about an option that was announced as this `kind`, or was not.
    fn unspecified_option(
        _announced: bool,
        _kind: &str,
        _name: &[u8],
        _value: &[u8],
    ) -> Option<Self::Unspecified> {
        None
    }

    /// What is odd about a position, beside a place or moves that are none.
    fn unspecified_position(_line: &[u8], _spec: &Posspec<Self>) -> Option<Self::Unspecified> {
        None
    }

    /// Whether something about a line is more telling than its blanks.
    fn outweighs_blanks(_line: &[u8]) -> bool {
        false
    }

    /// Whether an oddity of its own is about an option.
    fn is_unspecified_option(_own: Self::Unspecified) -> bool {
        false
    }
}

/// A move of the game that a dialect is about.
pub(in crate::protocol) type MoveOf<D> = <<D as Dialect>::Game as BoardGame>::Move;

/// What stands behind `go`.
pub(in crate::protocol) trait GoCommand: Clone + Debug + Eq {
    /// Whether the engine is to ponder: think on the other side's time.
    fn ponders(&self) -> bool;

    /// What ends the search; `unit` is how long one unit of time lasts.
    fn limit(&self, unit: Duration) -> Limit;
}

/// What ends a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum Limit {
    Depth(u64),
    Nodes(u64),
    /// The time left on the clock.
    Clock(Duration),
    /// Nothing but `stop`.
    Infinite,
    /// The line does not say it as the grammar has it.
    Unclear,
}

/// A question that only one protocol has.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct Question<D: Dialect> {
    /// It may not be passed over.
    pub(in crate::protocol) clear: bool,
    /// The position that it asks about.
    pub(in crate::protocol) about: Option<D::Game>,
}

impl<D: Dialect> Default for Question<D> {
    fn default() -> Question<D> {
        Question {
            clear: true,
            about: None,
        }
    }
}

/// Another protocol: its greeting, and the line that ends its handshake.
#[derive(Clone, Copy, Debug)]
pub(in crate::protocol) struct OtherProtocol {
    pub(in crate::protocol) greeting: &'static [u8],
    pub(in crate::protocol) end: &'static [u8],
}

impl OtherProtocol {
    /// Whether a line of the interface begins a conversation in it.
    pub(in crate::protocol) fn greets(&self, line: &[u8]) -> bool {
        line.trim_ascii() == self.greeting
    }

    /// Whether a line of the engine ends its handshake.
    pub(in crate::protocol) fn greeted(&self, line: &[u8]) -> bool {
        line.trim_ascii() == self.end
    }
}

/// How a protocol calls what all of them have.
#[derive(Clone, Copy, Debug)]
pub(in crate::protocol) struct Names {
    pub(in crate::protocol) greeting: &'static str,
    pub(in crate::protocol) greeted: &'static str,
    pub(in crate::protocol) is_ready: &'static str,
    pub(in crate::protocol) ready_ok: &'static str,
    pub(in crate::protocol) no_best_move: &'static str,
    pub(in crate::protocol) stop: &'static str,
    /// The pattern of what answers it while the engine thinks.
    pub(in crate::protocol) result: &'static str,
    pub(in crate::protocol) quit: &'static str,
    pub(in crate::protocol) bye: &'static str,
}

/// Why something is in doubt, in the protocol's own words.
#[derive(Clone, Copy, Debug)]
pub(in crate::protocol) struct Reasons {
    /// The first command was none of this protocol.
    pub(in crate::protocol) first: &'static Message,
    /// A second greeting; one that was answered while the engine thought.
    pub(in crate::protocol) greeting: &'static Message,
    pub(in crate::protocol) greeted_thinking: &'static Message,
    /// A greeting of another protocol, and what is sent behind it.
    pub(in crate::protocol) other_protocol: &'static Message,
    pub(in crate::protocol) after_other_protocol: &'static Message,
    /// A `go` before the first greeting, before any position, or into a search.
    pub(in crate::protocol) go_before_greeting: &'static Message,
    pub(in crate::protocol) no_position: &'static Message,
    pub(in crate::protocol) second_go: &'static Message,
    /// A `go` that may have been skipped, where what is sent into a search waits.
    pub(in crate::protocol) skipped_deferral: &'static Message,
    /// A `position` that the text does not fix.
    pub(in crate::protocol) position: &'static Message,
    /// What sets the board came into a search.
    pub(in crate::protocol) during_search: &'static Message,
    /// A question of its own that may be passed over.
    pub(in crate::protocol) question: &'static Message,
}
