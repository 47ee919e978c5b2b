//! Records a session: every line sent and received becomes an event, in order.

#[cfg(test)]
mod tests;

use std::{collections::VecDeque, time::Duration};

use super::{
    PlayedSession, SessionSettings, UnmetExpectation, WaitKind, overdue_wait::OverdueWait,
    script_file::DirectoryUse, settings_effect::settings_without_effect,
};
use crate::{
    link::{self, Link, ReceivedKind, pool::LargeOutputPermit},
    protocol::{self, Dialogue, Exchange, Protocol, SessionStart},
    transcript::{Captures, Event, EventKind, Fact, SessionEnd, Speaker, Transcript},
};

/// The shortest time between two checks for delays by the busy host, because each check reads
/// `/proc`.
const LATENESS_CHECK_INTERVAL: Duration = Duration::from_millis(20);

/// The shortest delay by the busy host that is recorded.
const MIN_RECORDED_LATENESS: Duration = Duration::from_millis(1);

/// The maximum size of the engine's standard output in one session, in bytes. If the engine's output exceeds the
/// maximum size, the session kills the engine.
const MAX_OUTPUT_SIZE: usize = 16 << 20;
/// The size of standard error, in bytes, up to which a session records it.
const MAX_STDERR_SIZE: usize = 8 << 20;
/// The number of bytes that each line counts in addition to its text, because the recorded event needs memory, too.
const LINE_OVERHEAD_BYTES: usize = 150;

/// The size of the output, in bytes, above which a session needs a permit for large output.
const LARGE_OUTPUT_SIZE: usize = 2 << 20;

/// How much longer a wait lasts than its timeout, so that an answer that is slightly late is still received.
const TIMEOUT_MARGIN: Duration = Duration::from_millis(100);

/// How long the engine may run after it has closed its output.
const EXIT_TIMEOUT_AFTER_EOF: Duration = Duration::from_secs(1);

/// How long the engine may run after it was asked to quit and has closed its output.
const EXIT_TIMEOUT_AFTER_QUIT: Duration = Duration::from_secs(10);

/// A link, and the transcript of the lines that were sent and received over this link.
pub(crate) struct Recorder<'a> {
    pub(crate) protocol: &'a dyn Protocol,
    pub(crate) dialogue: Box<dyn Dialogue>,
    pub(crate) link: &'a mut dyn Link,
    pub(crate) settings: &'a SessionSettings,
    pub(crate) captures: Captures,
    /// The directory of the files that the script wrote for the engine.
    pub(super) directory_of_files: Option<DirectoryUse>,
    /// Received output that no expectation of the script has read yet, with the indices of the events.
    pub(crate) unread_output: VecDeque<(usize, UnreadOutput)>,
    pub(crate) has_ended: bool,
    pub(crate) was_interrupted: bool,
    /// What the engine lacks, if the script ended at a directive `@needs`.
    pub(crate) missing_capability: Option<String>,
    pub(crate) input_closed: bool,
    /// The interface that the session simulates, if any.
    pub(crate) session_start: Option<SessionStart>,
    /// Whether standard error is recorded as standard output (`@stderr merged`).
    pub(crate) is_stderr_merged: bool,
    pub(crate) timed_out_wait_time: Duration,
    /// Whether the engine did not answer a ping.
    pub(crate) is_unresponsive: bool,
    /// Whether a shortened wait has timed out (a wait is shortened if a wait of the same kind timed out before). The
    /// silence after a shortened wait proves nothing.
    pub(crate) has_shortened_wait: bool,
    /// The current or last wait whose answer was overdue.
    pub(super) overdue_wait: Option<OverdueWait>,
    transcript: Transcript,
    last_event_time: Duration,
    lateness_checked_at: Duration,
    output_size: usize,
    stderr_size: usize,
    /// The permit of a session with large output.
    large_output_permit: Option<LargeOutputPermit>,
    /// Whether the engine exceeded a cap on its output or memory.
    pub(crate) output_or_memory_cap_exceeded: bool,
    /// The sum of all recorded delays by the busy host.
    total_lateness: Duration,
    /// For each recorded delay by the busy host: the time, and the sum of all delays up to this time.
    lateness_records: Vec<(Duration, Duration)>,
    /// Whether the system cannot report delays by the busy host.
    is_lateness_unknown: bool,
    /// The index of the first event of the exchanges that prove that an answer was lost.
    pub(super) proof_of_lost_answer: Option<usize>,
}

/// Engine output that an expectation can match.
#[derive(Clone, Debug)]
pub(crate) enum UnreadOutput {
    Line(Vec<u8>),
    /// Output without a newline at its end.
    Unterminated(Vec<u8>),
}

