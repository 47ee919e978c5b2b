//! Reads the engine's lines: which command a response answers, and which lines belong to no response.

use std::mem;

use super::{Answer, Close, Line, Response, Stray, Tracker, Turn};
use crate::{
    protocol::gtp::wire::{Content, Id, Status},
    readable::readable,
};

/// The part of the engine's output that is not complete yet.
#[derive(Clone, Debug, Default)]
pub(super) enum Open {
    #[default]
    Nothing,
    /// The response to the first unfinished turn.
    Response,
    /// A response without a command.
    Extra(Box<Response>),
    Stray(Line),
}

/// The greatest number of bytes that are kept of a response's text.
const KEPT: usize = 256;

impl Tracker {
    /// Takes a line of the engine.
    pub(super) fn read(&mut self, line: Line) {
        let said = Content::parse(&line.bytes);
        match (mem::take(&mut self.open), said) {
            (Open::Nothing, Content::Empty | Content::Text { blank: true }) => (),
            (Open::Nothing, Content::Text { blank: false }) => self.open = Open::Stray(line),
            (Open::Nothing, Content::Status(status)) => self.begin(line, status),
            (Open::Response, Content::Empty) => self.close(Close::Empty(line.at)),
            (Open::Response, Content::Status(status)) if self.is_next(&status) => {
                self.close(Close::Next(line.clone()));
                self.begin(line, status);
            }
            (Open::Response, _) => {
                if let Some(response) = self.current() {
                    response.add_line(&line);
                }
                self.open = Open::Response;
            }
            (Open::Extra(mut response), Content::Empty) => {
                response.close = Close::Empty(line.at);
                self.extra(*response);
                self.behind_response = true;
            }
            (Open::Extra(mut response), _) => {
                response.add_line(&line);
                self.open = Open::Extra(response);
            }
            (Open::Stray(first), Content::Empty | Content::Text { blank: true }) => {
                self.stray(first, true)
            }
            (Open::Stray(first), Content::Text { blank: false }) => self.open = Open::Stray(first),
            (Open::Stray(first), Content::Status(status)) => {
                self.stray(first, false);
                self.begin(line, status);
            }
        }
    }

    /// Ends the incomplete output at the end of the transcript.
    pub(super) fn flush(&mut self) {
        match mem::take(&mut self.open) {
            Open::Nothing => (),
            Open::Response => self.open = Open::Response,
            Open::Extra(response) => self.extra(*response),
            Open::Stray(first) => self.stray(first, false),
        }
    }

    fn begin(&mut self, line: Line, status: Status) {
        let response = Response {
            text: kept(&status.text),
            line,
            status,
            lines: 1,
            close: Close::Open,
        };
        self.skip(&response.status);
        let front = self.front;
        match self.view.turns.get_mut(front) {
            Some(turn) => {
                turn.answer = Answer::Given(Box::new(response));
                self.open = Open::Response;
            }
            // A malformed response without a command is read as text.
            None if response.status.flaw.is_some() => self.open = Open::Stray(response.line),
            None => self.open = Open::Extra(Box::new(response)),
        }
    }

    /// Skips the turns that a response with this status cannot belong to.
    fn skip(&mut self, status: &Status) {
        let passed = self.passed(status);
        for turn in self.view.turns.iter_mut().skip(self.front).take(passed) {
            if matches!(turn.answer, Answer::Owed) {
                let asked = turn.is_owed() && !self.ambiguous;
                turn.answer = if asked {
                    Answer::Skipped
                } else {
                    Answer::Waived
                };
            }
        }
        self.front += passed;
    }

    /// The number of unanswered turns that this response skips.
    fn passed(&mut self, status: &Status) -> usize {
        let owed = self.owed();
        let before = owed.iter().position(|it| it.id() == status.id);
        let overdue = |it: &Turn| it.command.is_quick() && self.wait(&it.line).is_some();
        if let Some(before) = before {
            if matches!(status.id, Id::Number(_)) {
                self.ambiguous = false;
                return before;
            }
            // If the engine left out the id by mistake, the response answers the first unanswered command.
            if owed.iter().take(before).all(overdue) {
                return before;
            }
        }
        let ids = owed
            .iter()
            .take_while(|it| it.command.name.is_none())
            .count();
        if ids == 0 || status.success {
            return ids;
        }
        // This response may be a failure that answers a line with only an id.
        let fits_next = owed.get(ids).is_none_or(|it| it.id() == status.id);
        self.ambiguous |= fits_next;
        if fits_next { ids } else { 0 }
    }

    /// Whether a line inside a response certainly begins the next response: it has the id of the next turn.
    fn is_next(&self, status: &Status) -> bool {
        let id = |index: usize| self.owed().get(index).map(Turn::id);
        let next = id(1);
        matches!(status.id, Id::Number(_)) && next == Some(status.id) && next != id(0)
    }

    fn current(&mut self) -> Option<&mut Response> {
        match &mut self.view.turns.get_mut(self.front)?.answer {
            Answer::Given(response) => Some(response.as_mut()),
            _ => None,
        }
    }

    /// Ends the response to the first unfinished turn.
    fn close(&mut self, close: Close) {
        self.behind_response = matches!(close, Close::Empty(_));
        if let Some(response) = self.current() {
            response.close = close;
        }
        self.record_identity();
        self.front += 1;
    }

    /// Stores the protocol version and the name that the engine sent.
    fn record_identity(&mut self) {
        let Some(turn) = self.view.turns.get(self.front) else {
            return;
        };
        let Some(response) = turn.response().filter(|it| it.status.success) else {
            return;
        };
        if turn.command.is("protocol_version") {
            self.handshake_done |= response.text == b"2";
        } else if turn.command.is("name") && self.name.is_none() {
            self.name = Some(readable(&response.text).into_owned());
        }
    }

    fn extra(&mut self, response: Response) {
        if !self.ambiguous {
            self.view.extras.push(response);
        }
    }

    fn stray(&mut self, line: Line, ends_empty: bool) {
        let continues_response = ends_empty && self.behind_response;
        self.view.strays.push(Stray {
            line,
            continues_response,
        });
    }
}

impl Response {
    fn add_line(&mut self, line: &Line) {
        self.lines += 1;
        if self.text.is_empty() {
            self.text = kept(line.bytes.trim_ascii());
        }
    }
}

fn kept(text: &[u8]) -> Vec<u8> {
    text.iter().copied().take(KEPT).collect()
}
