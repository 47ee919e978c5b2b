//! Starts engines, detects their protocols, and builds the command line that reproduces a finding.

pub mod detect;
pub mod engine_config;
pub mod reproduce;
