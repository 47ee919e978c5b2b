//! One fault of a chain: receives the lines of both directions, and passes them on, changed or
//! unchanged.

use std::time::Duration;

use super::{
    fault::{Delay, Fault, FaultAction, FaultPlace, LinePattern, TextTemplate},
    queue::LineQueue,
};
use crate::{
    link::WastedResource,
    protocol::FaultValueGenerator,
    transcript::{Captures, SessionEnd, Speaker, parse_duration},
};

/// The size of a chunk of a flood, and the time between two chunks.
const FLOOD_CHUNK_BYTES: usize = 256 << 10;
const FLOOD_INTERVAL: Duration = Duration::from_millis(1);

/// An item that passes through the chain of faults: a line, bytes, or an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FaultChainItem {
    /// A line without its newline.
    Line(Speaker, Vec<u8>),
    /// Bytes that are not a line; no fault changes them.
    RawBytes(Speaker, Vec<u8>),
    /// The interface closed the engine's input, or the engine closed its output.
    InputOrOutputClosed(Speaker),
    /// The engine ended.
    End(SessionEnd),
    /// The process ends at once, and delayed and held lines are lost.
    EndAtOnce(SessionEnd),
    /// Bytes on standard error.
    Stderr(Vec<u8>),
    Close,
    Stall,
    Waste(WastedResource),
}

/// The state of the conversation when a fault is applied.
pub(super) struct FaultContext<'a> {
    pub(super) now: Duration,
    pub(super) generator: &'a mut dyn FaultValueGenerator,
    /// The engine's state before the current line.
    pub(super) engine_state: &'a str,
    /// The last command of the interface, or the command that the current line of the engine answers.
    pub(super) last_command: &'a [u8],
    /// The command before `last_command`.
    pub(super) previous_command: &'a [u8],
    /// True if the current line was read in one chunk with the line before it.
    pub(super) is_in_chunk_of_previous_line: bool,
    pub(super) move_syntax: &'static str,
}

/// A fault of the chain, and its state.
#[derive(Debug)]
pub(super) struct FaultStage {
    fault: Fault,
    matching_line_count: u64,
    applied_count: u64,
    queue: LineQueue,
    flood: Option<RunningFlood>,
}

#[derive(Debug)]
struct RunningFlood {
    chunk: Vec<u8>,
    bytes_left: u64,
    next_chunk_at: Duration,
}

impl FaultStage {
    pub(super) fn new(fault: Fault) -> FaultStage {
        FaultStage {
            fault,
            matching_line_count: 0,
            applied_count: 0,
            queue: LineQueue::default(),
            flood: None,
        }
    }

    /// True if the fault depends on the earlier lines of the conversation.
    pub(super) fn needs_generator(&self, generator: &dyn FaultValueGenerator) -> bool {
        self.fault.needs_generator(generator)
    }

    /// How often the fault was applied.
    pub(super) fn applied_count(&self) -> u64 {
        self.applied_count
    }

    pub(super) fn pass_item(
        &mut self,
        context: &mut FaultContext<'_>,
        item: FaultChainItem,
        out: &mut Vec<FaultChainItem>,
    ) {
        match item {
            FaultChainItem::Line(speaker, line) => self.pass_line(context, speaker, line, out),
            FaultChainItem::InputOrOutputClosed(Speaker::Interface)
                if matches!(self.fault.place, FaultPlace::Eof) =>
            {
                let done = self.run_action_without_line(context, &Captures::default(), b"");
                out.extend(done.into_iter().flatten());
                out.push(item);
            }
            FaultChainItem::RawBytes(Speaker::Engine, _)
                if self.dripping_line_ends_at().is_some() =>
            {
                self.queue_after_dripping_line(item, out)
            }
            // Nothing can be sent after a stream was closed or the process ended, so held lines are released before
            // this item.
            FaultChainItem::InputOrOutputClosed(_) | FaultChainItem::End(_) => {
                self.queue.release_held_lines(out);
                if let (FaultChainItem::End(_), FaultPlace::End, FaultAction::Delay(delay)) =
                    (&item, &self.fault.place, &self.fault.action)
                    && self.fault.conditions.allows_state(context.engine_state)
                    && let Some(time) = delay_time(delay, context)
                {
                    self.applied_count += 1;
                    return self.queue.push_delayed_line(context.now + time, item, out);
                }
                match self.queue.last_due_time() {
                    Some(last) => self.queue.push_delayed_line(last, item, out),
                    None => out.push(item),
                }
            }
            FaultChainItem::RawBytes(..)
            | FaultChainItem::EndAtOnce(_)
            | FaultChainItem::Stderr(_)
            | FaultChainItem::Close
            | FaultChainItem::Stall
            | FaultChainItem::Waste(_) => out.push(item),
        }
    }

