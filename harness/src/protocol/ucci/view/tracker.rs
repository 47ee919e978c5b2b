//! Follows a conversation, event by event, and builds the view of it.

mod commands;
mod debts;
mod doubts;
mod ending;
mod fences;
mod lenient;
mod responses;
#[cfg(test)]
mod tests;

use std::{collections::VecDeque, time::Duration};

use self::{
    doubts::{Touches, Unsettled},
    fences::{Fences, Stops},
};
use super::{
    Board, Earlier, Entry, Exceeded, Excess, Expected, HalfLine, Intruder, Phase, Said, View,
    interface::SentBans, usage::Meter,
};
use crate::{
    protocol::{
        deadline::FOREVER,
        ending::UNHEARD,
        lines::{self, Assembler, Line},
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
    /// The bans of the current position, as long as no `go` came; and those that a `position` ended.
    bans: Option<SentBans>,
    lapsed: Option<(SentBans, Posspec)>,
    /// Each `uci` that no `uciok` answered yet.
    uci: VecDeque<usize>,
    /// A `uciok` answered one.
    greeted_in_uci: bool,
    /// The last search that had a result.
    earlier: Option<Box<Earlier>>,
    /// What came into a search and was to be passed over; until the board is another one.
    intruder: Option<Box<Intruder>>,
    /// Commands that the engine takes once it is idle: before `ucciok`, and in batch mode.
    later: VecDeque<(usize, Command)>,
    /// What answered `isready` commands prove, and what they do not.
    fences: Fences,
    /// `stop` commands that may yet be answered by a `nobestmove` of their own (`UCCI X8`).
    stops: Stops,
    /// How many of them there were when the running search began.
    stops_before: usize,
    /// A `nobestmove` that may be the result or the answer to one of those.
    undecided: Option<usize>,
    /// What is not certain, and since when.
    doubts: doubts::Open,
    unsettled: Option<Unsettled>,
    /// How many lines before `ucci` may have started a search.
    before_handshake: usize,
    /// A later `ucci`: a second handshake is tolerated (`UCCI H7`).
    greetings: Greetings,
    /// A line that the engine may have taken for `quit`.
    perhaps_quit: Option<PerhapsQuit>,
    /// What the interface's lines were outside the grammar by, and the engine took all the same.
    takes: Takes,
    /// What the `position` said last was outside the grammar by.
    odd_position: Takes,
    input_closed: bool,
    /// Nothing reads the engine's output any more.
    unheard: bool,
    /// Somebody has said something to the engine.
    addressed: bool,
    /// The memory noted last: the reason, if we had to end the engine at once.
    rss: Option<(At, String)>,
    meter: Meter,
    assembler: Assembler,
    /// When the engine wrote last, be it in the middle of a line.
    wrote: Duration,
    events: usize,
    now: Duration,
    /// How many entries the segments before this one had.
    lines_before: usize,
    /// How many entries a segment has at least.
    segment: usize,
    /// How many of them were carried from the segment before, because something is owed.
    carried: usize,
}

/// Options as far as they bear on judging.
#[derive(Clone, Debug)]
pub(in super::super) struct Settings {
    pub(in super::super) usemillisec: bool,
    pub(in super::super) batch: bool,
    /// Advisors and elephants may promote: legality is not what we know (`UCCI O26`).
    pub(in super::super) promotion: bool,
    /// `debug` is on, or may be (`UCCI O8`).
    pub(in super::super) debug: bool,
    /// `usebook` was not set to false (`UCCI O18`).
    pub(in super::super) usebook: bool,
    /// `randomness` is on, or may be: it plays moves that it thinks worse (`UCCI O29`).
    pub(in super::super) random: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            usemillisec: false,
            batch: false,
            promotion: false,
            debug: false,
            usebook: true,
            random: false,
        }
    }
}

/// Handshakes beside the first, which the engine may answer or not.
#[derive(Clone, Copy, Debug, Default)]
struct Greetings {
    open: usize,
    /// The number of the latest `ucci` among the lines of the conversation.
    latest: usize,
}

/// A line that the engine may have taken for `quit`, or not.
#[derive(Clone, Copy, Debug)]
struct PerhapsQuit {
    /// Its number among the lines of the conversation.
    nth: usize,
    entry: usize,
}

/// What the engine was seen to accept although the text is silent about it (`UCCI T4`, `T6`).
#[derive(Clone, Copy, Debug, Default)]
struct Takes {
    /// A carriage return at the end of a line.
    returns: bool,
    /// A blank at the end of a line.
    blanks: bool,
}

