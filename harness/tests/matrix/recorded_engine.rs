//! An engine in memory that repeats a recorded session, and searches only after its input differs from the recording.
//!
//! The matrices play each scenario with many faults, and the searches of the engine take most of their time. The
//! reference engine on a virtual clock is deterministic: the same input at the same times gives the same output. If an
//! idle engine receives its next input later, it gives the same output as much later. Most faults change only the lines
//! between the engine and the interface, so the engine receives the recorded input.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use ponderhit::{
    link::{Actor, ActorAction},
    protocol::Protocol,
};

use super::run;

/// The input of an engine in one session, and what the engine did after each input.
#[derive(Default)]
pub(crate) struct EngineRecording {
    first_wake_time: Option<Duration>,
    calls: Vec<RecordedCall>,
}

struct RecordedCall {
    at: Duration,
    input: EngineInput,
    actions: Vec<ActorAction>,
    next_wake_time: Option<Duration>,
}

#[derive(Clone, PartialEq)]
enum EngineInput {
    Bytes(Vec<u8>),
    Closed,
    Wake,
}

impl EngineInput {
    fn pass_to(&self, engine: &mut dyn Actor, now: Duration, out: &mut Vec<ActorAction>) {
        match self {
            EngineInput::Bytes(bytes) => engine.receive_input(now, bytes, out),
            EngineInput::Closed => engine.handle_input_closed(now, out),
            EngineInput::Wake => engine.handle_wake(now, out),
        }
    }
}

/// A reference engine that records its session.
pub(crate) struct RecordingEngine {
    engine: Box<dyn Actor>,
    recording: Arc<Mutex<EngineRecording>>,
}

impl RecordingEngine {
    pub(crate) fn new(
        protocol: &dyn Protocol,
        recording: &Arc<Mutex<EngineRecording>>,
    ) -> RecordingEngine {
        let engine = run::slow_step_engine(protocol);
        recording.lock().unwrap().first_wake_time = engine.next_wake_time();
        RecordingEngine {
            engine,
            recording: Arc::clone(recording),
        }
    }

    fn record(&mut self, at: Duration, input: EngineInput, out: &mut Vec<ActorAction>) {
        let before = out.len();
        input.pass_to(&mut *self.engine, at, out);
        self.recording.lock().unwrap().calls.push(RecordedCall {
            at,
            input,
            actions: out[before..].to_vec(),
            next_wake_time: self.engine.next_wake_time(),
        });
    }
}

impl Actor for RecordingEngine {
    fn receive_input(&mut self, now: Duration, bytes: &[u8], out: &mut Vec<ActorAction>) {
        self.record(now, EngineInput::Bytes(bytes.to_vec()), out);
    }

    fn handle_input_closed(&mut self, now: Duration, out: &mut Vec<ActorAction>) {
        self.record(now, EngineInput::Closed, out);
    }

    fn handle_wake(&mut self, now: Duration, out: &mut Vec<ActorAction>) {
        self.record(now, EngineInput::Wake, out);
    }

    fn next_wake_time(&self) -> Option<Duration> {
        self.engine.next_wake_time()
    }
}

/// Repeats a recording as long as its input equals the recorded input. When the input differs, a reference engine
/// receives all input from the beginning, and then continues the session.
pub(crate) struct RecordedEngine {
    protocol: &'static dyn Protocol,
    recording: Arc<EngineRecording>,
    /// The times of the repeated calls in this session.
    repeated_at: Vec<Duration>,
    /// How much later than in the recording the last call was repeated.
    delay: Duration,
    engine: Option<Box<dyn Actor>>,
}

impl RecordedEngine {
    pub(crate) fn new(
        protocol: &'static dyn Protocol,
        recording: &Arc<EngineRecording>,
    ) -> RecordedEngine {
        RecordedEngine {
            protocol,
            recording: Arc::clone(recording),
            repeated_at: Vec::new(),
            delay: Duration::ZERO,
            engine: None,
        }
    }

    fn repeat_or_search(&mut self, now: Duration, input: &EngineInput, out: &mut Vec<ActorAction>) {
        if let Some(engine) = &mut self.engine {
            return input.pass_to(&mut **engine, now, out);
        }
        let next = self.recording.calls.get(self.repeated_at.len());
        let is_idle = self.next_wake_time().is_none();
        match next.filter(|call| call.input == *input) {
            Some(call) if now == call.at + self.delay || is_idle && now > call.at => {
                self.delay = now - call.at;
                self.repeated_at.push(now);
                out.extend_from_slice(&call.actions);
            }
            _ => {
                let mut engine = self.engine_after_repeated_calls();
                input.pass_to(&mut *engine, now, out);
                self.engine = Some(engine);
            }
        }
    }

    fn engine_after_repeated_calls(&self) -> Box<dyn Actor> {
        let mut engine = run::slow_step_engine(self.protocol);
        let mut actions = Vec::new();
        for (at, call) in self.repeated_at.iter().zip(&self.recording.calls) {
            actions.clear();
            call.input.pass_to(&mut *engine, *at, &mut actions);
            assert_eq!(actions, call.actions, "the engine is not deterministic");
        }
        engine
    }
}

impl Actor for RecordedEngine {
    fn receive_input(&mut self, now: Duration, bytes: &[u8], out: &mut Vec<ActorAction>) {
        self.repeat_or_search(now, &EngineInput::Bytes(bytes.to_vec()), out);
    }

    fn handle_input_closed(&mut self, now: Duration, out: &mut Vec<ActorAction>) {
        self.repeat_or_search(now, &EngineInput::Closed, out);
    }

    fn handle_wake(&mut self, now: Duration, out: &mut Vec<ActorAction>) {
        self.repeat_or_search(now, &EngineInput::Wake, out);
    }

    fn next_wake_time(&self) -> Option<Duration> {
        if let Some(engine) = &self.engine {
            return engine.next_wake_time();
        }
        let recorded = match self.repeated_at.len().checked_sub(1) {
            Some(last) => self.recording.calls[last].next_wake_time,
            None => self.recording.first_wake_time,
        };
        Some(recorded? + self.delay)
    }
}
