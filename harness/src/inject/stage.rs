//! One fault at work: lines come in on one side and go out on the other, changed or not.

use std::time::Duration;

use super::{
    fault::{Action, Delay, Fault, Line, Place, Text},
    queue::Queue,
};
use crate::{
    link::Waste,
    protocol::Generator,
    transcript::{Captures, End, Speaker, parse_duration},
};

/// How much of a flood comes at once, and how often.
const FLOOD_CHUNK: usize = 256 << 10;
const FLOOD_EVERY: Duration = Duration::from_millis(1);

/// Something on its way through the faults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A line without its newline.
    Line(Speaker, Vec<u8>),
    /// Bytes that are no line; no fault touches them.
    Raw(Speaker, Vec<u8>),
    /// The interface closes the engine's input, or the engine its output.
    Closed(Speaker),
    /// The engine ended.
    End(End),
    /// What follows is done at once, whatever is kept back.
    Die(End),
    /// Bytes on standard error.
    Stderr(Vec<u8>),
    Close,
    Stall,
    Waste(Waste),
}

/// What a fault can know where it strikes.
pub(super) struct Context<'a> {
    pub(super) now: Duration,
    pub(super) generator: &'a mut dyn Generator,
    /// The engine's state just before the line came.
    pub(super) state: &'a str,
    /// The command said last.
    pub(super) command: &'a [u8],
    /// The one before it.
    pub(super) before: &'a [u8],
    /// Whether the line came in one piece with the one before it.
    pub(super) together: bool,
    pub(super) move_syntax: &'static str,
}

/// A fault, and what it has done so far.
#[derive(Debug)]
pub(super) struct Stage {
    fault: Fault,
    matched: u64,
    struck: u64,
    queue: Queue,
    flood: Option<Flood>,
}

#[derive(Debug)]
struct Flood {
    chunk: Vec<u8>,
    left: u64,
    next: Duration,
}

impl Stage {
    pub(super) fn new(fault: Fault) -> Stage {
        Stage {
            fault,
            matched: 0,
            struck: 0,
            queue: Queue::default(),
            flood: None,
        }
    }

    /// How often the fault struck.
    pub(super) fn struck(&self) -> u64 {
        self.struck
    }

    pub(super) fn pass(&mut self, context: &mut Context<'_>, item: Item, out: &mut Vec<Item>) {
        match item {
            Item::Line(who, line) => self.line(context, who, line, out),
            Item::Closed(Speaker::Interface) if matches!(self.fault.place, Place::Eof) => {
                let done = self.point(context, &Captures::default(), b"");
                out.extend(done.into_iter().flatten());
                out.push(item);
            }
            Item::Raw(Speaker::Engine, _) if self.drips().is_some() => self.after_drops(item, out),
            // Nothing comes after these, so what is kept back comes before them.
            Item::Closed(_) | Item::End(_) => {
                self.queue.release(out);
                if let (Item::End(_), Place::End, Action::Delay(delay)) =
                    (&item, &self.fault.place, &self.fault.action)
                    && self.fault.when.holds_in(context.state)
                    && let Some(time) = wait(delay, context)
                {
                    self.struck += 1;
                    return self.queue.delay(context.now + time, item, out);
                }
                match self.queue.last() {
                    Some(last) => self.queue.delay(last, item, out),
                    None => out.push(item),
                }
            }
            Item::Raw(..)
            | Item::Die(_)
            | Item::Stderr(_)
            | Item::Close
            | Item::Stall
            | Item::Waste(_) => out.push(item),
        }
    }

    /// Called once, before anything is said.
    pub(super) fn start(&mut self, context: &mut Context<'_>, out: &mut Vec<Item>) {
        if matches!(self.fault.place, Place::Start) {
            let done = self.point(context, &Captures::default(), b"");
            out.extend(done.into_iter().flatten());
        }
    }

    pub(super) fn wake_at(&self) -> Option<Duration> {
        let flood = self.flood.as_ref().map(|it| it.next);
        self.queue.wake_at().into_iter().chain(flood).min()
    }

    pub(super) fn wake(&mut self, now: Duration, out: &mut Vec<Item>) {
        self.queue.wake(now, out);
        let Some(flood) = self.flood.as_mut().filter(|it| it.next <= now) else {
            return;
        };
        out.push(Item::Raw(Speaker::Engine, flood.chunk.clone()));
        flood.left = flood.left.saturating_sub(flood.chunk.len() as u64);
        flood.next = now + FLOOD_EVERY;
        if flood.left == 0 {
            self.flood = None;
        }
    }

    fn line(&mut self, cx: &mut Context<'_>, who: Speaker, line: Vec<u8>, out: &mut Vec<Item>) {
        let text = line.strip_suffix(b"\r").unwrap_or(&line);
        let released = match &self.fault.action {
            Action::Hold(until) => matches(until, who, text, cx).is_some(),
            _ => false,
        };
        match self.strikes(cx, who, text, &line) {
            Some(captures) => self.strike(cx, &captures, who, line, out),
            None if who == Speaker::Engine && self.drips().is_some() => {
                self.after_drops(Item::Line(who, line), out);
            }
            None => out.push(Item::Line(who, line)),
        }
        if released {
            self.queue.release(out);
        }
    }

    /// When the last byte of a dripping line is due.
    fn drips(&self) -> Option<Duration> {
        let last = matches!(self.fault.action, Action::Drip(_)).then(|| self.queue.last());
        last.flatten()
    }

