//! Tests of the command line: commands, options, exit codes, and output.

mod auto;
mod catalogue;
pub(crate) mod engines;
mod exits;
mod language;
mod league;
mod logs;
mod names;
mod no_false_green;
mod records;
mod regression;
mod repetition;
mod report_layout;
mod reports;
mod usage;
