//! A faulty engine in memory: a simulated engine (an `Actor`) behind a fault injector.

use std::time::Duration;

use super::{Injector, ProxyAction};
use crate::link::{Actor, ActorAction};

/// A simulated engine behind an injector that applies faults.
pub struct FaultyEngine {
    wrapped_engine: Box<dyn Actor>,
    injector: Injector,
    is_stalled: bool,
    /// A callback that receives, for each fault, how often it was applied.
    applied_counts_observer: Option<Box<dyn FnMut(Vec<u64>) + Send>>,
}

impl FaultyEngine {
    pub fn new(inner: Box<dyn Actor>, injector: Injector) -> FaultyEngine {
        FaultyEngine {
            wrapped_engine: inner,
            injector,
            is_stalled: false,
            applied_counts_observer: None,
        }
    }

    /// Sets a callback that receives, for each fault, how often it was applied. The callback is called each time after
    /// effects of the injector were performed.
    pub fn with_applied_counts_observer(
        self,
        observer: impl FnMut(Vec<u64>) + Send + 'static,
    ) -> FaultyEngine {
        FaultyEngine {
            applied_counts_observer: Some(Box::new(observer)),
            ..self
        }
    }

    /// Performs the injector's effects, and further effects that the engine's reactions cause.
    fn perform_effects(
        &mut self,
        now: Duration,
        effects: Vec<ProxyAction>,
        out: &mut Vec<ActorAction>,
    ) {
        for effect in effects {
            let mut acts = Vec::new();
            match effect {
                ProxyAction::Command(bytes) => {
                    self.wrapped_engine.receive_input(now, &bytes, &mut acts)
                }
                ProxyAction::CloseInput => self.wrapped_engine.handle_input_closed(now, &mut acts),
                ProxyAction::Response(bytes) => out.push(ActorAction::Stdout(bytes)),
                ProxyAction::Stderr(bytes) => out.push(ActorAction::Stderr(bytes)),
                ProxyAction::CloseOutput => out.push(ActorAction::CloseOutput),
                ProxyAction::Stall => self.is_stalled = true,
                ProxyAction::Waste(it) => out.push(ActorAction::Waste(it)),
                ProxyAction::End(end) => out.push(ActorAction::End(end)),
            }
            self.handle_engine_actions(now, acts, out);
        }
        if let Some(observer) = &mut self.applied_counts_observer {
            observer(self.injector.applied_counts());
        }
    }

    fn handle_engine_actions(
        &mut self,
        now: Duration,
        acts: Vec<ActorAction>,
        out: &mut Vec<ActorAction>,
    ) {
        for act in acts {
            let effects = match act {
                ActorAction::Stdout(bytes) => self.injector.handle_response(now, &bytes),
                ActorAction::CloseOutput => self.injector.handle_output_closed(now),
                ActorAction::End(end) => self.injector.handle_end(now, end),
                ActorAction::Stderr(_) | ActorAction::Waste(_) => {
                    out.push(act);
                    continue;
                }
            };
            self.perform_effects(now, effects, out);
        }
    }
}

impl Actor for FaultyEngine {
    fn receive_input(&mut self, now: Duration, bytes: &[u8], out: &mut Vec<ActorAction>) {
        if !self.is_stalled {
            let effects = self.injector.handle_command(now, bytes);
            self.perform_effects(now, effects, out);
        }
    }

    fn handle_input_closed(&mut self, now: Duration, out: &mut Vec<ActorAction>) {
        if !self.is_stalled {
            let effects = self.injector.handle_input_closed(now);
            self.perform_effects(now, effects, out);
        }
    }

    fn handle_wake(&mut self, now: Duration, out: &mut Vec<ActorAction>) {
        if self.injector.wake_at().is_some_and(|at| at <= now) {
            let effects = self.injector.handle_wake(now);
            self.perform_effects(now, effects, out);
        }
        if self
            .wrapped_engine
            .next_wake_time()
            .is_some_and(|at| at <= now)
            && !self.is_stalled
        {
            let mut acts = Vec::new();
            self.wrapped_engine.handle_wake(now, &mut acts);
            self.handle_engine_actions(now, acts, out);
        }
    }

    fn next_wake_time(&self) -> Option<Duration> {
        let inner = self
            .wrapped_engine
            .next_wake_time()
            .filter(|_| !self.is_stalled);
        inner.into_iter().chain(self.injector.wake_at()).min()
    }
}
