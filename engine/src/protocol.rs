//! The protocols: lines and times in, lines out.

pub mod ucci;
