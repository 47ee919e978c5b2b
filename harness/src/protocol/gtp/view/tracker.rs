//! Follows a conversation, event by event, and builds the view of it.

use std::time::Duration;

use super::{Answer, Line, Turn, View, Wait, reader::Open};
use crate::{
    protocol::{
        deadline::{FOREVER, Timing, Waited},
        facts::Measured,
        gtp::wire::Command,
        lines::{self, Assembler},
    },
    transcript::{At, Event, EventKind, Fact, Speaker},
};

/// A segment is complete after this many finished turns, or this many stray lines.
const SEGMENT: usize = 256;

/// The timeout of a quick command (our limit; the specification has none).
const LIMIT: Duration = Duration::from_secs(10);

/// The state of the conversation at the current event.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Tracker {
    pub(super) view: View,
    /// The first turn that is not finished.
    pub(super) front: usize,
    /// What the engine has begun to say.
    pub(super) open: Open,
    /// The engine's last output was a complete response.
    pub(super) behind_response: bool,
    /// A line with only an id may be answered or not (`GTP G-24`), so until the next id it is ambiguous
    /// which command a response answers.
    pub(super) ambiguous: bool,
    pub(in super::super) quit_sent: bool,
    pub(in super::super) handshake_done: bool,
    pub(in super::super) name: Option<String>,
    pub(super) input_closed: bool,
    /// The interface no longer reads the engine's output.
    pub(super) output_unread: bool,
    /// When the interface closed the input or stopped reading the output.
    observed_until: Option<Duration>,
    /// When the engine sent its last line.
    pub(super) last_output: Duration,
    pub(super) last_output_at: Option<At>,
    pub(super) now: Duration,
    /// Scale and lateness of the host.
    timing: Timing,
    assembler: Assembler,
    events: usize,
}

impl Tracker {
    /// Takes the next event; returns a segment when it is complete.
    pub(in super::super) fn observe(&mut self, event: &Event) -> Option<View> {
        let at = At(self.events);
        self.events += 1;
        if let (None, EventKind::Silence(time)) = (event.at, &event.kind) {
            self.now = self.now.saturating_add(*time);
        }
        self.now = self.now.max(event.at.unwrap_or_default()).min(FOREVER);
        for line in self.assembler.take(at, event) {
            self.line(line);
        }
        match &event.kind {
            EventKind::InputClosed => {
                self.input_closed = true;
                self.observed_until.get_or_insert(self.now);
            }
            EventKind::Fact(fact) => self.fact(fact),
            EventKind::End(end) => self.end(at, end),
            _ => (),
        }
        self.cut()
    }

    /// The last segment.
    pub(in super::super) fn finish(mut self) -> View {
        self.judge_owed();
        self.view
    }

    /// Whether a response or its end is still owed.
    pub(in super::super) fn owes(&self) -> bool {
        matches!(self.open, Open::Response) || self.owed().iter().any(Turn::is_owed)
    }

    /// The turns that are not finished.
    pub(super) fn owed(&self) -> &[Turn] {
        self.view.turns.get(self.front..).unwrap_or_default()
    }

    /// How long the engine has been silent since this line, if that is beyond the limit.
    pub(super) fn wait(&self, line: &Line) -> Option<Wait> {
        let since = self.last_output.max(line.time);
        let time = self.observed_until_now().saturating_sub(since);
        let host_was_late = match self.waited(since) {
            Waited::No => return None,
            Waited::HostLate(_) => true,
            Waited::Yes => false,
        };
        Some(Wait {
            time,
            host_was_late,
        })
    }

    /// Whether an answer that is owed since `since` has timed out.
    pub(super) fn waited(&self, since: Duration) -> Waited {
        self.timing.waited(since, self.observed_until_now(), LIMIT)
    }

    /// The end of the time in which an answer counts: now, or when the interface left.
    fn observed_until_now(&self) -> Duration {
        self.observed_until.map_or(self.now, |it| it.min(self.now))
    }

    fn fact(&mut self, fact: &Fact) {
        match Measured::read(fact) {
            Measured::Late(late) => self.timing.note_lateness(self.now, late),
            Measured::Scale(scale) => self.timing.set_scale(scale),
            Measured::Unheard => {
                self.output_unread = true;
                self.observed_until.get_or_insert(self.now);
            }
            _ => (),
        }
    }

    fn line(&mut self, line: lines::Line) {
        let lines::Line {
            at,
            speaker,
            bytes,
            offset,
            earlier,
            chunked: _,
            unterminated: _,
        } = line;
        let line = Line {
            at,
            offset,
            earlier,
            bytes,
            time: self.now,
        };
        match speaker {
            Speaker::Interface => self.command(line),
            Speaker::Engine => {
                self.read(line);
                self.last_output = self.now;
                self.last_output_at = Some(at);
                // Each line restarts the wait.
                self.timing.forget_before(self.now);
            }
        }
    }

    fn command(&mut self, line: Line) {
        let Some(command) = Command::parse(&line.bytes) else {
            return;
        };
        self.behind_response = false;
        // The engine does not read commands after `quit`.
        let answer = if self.quit_sent {
            Answer::Waived
        } else {
            Answer::Owed
        };
        self.quit_sent |= command.is("quit") && command.arguments.is_empty();
        self.view.turns.push(Turn {
            line,
            command,
            answer,
        });
    }

    /// Cuts off a segment of finished turns.
    fn cut(&mut self) -> Option<View> {
        let strays = self.view.strays.len() + self.view.extras.len();
        if self.front < SEGMENT && strays < SEGMENT {
            return None;
        }
        let open = self.view.turns.split_off(self.front);
        self.front = 0;
        self.assembler.forget_judged();
        let last = self.view.turns.last().map(|it| it.line.clone());
        let next = View {
            before: last.or_else(|| self.view.before.clone()),
            turns: open,
            ..View::default()
        };
        Some(std::mem::replace(&mut self.view, next))
    }
}
