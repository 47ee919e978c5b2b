//! A segment of a conversation as UCCI rules read it: typed lines, searches, and what was asked.
//!
//! UCCI has no request ids, so which `go` a line belongs to is an inference (DESIGN: turns are an
//! inference in UCCI). Where the inference is unsafe the view says so, and rules do not judge.

mod board;
mod diagram;
mod game_over;
mod interface;
mod oddity;
mod search;
mod time;
mod tracker;
mod usage;

use std::{ops::Range, time::Duration};

use ponderhit_engine::games::xiangqi::Position;

use super::wire::{Command, Response};
use crate::{
    protocol::{DoubtRange, deadline::Timing, ending, lines},
    rule::{Culprit, Findings},
    transcript::{At, End},
};

pub(super) use board::{Board, resolve, set_up};
pub(super) use interface::{AfterHit, HalfLine, LapsedBans, Sent};
pub(super) use oddity::{Odd, Oddity};
pub(super) use search::{Earlier, InfiniteEnd, Intruder, Search};
pub(super) use time::{Deadline, said};
pub(super) use tracker::Tracker;
pub(super) use usage::Sample;

/// What the engine is doing (`UCCI ST1`), as far as the interface can know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Nothing was said to the engine yet.
    Boot,
    /// The first command was none of UCCI: the engine may do as it likes (`UCCI H3`).
    Alien,
    /// `ucci` was sent, `ucciok` has not come.
    Shaking,
    Idle,
    Thinking,
    /// `quit` was sent.
    Leaving,
}

/// A segment: what was said and what it meant.
#[derive(Clone, Debug, Default)]
pub(super) struct View {
    pub(super) entries: Vec<Entry>,
    pub(super) searches: Vec<Search>,
    pub(super) asks: Vec<Ask>,
    pub(super) handshake: Option<Handshake>,
    /// `stop` commands that reached an idle engine.
    pub(super) idle_stops: Vec<IdleStop>,
    pub(super) quit: Option<Quit>,
    pub(super) ban_lists: Vec<BanList>,
    pub(super) after_hits: Vec<AfterHit>,
    pub(super) lapsed_bans: Vec<LapsedBans>,
    /// A `ucci` was sent before this segment.
    pub(super) begun: bool,
    /// What the interface had set before this segment.
    pub(super) sent: Sent,
    /// What the interface did not end by a newline when it closed the engine's input.
    pub(super) half_line: Option<HalfLine>,
    /// Lines that the text does not provide for.
    pub(super) odd: Vec<Odd>,
    /// What was not followed, and so is not judged.
    pub(super) doubts: Vec<DoubtRange>,
    /// How the session ended; `None` while it goes on, and for a record that is cut off.
    pub(super) end: Option<Ending>,
    /// Where the interface closed the engine's input.
    pub(super) input_closed: Option<usize>,
    /// When the interface closed the engine's input, or stopped reading its output.
    pub(super) heard_until: Option<Duration>,
    /// What the clock of the search that ran then still allowed; `None` if other searches may follow it.
    pub(super) grace: Option<Duration>,
    /// What the engine used, over the whole conversation; told in its last segment only.
    pub(super) samples: Vec<Sample>,
    /// The engine went beyond what one session may hold.
    pub(super) excess: Option<Exceeded>,
    /// Whether the engine announced `usemillisec`, `batch` and so on: names in order.
    pub(super) announced: Vec<String>,
    /// What was announced in a later handshake.
    pub(super) announced_again: Vec<String>,
    /// Those of the first handshake that are checks.
    pub(super) checks: Vec<String>,
    /// What every deadline goes by.
    pub(super) timing: Timing,
    /// The time of the last event.
    pub(super) last: Duration,
    /// The `position` and the `go` said last before this segment.
    pub(super) before: Vec<String>,
}

/// One line, or another event that rules care for.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) at: At,
    pub(super) time: Duration,
    pub(super) what: Said,
    pub(super) line: Vec<u8>,
    /// Where the line begins within its event's bytes.
    pub(super) offset: usize,
    pub(super) earlier: lines::Earlier,
    /// What the engine was doing when this was said.
    pub(super) phase: Phase,
    /// A command that the engine takes only after its search, or an answer given before that: in
    /// batch mode (`UCCI ST8`).
    pub(super) waited: bool,
    pub(super) early: bool,
    /// Said while `debug` was on, or may have been.
    pub(super) debug: bool,
    /// A line that nothing ended but the end of the output.
    pub(super) unended: bool,
    /// Whether a response was to be expected here.
    pub(super) expected: Expected,
    /// Said before `ucci`, or after the interface went over to another protocol (`UCCI H3`). Where
    /// no command is known at all, as in a log of the engine's output, nothing is foreign.
    pub(super) foreign: bool,
}

