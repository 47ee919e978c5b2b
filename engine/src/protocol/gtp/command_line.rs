//! Parses the command lines of GTP, and formats the responses.

use super::{GtpAction, push_line};

/// A command line: an optional id, the name of the command and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CommandLine {
    /// The digits of the id, as they were sent.
    pub(super) id: String,
    pub(super) name: String,
    arguments: Vec<String>,
}

/// The largest id (`GTP G-21`).
const MAX_ID: u64 = i32::MAX as u64;

impl CommandLine {
    /// Parses a line, or returns `None` for a line that gets no response (`GTP G-1` to `G-4`).
    pub(super) fn parse(line: &[u8]) -> Option<CommandLine> {
        let end = line.iter().position(|it| *it == b'#');
        let line = &line[..end.unwrap_or(line.len())];
        let kept = line
            .iter()
            .filter(|it| **it == b'\t' || !it.is_ascii_control());
        let kept: Vec<u8> = kept
            .map(|it| if *it == b'\t' { b' ' } else { *it })
            .collect();
        let text = String::from_utf8_lossy(&kept);
        let mut words = text.split(' ').filter(|it| !it.is_empty());
        let first = words.next()?;
        let (id, name) = match is_id(first) {
            // A line with only an id gets one failure response, because its command has no name (`GTP G-24`).
            true => (first, words.next().unwrap_or_default()),
            false => ("", first),
        };
        Some(CommandLine {
            id: id.to_owned(),
            name: name.to_owned(),
            arguments: words.map(str::to_owned).collect(),
        })
    }

    pub(super) fn arguments(&self) -> Vec<&str> {
        self.arguments.iter().map(String::as_str).collect()
    }

    /// Sends a response to a successful command. The text of the response may have several lines, but no empty line.
    pub(super) fn send_success(&self, text: &str, out: &mut Vec<GtpAction>) {
        self.send_response('=', text, out);
    }

    pub(super) fn send_failure(&self, text: &str, out: &mut Vec<GtpAction>) {
        self.send_response('?', text, out);
    }

    /// Sends the first line of a response; the caller sends the other lines later.
    pub(super) fn send_header(&self, out: &mut Vec<GtpAction>) {
        push_line(out, &format!("={}", self.id));
    }

    fn send_response(&self, status: char, text: &str, out: &mut Vec<GtpAction>) {
        let id = &self.id;
        match text.is_empty() || text.starts_with('\n') {
            true => push_line(out, &format!("{status}{id}{text}\n")),
            false => push_line(out, &format!("{status}{id} {text}\n")),
        }
    }
}

/// True if a word is an id. A number above the largest id is not an id, but the name of an unknown command
/// (`GTP G-28`).
fn is_id(word: &str) -> bool {
    word.bytes().all(|it| it.is_ascii_digit()) && word.parse().is_ok_and(|it: u64| it <= MAX_ID)
}
