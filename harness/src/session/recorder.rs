//! The recording end of a link: everything sent and heard becomes an event, in order.

use std::{collections::VecDeque, time::Duration};

use super::{Played, Settings, Unmet, Wait};
use crate::{
    link::{self, Link, ReceivedKind},
    protocol::{self, Dialogue, Exchange, Opening, Protocol},
    transcript::{Captures, End, Event, EventKind, Fact, Speaker, Transcript},
};

/// How often the host's lateness is asked for at most: asking costs a look into `/proc`.
const LATENESS_EVERY: Duration = Duration::from_millis(20);

/// Lateness below this is not worth a line.
const LATENESS_NOTED: Duration = Duration::from_millis(1);

/// What one session may hold of the engine's output, in bytes, and what a line costs beside its
/// bytes: whoever says more is not listened to any longer.
const OUTPUT: usize = 32 << 20;
const LINE: usize = 300;

/// How much longer than the patience an answer is waited for before it is missing.
const MARGIN: Duration = Duration::from_millis(100);

/// How long an engine that closed its output may take to end before that is its end.
const END_AFTER_EOF: Duration = Duration::from_secs(1);

/// The same where it was asked to end: as long as an engine that leaves its output open.
const END_WHEN_ASKED: Duration = Duration::from_secs(10);

/// A link, and the transcript of what went over it.
pub(crate) struct Recorder<'a> {
    pub(crate) protocol: &'a dyn Protocol,
    pub(crate) dialogue: Box<dyn Dialogue>,
    pub(crate) link: &'a mut dyn Link,
    pub(crate) settings: &'a Settings,
    pub(crate) captures: Captures,
    /// Lines heard that no expectation has consumed yet, with their events.
    pub(crate) unread: VecDeque<(usize, Unread)>,
    pub(crate) ended: bool,
    pub(crate) interrupted: bool,
    pub(crate) input_closed: bool,
    /// The interface that the session takes the part of, if it is a certain one.
    pub(crate) opening: Option<Opening>,
    /// Standard error comes out of the engine's output (`@stderr merged`).
    pub(crate) merged: bool,
    pub(crate) waited_in_vain: Duration,
    /// The proof of life was asked for, and did not come.
    pub(crate) deaf: bool,
    /// It came to a wait that was known to be in vain: the session shows nothing from there on.
    pub(crate) hurried: bool,
    transcript: Transcript,
    last: Duration,
    lateness_asked: Duration,
    held: usize,
    /// The engine went beyond all bounds.
    pub(crate) exceeded: bool,
    /// All lateness noted so far, and what it came to at each note.
    late: Duration,
    lateness: Vec<(Duration, Duration)>,
    /// The system does not tell how late it is.
    lateness_unknown: bool,
}

/// Output of the engine that an expectation can be held against.
#[derive(Clone, Debug)]
pub(crate) enum Unread {
    Line(Vec<u8>),
    /// Output that no newline ended.
    Rest(Vec<u8>),
}

