//! A recorded conversation: who said what, when, and what was measured meanwhile.
//!
//! What a rule reads is the list of events here. Transcripts and scripts share one text format:
//!
//! ```text
//! # a comment              only where # is the first character
//! @name text               a directive
//! > text      < text       the interface, or the engine, says a line
//! <* pattern  <! pattern   (scripts) the engine says a line that matches, or must not
//! ...                      (scripts) any lines may pass until the next < or <* is met
//! >| bytes    <| bytes     a chunk: newlines only where written, as \n
//! % text      %| bytes     the engine says a line on standard error
//! ~ 50ms                   nothing is said for so long
//! >! eof                   the engine's input is closed
//! ! exit 0                 the end: exit N, signal NAME, eof, killed, cut
//! = name value             a measured fact
//! ```
//!
//! One blank follows the mark, then what is meant, byte for byte. A line with control bytes, or
//! with blanks at its ends, is written as a chunk that ends in `\n` and read as a line again; a
//! chunk that would pass for one ends in `\x0a`. In a `>` line `{{` is a brace. Recorded events
//! have a stamp before the mark: seconds with six decimals. All lines end in LF, or all in CR LF.

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
pub(crate) use directive::{GameSpec, game as game_spec, rounds};
pub(crate) use duration::A_DURATION;
pub use duration::{LONGEST, parse_duration};
pub use error::ParseError;
pub(crate) use escape::escaped;
pub use event::{At, End, Event, EventKind, Fact, Speaker, Transcript};
pub use pattern::Pattern;
pub(crate) use pattern::{NO_MOVES, is_move};
pub use script::Script;
pub use step::{Step, StepKind};
pub use template::Template;
pub use text::LineReader;

#[cfg(test)]
mod tests;
