//! How to start an engine, protocol detection, and the command line that reproduces a finding.

pub mod detect;
pub mod engine_config;
pub mod reproduce;