impl<'a> Recorder<'a> {
    pub(crate) fn new(
        protocol: &'a dyn Protocol,
        link: &'a mut dyn Link,
        settings: &'a Settings,
    ) -> Recorder<'a> {
        let mut recorder = Recorder {
            protocol,
            dialogue: protocol.dialogue(),
            link,
            settings,
            captures: Captures::default(),
            unread: VecDeque::new(),
            ended: false,
            interrupted: false,
            input_closed: false,
            opening: None,
            merged: false,
            waited_in_vain: Duration::ZERO,
            deaf: false,
            hurried: false,
            transcript: Transcript::default(),
            last: Duration::ZERO,
            lateness_asked: Duration::ZERO,
            held: 0,
            exceeded: false,
            late: Duration::ZERO,
            lateness: Vec::new(),
            lateness_unknown: false,
        };
        if settings.scale != 1.0 {
            recorder.fact("scale", settings.scale.to_string());
        }
        recorder
    }

    pub(crate) fn into_played(self, unmet: Option<Unmet>, hung: bool, busy: bool) -> Played {
        Played {
            transcript: self.transcript,
            judged: self.dialogue.finish(),
            unmet,
            hung: hung || self.exceeded,
            busy,
            interrupted: self.interrupted,
            waited_in_vain: self.waited_in_vain,
        }
    }

    pub(crate) fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// Says a line to the engine.
    pub(crate) fn say(&mut self, line: Vec<u8>) {
        let mut bytes = line.clone();
        bytes.push(b'\n');
        self.send(&bytes, EventKind::Line(Speaker::Interface, line));
    }

    /// Says bytes to the engine, with newlines only where they are written.
    pub(crate) fn say_bytes(&mut self, bytes: &[u8]) {
        self.send(bytes, EventKind::Chunk(Speaker::Interface, bytes.to_vec()));
    }

    fn send(&mut self, bytes: &[u8], kind: EventKind) {
        // What the engine has already said comes first in the record.
        self.pump(self.link.now());
        self.note_lateness();
        if self.ended {
            return;
        }
        let at = self.link.now();
        self.link.send(bytes);
        self.record(at, kind);
    }

    pub(crate) fn close_input(&mut self) {
        if std::mem::replace(&mut self.input_closed, true) {
            return;
        }
        self.pump(self.link.now());
        self.link.close_input();
        self.record(self.link.now(), EventKind::InputClosed);
    }

    /// Records whatever happens until the clock reaches `until`.
    pub(crate) fn pump(&mut self, until: Duration) {
        while !self.done() && self.hear(until) {}
    }

    /// Records the next thing that happens. False if that is nothing until `until`.
    pub(crate) fn hear(&mut self, until: Duration) -> bool {
        let cut_at = self.settings.cut_after.unwrap_or(Duration::MAX);
        if self.link.now() >= cut_at {
            self.cut();
            return false;
        }
        let heard = self.link.wait(until.min(cut_at));
        match heard.kind {
            ReceivedKind::Line(line) => self.heard(heard.at, Unread::Line(line)),
            ReceivedKind::Unterminated(bytes) => self.heard(heard.at, Unread::Rest(bytes)),
            ReceivedKind::Stderr(line) if self.merged => self.heard(heard.at, Unread::Line(line)),
            ReceivedKind::Stderr(line) => self.stderr(heard.at, line),
            ReceivedKind::Fact(Fact { name, value }) => {
                // The link notes these only when it stops listening.
                self.exceeded |= name == "rss" || name == "truncated";
                self.fact(&name, value);
            }
            ReceivedKind::Eof => self.closed(heard.at),
            ReceivedKind::End(end) => self.end(heard.at, end),
            ReceivedKind::Nothing => {
                if link::interrupted() {
                    self.cut();
                }
                return false;
            }
        }
        true
    }

    /// Ends the engine here and now: the session shows nothing from here on.
    fn cut(&mut self) {
        self.interrupted = true;
        self.link.kill();
        self.end(self.link.now(), End::Cut);
    }

    /// Records a line of the engine, unless there was too much of it already.
    fn heard(&mut self, at: Duration, unread: Unread) {
        let (Unread::Line(bytes) | Unread::Rest(bytes)) = &unread;
        self.held += 2 * bytes.len() + LINE;
        let kind = match &unread {
            Unread::Line(line) => EventKind::Line(Speaker::Engine, line.clone()),
            Unread::Rest(bytes) => EventKind::Chunk(Speaker::Engine, bytes.clone()),
        };
        self.unread.push_back((self.events(), unread));
        self.record(at, kind);
        if self.held > OUTPUT {
            self.exceeded = true;
            self.fact("truncated", format!("{} MiB", OUTPUT >> 20));
            self.link.kill();
            self.end(at, End::Killed);
        }
    }

    /// Standard error is kept as far as there is room; nothing is judged by it.
    fn stderr(&mut self, at: Duration, line: Vec<u8>) {
        self.held += 2 * line.len() + LINE;
        if self.held <= OUTPUT {
            self.record(at, EventKind::Stderr(line));
        }
    }

    /// Whether there is nothing more to hear.
    pub(crate) fn done(&self) -> bool {
        self.ended || self.interrupted
    }

    /// Says the command of `beat` and waits for its answer among whatever else comes.
    pub(crate) fn beat(&mut self, beat: &Exchange, patience: Duration) -> bool {
        self.unread.clear();
        self.say(beat.command.clone());
        self.answer(beat, patience)
    }

    /// Whether `beat` is what any live engine answers.
    pub(crate) fn has_proof_of_life(&self, beat: &Exchange) -> bool {
        let proof = self.dialogue.ping();
        proof.is_some_and(|it| it.answer.source() == beat.answer.source())
    }

    /// Whether the engine is at work, so that it would have to be interrupted.
    pub(crate) fn is_busy(&self) -> bool {
        self.dialogue.interrupt().is_some()
    }

    /// How long to wait for `pattern`, and what that wait goes by.
    pub(crate) fn patience(&self, pattern: &[u8], full: Duration) -> (Wait, Duration) {
        let busy = self.is_busy();
        let answer = match busy && self.dialogue.is_result(pattern) {
            // However a script writes it, it is one answer.
            true => "the result".to_owned(),
            false => String::from_utf8_lossy(pattern).into_owned(),
        };
        let kind = Wait { busy, answer };
        let learned = self.settings.learned.as_ref();
        let patience = learned.map(|it| it.patience(&kind, full, self.settings.scale));
        (kind, patience.unwrap_or(full))
    }

    pub(crate) fn learn(&mut self, kind: Wait) {
        if let Some(learned) = &self.settings.learned {
            self.hurried |= learned.was_in_vain(kind);
        }
    }

    /// Waits for the answer of `beat`; records the silence if it does not come.
    pub(crate) fn answer(&mut self, beat: &Exchange, patience: Duration) -> bool {
        let started = self.link.now();
        let (kind, patience) = self.patience(beat.answer.source(), patience);
        loop {
            while let Some((_, unread)) = self.unread.pop_front() {
                let Unread::Line(line) = unread else { continue };
                if self.dialogue.answers(beat, &line) {
                    return true;
                }
            }
            if self.done() {
                return false;
            }
            if !self.hear_within(started, patience) {
                self.silence(started);
                self.learn(kind);
                return false;
            }
        }
    }

    /// Records the next thing that happens within `patience` of `started`. Where the host may have
    /// been late, the engine gets as much longer: what is missing then is missing for certain.
    pub(crate) fn hear_within(&mut self, started: Duration, patience: Duration) -> bool {
        let mut until = started + patience;
        while !self.hear(until) {
            if self.done() {
                return false;
            }
            self.note_lateness();
            let late = match self.lateness_unknown {
                // What is missing then is missing for certain, too.
                true => protocol::with_unknown_lateness(patience),
                false => self.late.saturating_sub(self.late_before(started)),
            };
            let wanted = started + patience + late + MARGIN;
            // On a host that is only late this would never end.
            if wanted <= until || until > started + 3 * patience {
                return false;
            }
            until = wanted;
        }
        true
    }

    /// How late the host was until `time`, all in all.
    fn late_before(&self, time: Duration) -> Duration {
        let before = self.lateness.iter().rfind(|(at, _)| *at <= time);
        before.map_or(Duration::ZERO, |(_, late)| *late)
    }

    /// Waits for answers that are still to come. False if there are none.
    pub(crate) fn await_rest(&mut self) -> bool {
        let owed = self.dialogue.owes();
        let started = self.link.now();
        while self.dialogue.owes() && !self.done() {
            if !self.hear_within(started, self.settings.patience) {
                self.silence(started);
                break;
            }
        }
        owed
    }

    /// Records that what was waited for since `started` did not come.
    pub(crate) fn silence(&mut self, started: Duration) {
        if self.done() {
            return;
        }
        let now = self.link.now();
        let quiet = now.saturating_sub(self.last.max(started));
        self.note_lateness();
        self.waited_in_vain += now.saturating_sub(started);
        self.record(now, EventKind::Silence(whole_micros(quiet)));
    }

    /// Records that nothing was said for a while, which is what the script wanted.
    pub(crate) fn pause(&mut self, time: Duration) {
        let started = self.link.now();
        self.pump(started + time);
        if !self.done() {
            let now = self.link.now();
            let quiet = now.saturating_sub(self.last.max(started));
            self.record(now, EventKind::Silence(whole_micros(quiet)));
        }
    }

    /// Writes down what the engine uses.
    pub(crate) fn measure(&mut self) {
        match self.link.usage() {
            _ if self.done() => (),
            None => self.fact("memory", "unknown".to_owned()),
            Some(usage) => {
                self.fact("memory", format!("{} KiB", usage.memory_kib));
                self.fact("cpu", format!("{}ms", usage.cpu.as_millis()));
            }
        }
    }

    /// Writes down how late the host may have been, if that is worth a line.
    pub(crate) fn note_lateness(&mut self) {
        let now = self.link.now();
        if now < self.lateness_asked + LATENESS_EVERY {
            return;
        }
        self.lateness_asked = now;
        let Some(late) = self.link.lateness() else {
            if !std::mem::replace(&mut self.lateness_unknown, true) {
                self.fact("late", "unknown".to_owned());
            }
            return;
        };
        if late >= LATENESS_NOTED {
            self.late += late;
            self.lateness.push((now, self.late));
            self.fact("late", format!("{}us", late.as_micros()));
        }
    }

    /// The number of events so far.
    pub(crate) fn events(&self) -> usize {
        self.transcript.events.len()
    }

    /// The last event, if it is the end.
    pub(crate) fn how_it_ended(&self) -> Option<&End> {
        match &self.transcript.events.last()?.kind {
            EventKind::End(end) => Some(end),
            _ => None,
        }
    }

    /// Ends the record without an end of the process.
    pub(crate) fn give_up(&mut self) {
        self.end(self.link.now(), End::Killed);
    }

    fn fact(&mut self, name: &str, value: String) {
        let fact = Fact {
            name: name.to_owned(),
            value,
        };
        self.record(self.link.now(), EventKind::Fact(fact));
    }

    /// The engine closed its output: most often its end follows at once.
    fn closed(&mut self, at: Duration) {
        let asked = self.dialogue.is_quitting() || self.input_closed;
        let limit = if asked { END_WHEN_ASKED } else { END_AFTER_EOF };
        let until = self.link.now() + limit.mul_f64(self.settings.scale) + MARGIN;
        loop {
            let heard = self.link.wait(until);
            match heard.kind {
                ReceivedKind::End(end) => return self.end(heard.at, end),
                ReceivedKind::Stderr(line) => self.record(heard.at, EventKind::Stderr(line)),
                ReceivedKind::Fact(Fact { name, value }) => self.fact(&name, value),
                ReceivedKind::Nothing => break,
                ReceivedKind::Line(_) | ReceivedKind::Unterminated(_) | ReceivedKind::Eof => (),
            }
        }
        self.link.kill();
        // When it was given up is what shows that it had its time.
        let at = if asked { self.link.now() } else { at };
        self.end(at, End::Eof);
    }

    fn end(&mut self, at: Duration, end: End) {
        if !self.ended {
            self.note_lateness();
            self.record(at, EventKind::End(end));
            self.ended = true;
        }
    }

    pub(crate) fn record(&mut self, at: Duration, kind: EventKind) {
        // Stamps never go back, even if a line was read a little before we spoke.
        self.last = self.last.max(whole_micros(at));
        let event = Event {
            at: Some(self.last),
            kind,
        };
        self.dialogue.observe(&event);
        self.transcript.events.push(event);
    }
}

/// What the text format can hold.
fn whole_micros(time: Duration) -> Duration {
    Duration::from_micros(u64::try_from(time.as_micros()).unwrap_or(u64::MAX))
}