impl Tracker {
    pub(in super::super) fn new() -> Tracker {
        Tracker {
            view: View {
                grace: Some(Duration::ZERO),
                ..View::default()
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
            bans: None,
            lapsed: None,
            uci: VecDeque::new(),
            greeted_in_uci: false,
            earlier: None,
            intruder: None,
            later: VecDeque::new(),
            fences: Fences::default(),
            stops: Stops::default(),
            stops_before: 0,
            undecided: None,
            doubts: doubts::Open::default(),
            unsettled: None,
            before_handshake: 0,
            greetings: Greetings::default(),
            perhaps_quit: None,
            takes: Takes::default(),
            odd_position: Takes::default(),
            input_closed: false,
            unheard: false,
            addressed: false,
            rss: None,
            meter: Meter::default(),
            assembler: Assembler::default(),
            wrote: Duration::ZERO,
            events: 0,
            now: Duration::ZERO,
            lines_before: 0,
            segment: SEGMENT,
            carried: 0,
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
        if matches!(event.kind, EventKind::Chunk(Speaker::Engine, _)) {
            self.wrote = self.now;
        }
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
                self.view.half_line = self.assembler.half_line().map(|(culprit, line)| HalfLine {
                    culprit,
                    line: line.to_vec(),
                });
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
        let kinds = [
            Touches::Results,
            Touches::Answers,
            Touches::Batch,
            Touches::Quit,
            Touches::Promotion,
            Touches::Everything,
        ];
        self.phase != Phase::Alien && !kinds.into_iter().any(|it| self.doubts.has(it))
    }

    /// The last segment.
    pub(in super::super) fn finish(mut self) -> View {
        self.decide();
        self.forget_what_is_unasked();
        self.view.doubts = self.doubts.take();
        self.view.samples = self.meter.samples;
        self.view
    }

    fn advance(&mut self, event: &Event) {
        if let (None, EventKind::Silence(time)) = (event.at, &event.kind) {
            self.now = self.now.saturating_add(*time);
        }
        self.now = self.now.max(event.at.unwrap_or_default()).min(FOREVER);
        self.view.last = self.now;
        // A note of the host's lateness is about the time before it.
        if !matches!(event.kind, EventKind::Fact(_)) {
            self.let_settle();
        }
    }

    fn fact(&mut self, at: At, fact: &Fact) {
        match fact.name.as_str() {
            "late" => self.view.timing.note_lateness(self.now, &fact.value),
            "scale" => self.view.timing.set_scale(&fact.value),
            "truncated" => self.exceeded(at, Excess::Output, &fact.value),
            "memory" | "cpu" => {
                // With a question open, or a search that may run, it need not be idle.
                let waits = self.unsettled.is_none() && !self.works_on_answers();
                let busy = self.phase == Phase::Idle && !waits;
                let phase = if busy { Phase::Thinking } else { self.phase };
                self.meter.take(at, self.now, phase, fact);
            }
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
                self.meter.count(self.now, &line.bytes, Some(&command));
                let index = self.view.entries.len();
                self.notice(index, &line, &command);
                self.push(line, Said::Command(command.clone()));
                self.take(index, command);
                index
            }
            Speaker::Engine => {
                if line.is_overlong() {
                    self.exceeded(line.at, Excess::Output, "a line of 16 MiB");
                }
                let response = Response::parse(&line.bytes);
                self.meter.count(self.now, &line.bytes, None);
                self.fences.hear(self.now);
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
            // What nothing but the end of the output ended came before that.
            time: if line.unended { self.wrote } else { self.now },
            what,
            line: line.bytes,
            offset: line.offset,
            earlier: line.earlier,
            phase: self.phase,
            waited: false,
            early: false,
            debug: false,
            unended: line.unended,
            expected: Expected::Unknown,
            foreign: self.is_foreign(),
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
            earlier: lines::Earlier::default(),
            phase: self.phase,
            waited: false,
            early: false,
            debug: false,
            unended: false,
            expected: Expected::Unknown,
            foreign: self.is_foreign(),
        });
        self.view.entries.len() - 1
    }

    /// Gives the segment away if nothing is owed by either side.
    fn cut(&mut self) -> Option<View> {
        // Whoever was never spoken to has nothing to answer: a log of the engine's lines alone.
        let resting = matches!(self.phase, Phase::Idle | Phase::Alien) || !self.addressed;
        let length = self.view.entries.len();
        if !resting || length < self.segment {
            return None;
        }
        // What is sent before `ucci` is judged by what comes with it.
        let greets = self.phase == Phase::Alien && !self.shook_hands;
        let waits = self.waits_for_proof() || self.owes_answers() || greets;
        let enough = match waits {
            true => self.longest().max(2 * self.carried),
            false => self.segment,
        };
        if length < enough || !self.later.is_empty() || self.undecided.is_some() {
            return None;
        }
        self.forget_what_is_unasked();
        let before = self.view.stands_after(&self.view.entries);
        let mut sent = self.view.sent;
        self.view.commands().for_each(|(_, it)| sent.take(it));
        let begun = self.view.begun || self.view.commands().any(|(_, it)| *it == Command::Ucci);
        self.assembler.settle();
        // Entries are counted anew.
        self.uci.iter_mut().for_each(|it| *it = 0);
        self.lines_before += self.view.entries.len();
        self.perhaps_quit = self.perhaps_quit.map(|it| PerhapsQuit { entry: 0, ..it });
        self.view.doubts = self.doubts.take();
        let mut next = View {
            announced: self.view.announced.clone(),
            announced_again: self.view.announced_again.clone(),
            checks: self.view.checks.clone(),
            begun,
            sent,
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
    /// The number of an entry among all of the conversation.
    fn nth(&self, index: usize) -> usize {
        self.lines_before + index
    }

    /// Whether another protocol than UCCI may be spoken: before `ucci`, and after a later `uci` (`UCCI H3`).
    fn is_foreign(&self) -> bool {
        self.addressed && matches!(self.phase, Phase::Boot | Phase::Alien)
    }

    /// A record of the engine's output alone does not show what its lines answer.
    fn forget_what_is_unasked(&mut self) {
        if !self.addressed {
            for entry in &mut self.view.entries {
                entry.expected = Expected::Unknown;
            }
        }
    }

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
