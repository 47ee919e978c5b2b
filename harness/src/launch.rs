//! How an engine is started, which protocol it speaks, and the command line that shows a finding again.

pub mod conditions;
pub mod detect;
pub mod reproduce;
