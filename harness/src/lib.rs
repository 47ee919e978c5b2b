//! Checks whether a board-game engine conforms to its protocol.
//!
//! To check an engine in the tests of its own crate, begin with [`suite`]. This table lists the public modules:
//!
//! ```text
//! suite        check and replay from the tests of an engine's own crate
//! verdict      the report as data: a verdict on every rule
//! transcript   events with sender and time; their text format; scripts and their patterns
//! protocol     the protocols, their rules, and the judge of a transcript
//! rule         rules: level, outcome, findings
//! message      the sentences of reports: each has an id, typed arguments, and an English text
//! exit, error  exit codes, and errors in the use of the program
//! cli          the whole program: `ponderhit::cli::main()`
//! ```
//!
//! All modules that follow here are only for the program and its tests, and may change at any time:
//!
//! ```text
//! check        plays scenarios with an engine -> report
//! judge        judges transcripts, logs and stored reports -> report
//! fuzz         plays generated conversations with an engine -> findings
//! gui_check    plays the faults of an engine with a GUI
//! record       records what an interface and an engine send to each other
//! report/*     writes a report as text or JSON, without any decision or sorting
//! known_failures  violations that do not fail a run
//! launch       how to start an engine, protocol detection, the command line that reproduces a finding
//! scenarios    the embedded scripts and their directives
//! snapshot     scripts whose expected lines are recorded output: played, compared, updated
//! session      plays a script over a link -> transcript
//! inject       faults injected between interface and engine         (no I/O)
//! logs/*       a log, line by line -> events                        (no I/O)
//! protocol/*   lines -> state of the conversation -> rules; one folder each   (no I/O)
//! link         bytes to and from an engine, and the clock           (the only I/O with engines)
//! bounded_read    whole files, up to a maximum size
//! readable     bytes as readable text
//! source_error    errors in a file, with the line and a caret
//! text_encoding   byte order marks, and UTF-16
//! ```
//!
//! The table in `tests/tidy/layers.rs` defines which modules each module may use.

pub mod cli;
pub mod error;
pub mod exit;
pub mod message;
pub mod protocol;
pub mod rule;
pub mod suite;
pub mod transcript;
pub mod verdict;

// The following modules are public for the tests, benchmarks and fuzz targets, which are separate
// crates.
#[doc(hidden)]
pub mod fuzz;
#[doc(hidden)]
pub mod inject;
#[doc(hidden)]
pub mod launch;
#[doc(hidden)]
pub mod link;
#[doc(hidden)]
pub mod record;
#[doc(hidden)]
pub mod scenarios;
#[doc(hidden)]
pub mod session;

mod bounded_read;
pub(crate) mod check;
mod glob;
pub(crate) mod gui_check;
pub(crate) mod judge;
pub(crate) mod known_failures;
pub(crate) mod logs;
pub(crate) mod readable;
pub(crate) mod report;
pub(crate) mod snapshot;
mod source_error;
mod suggest;
mod text_encoding;