    /// Runs the action of a fault with the place `at start`. Called once, before the first line of
    /// either side.
    pub(super) fn run_start_action(
        &mut self,
        context: &mut FaultContext<'_>,
        out: &mut Vec<FaultChainItem>,
    ) {
        if matches!(self.fault.place, FaultPlace::Start) {
            let done = self.run_action_without_line(context, &Captures::default(), b"");
            out.extend(done.into_iter().flatten());
        }
    }

    pub(super) fn wake_at(&self) -> Option<Duration> {
        let flood = self.flood.as_ref().map(|it| it.next_chunk_at);
        self.queue.first_due_time().into_iter().chain(flood).min()
    }

    pub(super) fn handle_wake(&mut self, now: Duration, out: &mut Vec<FaultChainItem>) {
        self.queue.release_due_lines(now, out);
        let Some(flood) = self.flood.as_mut().filter(|it| it.next_chunk_at <= now) else {
            return;
        };
        out.push(FaultChainItem::RawBytes(
            Speaker::Engine,
            flood.chunk.clone(),
        ));
        flood.bytes_left = flood.bytes_left.saturating_sub(flood.chunk.len() as u64);
        flood.next_chunk_at = now + FLOOD_INTERVAL;
        if flood.bytes_left == 0 {
            self.flood = None;
        }
    }

    fn pass_line(
        &mut self,
        cx: &mut FaultContext<'_>,
        speaker: Speaker,
        line: Vec<u8>,
        out: &mut Vec<FaultChainItem>,
    ) {
        let text = line.strip_suffix(b"\r").unwrap_or(&line);
        let released = match &self.fault.action {
            FaultAction::Hold(until) => match_pattern(until, speaker, text, cx).is_some(),
            _ => false,
        };
        // The engine sends the held lines before its answer to a command that releases them.
        if released && speaker == Speaker::Interface {
            self.queue.release_held_lines(out);
        }
        match self.match_line(cx, speaker, text, &line) {
            Some(captures) => self.apply_to_line(cx, &captures, speaker, line, out),
            None if speaker == Speaker::Engine && self.dripping_line_ends_at().is_some() => {
                self.queue_after_dripping_line(FaultChainItem::Line(speaker, line), out);
            }
            None => out.push(FaultChainItem::Line(speaker, line)),
        }
        if released && speaker == Speaker::Engine {
            self.queue.release_held_lines(out);
        }
    }

    /// The time at which the last byte of a dripping line (a line that is sent byte by byte) is
    /// due.
    fn dripping_line_ends_at(&self) -> Option<Duration> {
        let last =
            matches!(self.fault.action, FaultAction::Drip(_)).then(|| self.queue.last_due_time());
        last.flatten()
    }

    /// Queues an item behind the remaining bytes of a dripping line (a line that is sent byte by byte).
    fn queue_after_dripping_line(&mut self, item: FaultChainItem, out: &mut Vec<FaultChainItem>) {
        match self.dripping_line_ends_at() {
            Some(last) => self.queue.push_delayed_line(last, item, out),
            None => out.push(item),
        }
    }

    /// Returns the captures if the fault's place and conditions match this line.
    fn match_line(
        &mut self,
        cx: &FaultContext<'_>,
        speaker: Speaker,
        text: &[u8],
        raw: &[u8],
    ) -> Option<Captures> {
        let (FaultPlace::Before(at) | FaultPlace::After(at)) = &self.fault.place else {
            return None;
        };
        let captures = match_pattern(at, speaker, text, cx)?;
        let conditions = &self.fault.conditions;
        if !conditions.allows_state(cx.engine_state) {
            return None;
        }
        if let Some(pattern) = &conditions.last_command_pattern {
            pattern.matches(cx.last_command, cx.move_syntax)?;
        }
        if let Some(pattern) = &conditions.previous_command_pattern {
            pattern.matches(cx.previous_command, cx.move_syntax)?;
        }
        if conditions.requires_same_chunk && !cx.is_in_chunk_of_previous_line {
            return None;
        }
        if conditions
            .raw_regex
            .as_ref()
            .is_some_and(|it| !it.is_match(raw))
        {
            return None;
        }
        self.matching_line_count += 1;
        let again = !conditions.only_once || self.applied_count == 0;
        (again
            && conditions
                .matching_lines
                .includes_nth_line(self.matching_line_count))
        .then_some(captures)
    }

