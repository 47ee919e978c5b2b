//! Tells whether a board-game engine speaks its protocol: one pipeline from a conversation to a verdict.
//!
//! ```text
//! transcript   what was said, by whom, when; the one text format    (no I/O, no protocol)
//! rule         Rule, Findings, Outcome                              (no I/O, no protocol)
//! protocol/*   wire -> view -> rules; one folder each               (no I/O)
//! link         bytes to and from an engine, and the clock           (the only I/O with engines)
//! inject       faults put in front of an engine                     (no I/O)
//! session      script + link -> transcript
//! fuzz         made-up conversations + engine -> findings
//! check        scenarios + engine -> report
//! report/*     report -> text, json
//! logs/*       a log, line by line -> events                        (no I/O, no protocol)
//! readable     bytes as people read them
//! scenarios    the embedded scripts and what they are for
//! exit, error  what a run comes to, and why we could not do our job
//! suite        the same from the tests of an engine's own crate
//! cli          arguments -> one of the above -> exit code
//! ```

pub mod transcript;

pub mod rule;

pub mod protocol;

pub mod known;
pub mod link;

pub mod inject;
pub mod record;

pub mod session;

pub mod fuzz;

pub mod scenarios;

mod glob;

pub mod launch;

pub mod snapshot;

pub mod verdict;

pub mod check;

pub mod judge;

pub mod logs;

pub mod report;

pub mod readable;

pub mod exit;

pub mod error;

mod suggest;

pub mod suite;

pub mod cli;