/// Whether anything asked for a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    Yes,
    /// Nothing asked for it, for certain.
    No,
    /// It cannot be told, or there is nothing to tell.
    Unknown,
}

/// What an entry is.
#[derive(Clone, Debug)]
pub(super) enum Said {
    Command(Command),
    Response(Response),
    /// Silence, standard error, facts and the end.
    Else,
}

/// One `isready` or `probe`, and its answer.
#[derive(Clone, Debug)]
pub(super) struct Ask {
    pub(super) kind: Asked,
    /// Its number among the lines of the conversation.
    pub(super) nth: usize,
    pub(super) entry: usize,
    /// When the engine could take it: later than sent, in batch mode and before `ucciok`.
    pub(super) since: Duration,
    pub(super) phase: Phase,
    pub(super) answer: Option<usize>,
    /// It is not certain that the engine takes it before a search has ended, or which answer is its own.
    pub(super) doubtful: bool,
    /// It may wait for the end of a search: batch mode may be on.
    pub(super) unread: bool,
    /// It may be passed over, or an answer to one before it be taken for its own.
    pub(super) skippable: bool,
    /// An answer is due in any case: other questions beside it only take answers away.
    pub(super) owed: bool,
    /// The position that a `probe` asks about.
    pub(super) probed: Option<Position>,
}

/// What was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    IsReady,
    Probe,
}

/// The first `ucci` and its answer.
#[derive(Clone, Debug)]
pub(super) struct Handshake {
    pub(super) entry: usize,
    pub(super) ucciok: Option<usize>,
    /// Another protocol was spoken first: the engine owes nothing (`UCCI H3`).
    pub(super) after_alien: bool,
    /// The engine greeted in UCI, and may stay in it.
    pub(super) in_uci: bool,
    /// It greeted in UCCI before, so that it may have skipped the other protocol, and this `ucci` (`UCCI H7`).
    pub(super) again: bool,
}

/// A `stop` said to an engine that was certainly idle (`UCCI X3`).
#[derive(Clone, Debug)]
pub(super) struct IdleStop {
    /// Its number among the lines of the conversation.
    pub(super) nth: usize,
    pub(super) culprit: Culprit,
    pub(super) answer: Option<At>,
    /// A later `isready` was answered, and nothing came for a second after that.
    pub(super) settled: bool,
}

/// The `quit` and its answer.
#[derive(Clone, Debug)]
pub(super) struct Quit {
    pub(super) entry: usize,
    /// When the engine could take it: later than sent, in batch mode and before `ucciok`.
    pub(super) since: Duration,
    pub(super) phase: Phase,
    pub(super) bye: Option<usize>,
}

/// Where the engine went beyond all bounds, and we had to stop listening.
#[derive(Clone, Debug)]
pub(super) struct Exceeded {
    pub(super) what: Excess,
    pub(super) at: At,
    /// As it was noted: `32 MiB`.
    pub(super) size: String,
}

/// What there was too much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Excess {
    Output,
    Memory,
}

/// How the session ended.
#[derive(Clone, Debug)]
pub(super) struct Ending {
    pub(super) entry: usize,
    pub(super) end: End,
    pub(super) kind: EndKind,
    /// Nothing read the engine's output any more.
    pub(super) unheard: bool,
}

/// What the end says about the engine; where it hung, since which entry.
pub(super) type EndKind = ending::EndKind<usize>;

impl Entry {
    /// Points at the whole line.
    pub(super) fn culprit(&self) -> Culprit {
        self.point(0..self.line.len())
    }

    /// Points at a part of the line; at the place just behind it, if that is where something lacks.
    pub(super) fn point(&self, span: Range<usize>) -> Culprit {
        let end = span.end.max(span.start + 1);
        self.earlier.point(span.start..end, self.at, self.offset)
    }

    pub(super) fn command(&self) -> Option<&Command> {
        match &self.what {
            Said::Command(it) => Some(it),
            _ => None,
        }
    }

    pub(super) fn response(&self) -> Option<&Response> {
        match &self.what {
            Said::Response(it) => Some(it),
            _ => None,
        }
    }
}

impl View {
    /// The entry with this index.
    pub(super) fn entry(&self, index: usize) -> &Entry {
        &self.entries[index]
    }

