//! A session without a script: the caller decides after each line what to send next.

use super::{
    Played, Settings, Unmet, ending,
    handshake::{self, NO_HANDSHAKE, NOT_IDLE},
    recorder::Recorder,
};
use crate::{link::Link, message::Message, protocol::Protocol, transcript::Transcript};

/// A running session.
pub struct Conversation<'a> {
    recorder: Recorder<'a>,
    unmet: Option<Unmet>,
}

impl<'a> Conversation<'a> {
    pub fn new(
        protocol: &'a dyn Protocol,
        link: &'a mut dyn Link,
        settings: &'a Settings,
    ) -> Conversation<'a> {
        Conversation {
            recorder: Recorder::new(protocol, link, settings),
            unmet: None,
        }
    }

    /// Runs the handshake. Returns false if the engine does not complete the handshake; after that, the caller can only
    /// end the session.
    pub fn ready(&mut self) -> bool {
        let done = handshake::run_handshake(&mut self.recorder, &mut false);
        self.expect_met(done, "@ready", NO_HANDSHAKE)
    }

    pub fn send_line(&mut self, line: &[u8]) {
        self.recorder.send_line(line.to_vec());
    }

    /// Sends bytes in one write.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.recorder.send_bytes(bytes);
    }

    /// Stops the search, and checks that the engine answers. Returns false if the engine does not become idle.
    pub fn make_idle(&mut self) -> bool {
        let idle = handshake::make_idle(&mut self.recorder);
        self.expect_met(idle, "@idle", NOT_IDLE)
    }

    /// Records the memory and processor time that the engine uses.
    pub fn measure(&mut self) {
        self.recorder.measure();
    }

    /// Returns whether the session has ended.
    pub fn is_over(&self) -> bool {
        self.recorder.done()
    }

    /// Returns whether the engine exceeded a cap on output or memory.
    pub fn exceeded_limits(&self) -> bool {
        self.recorder.exceeded
    }

    /// Returns whether the engine was asked to quit.
    pub fn is_quitting(&self) -> bool {
        self.recorder.dialogue.quit_exchange().is_none()
    }

    /// Returns whether the judge has no doubt now, so that the next lines are judged in full.
    pub fn is_certain(&self) -> bool {
        self.recorder.dialogue.is_certain()
    }

    /// Returns the transcript up to now.
    pub fn transcript(&self) -> &Transcript {
        self.recorder.transcript()
    }

    /// Kills the engine at once, because it did not become idle. The caller must confirm this hang in another session.
    pub fn kill(mut self) -> Played {
        let busy = self.recorder.is_busy();
        let hung = !self.recorder.done();
        self.recorder.link.kill();
        ending::await_end(&mut self.recorder);
        self.recorder.into_played(self.unmet, hung, busy)
    }

    /// Ends the engine in the same way as at the end of a script.
    pub fn end(mut self) -> Played {
        let busy = self.recorder.is_busy();
        let hung = ending::end(&mut self.recorder, self.unmet.as_ref());
        self.recorder.into_played(self.unmet, hung, busy)
    }

    fn expect_met(&mut self, met: bool, expected: &str, why: Message) -> bool {
        if !met {
            self.unmet = Some(Unmet {
                line: 0,
                expected: expected.to_owned(),
                why,
                timed_out: !self.recorder.done(),
                event: None,
            });
        }
        met
    }
}
