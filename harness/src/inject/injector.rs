//! The fault injector as a proxy without I/O: bytes of both sides are the input, effects are the output.

use std::{collections::VecDeque, time::Duration};

use super::{
    Effect, Fault,
    stage::{Context, Item, Stage},
};
use crate::{
    link::proxy::{Handler, Input},
    protocol::{Generator, Protocol},
    transcript::{
        End, Speaker,
        lines::{LONGEST, Lines, Piece},
    },
};

/// A proxy between an interface and an engine that makes the engine look faulty.
///
/// Without faults, all bytes pass at once. With faults, the injector passes whole lines. Bytes that are not a line (too
/// long, or without a final newline) pass unchanged.
pub struct Injector {
    protocol: &'static dyn Protocol,
    generator: Box<dyn Generator>,
    stages: Vec<Stage>,
    commands: Lines,
    responses: Lines,
    command: Vec<u8>,
    before: Vec<u8>,
    together: bool,
    started: bool,
    output_closed: bool,
    over: bool,
}

impl Injector {
    pub fn new(protocol: &'static dyn Protocol, faults: Vec<Fault>) -> Injector {
        Injector {
            protocol,
            generator: protocol.generator(),
            stages: faults
                .into_iter()
                .flat_map(Fault::into_chain)
                .map(Stage::new)
                .collect(),
            commands: Lines::new(LONGEST),
            responses: Lines::new(LONGEST),
            command: Vec::new(),
            before: Vec::new(),
            together: false,
            started: false,
            output_closed: false,
            over: false,
        }
    }

    /// Returns how often each action of each fault was applied.
    pub fn applied(&self) -> Vec<u64> {
        self.stages.iter().map(Stage::applied).collect()
    }

    /// Takes bytes from the interface.
    pub fn command(&mut self, now: Duration, bytes: &[u8]) -> Vec<Effect> {
        if self.stages.is_empty() {
            return vec![Effect::Command(bytes.to_vec())];
        }
        let items = items(&mut self.commands, Speaker::Interface, bytes);
        self.items(now, items)
    }

    /// Takes bytes from the engine.
    pub fn response(&mut self, now: Duration, bytes: &[u8]) -> Vec<Effect> {
        if self.stages.is_empty() {
            return vec![Effect::Response(bytes.to_vec())];
        }
        let items = items(&mut self.responses, Speaker::Engine, bytes);
        self.items(now, items)
    }

    /// Handles the end of the engine's input, which the interface closed.
    pub fn input_closed(&mut self, now: Duration) -> Vec<Effect> {
        let rest = self.commands.partial_line();
        let rest = rest.map(|it| Item::Raw(Speaker::Interface, it));
        let mut effects = self.items(now, rest);
        self.route(now, Item::Closed(Speaker::Interface), &mut effects);
        effects
    }

    /// Handles the end of the engine's output.
    pub fn output_closed(&mut self, now: Duration) -> Vec<Effect> {
        let mut effects = self.rest(now);
        self.route(now, Item::Closed(Speaker::Engine), &mut effects);
        effects
    }

    /// Handles the end of the engine process.
    pub fn ended(&mut self, now: Duration, end: End) -> Vec<Effect> {
        let mut effects = self.rest(now);
        self.route(now, Item::End(end), &mut effects);
        effects
    }

    /// The next time at which [`Injector::wake`] must be called.
    pub fn wake_at(&self) -> Option<Duration> {
        if self.over || self.stages.is_empty() {
            None
        } else if self.started {
            self.stages.iter().filter_map(Stage::wake_at).min()
        } else {
            Some(Duration::ZERO)
        }
    }

