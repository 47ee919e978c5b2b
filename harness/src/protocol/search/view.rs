//! A segment of a conversation as rules read it: typed lines, searches, and what was asked.
//!
//! There are no request ids, so which `go` a line belongs to is an inference (DESIGN: turns are an
//! inference). Where the inference is unsafe the view says so, and rules do not judge.

use std::{ops::Range, time::Duration};

use super::{
    AfterHit, Command, Dialect, Response, Search, UnspecifiedLine, UnterminatedLine, tracker,
};
use crate::{
    message::Message,
    protocol::{deadline::Timing, ending, lines, usage::Sample},
    rule::{Culprit, DoubtRange, Findings},
    transcript::{At, End},
};

/// What the engine is doing (`UCCI ST1`), as far as the interface can know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum Phase {
    /// Nothing was said to the engine yet.
    Boot,
    /// The first command was none of this protocol: the engine may do as it likes (`UCCI H3`).
    OtherProtocol,
    /// The handshake was begun, and is not over.
    Handshake,
    Idle,
    Thinking,
    /// `quit` was sent.
    Quitting,
}

/// A segment: what was said and what it meant.
#[derive(Clone, Debug, Default)]
pub(in crate::protocol) struct View<D: Dialect> {
    pub(in crate::protocol) entries: Vec<Entry<D>>,
    pub(in crate::protocol) searches: Vec<Search<D>>,
    pub(in crate::protocol) asks: Vec<Ask<D>>,
    pub(in crate::protocol) handshake: Option<Handshake>,
    /// `stop` commands that reached an idle engine.
    pub(in crate::protocol) idle_stops: Vec<IdleStop>,
    pub(in crate::protocol) quit: Option<Quit>,
    pub(in crate::protocol) after_hits: Vec<AfterHit<D>>,
    /// What only this protocol notes.
    pub(in crate::protocol) own: D::Segment,
    /// A greeting was sent before this segment.
    pub(in crate::protocol) begun: bool,
    /// What the interface did not end by a newline when it closed the engine's input.
    pub(in crate::protocol) unterminated_line: Option<UnterminatedLine>,
    /// Lines that the text does not provide for.
    pub(in crate::protocol) unspecified: Vec<UnspecifiedLine<D>>,
    /// What was not followed, and so is not judged.
    pub(in crate::protocol) doubts: Vec<DoubtRange>,
    /// How the session ended; `None` while it goes on, and for a record that is cut off.
    pub(in crate::protocol) end: Option<Ending>,
    /// Where the interface closed the engine's input.
    pub(in crate::protocol) input_closed: Option<usize>,
    /// When the interface closed the engine's input, or stopped reading its output.
    pub(in crate::protocol) read_until: Option<Duration>,
    /// What the clock of the search that ran then still allowed; `None` if other searches may follow it.
    pub(in crate::protocol) grace: Option<Duration>,
    /// What the engine used, over the whole conversation; told in its last segment only.
    pub(in crate::protocol) samples: Vec<Sample>,
    /// The engine went beyond what one session may hold.
    pub(in crate::protocol) excess: Option<Exceeded>,
    /// The options that the engine announced: names in order.
    pub(in crate::protocol) announced: Vec<String>,
    /// What was announced in a later handshake.
    pub(in crate::protocol) announced_again: Vec<String>,
    /// Those of the first handshake that are checks.
    pub(in crate::protocol) checks: Vec<String>,
    /// What every deadline goes by.
    pub(in crate::protocol) timing: Timing,
    /// The time of the last event.
    pub(in crate::protocol) last: Duration,
    /// The `position` and the `go` said last before this segment.
    pub(in crate::protocol) before: Vec<String>,
}

/// One line, or another event that rules care for.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct Entry<D: Dialect> {
    pub(in crate::protocol) at: At,
    pub(in crate::protocol) time: Duration,
    pub(in crate::protocol) content: Content<D>,
    pub(in crate::protocol) line: Vec<u8>,
    /// Where the line begins within its event's bytes.
    pub(in crate::protocol) offset: usize,
    pub(in crate::protocol) earlier: lines::Earlier,
    /// What the engine was doing when this was said.
    pub(in crate::protocol) phase: Phase,
    /// A command that the engine takes only after its search, or an answer given before that (`UCCI ST8`).
    pub(in crate::protocol) waited: bool,
    pub(in crate::protocol) early: bool,
    /// Said while `debug` was on, or may have been.
    pub(in crate::protocol) debug: bool,
    /// A line that nothing ended but the end of the output.
    pub(in crate::protocol) unterminated: bool,
    /// Whether a response was to be expected here.
    pub(in crate::protocol) expected: Expected,
    /// Said before the greeting, or after the interface went over to another protocol (`UCCI H3`). Where
    /// no command is known at all, as in a log of the engine's output, nothing is foreign.
    pub(in crate::protocol) foreign: bool,
}

