//! Follows a conversation, event by event, and builds the view of it.

mod commands;
mod debts;
mod ending;
mod responses;

use std::{collections::VecDeque, time::Duration};

use self::debts::GivenUp;
use super::{
    Asked, Board, Earlier, Entry, Exceeded, Excess, Intruder, Phase, Said, View, usage::Meter,
};
use crate::{
    protocol::{
        deadline::{FOREVER, Timing},
        ending::UNHEARD,
        lines::{Assembler, Line},
        ucci::wire::{Command, OptionLine, Posspec, Response},
    },
    readable::readable,
    transcript::{At, Event, EventKind, Fact, Speaker},
};

/// A segment is cut at the first quiet moment after so many entries.
const SEGMENT: usize = 256;

/// A segment that ought to wait for a proof of life waits so many times as long.
const LONGEST: usize = 16;

/// What is known of the engine at this point of the conversation.
#[derive(Clone, Debug)]
pub(in super::super) struct Tracker {
    pub(in super::super) view: View,
    pub(in super::super) phase: Phase,
    /// The option lines of the handshake: what was announced, and the values known to be in force.
    pub(in super::super) settings: Settings,
    /// What the engine announced.
    pub(in super::super) options: Vec<OptionLine>,
    /// The name that the engine gave itself.
    pub(in super::super) name: Option<String>,
    pub(in super::super) shook_hands: bool,
    pub(super) board: Board,
    /// A position was told that every engine must take.
    stood: bool,
    /// The `position` said last.
    pub(super) told: Option<Posspec>,
    /// What was pondered about when `ponderhit` came, up to the next `position`.
    hit: Option<Posspec>,
    /// The last search that had a result.
    earlier: Option<Box<Earlier>>,
    /// What came into a search and was to be passed over; until the board is another one.
    intruder: Option<Box<Intruder>>,
    /// Commands that the engine takes once it is idle: before `ucciok`, and in batch mode.
    later: VecDeque<(usize, Command)>,
    /// `stop` commands that may yet be answered by a `nobestmove` of their own (`UCCI X8`).
    stray_stops: usize,
    /// Every `stop` since the last proof that all before it had been read.
    stops: Vec<usize>,
    /// How many of them there were when the running search began.
    strays_before: usize,
    /// A `nobestmove` that may be the result or the answer to a stray `stop`.
    undecided: Option<usize>,
    /// Results that may come although we took something else for them.
    late_results: usize,
    /// The interface said what cannot be followed, `go` while thinking for one: from here on it is
    /// not certain which response belongs where.
    lost: bool,
    /// `ucci` was said again: a second handshake is tolerated (`UCCI H7`).
    again: bool,
    /// The engine may be doing what it was told before `ucci`: it is not followed any more.
    estranged: bool,
    /// What the engine may have been told by lines that are no commands by the grammar.
    perhaps: Perhaps,
    input_closed: bool,
    /// Nothing reads the engine's output any more.
    unheard: bool,
    /// Somebody has said something to the engine.
    addressed: bool,
    /// It shook hands with somebody who ends lines in CR LF.
    takes_returns: bool,
    /// The memory noted last: the reason, if we had to end the engine at once.
    rss: Option<(At, String)>,
    meter: Meter,
    assembler: Assembler,
    events: usize,
    now: Duration,
    /// How many entries a segment has at least.
    segment: usize,
    /// How many of them were carried from the segment before, because something is owed.
    carried: usize,
    given_up: GivenUp,
}

/// Options as far as they bear on judging.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Settings {
    pub(in super::super) usemillisec: bool,
    pub(in super::super) batch: bool,
    /// Advisors and elephants may promote: legality is not what we know (`UCCI O26`).
    pub(in super::super) promotion: bool,
}

/// Commands that a generous reader may have found where the grammar has none: whoever acts on
/// them is as innocent as who does not.
#[derive(Clone, Debug, Default)]
struct Perhaps {
    isready: bool,
    probe: bool,
    quit: Option<usize>,
    /// It takes nothing before a search has ended.
    batch: bool,
}

impl Perhaps {
    fn asked(&self, kind: Asked) -> bool {
        match kind {
            Asked::IsReady => self.isready,
            Asked::Probe => self.probe,
        }
    }
}