    /// Nothing overtakes a dripping line.
    fn after_drops(&mut self, item: Item, out: &mut Vec<Item>) {
        match self.drips() {
            Some(last) => self.queue.delay(last, item, out),
            None => out.push(item),
        }
    }

    /// Whether the fault strikes at this line, as far as conditions go.
    fn strikes(
        &mut self,
        cx: &Context<'_>,
        who: Speaker,
        text: &[u8],
        raw: &[u8],
    ) -> Option<Captures> {
        let (Place::Before(at) | Place::After(at)) = &self.fault.place else {
            return None;
        };
        let captures = matches(at, who, text, cx)?;
        let when = &self.fault.when;
        if !when.holds_in(cx.state) {
            return None;
        }
        if let Some(pattern) = &when.answering {
            pattern.matches(cx.command, cx.move_syntax)?;
        }
        if let Some(pattern) = &when.following {
            pattern.matches(cx.before, cx.move_syntax)?;
        }
        if when.together && !cx.together {
            return None;
        }
        if when.like.as_ref().is_some_and(|it| !it.is_match(raw)) {
            return None;
        }
        self.matched += 1;
        let again = !when.once || self.struck == 0;
        (again && when.count.includes(self.matched)).then_some(captures)
    }

    fn strike(
        &mut self,
        cx: &mut Context<'_>,
        captures: &Captures,
        who: Speaker,
        line: Vec<u8>,
        out: &mut Vec<Item>,
    ) {
        let text = line.strip_suffix(b"\r").unwrap_or(&line).to_vec();
        let cr = &line[text.len()..];
        match &self.fault.action {
            Action::Drop => self.struck += 1,
            Action::Cut => {
                self.struck += 1;
                out.push(Item::Raw(who, line));
            }
            Action::Drip(pace) => {
                self.struck += 1;
                let mut due = self.drips().unwrap_or(cx.now).max(cx.now);
                for byte in line.into_iter().chain([b'\n']) {
                    due += *pace;
                    self.queue.delay(due, Item::Raw(who, vec![byte]), out);
                }
            }
            Action::Duplicate => {
                self.struck += 1;
                out.extend([Item::Line(who, line.clone()), Item::Line(who, line)]);
            }
            Action::Replace(with) => match fill(with, cx, captures, &text) {
                Some(with) => {
                    self.struck += 1;
                    out.extend(lines(who, &with, cr));
                }
                None => out.push(Item::Line(who, line)),
            },
            Action::Delay(delay) => match wait(delay, cx) {
                Some(time) => {
                    self.struck += 1;
                    self.queue.delay(cx.now + time, Item::Line(who, line), out);
                }
                None => out.push(Item::Line(who, line)),
            },
            Action::Hold(_) => {
                self.struck += 1;
                self.queue.hold(Item::Line(who, line), out);
            }
            _ => {
                let done = self.point(cx, captures, &text).unwrap_or_default();
                let line = Item::Line(who, line);
                if matches!(self.fault.place, Place::After(_)) {
                    out.push(line);
                    out.extend(done);
                } else {
                    out.extend(done);
                    out.push(line);
                }
            }
        }
    }

    /// What the actions do that leave the line alone; `None` if there is nothing fitting.
    fn point(
        &mut self,
        cx: &mut Context<'_>,
        captures: &Captures,
        text: &[u8],
    ) -> Option<Vec<Item>> {
        let done = match &self.fault.action {
            Action::Insert(who, with) => lines(*who, &fill(with, cx, captures, text)?, b""),
            Action::Complain(with) => {
                let mut bytes = fill(with, cx, captures, text)?;
                bytes.push(b'\n');
                vec![Item::Stderr(bytes)]
            }
            Action::End(end) => vec![Item::Die(end.clone())],
            Action::Close => vec![Item::Close],
            Action::Stall => vec![Item::Stall],
            Action::Waste(it) => vec![Item::Waste(*it)],
            Action::Flood(with, size) => {
                let with = fill(with, cx, captures, text).filter(|it| !it.is_empty())?;
                self.flood = Some(Flood {
                    chunk: with.repeat(FLOOD_CHUNK.div_ceil(with.len())),
                    left: *size,
                    next: cx.now,
                });
                Vec::new()
            }
            Action::Drop
            | Action::Replace(_)
            | Action::Duplicate
            | Action::Delay(_)
            | Action::Cut
            | Action::Drip(_)
            | Action::Hold(_) => return None,
        };
        self.struck += 1;
        Some(done)
    }
}

fn matches(line: &Line, who: Speaker, text: &[u8], cx: &Context<'_>) -> Option<Captures> {
    (line.who == who).then(|| line.pattern.matches(text, cx.move_syntax))?
}

/// A text may be several lines; each gets the line end of what it stands for.
fn lines(who: Speaker, text: &[u8], cr: &[u8]) -> Vec<Item> {
    let lines = text.split(|byte| *byte == b'\n');
    lines
        .map(|line| Item::Line(who, [line, cr].concat()))
        .collect()
}

fn fill(with: &Text, cx: &mut Context<'_>, captures: &Captures, line: &[u8]) -> Option<Vec<u8>> {
    with.fill(|name| match captures.get(name) {
        Some(bytes) => Some(bytes.to_vec()),
        None if name == "line" => Some(line.to_vec()),
        None => cx.generator.make(name),
    })
}

fn wait(delay: &Delay, cx: &mut Context<'_>) -> Option<Duration> {
    match delay {
        Delay::For(time) => Some(*time),
        Delay::Made(name) => parse_duration(std::str::from_utf8(&cx.generator.make(name)?).ok()?),
    }
}