/// Whether anything asked for a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum Expected {
    Yes,
    /// Nothing asked for it, for certain.
    No,
    /// It cannot be told, or there is nothing to tell.
    Unknown,
}

/// What an entry is.
#[derive(Clone, Debug)]
pub(in crate::protocol) enum Content<D: Dialect> {
    Command(Command<D>),
    Response(Response<D>),
    /// Silence, standard error, facts and the end.
    Other,
}

/// One question, and its answer.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct Ask<D: Dialect> {
    pub(in crate::protocol) kind: Asked,
    /// Its number among the lines of the conversation.
    pub(in crate::protocol) nth: usize,
    pub(in crate::protocol) entry: usize,
    /// When the engine could take it: later than sent, if it waited for a search or for the handshake.
    pub(in crate::protocol) since: Duration,
    pub(in crate::protocol) phase: Phase,
    pub(in crate::protocol) answer: Option<usize>,
    /// It is not certain that the engine takes it before a search has ended, or which answer is its own.
    pub(in crate::protocol) doubtful: bool,
    /// It may wait for the end of a search.
    pub(in crate::protocol) unread: bool,
    /// It may be passed over, or an answer to one before it be taken for its own.
    pub(in crate::protocol) skippable: bool,
    /// An answer is due in any case: other questions beside it only take answers away.
    pub(in crate::protocol) owed: bool,
    /// The position that it asks about.
    pub(in crate::protocol) about: Option<D::Game>,
}

/// What was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum Asked {
    IsReady,
    /// What only this protocol asks.
    Own,
}

/// The first greeting and its answer.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct Handshake {
    pub(in crate::protocol) entry: usize,
    pub(in crate::protocol) greeted: Option<usize>,
    /// Another protocol was spoken first: the engine owes nothing (`UCCI H3`).
    pub(in crate::protocol) after_other_protocol: bool,
    /// The engine greeted in another protocol, and may stay in it.
    pub(in crate::protocol) by_other_protocol: bool,
    /// It greeted in this one before, so that it may have skipped the other protocol, and this greeting (`UCCI H7`).
    pub(in crate::protocol) again: bool,
}

/// A `stop` said to an engine that was certainly idle (`UCCI X3`).
#[derive(Clone, Debug)]
pub(in crate::protocol) struct IdleStop {
    /// Its number among the lines of the conversation.
    pub(in crate::protocol) nth: usize,
    pub(in crate::protocol) culprit: Culprit,
    pub(in crate::protocol) answer: Option<At>,
    /// A later `isready` was answered, and nothing came for a second after that.
    pub(in crate::protocol) expired: bool,
}

/// The `quit` and its answer.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct Quit {
    pub(in crate::protocol) entry: usize,
    /// When the engine could take it: later than sent, if it waited for a search or for the handshake.
    pub(in crate::protocol) since: Duration,
    pub(in crate::protocol) phase: Phase,
    pub(in crate::protocol) bye: Option<usize>,
}

/// Where the engine went beyond all bounds, and we had to stop listening.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct Exceeded {
    pub(in crate::protocol) what: Excess,
    pub(in crate::protocol) at: At,
    /// As it was noted: `32 MiB`.
    pub(in crate::protocol) size: String,
}

/// What there was too much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum Excess {
    Output,
    Memory,
}

/// How the session ended.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct Ending {
    pub(in crate::protocol) entry: usize,
    pub(in crate::protocol) end: End,
    pub(in crate::protocol) kind: EndKind,
    /// Nothing read the engine's output any more.
    pub(in crate::protocol) unheard: bool,
}

/// What the end says about the engine; where it hung, since which entry.
pub(in crate::protocol) type EndKind = ending::EndKind<usize>;

impl<D: Dialect> Entry<D> {
    /// Points at the whole line.
    pub(in crate::protocol) fn culprit(&self) -> Culprit {
        self.point(0..self.line.len())
    }

    /// Points at a part of the line; at the place just behind it, if that is where something lacks.
    pub(in crate::protocol) fn point(&self, span: Range<usize>) -> Culprit {
        let end = span.end.max(span.start + 1);
        self.earlier.point(span.start..end, self.at, self.offset)
    }

    pub(in crate::protocol) fn command(&self) -> Option<&Command<D>> {
        match &self.content {
            Content::Command(it) => Some(it),
            _ => None,
        }
    }

    pub(in crate::protocol) fn response(&self) -> Option<&Response<D>> {
        match &self.content {
            Content::Response(it) => Some(it),
            _ => None,
        }
    }
}

impl<D: Dialect> View<D> {
    /// The entry with this index.
    pub(in crate::protocol) fn entry(&self, index: usize) -> &Entry<D> {
        &self.entries[index]
    }