impl Tracker {
    pub(in super::super) fn new() -> Tracker {
        Tracker {
            view: View {
                entries: Vec::new(),
                searches: Vec::new(),
                asks: Vec::new(),
                handshake: None,
                idle_stops: Vec::new(),
                quit: None,
                ban_lists: Vec::new(),
                after_hits: Vec::new(),
                odd: Vec::new(),
                end: None,
                input_closed: None,
                heard_until: None,
                grace: Some(Duration::ZERO),
                samples: Vec::new(),
                excess: None,
                announced: Vec::new(),
                timing: Timing::default(),
                last: Duration::ZERO,
                before: Vec::new(),
            },
            phase: Phase::Boot,
            settings: Settings::default(),
            options: Vec::new(),
            name: None,
            shook_hands: false,
            board: Board::default(),
            stood: false,
            told: None,
            hit: None,
            earlier: None,
            intruder: None,
            later: VecDeque::new(),
            stray_stops: 0,
            stops: Vec::new(),
            strays_before: 0,
            undecided: None,
            late_results: 0,
            lost: false,
            again: false,
            estranged: false,
            perhaps: Perhaps::default(),
            input_closed: false,
            unheard: false,
            addressed: false,
            takes_returns: false,
            rss: None,
            meter: Meter::default(),
            assembler: Assembler::default(),
            events: 0,
            now: Duration::ZERO,
            segment: SEGMENT,
            carried: 0,
            given_up: GivenUp::default(),
        }
    }

    /// The same, with segments of at least so many entries.
    #[cfg(test)]
    pub(in super::super) fn with_segments(segment: usize) -> Tracker {
        Tracker {
            segment,
            ..Tracker::new()
        }
    }

    /// Makes segments as short as they can be.
    pub(in super::super) fn hasten(&mut self) {
        self.segment = 1;
    }

    /// Takes the next event. A segment that is complete is returned.
    pub(in super::super) fn hear(&mut self, event: &Event) -> Option<View> {
        // What was measured after a response is still its affair: cut only when somebody speaks.
        let speaks = matches!(
            event.kind,
            EventKind::Line(Speaker::Interface, _) | EventKind::Chunk(Speaker::Interface, _)
        );
        self.addressed |= speaks || event.kind == EventKind::InputClosed;
        let answers = matches!(event.kind, EventKind::Line(Speaker::Engine, _));
        let cuts = speaks || answers && !self.addressed;
        let segment = if cuts { self.cut() } else { None };
        let at = At(self.events);
        self.events += 1;
        self.advance(event);
        for line in self.assembler.take(at, event) {
            self.line(line);
        }
        if !matches!(event.kind, EventKind::Fact(_) | EventKind::End(_)) {
            self.rss = None;
        }
        match &event.kind {
            EventKind::InputClosed => {
                self.input_closed = true;
                let index = self.other_entry(at);
                self.view.input_closed = Some(index);
                self.left_alone();
            }
            EventKind::Fact(fact) => self.fact(at, fact),
            EventKind::End(end) => self.end(at, end),
            _ => (),
        }
        segment
    }

    /// Whether what is said next is judged in full.
    pub(in super::super) fn is_certain(&self) -> bool {
        let perhaps = &self.perhaps;
        let asked = perhaps.isready || perhaps.probe || perhaps.batch || perhaps.quit.is_some();
        let followed = self.phase != Phase::Alien && !self.estranged && !self.lost;
        followed && !asked && self.late_results == 0 && !self.settings.promotion
    }

    /// The last segment.
    pub(in super::super) fn finish(mut self) -> View {
        self.decide();
        self.view.samples = self.meter.samples;
        self.view
    }

    fn advance(&mut self, event: &Event) {
        if let (None, EventKind::Silence(time)) = (event.at, &event.kind) {
            self.now = self.now.saturating_add(*time);
        }
        self.now = self.now.max(event.at.unwrap_or_default()).min(FOREVER);
        self.view.last = self.now;
    }

    fn fact(&mut self, at: At, fact: &Fact) {
        match fact.name.as_str() {
            "late" => self.view.timing.note_lateness(self.now, &fact.value),
            "scale" => self.view.timing.set_scale(&fact.value),
            "truncated" => self.exceeded(at, Excess::Output, &fact.value),
            "memory" | "cpu" => self.meter.take(at, self.now, self.phase, fact),
            UNHEARD => {
                self.unheard = true;
                self.left_alone();
            }
            "rss" => self.rss = Some((at, fact.value.clone())),
            _ => (),
        }
    }

    /// Notes that the engine went beyond all bounds. What it owes after that is excused.
    fn exceeded(&mut self, at: At, what: Excess, size: &str) {
        self.view.excess.get_or_insert_with(|| Exceeded {
            what,
            at,
            size: size.to_owned(),
        });
    }

    fn line(&mut self, line: Line) {
        let index = match line.speaker {
            Speaker::Interface => {
                let command = Command::parse(&line.bytes);
                self.meter.count(Some(&command));
                let index = self.view.entries.len();
                self.notice(index, &line, &command);
                // Whether such a line is taken at all is not said (`UCCI T4`, `T6`).
                let returns = line.bytes.ends_with(b"\r");
                let shaken = self.shook_hands;
                let taken = !is_crooked(&line.bytes) && (!returns || !shaken || self.takes_returns);
                self.takes_returns |= returns && !shaken;
                self.push(line, Said::Command(command.clone()));
                self.command(index, if taken { command } else { Command::Other });
                index
            }
            Speaker::Engine => {
                if line.is_overlong() {
                    self.exceeded(line.at, Excess::Output, "a line of 16 MiB");
                }
                let response = Response::parse(&line.bytes);
                self.meter.count(None);
                let index = self.push(line, Said::Response(response.clone()));
                self.response(index, &response);
                index
            }
        };
        debug_assert!(index < self.view.entries.len());
    }

