//! The controller's side of a live GTP session.

use std::time::Duration;

use super::view::Tracker;
use crate::{
    protocol::{Exchange, Interface},
    transcript::Pattern,
};

/// The command that a session sends to test whether the engine answers.
pub(super) const PING_COMMAND: &str = "9999 protocol_version";

impl Interface for Tracker {
    fn handshake(&self) -> Vec<Exchange> {
        // The text of a response may be on the line after the `=` (`GTP G-37`).
        vec![new_exchange("protocol_version", "= [2]")]
    }

    fn initial_options(&self) -> Vec<Vec<u8>> {
        Vec::new()
    }

    fn setoption_line(&self, _name: &str, _value: &str, _if_announced: bool) -> Option<Vec<u8>> {
        None
    }

    fn has_capability(&self, name: &str) -> bool {
        self.knowledge.lists(name)
    }

    fn format_duration(&self, time: Duration) -> String {
        time.as_secs().to_string()
    }

    fn ping_exchange(&self) -> Option<Exchange> {
        // The id in the response to the test command shows which earlier commands the engine skipped.
        let exchange = new_exchange(PING_COMMAND, "(=9999|=) [2]");
        self.handshake_done.then_some(exchange)
    }

    fn is_answer_missing(&self) -> bool {
        self.is_response_pending()
    }

    fn quit_exchange(&self) -> Option<Exchange> {
        (!self.quit_sent).then(|| new_exchange("quit", "(=|?) [..]"))
    }

    fn interrupt_exchange(&self) -> Option<Exchange> {
        None
    }
}

fn new_exchange(command: &str, answer: &str) -> Exchange {
    let answer = Pattern::parse(answer.as_bytes());
    Exchange {
        command: command.as_bytes().to_vec(),
        answer: Some(answer.unwrap_or_else(|_| Pattern::from_literal_words(command))),
    }
}
