//! The fault injector as a proxy without I/O: bytes of both sides are the input, effects are the output.

use std::{collections::VecDeque, time::Duration};

use super::{
    Fault, ProxyAction,
    fault_stage::{FaultChainItem, FaultContext, FaultStage},
};
use crate::{
    link::proxy::{ProxyHandler, ProxyInput},
    protocol::{FaultValueGenerator, Protocol},
    transcript::{
        SessionEnd, Speaker,
        lines::{LineSplitter, MAX_LINE_LENGTH, StreamPart},
    },
};

/// A proxy between an interface and an engine that makes the engine look faulty.
///
/// Without faults, the injector passes all bytes on at once. With faults, the injector collects the bytes into whole
/// lines. Bytes that are not a line (too long, or without a final newline) pass unchanged.
pub struct Injector {
    protocol: &'static dyn Protocol,
    generator: Box<dyn FaultValueGenerator>,
    /// False if no fault depends on earlier lines: the generator then receives no lines, which saves most of the time.
    is_generator_needed: bool,
    stages: Vec<FaultStage>,
    command_splitter: LineSplitter,
    response_splitter: LineSplitter,
    last_command: Vec<u8>,
    previous_command: Vec<u8>,
    /// The command that the engine's current line answers, and the command before it; `None` if the protocol does not
    /// name them.
    answered_and_previous_command: Option<[Vec<u8>; 2]>,
    is_in_chunk_of_previous_item: bool,
    has_started: bool,
    is_output_closed: bool,
    has_ended: bool,
}

impl Injector {
    pub fn new(protocol: &'static dyn Protocol, faults: Vec<Fault>) -> Injector {
        let generator = protocol.new_value_generator();
        let stages = faults.into_iter().flat_map(Fault::into_chained_faults);
        let stages: Vec<FaultStage> = stages.map(FaultStage::new).collect();
        Injector {
            protocol,
            is_generator_needed: stages.iter().any(|it| it.needs_generator(&*generator)),
            generator,
            stages,
            command_splitter: LineSplitter::new(MAX_LINE_LENGTH),
            response_splitter: LineSplitter::new(MAX_LINE_LENGTH),
            last_command: Vec::new(),
            previous_command: Vec::new(),
            answered_and_previous_command: None,
            is_in_chunk_of_previous_item: false,
            has_started: false,
            is_output_closed: false,
            has_ended: false,
        }
    }

    /// Returns how often each action of each fault was applied.
    pub fn applied_counts(&self) -> Vec<u64> {
        self.stages.iter().map(FaultStage::applied_count).collect()
    }

    /// True if at least one action of a fault was applied.
    pub fn was_applied(&self) -> bool {
        self.stages.iter().any(|it| it.applied_count() > 0)
    }

    /// Handles bytes that the interface sends.
    pub fn handle_command(&mut self, now: Duration, bytes: &[u8]) -> Vec<ProxyAction> {
        if self.stages.is_empty() {
            return vec![ProxyAction::Command(bytes.to_vec())];
        }
        let items = split_items(&mut self.command_splitter, Speaker::Interface, bytes);
        self.route_items(now, items)
    }

    /// Handles bytes that the engine sends.
    pub fn handle_response(&mut self, now: Duration, bytes: &[u8]) -> Vec<ProxyAction> {
        if self.stages.is_empty() {
            return vec![ProxyAction::Response(bytes.to_vec())];
        }
        let items = split_items(&mut self.response_splitter, Speaker::Engine, bytes);
        self.route_items(now, items)
    }

    /// Handles the end of the engine's input, which the interface closed.
    pub fn handle_input_closed(&mut self, now: Duration) -> Vec<ProxyAction> {
        let rest = self.command_splitter.take_partial_line();
        let rest = rest.map(|it| FaultChainItem::RawBytes(Speaker::Interface, it));
        let mut effects = self.route_items(now, rest);
        self.route_item(
            now,
            FaultChainItem::InputOrOutputClosed(Speaker::Interface),
            &mut effects,
        );
        effects
    }

    /// Handles the end of the engine's output.
    pub fn handle_output_closed(&mut self, now: Duration) -> Vec<ProxyAction> {
        let mut effects = self.take_partial_response(now);
        self.route_item(
            now,
            FaultChainItem::InputOrOutputClosed(Speaker::Engine),
            &mut effects,
        );
        effects
    }

