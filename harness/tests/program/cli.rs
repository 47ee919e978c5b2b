//! Tests of the command line: commands, options, exit codes, and output.

mod auto;
mod catalogue;
mod ci_action;
mod engine_tables;
pub(crate) mod engines;
mod exits;
mod formats;
mod init;
mod language;
mod league;
mod logs;
mod names;
mod no_false_green;
mod records;
mod regression;
mod repetition;
mod report_layout;
pub(crate) mod reports;
mod shards;
mod usage;
