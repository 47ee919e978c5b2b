//! Records a session: every line sent and received becomes an event, in order.

use std::{collections::VecDeque, time::Duration};

use super::{Played, Settings, Unmet, Wait};
use crate::{
    link::{self, Link, ReceivedKind, pool::LargePermit},
    protocol::{self, Dialogue, Exchange, Opening, Protocol},
    transcript::{Captures, End, Event, EventKind, Fact, Speaker, Transcript},
};

/// The shortest time between two checks of the host's lateness, because each check reads `/proc`.
const LATENESS_EVERY: Duration = Duration::from_millis(20);

/// The smallest lateness of the host that is recorded.
const LATENESS_NOTED: Duration = Duration::from_millis(1);

/// The maximum size of the engine's output in one session, in bytes. An engine that exceeds this size is killed.
const MAX_OUTPUT: usize = 32 << 20;
/// The number of bytes that each line counts for, in addition to its text.
const LINE_COST: usize = 300;

/// The size of the output, in bytes, above which a session needs a permit.
const LARGE_OUTPUT: usize = 4 << 20;

/// How much longer than the timeout to wait before an answer counts as missing.
const MARGIN: Duration = Duration::from_millis(100);

/// How long the engine may run after it has closed its output.
const END_AFTER_EOF: Duration = Duration::from_secs(1);

/// How long the engine may run after it was asked to quit and has closed its output: as long as with an open output.
const END_WHEN_ASKED: Duration = Duration::from_secs(10);

