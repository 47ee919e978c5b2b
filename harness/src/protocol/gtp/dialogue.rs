//! The controller's side of a live GTP session.

use std::time::Duration;

use super::{rules, view::Tracker};
use crate::{
    protocol::{Beat, Dialogue, Judge, Judged, segments::Segments},
    transcript::{Event, Pattern},
};

/// Follows the conversation with the tracker that judges it.
pub(super) struct GtpDialogue {
    judge: Segments<Tracker>,
}

impl GtpDialogue {
    pub(super) fn new() -> GtpDialogue {
        GtpDialogue {
            judge: Segments::of_session(Tracker::default(), rules::ALL),
        }
    }

    fn tracker(&self) -> &Tracker {
        self.judge.follower()
    }
}

impl Judge for GtpDialogue {
    fn hear(&mut self, event: &Event) {
        self.judge.hear(event);
    }

    fn so_far(&self) -> &Judged {
        self.judge.so_far()
    }

    fn settled(&self) -> usize {
        self.judge.settled()
    }

    fn shook_hands(&self) -> bool {
        self.judge.shook_hands()
    }

    fn has_left(&self) -> bool {
        self.judge.has_left()
    }

    fn finish(self: Box<Self>) -> Judged {
        Box::new(self.judge).finish()
    }
}

impl Dialogue for GtpDialogue {
    fn handshake(&self) -> Vec<Beat> {
        // The text may stand on the line after the `=` (`GTP G-37`).
        vec![beat("protocol_version", "= [2]")]
    }

    fn settle(&self) -> Vec<Vec<u8>> {
        Vec::new()
    }

    fn setoption(&self, _name: &str, _value: &str, _if_announced: bool) -> Option<Vec<u8>> {
        None
    }

    fn clock(&self, time: Duration) -> String {
        time.as_secs().to_string()
    }

    fn proof_of_life(&self) -> Option<Beat> {
        // The id proves which of the commands before it were passed over.
        let beat = beat("9999 protocol_version", "(=9999|=) [2]");
        self.tracker().shook_hands.then_some(beat)
    }

    fn owes(&self) -> bool {
        self.tracker().owes()
    }

    fn farewell(&self) -> Option<Beat> {
        (!self.tracker().said_quit).then(|| beat("quit", "(=|?) [..]"))
    }

    fn interrupt(&self) -> Option<Beat> {
        None
    }
}

fn beat(command: &str, answer: &str) -> Beat {
    let answer = Pattern::parse(answer.as_bytes());
    Beat {
        command: command.as_bytes().to_vec(),
        answer: answer.unwrap_or_else(|_| Pattern::literal_words(command)),
    }
}
