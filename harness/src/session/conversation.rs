//! A session for whoever makes up what to say next as it goes, instead of following a script.

use super::{Played, Settings, Unmet, conduct, ending, recorder::Recorder};
use crate::{link::Link, protocol::Protocol, transcript::Transcript};

/// A session that is under way.
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

    /// Shakes hands. False if the engine does not get through, and then the session is as good as over.
    pub fn ready(&mut self) -> bool {
        let shaken = conduct::shake_hands(&mut self.recorder, &mut false);
        self.note(
            shaken,
            "@ready",
            "the engine did not get through its handshake",
        )
    }

    /// Says a line.
    pub fn say(&mut self, line: &[u8]) {
        self.recorder.say(line.to_vec());
    }

    /// Says bytes, in one write.
    pub fn say_bytes(&mut self, bytes: &[u8]) {
        self.recorder.say_bytes(bytes);
    }

    /// Brings the engine to rest, and makes sure that it answers. False if it does not.
    pub fn rest(&mut self) -> bool {
        let rests = conduct::come_to_rest(&mut self.recorder);
        self.note(rests, "@idle", "the engine does not come to rest")
    }

    /// Writes down what the engine uses.
    pub fn measure(&mut self) {
        self.recorder.measure();
    }

    /// Whether there is anybody left to talk to.
    pub fn is_over(&self) -> bool {
        self.recorder.done()
    }

    /// Whether the engine had to be ended because it said or took too much.
    pub fn went_too_far(&self) -> bool {
        self.recorder.exceeded
    }

    /// Whether the engine was told to leave.
    pub fn is_leaving(&self) -> bool {
        self.recorder.dialogue.quit_exchange().is_none()
    }

    /// Whether what is said next is judged in full.
    pub fn is_certain(&self) -> bool {
        self.recorder.dialogue.is_certain()
    }

    /// What was said up to now.
    pub fn transcript(&self) -> &Transcript {
        self.recorder.transcript()
    }

    /// Ends an engine at once that did not come to rest. What that proves has to be seen again.
    pub fn abandon(mut self) -> Played {
        let busy = self.recorder.is_busy();
        let hung = !self.recorder.done();
        self.recorder.link.kill();
        ending::bury(&mut self.recorder);
        self.recorder.into_played(self.unmet, hung, busy)
    }

    /// Sees the engine to its end, like the end of a script.
    pub fn end(mut self) -> Played {
        let busy = self.recorder.is_busy();
        let hung = ending::end(&mut self.recorder, self.unmet.as_ref());
        self.recorder.into_played(self.unmet, hung, busy)
    }

    fn note(&mut self, met: bool, expected: &str, why: &str) -> bool {
        if !met {
            self.unmet = Some(Unmet {
                line: 0,
                expected: expected.to_owned(),
                why: why.to_owned(),
                in_vain: !self.recorder.done(),
                event: None,
            });
        }
        met
    }
}
