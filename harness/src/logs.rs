//! Logs of conversations between an interface and an engine, whoever wrote them.
//!
//! A [`Format`] is one way of writing such logs: a small file each, listed in [`ALL`]. Its
//! [`Reader`] takes line after line and says what was said in which conversation, so that a log of
//! any size is read in bounded memory. Nothing here knows a protocol, and nothing judges.
//!
//! **Times.** The stamps of a foreign log are the logger's: taken when it came to read the line,
//! on a clock that may tick in milliseconds only. So after each command that has a stamp comes a
//! fact `late`, as if the host had been that late: an answer that was late by no more is doubted,
//! never convicted. Stamps of whole seconds prove nothing and are left out.

mod arena;
mod arrows;
mod c_chess_cli;
mod cutechess;
mod detect;
mod emulator;
mod fastchess;
mod output;
mod python_chess;
mod stamp;
#[cfg(test)]
mod tests;
mod told;
mod transcript;

pub(crate) use detect::detect;

use crate::{
    protocol,
    rule::{GRAMMAR, Measures, RuleInfo},
    transcript::Event,
};

/// Every format there is. Where two fit a log equally well, the first of them is meant.
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

/// The name of our own format.
pub(crate) const OURS: &str = "transcript";

/// The format of that name.
pub(crate) fn find(name: &str) -> Option<&'static dyn Format> {
    ALL.iter().copied().find(|it| it.name() == name)
}

/// What a line of a format looks like.
pub(crate) fn example(format: &dyn Format) -> String {
    let mut samples = protocol::ALL.iter().map(|it| it.samples().example);
    let (command, response) = samples.next().unwrap_or_default();
    let line = format.example().replace("{command}", command);
    line.replace("{response}", response)
}

/// One format of logs.
pub(crate) trait Format: Sync {
    /// The word for it on the command line.
    fn name(&self) -> &'static str;

    /// Who writes it, in a few words.
    fn title(&self) -> &'static str;

    /// What a line looks like, with `{command}` or `{response}` where those of a protocol stand.
    fn example(&self) -> &'static str;

    /// A reader for a log from its beginning.
    fn reader(&self) -> Box<dyn Reader>;

    /// How many of the first lines of a log speak for this format; 0 if it is another one.
    fn understands(&self, head: &[&[u8]]) -> usize {
        detect::understood(self.reader().as_mut(), head)
    }
}

/// Reads one log.
pub(crate) trait Reader {
    /// Takes the next line, with the newline that ends it. What is no part of any conversation (a
    /// heading, a comment of the tool that wrote the log) is `None`.
    ///
    /// A line without a newline at its end may have been cut off there, so it is told of as a
    /// [chunk](crate::transcript::EventKind::Chunk), which is no line as long as nothing ends it.
    fn line(&mut self, line: &[u8]) -> Result<Option<Heard>, Problem>;

    /// What the log calls the other side of a conversation: the name of an engine, or nothing.
    fn name(&self, conversation: Conversation) -> &[u8];

    /// What the lines up to here tell at all.
    fn knows(&self) -> Knows;

    /// The protocol, if the log says which it is.
    fn protocol(&self) -> Option<&str> {
        None
    }
}

/// One of the conversations in a log, counted from 0 in the order in which they begin: an engine,
/// as far as the log tells them apart. If it is started anew, that is no other conversation here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Conversation(pub usize);

/// No log has more conversations: each has to be remembered to its end.
pub(crate) const CONVERSATIONS: usize = 1 << 12;

/// What a line tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Heard {
    pub conversation: Conversation,
    /// Its time counts from the first stamp in the log, and never goes back in a conversation.
    pub event: Event,
    /// What a judge has to hear right after it: how late the clock of the log may be.
    pub note: Option<Event>,
}

/// Why a line cannot be read, although it begins like one of this format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    /// In bytes, from 1.
    pub column: usize,
    pub message: String,
}

impl Problem {
    /// A problem after so many bytes.
    fn new(at: usize, message: impl Into<String>) -> Problem {
        Problem {
            column: at + 1,
            message: message.into(),
        }
    }

    /// The same, with so many more bytes before it.
    fn after(self, bytes: usize) -> Problem {
        Problem {
            column: self.column + bytes,
            ..self
        }
    }
}

/// What a log tells, beside what the engine said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Knows {
    /// What the interface said.
    pub commands: bool,
    /// When it all was said, to the millisecond.
    pub times: bool,
}

impl Knows {
    /// Whether a rule can be judged by such a log. Without the commands nobody can say what the
    /// engine was asked, so only the form of its lines counts; without times, nothing about time.
    pub(crate) fn judges(&self, rule: &RuleInfo) -> bool {
        (self.commands || rule.topic == GRAMMAR) && (self.times || rule.measures != Measures::Time)
    }
}