    /// The result of a search, if it has come.
    pub(in crate::protocol) fn result<'a>(&'a self, search: &Search<D>) -> Option<&'a Entry<D>> {
        search.result.map(|it| self.entry(it))
    }

    /// Judges a response that must have been asked for.
    pub(in crate::protocol) fn expects<M: Into<Message>>(
        entry: &Entry<D>,
        out: &mut Findings,
        message: impl FnOnce() -> M,
    ) {
        match entry.expected {
            Expected::Yes => out.conforms(entry.at),
            Expected::No => out.violates(entry.culprit(), message()),
            Expected::Unknown => (),
        }
    }

    /// Every response, with its entry.
    pub(in crate::protocol) fn responses(&self) -> impl Iterator<Item = (&Entry<D>, &Response<D>)> {
        self.entries
            .iter()
            .filter_map(|entry| Some((entry, entry.response()?)))
    }

    /// Every whole response in this protocol. What the engine says before the greeting, and in another protocol,
    /// has another grammar (`UCCI H3`), and what was cut off in the middle of a line has none.
    pub(in crate::protocol) fn own_responses(
        &self,
    ) -> impl Iterator<Item = (&Entry<D>, &Response<D>)> {
        let whole = |entry: &Entry<D>| !entry.foreign && !entry.unterminated;
        self.responses().filter(move |it| whole(it.0))
    }

    /// Every command, with its entry's index.
    pub(in crate::protocol) fn commands(&self) -> impl Iterator<Item = (usize, &Command<D>)> {
        let entries = self.entries.iter().enumerate();
        entries.filter_map(|(index, entry)| match &entry.content {
            Content::Command(command) => Some((index, command)),
            _ => None,
        })
    }

    /// The same, as if nothing were in doubt: which rules are met where nothing is judged.
    pub(in crate::protocol) fn plain_reading(&self) -> View<D> {
        let mut plain = self.clone();
        for search in &mut plain.searches {
            search.doubtful = false;
            search.doubtful_from = None;
            search.optional = false;
            search.maybe_stopped = false;
            search.unit_known = true;
            search.board.be_certain();
        }
        for ask in &mut plain.asks {
            ask.doubtful = false;
        }
        for entry in &mut plain.entries {
            let judged = !matches!(entry.phase, Phase::Boot | Phase::Quitting);
            if entry.expected == Expected::Unknown && judged && entry.response().is_some() {
                entry.expected = Expected::Yes;
            }
        }
        plain
    }

    /// Every command in this protocol, as [`View::spoken`].
    pub(in crate::protocol) fn sent(&self) -> impl Iterator<Item = (&Entry<D>, &Command<D>)> {
        let commands = self.commands();
        let commands = commands.map(|(index, command)| (self.entry(index), command));
        commands.filter(|(entry, _)| !entry.foreign)
    }

    /// Whether the engine has given a result to a `go`: then what it did not say on the way it
    /// does not say.
    pub(in crate::protocol) fn has_results(&self) -> bool {
        self.searches.iter().any(|it| it.result.is_some())
    }

    /// Whether the handshake is over.
    pub(in crate::protocol) fn handshake_done(&self) -> bool {
        self.handshake
            .as_ref()
            .is_some_and(|it| it.greeted.is_some())
    }

    /// Whether what is owed is excused, because the rule about the engine's death convicts.
    pub(in crate::protocol) fn excused(&self) -> bool {
        let ended = self.end.as_ref();
        self.excess.is_some() || ended.is_some_and(|it| it.kind.excuses())
    }

    /// Until when an answer was looked for: to the last event, or to where the interface left the engine alone.
    pub(in crate::protocol) fn observed_until(&self) -> Duration {
        self.read_until.map_or(self.last, |it| it.min(self.last))
    }

    /// What stood around an event: the position and the `go` said last, in words.
    pub(in crate::protocol) fn context(&self, at: At) -> String {
        let count = self.entries.partition_point(|it| it.at <= at);
        self.context_after(&self.entries[..count]).join(" · ")
    }

    /// Where the conversation stands after these entries: the lines that tell it.
    pub(in crate::protocol) fn context_after(&self, entries: &[Entry<D>]) -> Vec<String> {
        // A position that is taken ends everything that was said before it.
        let begins = |it: &Entry<D>| {
            matches!(it.command(), Some(Command::Position(_))) && it.phase != Phase::Thinking
        };
        let (mut context, start) = match entries.iter().rposition(begins) {
            Some(start) => (Vec::new(), start),
            None => (self.before.clone(), 0),
        };
        for entry in &entries[start..] {
            if let Content::Command(command) = &entry.content {
                tracker::remember(&mut context, entry, command);
            }
        }
        context
    }
}
