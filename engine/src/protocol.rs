//! The protocols of the engine, without I/O.
//!
//! ```text
//! protocol_core   the interface of the code of a protocol
//! board           the position to search, and the moves that led to it
//! clock           time management: the time budget of a move
//! deadline        when the result of a search is due
//! stepped_engine  an engine whose search runs in small steps, on the caller's clock
//! ```

mod board;
mod clock;
mod deadline;
mod protocol_core;
mod stepped_engine;

pub mod agi;

pub mod gtp;

pub mod ucci;

pub mod uci;

pub use protocol_core::{CoreAction, CoreJob, CoreReport, ProtocolCore};
pub use stepped_engine::{FileReader, Stepped};
