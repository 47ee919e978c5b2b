//! A faulty engine in memory: an actor behind an injector.

use std::time::Duration;

use super::{Effect, Injector};
use crate::link::{Act, Actor};

/// An engine behind an injector that applies faults.
pub struct Faulty {
    inner: Box<dyn Actor>,
    injector: Injector,
    stalled: bool,
    /// A callback that receives how often each fault was applied.
    applied: Option<Box<dyn FnMut(Vec<u64>) + Send>>,
}

impl Faulty {
    pub fn new(inner: Box<dyn Actor>, injector: Injector) -> Faulty {
        Faulty {
            inner,
            injector,
            stalled: false,
            applied: None,
        }
    }

    /// Sets a callback that receives how often each fault was applied; it is called after every round of effects.
    pub fn observed(self, observer: impl FnMut(Vec<u64>) + Send + 'static) -> Faulty {
        Faulty {
            applied: Some(Box::new(observer)),
            ..self
        }
    }

    /// Performs the injector's effects, and the further effects that they cause.
    fn act(&mut self, now: Duration, effects: Vec<Effect>, out: &mut Vec<Act>) {
        for effect in effects {
            let mut acts = Vec::new();
            match effect {
                Effect::Command(bytes) => self.inner.receive(now, &bytes, &mut acts),
                Effect::CloseInput => self.inner.input_closed(now, &mut acts),
                Effect::Response(bytes) => out.push(Act::Stdout(bytes)),
                Effect::Stderr(bytes) => out.push(Act::Stderr(bytes)),
                Effect::CloseOutput => out.push(Act::CloseOutput),
                Effect::Stall => self.stalled = true,
                Effect::Waste(it) => out.push(Act::Waste(it)),
                Effect::End(end) => out.push(Act::End(end)),
            }
            self.answers(now, acts, out);
        }
        if let Some(observer) = &mut self.applied {
            observer(self.injector.applied());
        }
    }

    fn answers(&mut self, now: Duration, acts: Vec<Act>, out: &mut Vec<Act>) {
        for act in acts {
            let effects = match act {
                Act::Stdout(bytes) => self.injector.response(now, &bytes),
                Act::CloseOutput => self.injector.output_closed(now),
                Act::End(end) => self.injector.ended(now, end),
                Act::Stderr(_) | Act::Waste(_) => {
                    out.push(act);
                    continue;
                }
            };
            self.act(now, effects, out);
        }
    }
}

impl Actor for Faulty {
    fn receive(&mut self, now: Duration, bytes: &[u8], out: &mut Vec<Act>) {
        if !self.stalled {
            let effects = self.injector.command(now, bytes);
            self.act(now, effects, out);
        }
    }

    fn input_closed(&mut self, now: Duration, out: &mut Vec<Act>) {
        if !self.stalled {
            let effects = self.injector.input_closed(now);
            self.act(now, effects, out);
        }
    }

    fn wake(&mut self, now: Duration, out: &mut Vec<Act>) {
        if self.injector.wake_at().is_some_and(|at| at <= now) {
            let effects = self.injector.wake(now);
            self.act(now, effects, out);
        }
        if self.inner.wake_at().is_some_and(|at| at <= now) && !self.stalled {
            let mut acts = Vec::new();
            self.inner.wake(now, &mut acts);
            self.answers(now, acts, out);
        }
    }

    fn wake_at(&self) -> Option<Duration> {
        let inner = self.inner.wake_at().filter(|_| !self.stalled);
        inner.into_iter().chain(self.injector.wake_at()).min()
    }
}