impl<'a> Recorder<'a> {
    pub(crate) fn new(
        protocol: &'a dyn Protocol,
        link: &'a mut dyn Link,
        settings: &'a SessionSettings,
    ) -> Recorder<'a> {
        let mut recorder = Recorder {
            protocol,
            dialogue: protocol.new_dialogue(),
            link,
            settings,
            captures: Captures::default(),
            directory_of_files: None,
            unread_output: VecDeque::new(),
            has_ended: false,
            was_interrupted: false,
            missing_capability: None,
            input_closed: false,
            session_start: None,
            is_stderr_merged: false,
            timed_out_wait_time: Duration::ZERO,
            is_unresponsive: false,
            has_shortened_wait: false,
            overdue_wait: None,
            transcript: Transcript::default(),
            last_event_time: Duration::ZERO,
            lateness_checked_at: Duration::ZERO,
            output_size: 0,
            stderr_size: 0,
            large_output_permit: None,
            output_or_memory_cap_exceeded: false,
            total_lateness: Duration::ZERO,
            lateness_records: Vec::new(),
            is_lateness_unknown: false,
            proof_of_lost_answer: None,
        };
        if settings.timeout_scale != 1.0 {
            recorder.record_measurement("scale", settings.timeout_scale.to_string());
        }
        recorder
    }

    pub(crate) fn into_played_session(
        self,
        unmet: Option<UnmetExpectation>,
        hung: bool,
        busy: bool,
    ) -> PlayedSession {
        PlayedSession {
            settings_without_effect: settings_without_effect(self.settings, &**self.dialogue),
            missing_capability: self.missing_capability,
            transcript: self.transcript,
            judge_result: self.dialogue.into_judge_result(),
            unmet_expectation: unmet,
            has_hung: hung || self.output_or_memory_cap_exceeded,
            was_searching: busy,
            proof_of_lost_answer: self.proof_of_lost_answer,
            was_interrupted: self.was_interrupted,
            timed_out_wait_time: self.timed_out_wait_time,
        }
    }

    pub(crate) fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// Sends a line to the engine and records it. Before it, sends a command that the interface owes, unless a GUI is
    /// simulated.
    pub(crate) fn send_line(&mut self, line: Vec<u8>) {
        let owed = match self.session_start {
            Some(_) => None,
            None => self.dialogue.owed_command(),
        };
        let name = |it: &[u8]| it.split(|byte| *byte == b' ').next().map(<[u8]>::to_vec);
        if let Some(owed) = owed.filter(|it| name(it) != name(&line)) {
            self.send_unchanged_line(owed);
        }
        self.send_unchanged_line(line);
    }

    fn send_unchanged_line(&mut self, line: Vec<u8>) {
        let mut bytes = line.clone();
        bytes.push(b'\n');
        self.send_and_record(&bytes, EventKind::Line(Speaker::Interface, line));
    }

    /// Sends bytes to the engine without adding a newline, and records them.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        self.send_and_record(bytes, EventKind::Chunk(Speaker::Interface, bytes.to_vec()));
    }

    fn send_and_record(&mut self, bytes: &[u8], kind: EventKind) {
        self.report_wait_ended();
        // Output that has already arrived is recorded before the sent bytes.
        self.record_until(self.link.now());
        self.record_lateness();
        if self.has_ended {
            return;
        }
        let at = self.link.now();
        self.link.send(bytes);
        self.record_event(at, kind);
    }

    pub(crate) fn close_input(&mut self) {
        if std::mem::replace(&mut self.input_closed, true) {
            return;
        }
        self.record_until(self.link.now());
        self.link.close_input();
        self.record_event(self.link.now(), EventKind::InputClosed);
    }

    /// Records all events until the clock reaches `until`.
    pub(crate) fn record_until(&mut self, until: Duration) {
        while !self.has_ended() && self.record_next_event(until) {}
    }

    /// Records the next event. Returns false if no event arrives before `until`.
    pub(crate) fn record_next_event(&mut self, until: Duration) -> bool {
        let cut_at = self.settings.session_time_limit.unwrap_or(Duration::MAX);
        if self.link.now() >= cut_at {
            self.kill_and_cut_transcript();
            return false;
        }
        let received = self.link.wait(until.min(cut_at));
        match received.kind {
            ReceivedKind::Line(line) => self.record_output(received.at, UnreadOutput::Line(line)),
            ReceivedKind::Unterminated(bytes) => {
                self.record_output(received.at, UnreadOutput::Unterminated(bytes))
            }
            ReceivedKind::Stderr(line) if self.is_stderr_merged => {
                self.record_output(received.at, UnreadOutput::Line(line))
            }
            ReceivedKind::Stderr(line) => self.record_stderr(received.at, line),
            ReceivedKind::Fact(Fact { name, value }) => {
                // The link reports `rss` only if the engine used too much memory, and `truncated` only if the engine
                // sent too much output.
                self.output_or_memory_cap_exceeded |= name == "rss" || name == "truncated";
                self.record_measurement(&name, value);
            }
            ReceivedKind::Eof => self.await_exit(received.at),
            ReceivedKind::End(end) => self.record_end(received.at, end),
            ReceivedKind::Timeout => {
                if link::was_interrupted() {
                    self.kill_and_cut_transcript();
                }
                return false;
            }
        }
        true
    }

    /// Kills the engine now and ends the transcript with `cut`.
    fn kill_and_cut_transcript(&mut self) {
        self.was_interrupted = true;
        self.link.kill();
        self.record_end(self.link.now(), SessionEnd::Cut);
    }

    /// Records output of the engine. Kills the engine if the output exceeds the cap.
    fn record_output(&mut self, at: Duration, unread: UnreadOutput) {
        let (UnreadOutput::Line(bytes) | UnreadOutput::Unterminated(bytes)) = &unread;
        self.output_size += bytes.len() + LINE_OVERHEAD_BYTES;
        let kind = match &unread {
            UnreadOutput::Line(line) => EventKind::Line(Speaker::Engine, line.clone()),
            UnreadOutput::Unterminated(bytes) => EventKind::Chunk(Speaker::Engine, bytes.clone()),
        };
        self.unread_output.push_back((self.event_count(), unread));
        self.record_event(at, kind);
        if self.has_large_output() && self.large_output_permit.is_none() {
            let asked = self.link.now();
            self.large_output_permit = Some(LargeOutputPermit::acquire_permit());
            // The session read no output while it waited for the permit. The time that the session waited for the
            // permit is recorded as a delay by the host, because the engine did not cause this delay.
            let now = self.link.now();
            self.record_known_lateness(now, now.saturating_sub(asked));
        }
        if self.output_size > MAX_OUTPUT_SIZE {
            self.output_or_memory_cap_exceeded = true;
            self.record_measurement("truncated", format!("{} MiB", MAX_OUTPUT_SIZE >> 20));
            self.link.kill();
            self.record_end(at, SessionEnd::Killed);
        }
    }

    /// Records a line of standard error. After the cap on standard error is exceeded, records one measurement and
    /// ignores all further lines. No rule judges standard error, and too much output on standard error does not end a
    /// session.
    fn record_stderr(&mut self, at: Duration, line: Vec<u8>) {
        if self.stderr_size > MAX_STDERR_SIZE {
            return;
        }
        self.stderr_size += line.len() + LINE_OVERHEAD_BYTES;
        if self.stderr_size <= MAX_STDERR_SIZE {
            self.record_event(at, EventKind::Stderr(line));
        } else {
            let size = format!("{} MiB", MAX_STDERR_SIZE >> 20);
            self.record_measurement("stderr_truncated", size);
        }
    }

    /// Returns whether the session has ended.
    pub(crate) fn has_ended(&self) -> bool {
        self.has_ended || self.was_interrupted
    }

    /// Sends the command of `exchange` and waits for the answer; other lines are skipped. Returns false if the answer
    /// was not received.
    pub(crate) fn run_exchange(&mut self, exchange: &Exchange, timeout: Duration) -> bool {
        self.unread_output.clear();
        self.send_line(exchange.command.clone());
        self.await_answer(exchange, timeout)
    }

    /// Returns whether `exchange` is a ping.
    pub(crate) fn is_ping(&self, exchange: &Exchange) -> bool {
        let proof = self.dialogue.ping_exchange();
        proof.is_some_and(|it| it.answer_pattern() == exchange.answer_pattern())
    }

    /// Returns whether the engine is searching and must be interrupted.
    pub(crate) fn is_searching(&self) -> bool {
        self.dialogue.interrupt_exchange().is_some()
    }

    /// Returns the kind and the timeout of a wait for a line that matches `pattern`.
    pub(crate) fn wait_kind_and_timeout(
        &self,
        pattern: &[u8],
        full: Duration,
    ) -> (WaitKind, Duration) {
        let busy = self.is_searching();
        let answer = match busy && self.dialogue.is_result_pattern(pattern) {
            // All patterns for the result of a search count as one kind of answer.
            true => "the result".to_owned(),
            false => String::from_utf8_lossy(pattern).into_owned(),
        };
        let kind = WaitKind {
            is_searching: busy,
            awaited_answer: answer,
        };
        let timeout_history = self.settings.timeout_history.as_ref();
        let timeout =
            timeout_history.map(|it| it.timeout_of_wait(&kind, full, self.settings.timeout_scale));
        (kind, timeout.unwrap_or(full))
    }

    pub(crate) fn record_timeout(&mut self, kind: WaitKind) {
        // If the session was interrupted, the wait ended before its timeout, so the wait is not recorded as a timeout.
        if let Some(timeout_history) = &self.settings.timeout_history
            && !self.was_interrupted
        {
            self.has_shortened_wait |= timeout_history.record_timeout(kind);
        }
    }

    /// Waits for the answer of `exchange`. If the wait times out, this function records the silence and returns false.
    pub(crate) fn await_answer(&mut self, exchange: &Exchange, timeout: Duration) -> bool {
        let started = self.link.now();
        if exchange.answer.is_none() {
            return true;
        }
        let (kind, timeout) = self.wait_kind_and_timeout(exchange.answer_pattern(), timeout);
        loop {
            while let Some((_, unread)) = self.unread_output.pop_front() {
                let UnreadOutput::Line(line) = unread else {
                    continue;
                };
                if self.dialogue.is_answer(exchange, &line) {
                    return true;
                }
            }
            if self.has_ended() {
                return false;
            }
            if !self.record_awaited_event(Some(&kind), started, timeout) {
                self.record_silence(started);
                self.record_timeout(kind);
                return false;
            }
        }
    }

    /// Records the next event, if it arrives within `timeout` after `started`. The timeout is extended by the delays
    /// that the busy host caused, because these delays may be the reason of a missing answer.
    pub(crate) fn record_next_event_within(
        &mut self,
        started: Duration,
        timeout: Duration,
    ) -> bool {
        let mut until = started + timeout;
        while !self.record_next_event(until) {
            if self.has_ended() {
                return false;
            }
            self.record_lateness();
            let late = match self.is_lateness_unknown {
                // If the delays by the host are unknown, the wait is extended by the largest delay that ponderhit
                // assumes.
                true => protocol::extra_for_unknown_lateness(timeout),
                false => self
                    .total_lateness
                    .saturating_sub(self.total_host_lateness_until(started)),
            };
            // The extension of the wait is limited; without a limit, the wait would never end on a host that is always
            // busy. The limit counts from `started`, so lines that arrive during the wait do not extend the wait.
            let wanted = (started + timeout + late + TIMEOUT_MARGIN).min(started + 3 * timeout);
            if wanted <= until {
                return false;
            }
            until = wanted;
        }
        true
    }

    /// Returns the sum of all delays by the busy host up to `time`.
    fn total_host_lateness_until(&self, time: Duration) -> Duration {
        let before = self.lateness_records.iter().rfind(|(at, _)| *at <= time);
        before.map_or(Duration::ZERO, |(_, late)| *late)
    }

    /// Waits until the engine has sent every required answer. Returns false if the engine had already sent every
    /// required answer when the function was called.
    pub(crate) fn await_due_answers(&mut self) -> bool {
        let owed = self.dialogue.is_answer_missing();
        let started = self.link.now();
        while self.dialogue.is_answer_missing() && !self.has_ended() {
            if !self.record_next_event_within(started, self.settings.line_timeout) {
                self.record_silence(started);
                break;
            }
        }
        owed
    }

    /// Records the silence of a wait that began at `started` and timed out.
    pub(crate) fn record_silence(&mut self, started: Duration) {
        if self.has_ended() {
            return;
        }
        let now = self.link.now();
        let quiet = now.saturating_sub(self.last_event_time.max(started));
        self.record_lateness();
        self.timed_out_wait_time += now.saturating_sub(started);
        self.record_event(now, EventKind::Silence(truncate_to_micros(quiet)));
    }

    /// Plays a pause of the script: records all output for `time`, and the silence at the end of the pause.
    pub(crate) fn record_pause(&mut self, time: Duration) {
        let started = self.link.now();
        self.record_until(started + time);
        if !self.has_ended() {
            let now = self.link.now();
            let quiet = now.saturating_sub(self.last_event_time.max(started));
            self.record_event(now, EventKind::Silence(truncate_to_micros(quiet)));
        }
    }

    /// Records the memory and processor time that the engine uses.
    pub(crate) fn record_resource_usage(&mut self) {
        // A busy host gives the engine little processor time, so its delays must be recorded before the measurement.
        self.record_lateness();
        match self.link.resource_usage() {
            _ if self.has_ended() => (),
            None => self.record_measurement("memory", "unknown".to_owned()),
            Some(usage) => {
                self.record_measurement("memory", format!("{} KiB", usage.memory_kib));
                let cpu = usage.cpu_time.map(|it| format!("{}ms", it.as_millis()));
                self.record_measurement("cpu", cpu.unwrap_or_else(|| "unknown".to_owned()));
            }
        }
    }

    /// Records how long the busy host delayed the session since the last check, unless the delay is too short to
    /// matter.
    pub(crate) fn record_lateness(&mut self) {
        let now = self.link.now();
        if now < self.lateness_checked_at + LATENESS_CHECK_INTERVAL {
            return;
        }
        self.lateness_checked_at = now;
        let Some(late) = self.link.host_lateness() else {
            if !std::mem::replace(&mut self.is_lateness_unknown, true) {
                self.record_measurement("late", "unknown".to_owned());
            }
            return;
        };
        self.record_known_lateness(now, late);
    }

    /// Records the delay `late` by the busy host, unless the delay is too short to matter.
    fn record_known_lateness(&mut self, now: Duration, late: Duration) {
        if late >= MIN_RECORDED_LATENESS {
            self.total_lateness += late;
            self.lateness_records.push((now, self.total_lateness));
            self.record_measurement("late", format!("{}us", late.as_micros()));
        }
    }

    /// Returns whether the output of the session is so large that the session needs a permit.
    pub(super) fn has_large_output(&self) -> bool {
        self.output_size > LARGE_OUTPUT_SIZE
    }

    /// Returns the number of recorded events.
    pub(crate) fn event_count(&self) -> usize {
        self.transcript.events.len()
    }

    /// Returns how the engine ended, if the last event is the end of the engine.
    pub(crate) fn engine_end(&self) -> Option<&SessionEnd> {
        match &self.transcript.events.last()?.kind {
            EventKind::End(end) => Some(end),
            _ => None,
        }
    }

    /// Ends the transcript with `killed`, even if the link has not reported the end of the process.
    pub(crate) fn record_forced_end(&mut self) {
        self.record_end(self.link.now(), SessionEnd::Killed);
    }

    pub(super) fn record_measurement(&mut self, name: &str, value: String) {
        let fact = Fact {
            name: name.to_owned(),
            value,
        };
        self.record_event(self.link.now(), EventKind::Fact(fact));
    }

    /// Waits for the exit of an engine that closed its output; usually the engine exits at once.
    fn await_exit(&mut self, at: Duration) {
        let asked = self.dialogue.is_quitting() || self.input_closed;
        let limit = if asked {
            EXIT_TIMEOUT_AFTER_QUIT
        } else {
            EXIT_TIMEOUT_AFTER_EOF
        };
        let until = self.link.now() + limit.mul_f64(self.settings.timeout_scale) + TIMEOUT_MARGIN;
        loop {
            let received = self.link.wait(until);
            match received.kind {
                ReceivedKind::End(end) => return self.record_end(received.at, end),
                ReceivedKind::Stderr(line) => {
                    self.record_event(received.at, EventKind::Stderr(line))
                }
                ReceivedKind::Fact(Fact { name, value }) => self.record_measurement(&name, value),
                ReceivedKind::Timeout => break,
                ReceivedKind::Line(_) | ReceivedKind::Unterminated(_) | ReceivedKind::Eof => (),
            }
        }
        self.link.kill();
        // If the engine was asked to quit, its end is recorded with the time of the kill, to show that the engine had
        // enough time to exit.
        let at = if asked { self.link.now() } else { at };
        self.record_end(at, SessionEnd::Eof);
    }

    fn record_end(&mut self, at: Duration, end: SessionEnd) {
        if !self.has_ended {
            self.record_lateness();
            self.record_event(at, EventKind::End(end));
            self.has_ended = true;
        }
    }

    pub(crate) fn record_event(&mut self, at: Duration, kind: EventKind) {
        // If a received line was read before the last event was recorded, the line gets the time of the last event,
        // because event times never decrease.
        self.last_event_time = self.last_event_time.max(truncate_to_micros(at));
        let event = Event {
            at: Some(self.last_event_time),
            kind,
        };
        self.dialogue.observe_event(&event);
        if let Some(listener) = &self.settings.event_listener {
            (listener.0)(&event);
        }
        self.transcript.events.push(event);
    }
}

/// Rounds a time down to whole microseconds, the resolution of the text format.
fn truncate_to_micros(time: Duration) -> Duration {
    Duration::from_micros(u64::try_from(time.as_micros()).unwrap_or(u64::MAX))
}