    /// Performs the delayed actions that are due; must be called at the time of [`Injector::wake_at`] or later.
    pub fn wake(&mut self, now: Duration) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.start(now, &mut effects);
        for index in 0..self.stages.len() {
            let mut items = Vec::new();
            self.stages[index].wake(now, &mut items);
            self.pass_on(now, Some(index), items, &mut effects);
        }
        effects
    }

    fn rest(&mut self, now: Duration) -> Vec<Effect> {
        let rest = self.responses.partial_line();
        self.items(now, rest.map(|it| Item::Raw(Speaker::Engine, it)))
    }

    fn start(&mut self, now: Duration, effects: &mut Vec<Effect>) {
        if std::mem::replace(&mut self.started, true) {
            return;
        }
        for index in 0..self.stages.len() {
            let mut items = Vec::new();
            let state = self.generator.state();
            self.with_context(now, state, |stages, context| {
                stages[index].start(context, &mut items);
            });
            self.pass_on(now, Some(index), items, effects);
        }
    }

    fn items(&mut self, now: Duration, items: impl IntoIterator<Item = Item>) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.start(now, &mut effects);
        for (index, item) in items.into_iter().enumerate() {
            self.together = index > 0;
            self.route(now, item, &mut effects);
        }
        effects
    }

    /// Passes an item from the interface or the engine through all faults.
    fn route(&mut self, now: Duration, item: Item, effects: &mut Vec<Effect>) {
        self.pass_on(now, None, vec![item], effects);
    }

    /// Passes the output of the fault `from` through the remaining faults. If `from` is `None`, the items pass all
    /// faults.
    fn pass_on(
        &mut self,
        now: Duration,
        from: Option<usize>,
        items: Vec<Item>,
        effects: &mut Vec<Effect>,
    ) {
        let state = self.generator.state();
        if from.is_none() {
            self.follow(&items);
        }
        let mut todo: VecDeque<_> = items.into_iter().map(|item| (from, item)).collect();
        while let Some((from, item)) = todo.pop_front() {
            if self.over {
                return;
            }
            let Some(index) = self.next_stage(from, &item) else {
                self.emit(item, effects);
                continue;
            };
            let mut out = Vec::new();
            self.with_context(now, state, |stages, context| {
                stages[index].pass(context, item, &mut out);
            });
            // The order is depth first: all effects of one line come before the effects of the next line.
            for item in out.into_iter().rev() {
                todo.push_front((Some(index), item));
            }
        }
    }

    /// The next fault that an item has to pass. Commands move towards the engine, all other items towards the
    /// interface.
    fn next_stage(&self, from: Option<usize>, item: &Item) -> Option<usize> {
        let inwards = match item {
            Item::Line(speaker, _) | Item::Raw(speaker, _) | Item::Closed(speaker) => {
                *speaker == Speaker::Interface
            }
            Item::End(_) => false,
            Item::EndNow(_) | Item::Stderr(_) | Item::Close | Item::Stall | Item::Waste(_) => {
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
    fn follow(&mut self, items: &[Item]) {
        for item in items {
            if let Item::Line(speaker, line) = item {
                let line = line.strip_suffix(b"\r").unwrap_or(line);
                match speaker {
                    Speaker::Interface => {
                        self.before = std::mem::replace(&mut self.command, line.to_vec());
                        self.generator.command(line);
                    }
                    Speaker::Engine => self.generator.response(line),
                }
            }
        }
    }

    fn emit(&mut self, item: Item, effects: &mut Vec<Effect>) {
        let effect = match item {
            Item::Line(speaker, mut line) => {
                line.push(b'\n');
                return self.emit(Item::Raw(speaker, line), effects);
            }
            Item::Raw(Speaker::Interface, bytes) => Effect::Command(bytes),
            Item::Raw(Speaker::Engine, _) if self.output_closed => return,
            Item::Raw(Speaker::Engine, bytes) => Effect::Response(bytes),
            Item::Closed(Speaker::Interface) => Effect::CloseInput,
            Item::Closed(Speaker::Engine) | Item::Close => {
                if std::mem::replace(&mut self.output_closed, true) {
                    return;
                }
                Effect::CloseOutput
            }
            Item::End(end) | Item::EndNow(end) => {
                self.over = true;
                Effect::End(end)
            }
            Item::Stderr(bytes) => Effect::Stderr(bytes),
            Item::Waste(it) => Effect::Waste(it),
            Item::Stall => {
                self.over = true;
                Effect::Stall
            }
        };
        effects.push(effect);
    }

    fn with_context(
        &mut self,
        now: Duration,
        state: &'static str,
        run: impl FnOnce(&mut [Stage], &mut Context<'_>),
    ) {
        let mut context = Context {
            now,
            generator: self.generator.as_mut(),
            state,
            command: &self.command,
            before: &self.before,
            together: self.together,
            move_syntax: self.protocol.move_syntax(),
        };
        run(&mut self.stages, &mut context);
    }
}

/// Splits the bytes of one side into complete lines and bytes that are not a line.
fn items(lines: &mut Lines, speaker: Speaker, bytes: &[u8]) -> Vec<Item> {
    let mut items = Vec::new();
    lines.push(bytes, |piece| {
        items.push(match piece {
            Piece::Line(line) => Item::Line(speaker, line.to_vec()),
            Piece::Begin(bytes) | Piece::More(bytes) => Item::Raw(speaker, bytes.to_vec()),
        });
    });
    items
}

impl Handler for Injector {
    fn handle(&mut self, now: Duration, input: Input<'_>) -> Vec<Effect> {
        match input {
            Input::Interface(bytes) => self.command(now, bytes),
            Input::InterfaceClosed => self.input_closed(now),
            Input::Engine(bytes) => self.response(now, bytes),
            Input::EngineClosed => self.output_closed(now),
            Input::EngineEnded(end) => self.ended(now, end),
            Input::HostLate(_) | Input::Unheard => Vec::new(),
            Input::Wake => self.wake(now),
        }
    }

    fn wake_at(&self) -> Option<Duration> {
        Injector::wake_at(self)
    }
}
