//! Tells whether a board-game engine speaks its protocol: one pipeline from a conversation to a verdict.
//!
//! An engine's own tests begin at [`suite`]; what else a user of the library is meant to use:
//!
//! ```text
//! suite        check and replay from the tests of an engine's own crate
//! verdict      what a run found: the report as data, a verdict on every rule
//! transcript   what was said, by whom, when; the one text format; scripts and their patterns
//! protocol     the protocols there are, their rules, and the judge of a transcript
//! rule         what a rule is: level, outcome, findings
//! message      what a person reads of a finding: an id, typed arguments, English
//! exit, error  what a run comes to, and why we could not do our job
//! cli          the whole program: `ponderhit::cli::main()`
//! ```
//!
//! Everything else is for the program and its tests only, and may change at any time:
//!
//! ```text
//! check        scenarios + engine -> report
//! judge        records, logs and stored reports -> report
//! fuzz         made-up conversations + engine -> findings
//! record       what stands between an interface and an engine, and writes down what they say
//! report/*     report -> text, json; decides nothing, sorts nothing
//! known        violations to live with
//! launch       how an engine is started, which protocol it speaks, how to see a finding again
//! scenarios    the embedded scripts and what they are for
//! snapshot     scripts whose expected lines an engine has written: played, compared, written anew
//! session      script + link -> transcript
//! inject       faults put in front of an engine                     (no I/O)
//! logs/*       a log, line by line -> events                        (no I/O)
//! protocol/*   wire -> view -> rules; one folder each               (no I/O)
//! link         bytes to and from an engine, and the clock           (the only I/O with engines)
//! readable     bytes as people read them
//! ```
//!
//! Which of them may use which is a table in `tests/tidy/layers.rs`.

pub mod cli;
pub mod error;
pub mod exit;
pub mod message;
pub mod protocol;
pub mod rule;
pub mod suite;
pub mod transcript;
pub mod verdict;

// For the tests, benchmarks and fuzz targets of this crate, which are crates of their own.
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

pub(crate) mod check;
mod glob;
pub(crate) mod judge;
pub(crate) mod known;
pub(crate) mod logs;
pub(crate) mod readable;
pub(crate) mod report;
pub(crate) mod snapshot;
mod suggest;
