//! One fault of the chain: lines enter on one side and leave on the other side, changed or unchanged.

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

/// The size of a chunk of a flood, and the time between two chunks.
const FLOOD_CHUNK: usize = 256 << 10;
const FLOOD_EVERY: Duration = Duration::from_millis(1);

/// An item that passes through the chain of faults: a line, bytes, or an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A line without its newline.
    Line(Speaker, Vec<u8>),
    /// Bytes that are not a line; no fault changes them.
    Raw(Speaker, Vec<u8>),
    /// The interface closed the engine's input, or the engine closed its output.
    Closed(Speaker),
    /// The engine ended.
    End(End),
    /// The process ends at once, and delayed and held lines are lost.
    EndNow(End),
    /// Bytes on standard error.
    Stderr(Vec<u8>),
    Close,
    Stall,
    Waste(Waste),
}

/// The state of the conversation when a fault is applied.
pub(super) struct Context<'a> {
    pub(super) now: Duration,
    pub(super) generator: &'a mut dyn Generator,
    /// The engine's state before the current line.
    pub(super) state: &'a str,
    /// The last command.
    pub(super) command: &'a [u8],
    /// The command before the last command.
    pub(super) before: &'a [u8],
    /// Whether the current line was read in one chunk with the line before it.
    pub(super) together: bool,
    pub(super) move_syntax: &'static str,
}