    fn apply_to_line(
        &mut self,
        cx: &mut FaultContext<'_>,
        captures: &Captures,
        speaker: Speaker,
        line: Vec<u8>,
        out: &mut Vec<FaultChainItem>,
    ) {
        let text = line.strip_suffix(b"\r").unwrap_or(&line).to_vec();
        let cr = &line[text.len()..];
        match &self.fault.action {
            FaultAction::Drop => self.applied_count += 1,
            FaultAction::Cut => {
                self.applied_count += 1;
                out.push(FaultChainItem::RawBytes(speaker, line));
            }
            FaultAction::Drip(pace) => {
                self.applied_count += 1;
                let mut due = self.dripping_line_ends_at().unwrap_or(cx.now).max(cx.now);
                for byte in line.into_iter().chain([b'\n']) {
                    due += *pace;
                    self.queue.push_delayed_line(
                        due,
                        FaultChainItem::RawBytes(speaker, vec![byte]),
                        out,
                    );
                }
            }
            FaultAction::Duplicate => {
                self.applied_count += 1;
                out.extend([
                    FaultChainItem::Line(speaker, line.clone()),
                    FaultChainItem::Line(speaker, line),
                ]);
            }
            FaultAction::Replace(with) => match fill_text(with, cx, captures, &text) {
                Some(with) => {
                    self.applied_count += 1;
                    out.extend(split_lines(speaker, &with, cr));
                }
                None => out.push(FaultChainItem::Line(speaker, line)),
            },
            FaultAction::Delay(delay) => match delay_time(delay, cx) {
                Some(time) => {
                    self.applied_count += 1;
                    self.queue.push_delayed_line(
                        cx.now + time,
                        FaultChainItem::Line(speaker, line),
                        out,
                    );
                }
                None => out.push(FaultChainItem::Line(speaker, line)),
            },
            FaultAction::Hold(_) => {
                self.applied_count += 1;
                self.queue
                    .push_held_line(FaultChainItem::Line(speaker, line), out);
            }
            _ => {
                let done = self
                    .run_action_without_line(cx, captures, &text)
                    .unwrap_or_default();
                let line = FaultChainItem::Line(speaker, line);
                if matches!(self.fault.place, FaultPlace::After(_)) {
                    out.push(line);
                    out.extend(done);
                } else {
                    out.extend(done);
                    out.push(line);
                }
            }
        }
    }

    /// Runs an action that does not change the line. Returns `None` if the action's text contains a name that has no
    /// value.
    fn run_action_without_line(
        &mut self,
        cx: &mut FaultContext<'_>,
        captures: &Captures,
        text: &[u8],
    ) -> Option<Vec<FaultChainItem>> {
        let done = match &self.fault.action {
            FaultAction::Insert(speaker, with) => {
                split_lines(*speaker, &fill_text(with, cx, captures, text)?, b"")
            }
            FaultAction::Stderr(with) => {
                let mut bytes = fill_text(with, cx, captures, text)?;
                bytes.push(b'\n');
                vec![FaultChainItem::Stderr(bytes)]
            }
            FaultAction::End(end) => vec![FaultChainItem::EndAtOnce(end.clone())],
            FaultAction::Close => vec![FaultChainItem::Close],
            FaultAction::Stall => vec![FaultChainItem::Stall],
            FaultAction::Waste(it) => vec![FaultChainItem::Waste(*it)],
            FaultAction::Flood(with, size) => {
                let with = fill_text(with, cx, captures, text).filter(|it| !it.is_empty())?;
                self.flood = Some(RunningFlood {
                    chunk: with.repeat(FLOOD_CHUNK_BYTES.div_ceil(with.len())),
                    bytes_left: *size,
                    next_chunk_at: cx.now,
                });
                Vec::new()
            }
            FaultAction::Drop
            | FaultAction::Replace(_)
            | FaultAction::Duplicate
            | FaultAction::Delay(_)
            | FaultAction::Cut
            | FaultAction::Drip(_)
            | FaultAction::Hold(_) => return None,
        };
        self.applied_count += 1;
        Some(done)
    }
}

fn match_pattern(
    line: &LinePattern,
    speaker: Speaker,
    text: &[u8],
    cx: &FaultContext<'_>,
) -> Option<Captures> {
    (line.speaker == speaker).then(|| line.pattern.matches(text, cx.move_syntax))?
}

/// Splits a text into lines, and gives each line the line end of the original line that the text replaces.
fn split_lines(speaker: Speaker, text: &[u8], cr: &[u8]) -> Vec<FaultChainItem> {
    let lines = text.split(|byte| *byte == b'\n');
    lines
        .map(|line| FaultChainItem::Line(speaker, [line, cr].concat()))
        .collect()
}

fn fill_text(
    with: &TextTemplate,
    cx: &mut FaultContext<'_>,
    captures: &Captures,
    line: &[u8],
) -> Option<Vec<u8>> {
    with.fill_names(|name| match captures.get(name) {
        Some(bytes) => Some(bytes.to_vec()),
        None if name == "line" => Some(line.to_vec()),
        None => cx.generator.generate_value(name),
    })
}

fn delay_time(delay: &Delay, cx: &mut FaultContext<'_>) -> Option<Duration> {
    match delay {
        Delay::Fixed(time) => Some(*time),
        Delay::Generated(name) => {
            parse_duration(std::str::from_utf8(&cx.generator.generate_value(name)?).ok()?)
        }
    }
}
