//! Records a session: every line sent and received becomes an event, in order.

use std::{collections::VecDeque, time::Duration};

use super::{Played, Settings, Unmet, Wait};
use crate::{
    link::{self, Link, ReceivedKind, pool::LargePermit},
    protocol::{self, Dialogue, Exchange, Opening, Protocol},
    transcript::{Captures, End, Event, EventKind, Fact, Speaker, Transcript},
};

/// The shortest time between two checks of the host's lateness: each one reads `/proc`.
const LATENESS_EVERY: Duration = Duration::from_millis(20);

/// Smaller lateness is not recorded.
const LATENESS_NOTED: Duration = Duration::from_millis(1);

/// The maximum of engine output in one session, in bytes, and the overhead that each line counts for.
/// An engine that exceeds it is killed.
const MAX_OUTPUT: usize = 32 << 20;
const LINE_COST: usize = 300;

/// A session with more output than this needs a permit.
const LARGE_OUTPUT: usize = 4 << 20;

/// How much longer than the timeout to wait before an answer counts as missing.
const MARGIN: Duration = Duration::from_millis(100);

/// How long an engine may run after it has closed its output, before the session ends.
const END_AFTER_EOF: Duration = Duration::from_secs(1);

/// The same after it was asked to quit: as long as an engine that leaves its output open.
const END_WHEN_ASKED: Duration = Duration::from_secs(10);

/// A link, and the transcript of what was sent and received over it.
pub(crate) struct Recorder<'a> {
    pub(crate) protocol: &'a dyn Protocol,
    pub(crate) dialogue: Box<dyn Dialogue>,
    pub(crate) link: &'a mut dyn Link,
    pub(crate) settings: &'a Settings,
    pub(crate) captures: Captures,
    /// Received lines that no expectation has consumed yet, with their events.
    pub(crate) unread: VecDeque<(usize, Unread)>,
    pub(crate) ended: bool,
    pub(crate) interrupted: bool,
    pub(crate) input_closed: bool,
    /// The interface that the session simulates, if any.
    pub(crate) opening: Option<Opening>,
    /// Standard error counts as output (`@stderr merged`).
    pub(crate) merged: bool,
    pub(crate) timeout_time: Duration,
    /// The engine did not answer the proof of life.
    pub(crate) unresponsive: bool,
    /// A wait was cut short because it timed out in an earlier session; later silence proves nothing.
    pub(crate) shortened: bool,
    transcript: Transcript,
    last: Duration,
    lateness_asked: Duration,
    output_size: usize,
    /// Held by a session with much output.
    large: Option<LargePermit>,
    /// The engine exceeded a cap.
    pub(crate) exceeded: bool,
    /// The sum of all recorded lateness, and the sum at each record.
    late: Duration,
    lateness: Vec<(Duration, Duration)>,
    /// The system does not report its lateness.
    lateness_unknown: bool,
}