    /// Handles the end of the engine process.
    pub fn handle_end(&mut self, now: Duration, end: SessionEnd) -> Vec<ProxyAction> {
        let mut effects = self.take_partial_response(now);
        self.route_item(now, FaultChainItem::End(end), &mut effects);
        effects
    }

    /// The next time at which [`Injector::handle_wake`] must be called.
    pub fn wake_at(&self) -> Option<Duration> {
        if self.has_ended || self.stages.is_empty() {
            None
        } else if self.has_started {
            self.stages.iter().filter_map(FaultStage::wake_at).min()
        } else {
            Some(Duration::ZERO)
        }
    }

    /// Performs the delayed actions that are due; must be called at the time of [`Injector::wake_at`] or later.
    pub fn handle_wake(&mut self, now: Duration) -> Vec<ProxyAction> {
        let mut effects = Vec::new();
        self.start_faults(now, &mut effects);
        for index in 0..self.stages.len() {
            let mut items = Vec::new();
            self.stages[index].handle_wake(now, &mut items);
            self.pass_items(now, Some(index), items, &mut effects);
        }
        effects
    }

    fn take_partial_response(&mut self, now: Duration) -> Vec<ProxyAction> {
        let rest = self.response_splitter.take_partial_line();
        self.route_items(
            now,
            rest.map(|it| FaultChainItem::RawBytes(Speaker::Engine, it)),
        )
    }

    fn start_faults(&mut self, now: Duration, effects: &mut Vec<ProxyAction>) {
        if std::mem::replace(&mut self.has_started, true) {
            return;
        }
        for index in 0..self.stages.len() {
            let mut items = Vec::new();
            let state = self.generator.engine_state();
            self.run_with_fault_context(now, state, |stages, context| {
                stages[index].run_start_action(context, &mut items);
            });
            self.pass_items(now, Some(index), items, effects);
        }
    }

    fn route_items(
        &mut self,
        now: Duration,
        items: impl IntoIterator<Item = FaultChainItem>,
    ) -> Vec<ProxyAction> {
        let mut effects = Vec::new();
        self.start_faults(now, &mut effects);
        for (index, item) in items.into_iter().enumerate() {
            self.is_in_chunk_of_previous_item = index > 0;
            self.route_item(now, item, &mut effects);
        }
        effects
    }

    /// Passes an item from the interface or the engine through all faults.
    fn route_item(&mut self, now: Duration, item: FaultChainItem, effects: &mut Vec<ProxyAction>) {
        self.pass_items(now, None, vec![item], effects);
    }

    /// Passes items that were released by fault number `from` through the remaining faults. If `from` is `None`, the
    /// items pass through all faults.
    fn pass_items(
        &mut self,
        now: Duration,
        from: Option<usize>,
        items: Vec<FaultChainItem>,
        effects: &mut Vec<ProxyAction>,
    ) {
        let state = self.generator.engine_state();
        if from.is_none() && self.is_generator_needed {
            self.update_generator(&items);
        }
        let mut todo: VecDeque<_> = items.into_iter().map(|item| (from, item)).collect();
        while let Some((from, item)) = todo.pop_front() {
            if self.has_ended {
                return;
            }
            let Some(index) = self.next_stage(from, &item) else {
                self.emit_effect(item, effects);
                continue;
            };
            let mut out = Vec::new();
            self.run_with_fault_context(now, state, |stages, context| {
                stages[index].pass_item(context, item, &mut out);
            });
            // All effects of one line must come before the effects of the next line, so items that a fault has just
            // released are handled first.
            for item in out.into_iter().rev() {
                todo.push_front((Some(index), item));
            }
        }
    }

    /// Returns the index of the next fault that an item has to pass. Commands move towards the engine, all other items
    /// towards the interface.
    fn next_stage(&self, from: Option<usize>, item: &FaultChainItem) -> Option<usize> {
        let inwards = match item {
            FaultChainItem::Line(speaker, _)
            | FaultChainItem::RawBytes(speaker, _)
            | FaultChainItem::InputOrOutputClosed(speaker) => *speaker == Speaker::Interface,
            FaultChainItem::End(_) => false,
            FaultChainItem::EndAtOnce(_)
            | FaultChainItem::Stderr(_)
            | FaultChainItem::Close
            | FaultChainItem::Stall
            | FaultChainItem::Waste(_) => {
                return None;
            }
        };
        match (inwards, from) {
            (true, None) => self.stages.len().checked_sub(1),
            (true, Some(from)) => from.checked_sub(1),
            (false, from) => from
                .map_or(Some(0), |it| Some(it + 1))
                .filter(|it| *it < self.stages.len()),
        }
    }

