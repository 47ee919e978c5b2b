//! Parses logs of conversations between an interface and an engine, in several formats.
//!
//! Each [`LogFormat`] is a small file, and [`ALL_FORMATS`] lists the formats. A [`LogReader`]
//! parses a log line by line and returns events with their conversation, so a log of any size needs
//! little memory. The readers work for every protocol and check no rules.
//!
//! A logger notes the time of a line only when it reads the line, and its clock may have a coarse resolution. After
//! each command with a time stamp, the log reader therefore adds a fact `late`: how late the time stamp may be. If an
//! answer misses its deadline by less than the time in `late`, the rule is inconclusive, never violated. Time stamps
//! with less than two decimals of a second are ignored, because they are too coarse to judge a deadline.

mod arena;
mod arrows;
mod c_chess_cli;
mod cutechess;
mod detect;
mod emulator;
mod fastchess;
mod foreign_log_reader;
mod gogui;
mod kgs_client;
mod output_only;
mod polyglot;
mod python_chess;
#[cfg(test)]
mod tests;
mod time_stamp;
mod transcript;

pub(crate) use detect::{detect_format, format_of_commands_and_responses};

use crate::{
    message::Message,
    protocol,
    rule::{GRAMMAR_TOPIC, Measurement, RuleInfo},
    transcript::Event,
};

/// All log formats. If two formats match a log equally well, the format that is first in this list is chosen.
pub(crate) const ALL_FORMATS: &[&dyn LogFormat] = &[
    &transcript::TranscriptFormat,
    &emulator::EmulatorFormat,
    &cutechess::CutechessFormat,
    &fastchess::FastchessFormat,
    &c_chess_cli::CChessCliFormat,
    &arena::ArenaFormat,
    &python_chess::PythonChessFormat,
    &polyglot::PolyglotFormat,
    &gogui::GoguiFormat,
    &kgs_client::KgsClientFormat,
    &arrows::ArrowsFormat,
    &output_only::OutputOnlyFormat,
];

/// The name of ponderhit's own format.
pub(crate) const TRANSCRIPT_FORMAT: &str = "transcript";

/// Finds the format with this name.
pub(crate) fn find_format(name: &str) -> Option<&'static dyn LogFormat> {
    ALL_FORMATS.iter().copied().find(|it| it.name() == name)
}

/// An example line of a format.
pub(crate) fn example_line(format: &dyn LogFormat) -> String {
    let mut samples = protocol::ALL_PROTOCOLS
        .iter()
        .map(|it| it.sample_lines().log_command_and_response);
    let (command, response) = samples.next().unwrap_or_default();
    let line = format.example_template().replace("{command}", command);
    line.replace("{response}", response)
}

/// A log format.
pub(crate) trait LogFormat: Sync {
    /// The name of the format on the command line.
    fn name(&self) -> &'static str;

    /// A short description of the format, such as the program that writes it.
    fn title(&self) -> &'static str;

    /// An example line, with the placeholder `{command}` or `{response}`.
    fn example_template(&self) -> &'static str;

    /// Creates a reader for a log.
    fn new_reader(&self) -> Box<dyn LogReader>;

    /// Whether the line is a message of the logging program itself, not a line of the conversation. A skipped line that
    /// is not a message of the logging program is a sign that the log has another format.
    fn is_program_message(&self, _line: &[u8]) -> bool {
        false
    }

    /// Returns how many of the log's first lines match this format; 0 means that the log has another format.
    fn count_matching_lines(&self, head: &[&[u8]]) -> usize {
        detect::count_parsed_lines(self.new_reader().as_mut(), head)
    }
}

/// Parses one log.
pub(crate) trait LogReader: Send {
    /// Parses the next line, including its newline. Returns `None` for a line that is not part of a conversation, such
    /// as a heading or a comment of the logger.
    ///
    /// A line without a newline at its end may be truncated, so it becomes a
    /// [chunk](crate::transcript::EventKind::Chunk).
    fn parse_line(&mut self, line: &[u8]) -> Result<Option<LogEvent>, LineProblem>;

    /// The name of the conversation's engine in the log; empty if unknown.
    fn engine_name(&self, conversation: ConversationId) -> &[u8];

    /// The kinds of information that the lines read so far contain, such as commands and times.
    fn capabilities(&self) -> LogCapabilities;

    /// The name of the protocol, if the log contains it.
    fn protocol_name(&self) -> Option<&str> {
        None
    }
}

/// The number of a conversation in a log, from 0, in the order in which conversations begin. Each engine that the log
/// distinguishes has one conversation, even if the engine is restarted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ConversationId(pub usize);

/// The maximum number of conversations in a log, because each conversation needs memory until the end of the log.
pub(crate) const MAX_CONVERSATIONS: usize = 1 << 12;

/// The event in a line of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LogEvent {
    pub conversation: ConversationId,
    /// The event. The time of the event counts from the first time stamp in the log; times never decrease within a
    /// conversation.
    pub event: Event,
    /// A fact `late`, which is judged right after the event: how late the event's time stamp may be.
    pub lateness_event: Option<Event>,
    /// A fact `clock`, which is judged next: the time left on the engine's clock at a `stop`.
    pub clock_event: Option<Event>,
}

/// The error in a line that begins like a line of the format but is malformed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LineProblem {
    /// The column of the error in the line, in bytes, counted from 1.
    pub column: usize,
    pub message: Message,
}

impl LineProblem {
    /// Creates the error of a line; the column of the error is the byte after the first `at` bytes of the line.
    fn new(at: usize, message: Message) -> LineProblem {
        LineProblem {
            column: at + 1,
            message,
        }
    }

    /// Moves the column of the error to the right by `bytes`.
    fn shift_column(self, bytes: usize) -> LineProblem {
        LineProblem {
            column: self.column + bytes,
            ..self
        }
    }
}

/// The kinds of information in a log, besides the engine's output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LogCapabilities {
    /// The log contains the lines of the interface.
    pub has_commands: bool,
    /// The log contains the times of all lines, with a resolution of a millisecond.
    pub has_times: bool,
}

impl LogCapabilities {
    /// Whether a rule can be judged with this log. In a log without commands, only rules of topic `grammar` can be
    /// judged. In a log without times, rules that measure time cannot be judged.
    pub(crate) fn can_judge(&self, rule: &RuleInfo) -> bool {
        (self.has_commands || rule.topic == GRAMMAR_TOPIC)
            && (self.has_times || rule.measures != Measurement::Time)
    }
}
