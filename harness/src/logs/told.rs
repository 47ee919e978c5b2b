//! What all readers of foreign logs share: line ends, conversations, and times.

use std::{borrow::Cow, collections::HashMap, time::Duration};

use super::{
    CONVERSATIONS, Conversation, Heard, Knows, Problem, Reader,
    stamp::{Clock, Stamp},
};
use crate::transcript::{Event, EventKind, Fact, Speaker};

/// How late the clock of a foreign log may be: some loggers have one that ticks every 16 ms, and
/// all of them take the time of a line only when they come to read it.
const LATE: &str = "20ms";

/// One format's own part: what a line says.
pub(super) trait Lines {
    /// Reads a line, without what ends it.
    fn read<'a>(&'a mut self, line: &'a [u8]) -> Result<Option<Told<'a>>, Problem>;

    /// Whether the log tells what the interface said.
    fn tells_commands(&self) -> bool {
        true
    }
}

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Told<'a> {
    /// What tells the conversation from others.
    pub(super) key: Cow<'a, [u8]>,
    /// What people call it.
    pub(super) name: &'a [u8],
    pub(super) when: When,
    pub(super) what: What,
    pub(super) text: &'a [u8],
}

/// When it was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// The log does not say.
    Unknown,
    Stamp(Stamp),
    /// Milliseconds left on the engine's clock, which stands still while the other side thinks.
    Left(i64),
}

impl From<Option<(Stamp, usize)>> for When {
    fn from(stamp: Option<(Stamp, usize)>) -> When {
        stamp.map_or(When::Unknown, |(stamp, _)| When::Stamp(stamp))
    }
}

/// What kind of line it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Line(Speaker),
    Stderr,
}

/// Reads a foreign log.
pub(super) struct Foreign<L> {
    lines: L,
    started: bool,
    /// Its lines end in CR LF, as the first one does: whoever wrote the log wrote that.
    returns: bool,
    clock: Clock,
    parties: Parties,
    heard: bool,
    /// Something was said nobody knows when.
    untimed: bool,
}

impl<L: Lines + 'static> Foreign<L> {
    pub(super) fn reader(lines: L) -> Box<dyn Reader> {
        Box::new(Foreign {
            lines,
            started: false,
            returns: false,
            clock: Clock::default(),
            parties: Parties::default(),
            heard: false,
            untimed: false,
        })
    }
}

/// What some editors put at the beginning of a text to say that it is UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

impl<L: Lines> Reader for Foreign<L> {
    fn line(&mut self, line: &[u8]) -> Result<Option<Heard>, Problem> {
        let (mark, line) = match line.strip_prefix(MARK) {
            Some(rest) if !self.started => (MARK.len(), rest),
            _ => (0, line),
        };
        let whole = line.strip_suffix(b"\n");
        if !self.started {
            self.returns = whole.is_some_and(|it| it.ends_with(b"\r"));
            self.started = true;
        }
        let text = whole.unwrap_or(line);
        let text = match text.strip_suffix(b"\r") {
            Some(text) if self.returns => text,
            _ => text,
        };
        let heard = self.text(text, whole.is_some());
        heard.map_err(|problem| problem.after(mark))
    }

    fn name(&self, conversation: Conversation) -> &[u8] {
        let party = self.parties.all.get(conversation.0);
        party.map(|it| it.name.as_slice()).unwrap_or_default()
    }

    fn knows(&self) -> Knows {
        Knows {
            commands: self.lines.tells_commands(),
            times: self.heard && !self.untimed,
        }
    }
}

impl<L: Lines> Foreign<L> {
    fn text(&mut self, text: &[u8], whole: bool) -> Result<Option<Heard>, Problem> {
        let Some(told) = self.lines.read(text)? else {
            return Ok(None);
        };
        let (conversation, party) = self.parties.find(&told.key, told.name)?;
        let at = match told.when {
            When::Unknown => None,
            When::Stamp(stamp) => self.clock.tell(stamp)?,
            When::Left(left) => Some(party.tick(left)),
        };
        let at = at.map(|it| it.max(party.now));
        party.now = at.unwrap_or(party.now);
        self.heard = true;
        self.untimed |= at.is_none();
        let text = told.text.to_vec();
        let kind = match told.what {
            What::Line(speaker) if whole => EventKind::Line(speaker, text),
            What::Line(speaker) => EventKind::Chunk(speaker, text),
            What::Stderr => EventKind::Stderr(text),
        };
        let commanded = told.what == What::Line(Speaker::Interface);
        let note = at.filter(|_| commanded).map(|at| party.late(at));
        Ok(Some(Heard {
            conversation,
            event: Event { at, kind },
            note,
        }))
    }
}

/// The conversations of a log.
#[derive(Debug, Default)]
struct Parties {
    all: Vec<Party>,
    by_key: HashMap<Vec<u8>, usize>,
    /// Who spoke last: most often it is the same again.
    last: usize,
}

/// One of them.
#[derive(Debug, Default)]
struct Party {
    key: Vec<u8>,
    name: Vec<u8>,
    now: Duration,
    /// Milliseconds left on its clock.
    left: Option<i64>,
}

/// No name is longer.
const NAME: usize = 256;

impl Parties {
    fn find(&mut self, key: &[u8], name: &[u8]) -> Result<(Conversation, &mut Party), Problem> {
        if name.len() > NAME || key.len() > NAME {
            return Err(Problem::new(0, "no engine has so long a name"));
        }
        let same = self.all.get(self.last).is_some_and(|it| it.key == key);
        if !same {
            self.last = match self.by_key.get(key) {
                Some(index) => *index,
                None => self.all.len(),
            };
        }
        if self.last >= CONVERSATIONS {
            let message = format!("there are more than {CONVERSATIONS} engines in this log");
            return Err(Problem::new(0, message));
        }
        if self.last == self.all.len() {
            self.by_key.insert(key.to_vec(), self.last);
            self.all.push(Party {
                key: key.to_vec(),
                ..Party::default()
            });
        }
        let none = || Problem::new(0, "there is no such engine");
        let party = self.all.get_mut(self.last).ok_or_else(none)?;
        if party.name != name {
            party.name = name.to_vec();
        }
        Ok((Conversation(self.last), party))
    }
}

impl Party {
    /// The time that has passed for certain when so much is left on its clock.
    fn tick(&mut self, left: i64) -> Duration {
        let before = self.left.replace(left).unwrap_or(left);
        let passed = u64::try_from(before.saturating_sub(left)).unwrap_or_default();
        self.now.saturating_add(Duration::from_millis(passed))
    }

    /// How late the clock may have been, told a moment after a command, which is where whatever it
    /// asks for begins.
    fn late(&mut self, at: Duration) -> Event {
        self.now = at.saturating_add(Duration::from_micros(1));
        Event {
            at: Some(self.now),
            kind: EventKind::Fact(Fact {
                name: "late".to_owned(),
                value: LATE.to_owned(),
            }),
        }
    }
}
