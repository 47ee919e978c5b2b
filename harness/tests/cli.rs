//! Tests of the command line: commands, options, exit codes, and output.
#![cfg(unix)]

mod cli {
    pub(crate) mod auto;
    pub(crate) mod catalogue;
    pub(crate) mod engines;
    pub(crate) mod exits;
    pub(crate) mod league;
    pub(crate) mod logs;
    pub(crate) mod no_false_green;
    pub(crate) mod records;
    pub(crate) mod reports;
    pub(crate) mod usage;
}
