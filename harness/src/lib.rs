//! Tells whether a board-game engine speaks its protocol: one pipeline from a conversation to a verdict.
//!
//! ```text
//! transcript   what was said, by whom, when; the one text format    (no I/O, no protocol)
//! rule         Rule, Findings, Outcome                              (no I/O, no protocol)
//! protocol/*   wire -> view -> rules; one folder each               (no I/O)
//! link         bytes to and from an engine, and the clock           (the only I/O with engines)
//! inject       faults put in front of an engine                     (no I/O)
//! session      script + link -> transcript
//! check        scenarios + engine -> report
//! report/*     report -> text, json
//! cli          arguments -> one of the above -> exit code
//! ```

pub mod transcript;

pub mod rule;

pub mod protocol;

pub mod link;

pub mod inject;

pub mod session;

pub mod fuzz;
