//! Parses logs of conversations between an interface and an engine, in several formats.
//!
//! Each [`Format`] is a small file, listed in [`ALL`]. Its
//! [`Reader`] parses line after line and returns events with their conversation, so a log of
//! any size is read in bounded memory. Nothing here depends on a protocol, and nothing judges.
//!
//! **Times.** The time stamps of a foreign log are the logger's: taken when it read the line,
//! on a clock that may have a resolution of milliseconds. So each command with a time stamp is followed by a
//! fact `late`, as if the host had been late: an answer that is late by no more is in doubt,
//! never a violation. Time stamps of whole seconds prove nothing and are ignored.

mod arena;
mod arrows;
mod c_chess_cli;
mod cutechess;
mod detect;
mod emulator;
mod fastchess;
mod foreign;
mod output;
mod python_chess;
mod stamp;
#[cfg(test)]
mod tests;
mod transcript;

pub(crate) use detect::detect;

use crate::{
    message::Message,
    protocol,
    rule::{GRAMMAR, Measures, RuleInfo},
    transcript::Event,
};

/// All formats. If two match a log equally well, the first of them is chosen.
pub(crate) const ALL: &[&dyn Format] = &[
    &transcript::Transcript,
    &emulator::Emulator,
    &cutechess::Cutechess,
    &fastchess::Fastchess,
    &c_chess_cli::CChessCli,
    &arena::Arena,
    &python_chess::PythonChess,
    &arrows::Arrows,
    &output::Output,
];

/// The name of ponderhit's own format.
pub(crate) const OURS: &str = "transcript";

/// The format of that name.
pub(crate) fn find(name: &str) -> Option<&'static dyn Format> {
    ALL.iter().copied().find(|it| it.name() == name)
}

/// An example line of a format.
pub(crate) fn example(format: &dyn Format) -> String {
    let mut samples = protocol::ALL.iter().map(|it| it.samples().example);
    let (command, response) = samples.next().unwrap_or_default();
    let line = format.example().replace("{command}", command);
    line.replace("{response}", response)
}

/// A log format.
pub(crate) trait Format: Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// The program that writes it.
    fn title(&self) -> &'static str;

    /// An example line, with `{command}` or `{response}` in place of those of a protocol.
    fn example(&self) -> &'static str;

    /// A reader for a log from its beginning.
    fn reader(&self) -> Box<dyn Reader>;

    /// How many of the first lines of a log match this format; 0 if it is another one.
    fn matching_lines(&self, head: &[&[u8]]) -> usize {
        detect::count_parsed(self.reader().as_mut(), head)
    }
}

/// Parses one log.
pub(crate) trait Reader {
    /// Parses the next line, including its newline. A line that is not part of a conversation (a
    /// heading, a comment of the tool that wrote the log) is `None`.
    ///
    /// A line without a newline at its end may have been cut off, so it is a
    /// [chunk](crate::transcript::EventKind::Chunk).
    fn line(&mut self, line: &[u8]) -> Result<Option<LogEvent>, Problem>;

    /// The engine's name in the log, or nothing.
    fn name(&self, conversation: Conversation) -> &[u8];

    /// Which information the lines up to here contain.
    fn capabilities(&self) -> LogCapabilities;

    /// The protocol, if the log names it.
    fn protocol(&self) -> Option<&str> {
        None
    }
}

/// One of the conversations in a log, counted from 0 in the order in which they begin: one for each engine
/// that the log distinguishes. An engine that is restarted stays in the same conversation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Conversation(pub usize);

/// The maximum number of conversations in a log: each takes memory until the end.
pub(crate) const MAX_CONVERSATIONS: usize = 1 << 12;

/// The event of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LogEvent {
    pub conversation: Conversation,
    /// Its time counts from the first time stamp in the log, and never decreases in a conversation.
    pub event: Event,
    /// The event to judge right after it: how late the clock of the log may be.
    pub note: Option<Event>,
}

/// The error in a damaged line, which begins like one of this format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    /// In bytes, from 1.
    pub column: usize,
    pub message: Message,
}

impl Problem {
    /// A problem after `at` bytes.
    fn new(at: usize, message: Message) -> Problem {
        Problem {
            column: at + 1,
            message,
        }
    }

    /// The same problem, with `bytes` more bytes before it.
    fn after(self, bytes: usize) -> Problem {
        Problem {
            column: self.column + bytes,
            ..self
        }
    }
}

/// Which information a log contains besides the engine's output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LogCapabilities {
    /// The lines of the interface.
    pub commands: bool,
    /// The times of all lines, to the millisecond.
    pub times: bool,
}

impl LogCapabilities {
    /// Whether a rule can be judged with such a log. Without commands only the rules about the form of
    /// the engine's lines; without times no rules about time.
    pub(crate) fn can_judge(&self, rule: &RuleInfo) -> bool {
        (self.commands || rule.topic == GRAMMAR) && (self.times || rule.measures != Measures::Time)
    }
}
