//! A recorded conversation: a list of events with speaker, time and measurements.
//!
//! Rules read the events of a transcript. Transcripts and scripts have the same text format, which this table shows:
//!
//! ```text
//! # a comment              only where # is the first character
//! @name text               a directive
//! > text      < text       the interface, or the engine, sends a line
//! <* pattern  <! pattern   (scripts) the engine sends a line that matches, or must not send one
//! ...                      (scripts) skip lines until the next < or <* is met
//! >| bytes    <| bytes     a chunk: newlines only where written, as \n
//! % text      %| bytes     the engine writes a line to standard error
//! ~ 50ms                   silence of this length
//! >! eof                   the engine's input is closed
//! ! exit 0                 the end: exit N, signal NAME, eof, killed, cut
//! = name value             a measured fact
//! ```
//!
//! After the mark of a line (such as `>`), there is one space, and then the text, byte for byte. A line with control
//! bytes, or with a space at its beginning or end, is written as a chunk that ends in the escape `\n`. The parser reads
//! an escaped line (a chunk that ends in `\n`) as a line. If a chunk could be mistaken for an escaped line, its newline
//! is written as `\x0a`. In a `>` line, `{{` stands for the character `{`. A recorded event has a time stamp before the
//! mark: seconds with six decimals. Either all lines of a file end in LF, or all lines end in CR LF.

mod captures;
mod directive;
mod duration;
mod error;
mod escape;
mod event;
pub(crate) mod lines;
mod pattern;
mod print;
mod script;
mod step;
mod template;
mod text;

pub use captures::Captures;
pub(crate) use directive::{
    FileSpec, GameSpec, begins_with_directive, parse_file, parse_game as game_spec,
    parse_repeat_argument,
};
pub(crate) use duration::DURATION_EXPECTED;
pub use duration::{MAX_DURATION, parse_duration};
pub use error::ParseError;
pub(crate) use escape::parse_escape;
pub use event::{Event, EventIndex, EventKind, Fact, SessionEnd, Speaker, Transcript};
pub use pattern::Pattern;
pub(crate) use pattern::{NEVER_MATCHING_MOVE_SYNTAX, is_move};
pub use script::Script;
pub use step::{Step, StepKind};
pub use template::Template;
pub use text::LineReader;

#[cfg(test)]
mod tests;