    fn push(&mut self, line: Line, what: Said) -> usize {
        self.view.entries.push(Entry {
            at: line.at,
            time: self.now,
            what,
            line: line.bytes,
            offset: line.offset,
            phase: self.phase,
            waited: false,
            early: false,
            unended: line.unended,
            unasked: false,
        });
        self.view.entries.len() - 1
    }

    /// An entry that is no line.
    fn other_entry(&mut self, at: At) -> usize {
        self.view.entries.push(Entry {
            at,
            time: self.now,
            what: Said::Else,
            line: Vec::new(),
            offset: 0,
            phase: self.phase,
            waited: false,
            early: false,
            unended: false,
            unasked: false,
        });
        self.view.entries.len() - 1
    }

    /// Gives the segment away if nothing is owed by either side.
    fn cut(&mut self) -> Option<View> {
        // Whoever was never spoken to has nothing to answer: a log of the engine's lines alone.
        let resting = matches!(self.phase, Phase::Idle | Phase::Alien) || !self.addressed;
        let length = self.view.entries.len();
        let waits = self.waits_for_proof() || self.owes_answers();
        let enough = match waits {
            true => self.longest().max(2 * self.carried),
            false => self.segment,
        };
        let quiet =
            resting && length >= enough && self.later.is_empty() && self.undecided.is_none();
        if !quiet {
            return None;
        }
        let before = self.view.stands_after(&self.view.entries);
        // Entries are counted anew.
        self.perhaps.quit = self.perhaps.quit.map(|_| 0);
        let mut next = View {
            announced: self.view.announced.clone(),
            last: self.now,
            heard_until: self.view.heard_until,
            grace: self.view.grace,
            before,
            ..Tracker::new().view
        };
        self.carry(&mut next);
        Some(std::mem::replace(&mut self.view, next))
    }
}

impl Tracker {
    /// How long a segment is that waits for what is owed.
    fn longest(&self) -> usize {
        self.segment.saturating_mul(LONGEST).saturating_add(1)
    }

    /// Whether what was said last is judged by what comes next.
    fn waits_for_proof(&self) -> bool {
        let command = self.view.entries.iter().rev().find_map(Entry::command);
        let odd = self.view.odd.last();
        odd.is_some_and(|it| it.outlived.is_none())
            || matches!(command, Some(Command::SetOption { .. }))
    }
}

/// So much of a line is kept to tell where a conversation stands.
const KEPT: usize = 400;

/// How many lines tell where a conversation stands.
const CONTEXT: usize = 8;

/// Keeps the lines that tell where a conversation stands: position, bans, `go`, what ended it, and
/// what came into it.
pub(super) fn remember(context: &mut Vec<String>, entry: &Entry, command: &Command) {
    let is = |line: &String, word: &str| line.split_whitespace().next() == Some(word);
    let first_go = context.iter().position(|it| is(it, "go"));
    let thinking = entry.phase == Phase::Thinking;
    let intruded = first_go.is_some_and(|go| {
        let mut since = context.iter().skip(go + 1);
        since.any(|it| {
            ["position", "banmoves", "go"]
                .iter()
                .any(|word| is(it, word))
        })
    });
    let keep = match command {
        Command::Position(_) | Command::BanMoves(_) | Command::Go(_) if thinking => context.len(),
        Command::Position(_) => 0,
        // What came into a search may have changed what the next one is about.
        Command::BanMoves(_) | Command::Go(_) if intruded => context.len(),
        Command::BanMoves(_) | Command::Go(_) => first_go.unwrap_or(context.len()),
        Command::PonderHit { .. } | Command::Stop => context.len(),
        _ => return,
    };
    context.truncate(keep);
    if context.len() >= CONTEXT {
        context.remove(0);
    }
    let line = &entry.line;
    let text = readable(line);
    let text = text.trim();
    // The moves played last tell more than the first ones.
    let cut = text.chars().count().saturating_sub(KEPT);
    context.push(match cut {
        0 => text.to_owned(),
        _ => {
            let start: String = text.chars().take(KEPT / 4).collect();
            let end: String = text.chars().skip(KEPT / 4 + cut).collect();
            format!("{start}…{end}")
        }
    });
}

/// Whether words are set apart by more than a blank, or blanks stand at either end.
fn is_crooked(line: &[u8]) -> bool {
    let words = !line.trim_ascii().is_empty();
    let body = line.strip_suffix(b"\r").unwrap_or(line);
    words
        && (line.contains(&b'\t')
            || body.starts_with(b" ")
            || body.ends_with(b" ")
            || line.windows(2).any(|it| it == b"  "))
}
