//! An engine in memory that repeats recorded sessions, and searches only after its input differs from all of them.
//!
//! The matrices play each scenario with many faults, and the searches of the engine take most of their time. The
//! reference engine on a virtual clock is deterministic: the same input at the same times gives the same output. An
//! idle engine that receives its next input later or earlier gives the same output as much later or earlier. Most
//! faults change only the lines between the engine and the interface, so the engine receives the input of the session
//! without faults. Many other faults change the input in the same way, for example all faults that lose a result.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use ponderhit::{
    link::{Actor, ActorAction},
    protocol::Protocol,
};

use super::run;

/// What the engine did after each recorded sequence of inputs in one scenario: a tree, whose root is the engine before
/// its first input.
pub(crate) struct EngineRecordings {
    protocol: &'static dyn Protocol,
    nodes: Mutex<Vec<Node>>,
}

/// A call of the engine, and the inputs that followed in the recorded sessions.
struct Node {
    call: RecordedCall,
    following: Vec<(TimedInput, usize)>,
}

/// What the engine did after one input.
#[derive(Clone)]
struct RecordedCall {
    at: Duration,
    actions: Arc<[ActorAction]>,
    next_wake_time: Option<Duration>,
}

/// An input of the engine.
#[derive(Clone, PartialEq)]
struct TimedInput {
    /// The time since the previous input; `None` if the engine was idle, because its output does not depend on this
    /// time then.
    since_previous: Option<Duration>,
    input: EngineInput,
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

impl EngineRecordings {
    pub(crate) fn new(protocol: &'static dyn Protocol) -> EngineRecordings {
        let before_first_input = RecordedCall {
            at: Duration::ZERO,
            actions: Arc::default(),
            next_wake_time: run::slow_step_engine(protocol).next_wake_time(),
        };
        EngineRecordings {
            protocol,
            nodes: Mutex::new(vec![Node::new(before_first_input)]),
        }
    }

    /// Returns the recorded call with this input after the call `previous`.
    fn find_call(&self, previous: usize, input: &TimedInput) -> Option<(usize, RecordedCall)> {
        let nodes = self.nodes.lock().unwrap();
        let found = nodes[previous].find_following(input)?;
        Some((found, nodes[found].call.clone()))
    }

    /// Adds a call after the call `previous`, if it is not recorded yet.
    fn add_call(&self, previous: usize, input: TimedInput, call: RecordedCall) -> usize {
        let mut nodes = self.nodes.lock().unwrap();
        if let Some(found) = nodes[previous].find_following(&input) {
            assert_eq!(
                nodes[found].call.actions, call.actions,
                "{NOT_DETERMINISTIC}"
            );
            return found;
        }
        let added = nodes.len();
        nodes.push(Node::new(call));
        nodes[previous].following.push((input, added));
        added
    }
}

impl Node {
    fn new(call: RecordedCall) -> Node {
        Node {
            call,
            following: Vec::new(),
        }
    }

    fn find_following(&self, input: &TimedInput) -> Option<usize> {
        let found = self.following.iter().find(|it| it.0 == *input);
        found.map(|it| it.1)
    }
}

const NOT_DETERMINISTIC: &str = "the same input gave different output of the engine";

/// Repeats a recorded session as long as there is one with the same input. When the input differs from all recorded
/// input, a reference engine receives all input from the beginning, and then continues and records the session.
pub(crate) struct RecordedEngine {
    recordings: Arc<EngineRecordings>,
    /// The repeated calls of this session: time, input, and what the engine did.
    repeated_calls: Vec<(Duration, EngineInput, Arc<[ActorAction]>)>,
    /// The call in the recordings that equals the last call of this session, and its time in this session.
    last_call: usize,
    last_call_at: Duration,
    next_wake_time: Option<Duration>,
    engine: Option<Box<dyn Actor>>,
}

impl RecordedEngine {
    pub(crate) fn new(recordings: &Arc<EngineRecordings>) -> RecordedEngine {
        RecordedEngine {
            recordings: Arc::clone(recordings),
            repeated_calls: Vec::new(),
            last_call: 0,
            last_call_at: Duration::ZERO,
            next_wake_time: recordings.nodes.lock().unwrap()[0].call.next_wake_time,
            engine: None,
        }
    }

    fn repeat_or_search(&mut self, now: Duration, input: EngineInput, out: &mut Vec<ActorAction>) {
        let is_idle = self.next_wake_time.is_none();
        let timed = TimedInput {
            since_previous: (!is_idle).then(|| now - self.last_call_at),
            input,
        };
        if self.engine.is_none() {
            if let Some((index, call)) = self.recordings.find_call(self.last_call, &timed) {
                self.last_call = index;
                self.last_call_at = now;
                self.next_wake_time = call
                    .next_wake_time
                    .map(|it| now + it.saturating_sub(call.at));
                out.extend_from_slice(&call.actions);
                self.repeated_calls.push((now, timed.input, call.actions));
                return;
            }
            self.engine = Some(self.engine_after_repeated_calls());
        }
        let Some(engine) = &mut self.engine else {
            return;
        };
        let before = out.len();
        timed.input.pass_to(&mut **engine, now, out);
        self.next_wake_time = engine.next_wake_time();
        self.last_call_at = now;
        let call = RecordedCall {
            at: now,
            actions: out[before..].into(),
            next_wake_time: self.next_wake_time,
        };
        self.last_call = self.recordings.add_call(self.last_call, timed, call);
    }

    fn engine_after_repeated_calls(&self) -> Box<dyn Actor> {
        let mut engine = run::slow_step_engine(self.recordings.protocol);
        let mut actions = Vec::new();
        for (at, input, recorded) in &self.repeated_calls {
            actions.clear();
            input.pass_to(&mut *engine, *at, &mut actions);
            assert_eq!(actions[..], recorded[..], "{NOT_DETERMINISTIC}");
        }
        engine
    }
}

impl Actor for RecordedEngine {
    fn receive_input(&mut self, now: Duration, bytes: &[u8], out: &mut Vec<ActorAction>) {
        self.repeat_or_search(now, EngineInput::Bytes(bytes.to_vec()), out);
    }

    fn handle_input_closed(&mut self, now: Duration, out: &mut Vec<ActorAction>) {
        self.repeat_or_search(now, EngineInput::Closed, out);
    }

    fn handle_wake(&mut self, now: Duration, out: &mut Vec<ActorAction>) {
        self.repeat_or_search(now, EngineInput::Wake, out);
    }

    fn next_wake_time(&self) -> Option<Duration> {
        self.next_wake_time
    }
}
