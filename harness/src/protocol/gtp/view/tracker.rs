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

/// A segment is given away after so many turns that are over, or so many stray things.
const SEGMENT: usize = 256;

/// How long a quick command may take (nothing says how long: later than this is never).
const LIMIT: Duration = Duration::from_secs(10);

/// What is known of the engine at this point of the conversation.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Tracker {
    pub(super) view: View,
    /// The first turn that is not over.
    pub(super) front: usize,
    /// What the engine has begun to say.
    pub(super) open: Open,
    /// The last thing said was a response, its empty line included.
    pub(super) behind_response: bool,
    /// An id alone may be answered or not (`GTP G-24`): until the next id it is not certain which
    /// response belongs where.
    pub(super) unsure: bool,
    pub(in super::super) said_quit: bool,
    pub(in super::super) handshake_done: bool,
    pub(in super::super) name: Option<String>,
    pub(super) input_closed: bool,
    /// Nothing reads the engine's output any more.
    pub(super) unheard: bool,
    /// When the interface left the engine alone.
    heard_until: Option<Duration>,
    /// When the engine said its last line.
    pub(super) heard: Duration,
    pub(super) heard_at: Option<At>,
    pub(super) now: Duration,
    /// What every wait goes by.
    timing: Timing,
    assembler: Assembler,
    events: usize,
}

impl Tracker {
    /// Takes the next event. A segment that is complete is returned.
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
                self.heard_until.get_or_insert(self.now);
            }
            EventKind::Fact(fact) => self.fact(fact),
            EventKind::End(end) => self.end(at, end),
            _ => (),
        }
        self.cut()
    }

    /// The last segment.
    pub(in super::super) fn finish(mut self) -> View {
        self.settle();
        self.view
    }

    /// Whether the engine still has something to say before it has answered everything.
    pub(in super::super) fn owes(&self) -> bool {
        matches!(self.open, Open::Response) || self.owed().iter().any(Turn::is_owed)
    }

    /// The turns that are not over.
    pub(super) fn owed(&self) -> &[Turn] {
        self.view.turns.get(self.front..).unwrap_or_default()
    }

    /// How long the engine has said nothing since this was said, if that is too long.
    pub(super) fn wait(&self, line: &Line) -> Option<Wait> {
        let since = self.heard.max(line.time);
        let time = self.looked().saturating_sub(since);
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

    /// Whether what was owed since then had its time.
    pub(super) fn waited(&self, since: Duration) -> Waited {
        self.timing.waited(since, self.looked(), LIMIT)
    }

    /// Until when an answer was looked for: until now, or to where the interface left the engine alone.
    fn looked(&self) -> Duration {
        self.heard_until.map_or(self.now, |it| it.min(self.now))
    }

    fn fact(&mut self, fact: &Fact) {
        match Measured::read(fact) {
            Measured::Late(late) => self.timing.note_lateness(self.now, late),
            Measured::Scale(scale) => self.timing.set_scale(scale),
            Measured::Unheard => {
                self.unheard = true;
                self.heard_until.get_or_insert(self.now);
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
                self.heard = self.now;
                self.heard_at = Some(at);
                // Waits begin anew with each line.
                self.timing.forget_before(self.now);
            }
        }
    }

    fn command(&mut self, line: Line) {
        let Some(command) = Command::parse(&line.bytes) else {
            return;
        };
        self.behind_response = false;
        // What comes after `quit` is never read.
        let answer = if self.said_quit {
            Answer::Waived
        } else {
            Answer::Owed
        };
        self.said_quit |= command.is("quit") && command.arguments.is_empty();
        self.view.turns.push(Turn {
            line,
            command,
            answer,
        });
    }

    /// Gives away what is over.
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