    /// Passes the original lines of both sides to the generator, before any fault changes them.
    fn update_generator(&mut self, items: &[FaultChainItem]) {
        for item in items {
            self.answered_and_previous_command = match item {
                FaultChainItem::Line(Speaker::Engine, _) => {
                    self.generator.answered_and_previous_command()
                }
                _ => None,
            };
            if let FaultChainItem::Line(speaker, line) = item {
                let line = line.strip_suffix(b"\r").unwrap_or(line);
                match speaker {
                    Speaker::Interface => {
                        self.previous_command =
                            std::mem::replace(&mut self.last_command, line.to_vec());
                        self.generator.observe_command(line);
                    }
                    Speaker::Engine => self.generator.observe_response(line),
                }
            }
        }
    }

    fn emit_effect(&mut self, item: FaultChainItem, effects: &mut Vec<ProxyAction>) {
        let effect = match item {
            FaultChainItem::Line(speaker, mut line) => {
                line.push(b'\n');
                return self.emit_effect(FaultChainItem::RawBytes(speaker, line), effects);
            }
            FaultChainItem::RawBytes(Speaker::Interface, bytes) => ProxyAction::Command(bytes),
            FaultChainItem::RawBytes(Speaker::Engine, _) if self.is_output_closed => return,
            FaultChainItem::RawBytes(Speaker::Engine, bytes) => ProxyAction::Response(bytes),
            FaultChainItem::InputOrOutputClosed(Speaker::Interface) => ProxyAction::CloseInput,
            FaultChainItem::InputOrOutputClosed(Speaker::Engine) | FaultChainItem::Close => {
                if std::mem::replace(&mut self.is_output_closed, true) {
                    return;
                }
                ProxyAction::CloseOutput
            }
            FaultChainItem::End(end) | FaultChainItem::EndAtOnce(end) => {
                self.has_ended = true;
                ProxyAction::End(end)
            }
            FaultChainItem::Stderr(bytes) => ProxyAction::Stderr(bytes),
            FaultChainItem::Waste(it) => ProxyAction::Waste(it),
            FaultChainItem::Stall => {
                self.has_ended = true;
                ProxyAction::Stall
            }
        };
        effects.push(effect);
    }

    fn run_with_fault_context(
        &mut self,
        now: Duration,
        state: &'static str,
        run: impl FnOnce(&mut [FaultStage], &mut FaultContext<'_>),
    ) {
        let (last, previous) = match &self.answered_and_previous_command {
            Some([last, previous]) => (last, previous),
            None => (&self.last_command, &self.previous_command),
        };
        let mut context = FaultContext {
            now,
            generator: self.generator.as_mut(),
            engine_state: state,
            last_command: last,
            previous_command: previous,
            is_in_chunk_of_previous_line: self.is_in_chunk_of_previous_item,
            move_syntax: self.protocol.move_syntax(),
        };
        run(&mut self.stages, &mut context);
    }
}

/// Splits the bytes of one side into complete lines and bytes that are not a line.
fn split_items(lines: &mut LineSplitter, speaker: Speaker, bytes: &[u8]) -> Vec<FaultChainItem> {
    let mut items = Vec::new();
    lines.push(bytes, |piece| {
        items.push(match piece {
            StreamPart::WholeLine(line) => FaultChainItem::Line(speaker, line.to_vec()),
            StreamPart::FirstPart(bytes) | StreamPart::LaterPart(bytes) => {
                FaultChainItem::RawBytes(speaker, bytes.to_vec())
            }
        });
    });
    items
}

impl ProxyHandler for Injector {
    fn handle_input(&mut self, now: Duration, input: ProxyInput<'_>) -> Vec<ProxyAction> {
        match input {
            ProxyInput::Interface(bytes) => self.handle_command(now, bytes),
            ProxyInput::InterfaceClosed => self.handle_input_closed(now),
            ProxyInput::Engine(bytes) => self.handle_response(now, bytes),
            ProxyInput::EngineClosed => self.handle_output_closed(now),
            ProxyInput::EngineEnded(end) => self.handle_end(now, end),
            ProxyInput::HostLate(_) | ProxyInput::InterfaceStoppedReading => Vec::new(),
            ProxyInput::Wake => self.handle_wake(now),
        }
    }

    fn next_wake_time(&self) -> Option<Duration> {
        Injector::wake_at(self)
    }
}
