//! What a response says: its text, its words, the vertex of a move, and the reports of an analysis.

use super::{CommandAnswer, CommandExchange, Response, ResponseEnd, ViewLine};
use crate::protocol::gtp::wire::{Spelling, Vertex};

/// The maximum number of lines that are kept of a response.
const MAX_RESPONSE_LINES: usize = 4096;

/// The maximum number of bytes that are kept of a response's lines.
const MAX_RESPONSE_BYTES: usize = 1 << 20;

impl Response {
    pub(super) fn add_line(&mut self, line: ViewLine) {
        self.line_count += 1;
        self.kept_byte_count += line.bytes.len();
        if self.lines.len() < MAX_RESPONSE_LINES && self.kept_byte_count < MAX_RESPONSE_BYTES {
            self.lines.push(line);
        }
        if self.text.is_empty() {
            let text = self.lines.last().map(|it| it.bytes.trim_ascii());
            self.text = text.unwrap_or_default().to_vec();
        }
    }

    /// Whether the response is complete, and all its lines are known.
    pub(in super::super) fn is_whole(&self) -> bool {
        let ended = matches!(
            self.end,
            ResponseEnd::EmptyLine(_) | ResponseEnd::NextResponse(_)
        );
        ended
            && !self.has_text_after_empty_line
            && self.lines.len() + 1 == self.line_count
            && self.status.form_error.is_none()
    }

    /// Whether the response is a success, is complete, and all its lines are known.
    pub(in super::super) fn is_whole_success(&self) -> bool {
        self.status.is_success && self.is_whole()
    }

    /// The lines of the response after its first line, without a last line that may be cut because the process ended.
    pub(in super::super) fn complete_lines(&self) -> &[ViewLine] {
        match (&self.end, self.lines.split_last()) {
            (ResponseEnd::EmptyLine(_) | ResponseEnd::NextResponse(_), _) | (_, None) => {
                &self.lines
            }
            (_, Some((_, before))) => before,
        }
    }

    /// The lines of the response that are not blank. Each item has the line of the transcript, and the text in this
    /// line, without white space at both ends.
    pub(in super::super) fn text_lines(&self) -> impl Iterator<Item = (&ViewLine, &[u8])> {
        let first = (&self.line, self.status.text.as_slice());
        let more = self.lines.iter().map(|it| (it, it.bytes.trim_ascii()));
        let lines = std::iter::once(first).chain(more);
        lines.filter(|(_, text)| !text.is_empty())
    }

    /// The words of the result.
    pub(in super::super) fn words(&self) -> impl Iterator<Item = &[u8]> {
        let words = self
            .text_lines()
            .flat_map(|(_, text)| text.split(|it| it.is_ascii_whitespace()));
        words.filter(|it| !it.is_empty())
    }

    /// The text of the result, if it is on one line.
    pub(in super::super) fn single_line(&self) -> Option<&[u8]> {
        let mut lines = self.text_lines();
        let first = lines.next().map_or(&b""[..], |it| it.1);
        lines.next().is_none().then_some(first)
    }

    /// The word for the move in the response to `genmove`, or in the last line of the response to `genmove_analyze`.
    pub(in super::super) fn move_word(&self) -> Option<&[u8]> {
        let (_, last) = self.text_lines().last()?;
        let mut words = last
            .split(|it| it.is_ascii_whitespace())
            .filter(|it| !it.is_empty());
        let first = words.next()?;
        let word = match first.eq_ignore_ascii_case(b"play") {
            true => words.next()?,
            false => first,
        };
        let is_alone = words.next().is_none();
        (is_alone && (first.eq_ignore_ascii_case(b"play") || self.single_line().is_some()))
            .then_some(word)
    }

    /// The vertex of the move in the response, or `None` if the response has no move or is `resign`.
    pub(in super::super) fn vertex(&self) -> Option<Vertex> {
        self.move_word().and_then(Vertex::parse)
    }

    /// Whether the engine answers `resign`.
    pub(in super::super) fn is_resignation(&self) -> bool {
        let word = self.move_word().unwrap_or_default();
        word.eq_ignore_ascii_case(b"resign")
    }

    /// Whether the response is a failure whose text says that the command is unknown.
    pub(in super::super) fn is_unknown_command(&self) -> bool {
        let text = self.text.to_ascii_lowercase();
        !self.status.is_success
            && [
                &b"unknown command"[..],
                b"unsupported",
                b"not implemented",
                b"command not found",
            ]
            .iter()
            .any(|it| text.windows(it.len()).any(|part| part == *it))
    }

    /// Whether the text of the response begins with a fixed text of the GTP specification; an explanation may follow.
    pub(in super::super) fn has_fixed_text(&self, fixed: &str) -> bool {
        let rest = self.text.strip_prefix(fixed.as_bytes());
        rest.is_some_and(|it| it.first().is_none_or(|it| !it.is_ascii_alphanumeric()))
    }

    /// The first move in the reports of an analysis.
    pub(super) fn first_analyzed_vertex(&self) -> Option<Vertex> {
        let lines = self.text_lines().map(|it| it.1);
        let mut words = lines.flat_map(|it| it.split(|it| it.is_ascii_whitespace()));
        words.find(|it| *it == b"move")?;
        words.next().and_then(Vertex::parse)
    }
}

impl CommandExchange {
    /// Whether the engine failed to do what a valid command demands. The rules about unusual forms judge the failure of
    /// a line with such a form, and the rules about the list of commands judge an unknown command.
    pub(in super::super) fn is_refusal(&self, response: &Response) -> bool {
        let plain = self.spelling == Spelling::Plain || response.has_fixed_text("illegal move");
        !response.status.is_success
            && plain
            && self.facts.engine_succeeded
            && !self.fails_as_unknown(response)
    }

    /// Whether the command failed because the engine does not know it.
    pub(in super::super) fn fails_as_unknown(&self, response: &Response) -> bool {
        let unknown =
            self.facts.listed == Some(false) || self.facts.known_command_answer == Some(false);
        response.is_unknown_command() || (unknown && !response.status.is_success)
    }

    /// Whether the response must be a stream of analysis reports that the next line of the interface ends (`GTP A-1`).
    pub(in super::super) fn owes_analysis(&self) -> bool {
        self.command.is_analysis() && !self.is_private_analysis()
    }

    /// Whether the response must be a stream of analysis reports that ends with a move (`GTP A-3`).
    pub(in super::super) fn owes_genmove_analysis(&self) -> bool {
        self.command.is_genmove_analyze() && !self.is_private_analysis()
    }

    /// Whether the command is `analyze` or `genmove_analyze`, and the engine has not declared that it knows this name.
    /// A name that the engine has not declared may be a private command, or the engine may read only the beginning of
    /// the name (`GTP A-3`, `A-9`).
    pub(in super::super) fn is_private_analysis(&self) -> bool {
        let is_claimed =
            self.facts.listed == Some(true) || self.facts.known_command_answer == Some(true);
        self.command.has_any_name(&["analyze", "genmove_analyze"]) && !is_claimed
    }

    /// Whether the engine is sending a stream of analysis reports that no line of the interface has ended.
    pub(super) fn is_analysis_stream_open(&self) -> bool {
        let begun = match &self.answer {
            CommandAnswer::Answered(it) => it.status.is_success,
            _ => false,
        };
        begun && self.command.is_analysis() && self.interrupted_by.is_none()
    }
}
