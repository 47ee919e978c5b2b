//! The protocols of the engine, without I/O.

pub mod ucci;