    /// The result of a search, if it has come.
    pub(super) fn result<'a>(&'a self, search: &Search) -> Option<&'a Entry> {
        search.result.map(|it| self.entry(it))
    }

    /// Judges a response that must have been asked for.
    pub(super) fn expects(entry: &Entry, out: &mut Findings, message: impl FnOnce() -> String) {
        match entry.expected {
            Expected::Yes => out.conforms(entry.at),
            Expected::No => out.violates(entry.culprit(), message()),
            Expected::Unknown => (),
        }
    }

    /// Every response, with its entry.
    pub(super) fn responses(&self) -> impl Iterator<Item = (&Entry, &Response)> {
        self.entries
            .iter()
            .filter_map(|entry| Some((entry, entry.response()?)))
    }

    /// Every whole response in this protocol. What the engine says before `ucci`, and in another protocol,
    /// has another grammar (`UCCI H3`), and what was cut off in the middle of a line has none.
    pub(super) fn spoken(&self) -> impl Iterator<Item = (&Entry, &Response)> {
        let whole = |entry: &Entry| !entry.foreign && !entry.unended;
        self.responses().filter(move |it| whole(it.0))
    }

    /// Every command, with its entry's index.
    pub(super) fn commands(&self) -> impl Iterator<Item = (usize, &Command)> {
        let entries = self.entries.iter().enumerate();
        entries.filter_map(|(index, entry)| match &entry.what {
            Said::Command(command) => Some((index, command)),
            _ => None,
        })
    }

    /// The same, as if nothing were in doubt: which rules are met where nothing is judged.
    pub(super) fn plain_reading(&self) -> View {
        let mut plain = self.clone();
        for search in &mut plain.searches {
            search.doubtful = false;
            search.doubtful_from = None;
            search.optional = false;
            search.tampered = false;
            search.unit_known = true;
            search.board.be_certain();
        }
        for ask in &mut plain.asks {
            ask.doubtful = false;
        }
        for entry in &mut plain.entries {
            let judged = !matches!(entry.phase, Phase::Boot | Phase::Leaving);
            if entry.expected == Expected::Unknown && judged && entry.response().is_some() {
                entry.expected = Expected::Yes;
            }
        }
        plain
    }

    /// Every command in this protocol, as [`View::spoken`].
    pub(super) fn sent(&self) -> impl Iterator<Item = (&Entry, &Command)> {
        let commands = self.commands();
        let commands = commands.map(|(index, command)| (self.entry(index), command));
        commands.filter(|(entry, _)| !entry.foreign)
    }

    /// Whether the engine has given a result to a `go`: then what it did not say on the way it
    /// does not say.
    pub(super) fn has_thought(&self) -> bool {
        self.searches.iter().any(|it| it.result.is_some())
    }

    /// Whether the handshake is over.
    pub(super) fn has_shaken_hands(&self) -> bool {
        self.handshake
            .as_ref()
            .is_some_and(|it| it.ucciok.is_some())
    }

    /// Whether what is owed is excused, because the rule about the engine's death convicts.
    pub(super) fn excused(&self) -> bool {
        let ended = self.end.as_ref();
        self.excess.is_some() || ended.is_some_and(|it| it.kind.excuses())
    }

    /// Until when an answer was looked for: to the last event, or to where the interface left the engine alone.
    pub(super) fn looked(&self) -> Duration {
        self.heard_until.map_or(self.last, |it| it.min(self.last))
    }

    /// What stood around an event: the position and the `go` said last, in words.
    pub(super) fn context(&self, at: At) -> String {
        let count = self.entries.partition_point(|it| it.at <= at);
        self.stands_after(&self.entries[..count]).join(" · ")
    }

    /// Where the conversation stands after these entries: the lines that tell it.
    fn stands_after(&self, entries: &[Entry]) -> Vec<String> {
        // A position that is taken ends everything that was said before it.
        let begins = |it: &Entry| {
            matches!(it.command(), Some(Command::Position(_))) && it.phase != Phase::Thinking
        };
        let (mut context, start) = match entries.iter().rposition(begins) {
            Some(start) => (Vec::new(), start),
            None => (self.before.clone(), 0),
        };
        for entry in &entries[start..] {
            if let Said::Command(command) = &entry.what {
                tracker::remember(&mut context, entry, command);
            }
        }
        context
    }
}

/// A list of bans, and what it was sent for.
#[derive(Clone, Debug)]
pub(super) struct BanList {
    pub(super) entry: usize,
    pub(super) position: Option<Position>,
}