/// Engine output that an expectation can match.
#[derive(Clone, Debug)]
pub(crate) enum Unread {
    Line(Vec<u8>),
    /// Output without a newline at its end.
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
            timeout_time: Duration::ZERO,
            unresponsive: false,
            shortened: false,
            transcript: Transcript::default(),
            last: Duration::ZERO,
            lateness_asked: Duration::ZERO,
            output_size: 0,
            large: None,
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
            timeout_time: self.timeout_time,
        }
    }

    pub(crate) fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// Sends a line to the engine.
    pub(crate) fn send_line(&mut self, line: Vec<u8>) {
        let mut bytes = line.clone();
        bytes.push(b'\n');
        self.send(&bytes, EventKind::Line(Speaker::Interface, line));
    }

    /// Sends bytes to the engine, without adding a newline.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        self.send(bytes, EventKind::Chunk(Speaker::Interface, bytes.to_vec()));
    }

    fn send(&mut self, bytes: &[u8], kind: EventKind) {
        // Output that has already arrived is recorded first.
        self.record_until(self.link.now());
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
        self.record_until(self.link.now());
        self.link.close_input();
        self.record(self.link.now(), EventKind::InputClosed);
    }

    /// Records all events until the clock reaches `until`.
    pub(crate) fn record_until(&mut self, until: Duration) {
        while !self.done() && self.record_next(until) {}
    }

    /// Records the next event. False if there is none until `until`.
    pub(crate) fn record_next(&mut self, until: Duration) -> bool {
        let cut_at = self.settings.cut_after.unwrap_or(Duration::MAX);
        if self.link.now() >= cut_at {
            self.cut();
            return false;
        }
        let received = self.link.wait(until.min(cut_at));
        match received.kind {
            ReceivedKind::Line(line) => self.received(received.at, Unread::Line(line)),
            ReceivedKind::Unterminated(bytes) => self.received(received.at, Unread::Rest(bytes)),
            ReceivedKind::Stderr(line) if self.merged => {
                self.received(received.at, Unread::Line(line))
            }
            ReceivedKind::Stderr(line) => self.stderr(received.at, line),
            ReceivedKind::Fact(Fact { name, value }) => {
                // The link reports these only when it kills the engine.
                self.exceeded |= name == "rss" || name == "truncated";
                self.fact(&name, value);
            }
            ReceivedKind::Eof => self.closed(received.at),
            ReceivedKind::End(end) => self.end(received.at, end),
            ReceivedKind::Nothing => {
                if link::interrupted() {
                    self.cut();
                }
                return false;
            }
        }
        true
    }

    /// Kills the engine now: the session shows nothing from here on.
    fn cut(&mut self) {
        self.interrupted = true;
        self.link.kill();
        self.end(self.link.now(), End::Cut);
    }

    /// Records output of the engine. Kills the engine if the output exceeds the cap.
    fn received(&mut self, at: Duration, unread: Unread) {
        let (Unread::Line(bytes) | Unread::Rest(bytes)) = &unread;
        self.output_size += 2 * bytes.len() + LINE_COST;
        let kind = match &unread {
            Unread::Line(line) => EventKind::Line(Speaker::Engine, line.clone()),
            Unread::Rest(bytes) => EventKind::Chunk(Speaker::Engine, bytes.clone()),
        };
        self.unread.push_back((self.events(), unread));
        self.record(at, kind);
        if self.output_size > LARGE_OUTPUT && self.large.is_none() {
            let asked = self.link.now();
            self.large = Some(LargePermit::wait());
            // Meanwhile nothing was read, so later output seems late although the engine is not.
            let now = self.link.now();
            self.add_lateness(now, now.saturating_sub(asked));
        }
        if self.output_size > MAX_OUTPUT {
            self.exceeded = true;
            self.fact("truncated", format!("{} MiB", MAX_OUTPUT >> 20));
            self.link.kill();
            self.end(at, End::Killed);
        }
    }

    /// Records standard error up to the cap on output. No rule judges it.
    fn stderr(&mut self, at: Duration, line: Vec<u8>) {
        self.output_size += 2 * line.len() + LINE_COST;
        if self.output_size <= MAX_OUTPUT {
            self.record(at, EventKind::Stderr(line));
        }
    }

    /// Whether the session has ended.
    pub(crate) fn done(&self) -> bool {
        self.ended || self.interrupted
    }

    /// Sends the command of `exchange` and waits for its answer; skips other lines.
    pub(crate) fn exchange(&mut self, exchange: &Exchange, timeout: Duration) -> bool {
        self.unread.clear();
        self.send_line(exchange.command.clone());
        self.answer(exchange, timeout)
    }

    /// Whether `exchange` is the proof of life.
    pub(crate) fn is_proof_of_life(&self, exchange: &Exchange) -> bool {
        let proof = self.dialogue.ping();
        proof.is_some_and(|it| it.wanted() == exchange.wanted())
    }

    /// Whether the engine is searching, so that it has to be interrupted.
    pub(crate) fn is_busy(&self) -> bool {
        self.dialogue.interrupt().is_some()
    }

    /// The kind of a wait for `pattern`, and its timeout.
    pub(crate) fn timeout(&self, pattern: &[u8], full: Duration) -> (Wait, Duration) {
        let busy = self.is_busy();
        let answer = match busy && self.dialogue.is_result(pattern) {
            // All patterns of a result are one kind of answer.
            true => "the result".to_owned(),
            false => String::from_utf8_lossy(pattern).into_owned(),
        };
        let kind = Wait { busy, answer };
        let timeout_history = self.settings.timeout_history.as_ref();
        let timeout = timeout_history.map(|it| it.timeout(&kind, full, self.settings.scale));
        (kind, timeout.unwrap_or(full))
    }

    pub(crate) fn record_timeout(&mut self, kind: Wait) {
        if let Some(timeout_history) = &self.settings.timeout_history {
            self.shortened |= timeout_history.record(kind);
        }
    }

    /// Waits for the answer of `exchange`; records the silence if it times out.
    pub(crate) fn answer(&mut self, exchange: &Exchange, timeout: Duration) -> bool {
        let started = self.link.now();
        if exchange.answer.is_none() {
            return true;
        }
        let (kind, timeout) = self.timeout(exchange.wanted(), timeout);
        loop {
            while let Some((_, unread)) = self.unread.pop_front() {
                let Unread::Line(line) = unread else { continue };
                if self.dialogue.answers(exchange, &line) {
                    return true;
                }
            }
            if self.done() {
                return false;
            }
            if !self.record_next_within(started, timeout) {
                self.record_silence(started);
                self.record_timeout(kind);
                return false;
            }
        }
    }

    /// Records the next event within `timeout` of `started`. The timeout is extended by the host's
    /// lateness, so that an answer that is missing then is missing for certain.
    pub(crate) fn record_next_within(&mut self, started: Duration, timeout: Duration) -> bool {
        let mut until = started + timeout;
        while !self.record_next(until) {
            if self.done() {
                return false;
            }
            self.note_lateness();
            let late = match self.lateness_unknown {
                // After this time the answer is missing for certain, too.
                true => protocol::with_unknown_lateness(timeout),
                false => self.late.saturating_sub(self.late_before(started)),
            };
            let wanted = started + timeout + late + MARGIN;
            // On a host that is always late this would never end.
            if wanted <= until || until > started + 3 * timeout {
                return false;
            }
            until = wanted;
        }
        true
    }

    /// The sum of the host's lateness up to `time`.
    fn late_before(&self, time: Duration) -> Duration {
        let before = self.lateness.iter().rfind(|(at, _)| *at <= time);
        before.map_or(Duration::ZERO, |(_, late)| *late)
    }

    /// Waits for the answers that the engine owes. False if it owes none.
    pub(crate) fn await_answers(&mut self) -> bool {
        let owed = self.dialogue.owes();
        let started = self.link.now();
        while self.dialogue.owes() && !self.done() {
            if !self.record_next_within(started, self.settings.timeout) {
                self.record_silence(started);
                break;
            }
        }
        owed
    }

    /// Records that a wait since `started` has timed out.
    pub(crate) fn record_silence(&mut self, started: Duration) {
        if self.done() {
            return;
        }
        let now = self.link.now();
        let quiet = now.saturating_sub(self.last.max(started));
        self.note_lateness();
        self.timeout_time += now.saturating_sub(started);
        self.record(now, EventKind::Silence(whole_micros(quiet)));
    }

    /// Records output for `time`, and the silence at the end: a pause of the script.
    pub(crate) fn pause(&mut self, time: Duration) {
        let started = self.link.now();
        self.record_until(started + time);
        if !self.done() {
            let now = self.link.now();
            let quiet = now.saturating_sub(self.last.max(started));
            self.record(now, EventKind::Silence(whole_micros(quiet)));
        }
    }

    /// Records the memory and processor time that the engine uses.
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

    /// Records how late the host may have been, if it is enough.
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
        self.add_lateness(now, late);
    }

    /// Notes that this host may have been late by `late`, unless that is too little to matter.
    fn add_lateness(&mut self, now: Duration, late: Duration) {
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

    /// The engine's end, if it is the last event.
    pub(crate) fn how_it_ended(&self) -> Option<&End> {
        match &self.transcript.events.last()?.kind {
            EventKind::End(end) => Some(end),
            _ => None,
        }
    }

    /// Ends the transcript although the link has not reported the end of the process.
    pub(crate) fn force_end(&mut self) {
        self.end(self.link.now(), End::Killed);
    }

    fn fact(&mut self, name: &str, value: String) {
        let fact = Fact {
            name: name.to_owned(),
            value,
        };
        self.record(self.link.now(), EventKind::Fact(fact));
    }

    /// The engine closed its output: waits for its exit, which mostly follows at once.
    fn closed(&mut self, at: Duration) {
        let asked = self.dialogue.is_quitting() || self.input_closed;
        let limit = if asked { END_WHEN_ASKED } else { END_AFTER_EOF };
        let until = self.link.now() + limit.mul_f64(self.settings.scale) + MARGIN;
        loop {
            let received = self.link.wait(until);
            match received.kind {
                ReceivedKind::End(end) => return self.end(received.at, end),
                ReceivedKind::Stderr(line) => self.record(received.at, EventKind::Stderr(line)),
                ReceivedKind::Fact(Fact { name, value }) => self.fact(&name, value),
                ReceivedKind::Nothing => break,
                ReceivedKind::Line(_) | ReceivedKind::Unterminated(_) | ReceivedKind::Eof => (),
            }
        }
        self.link.kill();
        // The time of the kill shows that the engine had its time.
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
        // Time stamps never decrease, even if a line was read shortly before a line was sent.
        self.last = self.last.max(whole_micros(at));
        let event = Event {
            at: Some(self.last),
            kind,
        };
        self.dialogue.observe(&event);
        self.transcript.events.push(event);
    }
}

/// The resolution of the text format.
fn whole_micros(time: Duration) -> Duration {
    Duration::from_micros(u64::try_from(time.as_micros()).unwrap_or(u64::MAX))
}