/// A fault of the chain, and its state.
#[derive(Debug)]
pub(super) struct Stage {
    fault: Fault,
    matched: u64,
    applied: u64,
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
            applied: 0,
            queue: Queue::default(),
            flood: None,
        }
    }

    /// How often the fault was applied.
    pub(super) fn applied(&self) -> u64 {
        self.applied
    }

    pub(super) fn pass(&mut self, context: &mut Context<'_>, item: Item, out: &mut Vec<Item>) {
        match item {
            Item::Line(speaker, line) => self.line(context, speaker, line, out),
            Item::Closed(Speaker::Interface) if matches!(self.fault.place, Place::Eof) => {
                let done = self.run_action(context, &Captures::default(), b"");
                out.extend(done.into_iter().flatten());
                out.push(item);
            }
            Item::Raw(Speaker::Engine, _) if self.drip_end().is_some() => {
                self.after_drip(item, out)
            }
            // No item follows the end of a stream or of the process, so held lines are released first.
            Item::Closed(_) | Item::End(_) => {
                self.queue.release(out);
                if let (Item::End(_), Place::End, Action::Delay(delay)) =
                    (&item, &self.fault.place, &self.fault.action)
                    && self.fault.conditions.allows(context.state)
                    && let Some(time) = wait(delay, context)
                {
                    self.applied += 1;
                    return self.queue.delay(context.now + time, item, out);
                }
                match self.queue.last() {
                    Some(last) => self.queue.delay(last, item, out),
                    None => out.push(item),
                }
            }
            Item::Raw(..)
            | Item::EndNow(_)
            | Item::Stderr(_)
            | Item::Close
            | Item::Stall
            | Item::Waste(_) => out.push(item),
        }
    }

    /// Runs the action of a fault at `start`; called once, before the first line of either side.
    pub(super) fn start(&mut self, context: &mut Context<'_>, out: &mut Vec<Item>) {
        if matches!(self.fault.place, Place::Start) {
            let done = self.run_action(context, &Captures::default(), b"");
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

    fn line(&mut self, cx: &mut Context<'_>, speaker: Speaker, line: Vec<u8>, out: &mut Vec<Item>) {
        let text = line.strip_suffix(b"\r").unwrap_or(&line);
        let released = match &self.fault.action {
            Action::Hold(until) => matches(until, speaker, text, cx).is_some(),
            _ => false,
        };
        match self.applies(cx, speaker, text, &line) {
            Some(captures) => self.apply(cx, &captures, speaker, line, out),
            None if speaker == Speaker::Engine && self.drip_end().is_some() => {
                self.after_drip(Item::Line(speaker, line), out);
            }
            None => out.push(Item::Line(speaker, line)),
        }
        if released {
            self.queue.release(out);
        }
    }

    /// The time at which the last byte of a dripping line is due.
    fn drip_end(&self) -> Option<Duration> {
        let last = matches!(self.fault.action, Action::Drip(_)).then(|| self.queue.last());
        last.flatten()
    }

    /// Queues an item after the bytes of a dripping line.
    fn after_drip(&mut self, item: Item, out: &mut Vec<Item>) {
        match self.drip_end() {
            Some(last) => self.queue.delay(last, item, out),
            None => out.push(item),
        }
    }

    /// Returns the captures if the place and the conditions match this line.
    fn applies(
        &mut self,
        cx: &Context<'_>,
        speaker: Speaker,
        text: &[u8],
        raw: &[u8],
    ) -> Option<Captures> {
        let (Place::Before(at) | Place::After(at)) = &self.fault.place else {
            return None;
        };
        let captures = matches(at, speaker, text, cx)?;
        let conditions = &self.fault.conditions;
        if !conditions.allows(cx.state) {
            return None;
        }
        if let Some(pattern) = &conditions.answering {
            pattern.matches(cx.command, cx.move_syntax)?;
        }
        if let Some(pattern) = &conditions.following {
            pattern.matches(cx.before, cx.move_syntax)?;
        }
        if conditions.together && !cx.together {
            return None;
        }
        if conditions.like.as_ref().is_some_and(|it| !it.is_match(raw)) {
            return None;
        }
        self.matched += 1;
        let again = !conditions.once || self.applied == 0;
        (again && conditions.count.includes(self.matched)).then_some(captures)
    }

    fn apply(
        &mut self,
        cx: &mut Context<'_>,
        captures: &Captures,
        speaker: Speaker,
        line: Vec<u8>,
        out: &mut Vec<Item>,
    ) {
        let text = line.strip_suffix(b"\r").unwrap_or(&line).to_vec();
        let cr = &line[text.len()..];
        match &self.fault.action {
            Action::Drop => self.applied += 1,
            Action::Cut => {
                self.applied += 1;
                out.push(Item::Raw(speaker, line));
            }
            Action::Drip(pace) => {
                self.applied += 1;
                let mut due = self.drip_end().unwrap_or(cx.now).max(cx.now);
                for byte in line.into_iter().chain([b'\n']) {
                    due += *pace;
                    self.queue.delay(due, Item::Raw(speaker, vec![byte]), out);
                }
            }
            Action::Duplicate => {
                self.applied += 1;
                out.extend([Item::Line(speaker, line.clone()), Item::Line(speaker, line)]);
            }
            Action::Replace(with) => match fill(with, cx, captures, &text) {
                Some(with) => {
                    self.applied += 1;
                    out.extend(lines(speaker, &with, cr));
                }
                None => out.push(Item::Line(speaker, line)),
            },
            Action::Delay(delay) => match wait(delay, cx) {
                Some(time) => {
                    self.applied += 1;
                    self.queue
                        .delay(cx.now + time, Item::Line(speaker, line), out);
                }
                None => out.push(Item::Line(speaker, line)),
            },
            Action::Hold(_) => {
                self.applied += 1;
                self.queue.hold(Item::Line(speaker, line), out);
            }
            _ => {
                let done = self.run_action(cx, captures, &text).unwrap_or_default();
                let line = Item::Line(speaker, line);
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

    /// Runs an action that does not change the line. Returns `None` if a name in the action's text has no value.
    fn run_action(
        &mut self,
        cx: &mut Context<'_>,
        captures: &Captures,
        text: &[u8],
    ) -> Option<Vec<Item>> {
        let done = match &self.fault.action {
            Action::Insert(speaker, with) => lines(*speaker, &fill(with, cx, captures, text)?, b""),
            Action::Stderr(with) => {
                let mut bytes = fill(with, cx, captures, text)?;
                bytes.push(b'\n');
                vec![Item::Stderr(bytes)]
            }
            Action::End(end) => vec![Item::EndNow(end.clone())],
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
        self.applied += 1;
        Some(done)
    }
}

fn matches(line: &Line, speaker: Speaker, text: &[u8], cx: &Context<'_>) -> Option<Captures> {
    (line.speaker == speaker).then(|| line.pattern.matches(text, cx.move_syntax))?
}

/// Splits a text into lines, each with the line end of the replaced line.
fn lines(speaker: Speaker, text: &[u8], cr: &[u8]) -> Vec<Item> {
    let lines = text.split(|byte| *byte == b'\n');
    lines
        .map(|line| Item::Line(speaker, [line, cr].concat()))
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
        Delay::Generated(name) => {
            parse_duration(std::str::from_utf8(&cx.generator.make(name)?).ok()?)
        }
    }
}
