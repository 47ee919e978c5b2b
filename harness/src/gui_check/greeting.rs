//! Finds a process of the engine to which the interface spoke without the greeting of the protocol, such as `uci`.
//!
//! The rules cannot judge this, because most transcripts may begin in the middle of a conversation. Here every recording
//! begins with its process.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use crate::{
    protocol::{Protocol, RuleInfo},
    transcript::{Event, EventKind, Speaker},
};

/// The greetings of all recordings of a run.
pub(super) struct Greetings {
    greeting: Vec<u8>,
    quit: Option<Vec<u8>>,
    /// The first words of the commands that followed a greeting.
    later_words: BTreeSet<Vec<u8>>,
    /// For each recording without a greeting: its index, and its first command.
    without_greeting: Vec<(usize, SentLine)>,
}

/// A line that the interface sent, and the event with which it begins.
#[derive(Clone, Debug)]
pub(super) struct SentLine {
    pub(super) line_number: usize,
    pub(super) event: Event,
    pub(super) text: Vec<u8>,
}

impl SentLine {
    fn first_word(&self) -> Vec<u8> {
        let mut words = self.text.split(u8::is_ascii_whitespace);
        words.next().unwrap_or_default().to_ascii_lowercase()
    }
}

impl Greetings {
    pub(super) fn new(protocol: &dyn Protocol) -> Greetings {
        let dialogue = protocol.new_dialogue();
        let greeting = dialogue.handshake().into_iter().next();
        Greetings {
            greeting: greeting.map(|it| it.command).unwrap_or_default(),
            quit: dialogue.quit_exchange().map(|it| it.command),
            later_words: BTreeSet::new(),
            without_greeting: Vec::new(),
        }
    }

    /// The greeting as text.
    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.greeting).into_owned()
    }

    /// Adds the lines of the interface in the recording with this index.
    pub(super) fn add_recording(&mut self, index: usize, lines: Vec<SentLine>) {
        let greeted = (lines.iter()).position(|it| it.text.eq_ignore_ascii_case(&self.greeting));
        let is_quit = |it: &SentLine| Some(&it.text) == self.quit.as_ref();
        if let Some(at) = greeted {
            let later = lines[at + 1..].iter().map(SentLine::first_word);
            self.later_words.extend(later);
        } else if let Some(first) = lines.into_iter().find(|it| !is_quit(it)) {
            self.without_greeting.push((index, first));
        }
    }

    /// The first recording in which the interface goes on as if it had greeted this process, and the first command in
    /// it. An interface that tries another protocol in a new process begins with a command that it does not use in this
    /// protocol.
    pub(super) fn find_missing_greeting(&self) -> Option<&(usize, SentLine)> {
        let mut all = self.without_greeting.iter();
        all.find(|it| self.later_words.contains(&it.1.first_word()))
    }
}

/// The rule that the interface greets the engine first, if the protocol has such a rule.
pub(super) fn greeting_rule(protocol: &dyn Protocol) -> Option<RuleInfo> {
    let id = format!("{0}/interface_{0}_first", protocol.name());
    protocol.rules().into_iter().find(|it| it.id == id)
}

/// The lines of the interface that are not blank, without the blanks around them. A line may have been sent in pieces,
/// or together with other lines.
pub(super) fn sent_lines(events: &[(usize, Event)]) -> Vec<SentLine> {
    let mut lines: Vec<SentLine> = Vec::new();
    let mut is_open = false;
    for (line_number, event) in events {
        let (bytes, is_whole) = match &event.kind {
            EventKind::Line(Speaker::Interface, text) => (text, true),
            EventKind::Chunk(Speaker::Interface, bytes) => (bytes, false),
            _ => continue,
        };
        for piece in bytes.split_inclusive(|it| *it == b'\n') {
            match lines.last_mut().filter(|_| is_open) {
                Some(line) => line.text.extend(piece),
                None => lines.push(SentLine {
                    line_number: *line_number,
                    event: event.clone(),
                    text: piece.to_vec(),
                }),
            }
            is_open = !is_whole && !piece.ends_with(b"\n");
        }
    }
    for line in &mut lines {
        line.text = line.text.trim_ascii().to_vec();
    }
    lines.retain(|it| !it.text.is_empty());
    lines
}