/// A link, and the transcript of the lines that were sent and received over this link.
pub(crate) struct Recorder<'a> {
    pub(crate) protocol: &'a dyn Protocol,
    pub(crate) dialogue: Box<dyn Dialogue>,
    pub(crate) link: &'a mut dyn Link,
    pub(crate) settings: &'a Settings,
    pub(crate) captures: Captures,
    /// Received lines that no expectation has consumed yet, with the indices of their events.
    pub(crate) unread: VecDeque<(usize, Unread)>,
    pub(crate) ended: bool,
    pub(crate) interrupted: bool,
    pub(crate) input_closed: bool,
    /// The interface that the session simulates, if any.
    pub(crate) opening: Option<Opening>,
    /// Standard error is treated as standard output (`@stderr merged`).
    pub(crate) merged: bool,
    pub(crate) timeout_time: Duration,
    /// The engine did not answer a ping.
    pub(crate) unresponsive: bool,
    /// A wait was shortened because it timed out in an earlier session; silence after this wait proves nothing.
    pub(crate) shortened: bool,
    transcript: Transcript,
    last: Duration,
    lateness_asked: Duration,
    output_size: usize,
    /// The permit of a session with large output.
    large: Option<LargePermit>,
    /// The engine exceeded a cap on its output or memory.
    pub(crate) exceeded: bool,
    /// The sum of all recorded lateness.
    late: Duration,
    /// The time of each record of lateness, and the sum of the lateness up to this time.
    lateness: Vec<(Duration, Duration)>,
    /// The system does not report the lateness of the host.
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

    /// Sends a line to the engine and records it.
    pub(crate) fn send_line(&mut self, line: Vec<u8>) {
        let mut bytes = line.clone();
        bytes.push(b'\n');
        self.send(&bytes, EventKind::Line(Speaker::Interface, line));
    }

    /// Sends bytes to the engine without adding a newline, and records them.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        self.send(bytes, EventKind::Chunk(Speaker::Interface, bytes.to_vec()));
    }

    fn send(&mut self, bytes: &[u8], kind: EventKind) {
        // Output that has already arrived is recorded before the sent bytes.
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

    /// Records the next event. Returns false if no event arrives before `until`.
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
                // A fact `rss` or `truncated` shows that the engine exceeded a cap.
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

    /// Kills the engine now and ends the transcript with `cut`.
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
            // No output was read while the session waited for the permit. This time is recorded as lateness of the
            // host, because the engine did not cause it.
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

    /// Records standard error up to the cap on output. No rule judges standard error.
    fn stderr(&mut self, at: Duration, line: Vec<u8>) {
        self.output_size += 2 * line.len() + LINE_COST;
        if self.output_size <= MAX_OUTPUT {
            self.record(at, EventKind::Stderr(line));
        }
    }

    /// Returns whether the session has ended.
    pub(crate) fn done(&self) -> bool {
        self.ended || self.interrupted
    }

    /// Sends the command of `exchange` and waits for the answer; other lines are skipped. Returns false if the answer
    /// was not received.
    pub(crate) fn exchange(&mut self, exchange: &Exchange, timeout: Duration) -> bool {
        self.unread.clear();
        self.send_line(exchange.command.clone());
        self.answer(exchange, timeout)
    }

    /// Returns whether `exchange` is a ping.
    pub(crate) fn is_proof_of_life(&self, exchange: &Exchange) -> bool {
        let proof = self.dialogue.ping();
        proof.is_some_and(|it| it.wanted() == exchange.wanted())
    }

    /// Returns whether the engine is searching and must be interrupted.
    pub(crate) fn is_busy(&self) -> bool {
        self.dialogue.interrupt().is_some()
    }

    /// Returns the kind and the timeout of a wait for a line that matches `pattern`.
    pub(crate) fn timeout(&self, pattern: &[u8], full: Duration) -> (Wait, Duration) {
        let busy = self.is_busy();
        let answer = match busy && self.dialogue.is_result(pattern) {
            // All patterns that match the result of a search count as one kind of answer.
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

    /// Waits for the answer of `exchange`. If the wait times out, this function records the silence and returns false.
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

    /// Records the next event, if it arrives within `timeout` after `started`. The timeout is extended by the host's
    /// lateness, so that a late host cannot be the reason of a missing answer.
    pub(crate) fn record_next_within(&mut self, started: Duration, timeout: Duration) -> bool {
        let mut until = started + timeout;
        while !self.record_next(until) {
            if self.done() {
                return false;
            }
            self.note_lateness();
            let late = match self.lateness_unknown {
                // If the lateness is unknown, the wait is extended so far that a late host cannot be the reason of a
                // missing answer.
                true => protocol::with_unknown_lateness(timeout),
                false => self.late.saturating_sub(self.late_before(started)),
            };
            let wanted = started + timeout + late + MARGIN;
            // The extension is limited, because on a host that is always late the wait would never end.
            if wanted <= until || until > started + 3 * timeout {
                return false;
            }
            until = wanted;
        }
        true
    }

    /// Returns the sum of the host's lateness up to `time`.
    fn late_before(&self, time: Duration) -> Duration {
        let before = self.lateness.iter().rfind(|(at, _)| *at <= time);
        before.map_or(Duration::ZERO, |(_, late)| *late)
    }

    /// Waits for all answers that the engine owes. Returns false if the engine owed no answer.
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

    /// Records the silence of a wait that began at `started` and timed out.
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

    /// Plays a pause of the script: records all output for `time`, and the silence at the end of the pause.
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

    /// Records the lateness of the host since the last check, unless it is too small.
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

    /// Records the lateness `late` of the host, unless it is too small.
    fn add_lateness(&mut self, now: Duration, late: Duration) {
        if late >= LATENESS_NOTED {
            self.late += late;
            self.lateness.push((now, self.late));
            self.fact("late", format!("{}us", late.as_micros()));
        }
    }

    /// Returns the number of recorded events.
    pub(crate) fn events(&self) -> usize {
        self.transcript.events.len()
    }

    /// Returns how the engine ended, if its end is the last event.
    pub(crate) fn how_it_ended(&self) -> Option<&End> {
        match &self.transcript.events.last()?.kind {
            EventKind::End(end) => Some(end),
            _ => None,
        }
    }

    /// Ends the transcript even if the link has not reported the end of the process.
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

    /// Waits for the exit of an engine that closed its output; usually the engine exits at once.
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
        // The time of the kill shows that the engine had enough time to exit after `quit`.
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
        // The time of an event is never earlier than that of the event before it, although a line may be read shortly
        // before another line is sent.
        self.last = self.last.max(whole_micros(at));
        let event = Event {
            at: Some(self.last),
            kind,
        };
        self.dialogue.observe(&event);
        self.transcript.events.push(event);
    }
}

/// Rounds a time down to whole microseconds, the resolution of the text format.
fn whole_micros(time: Duration) -> Duration {
    Duration::from_micros(u64::try_from(time.as_micros()).unwrap_or(u64::MAX))
}
