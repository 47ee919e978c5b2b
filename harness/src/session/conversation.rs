//! A session without a script: the caller decides after each line what to send next.

use super::{
    PlayedSession, SessionSettings, UnmetExpectation,
    handshake::{self, ENGINE_NOT_IDLE, HANDSHAKE_NOT_COMPLETED},
    recorder::Recorder,
    session_end,
};
use crate::{link::Link, message::Message, protocol::Protocol, transcript::Transcript};

/// A running session.
pub struct Conversation<'a> {
    recorder: Recorder<'a>,
    unmet_expectation: Option<UnmetExpectation>,
}

impl<'a> Conversation<'a> {
    pub fn new(
        protocol: &'a dyn Protocol,
        link: &'a mut dyn Link,
        settings: &'a SessionSettings,
    ) -> Conversation<'a> {
        Conversation {
            recorder: Recorder::new(protocol, link, settings),
            unmet_expectation: None,
        }
    }

    /// Runs the handshake. Returns false if the engine does not complete the handshake; the caller
    /// must then end the session.
    pub fn run_handshake(&mut self) -> bool {
        let done = handshake::run_handshake(&mut self.recorder, &mut false);
        self.record_if_unmet(done, "@ready", HANDSHAKE_NOT_COMPLETED)
    }

    pub fn send_line(&mut self, line: &[u8]) {
        self.recorder.send_line(line.to_vec());
    }

    /// Sends bytes in one write.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.recorder.send_bytes(bytes);
    }

    /// Stops a running search, and checks that the engine answers. Returns false if the engine does not become idle.
    pub fn make_engine_idle(&mut self) -> bool {
        let idle = handshake::make_engine_idle(&mut self.recorder);
        self.record_if_unmet(idle, "@idle", ENGINE_NOT_IDLE)
    }

    /// Records the memory and processor time that the engine uses.
    pub fn record_resource_usage(&mut self) {
        self.recorder.record_resource_usage();
    }

    /// Returns whether the session has ended.
    pub fn has_ended(&self) -> bool {
        self.recorder.has_ended()
    }

    /// Returns whether the engine exceeded a cap on output or memory.
    pub fn has_exceeded_cap(&self) -> bool {
        self.recorder.output_or_memory_cap_exceeded
    }

    /// Returns whether the engine was asked to quit.
    pub fn is_quitting(&self) -> bool {
        self.recorder.dialogue.quit_exchange().is_none()
    }

    /// Returns whether the state of the conversation is unambiguous now, so that the next lines are
    /// fully judged.
    pub fn is_state_certain(&self) -> bool {
        self.recorder.dialogue.is_state_certain()
    }

    /// Returns the transcript up to now.
    pub fn transcript(&self) -> &Transcript {
        self.recorder.transcript()
    }

    /// Kills the engine at once, because it did not become idle. The caller must start another session to confirm that
    /// the engine hangs.
    pub fn kill_engine(mut self) -> PlayedSession {
        let busy = self.recorder.is_searching();
        let hung = !self.recorder.has_ended();
        self.recorder.link.kill();
        session_end::await_end_of_killed_engine(&mut self.recorder);
        self.recorder
            .into_played_session(self.unmet_expectation, hung, busy)
    }

    /// Ends the engine in the same steps as a session with a script does.
    pub fn end_session(mut self) -> PlayedSession {
        let busy = self.recorder.is_searching();
        let hung = session_end::end_session(&mut self.recorder, self.unmet_expectation.as_ref());
        self.recorder
            .into_played_session(self.unmet_expectation, hung, busy)
    }

    fn record_if_unmet(&mut self, met: bool, expected: &str, why: Message) -> bool {
        if !met {
            self.unmet_expectation = Some(UnmetExpectation {
                line_number: 0,
                expected: expected.to_owned(),
                reason: why,
                timed_out: !self.recorder.has_ended(),
                event_index: None,
            });
        }
        met
    }
}
