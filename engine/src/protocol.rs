//! The protocols of the engine, without I/O.
//!
//! ```text
//! core         what every protocol core does, and its requests
//! board        the position to search, and the moves that led to it
//! clock        time management: the budget of a move
//! deadline     when the result of a search is due
//! stepped      a core with its search in small steps, on the caller's clock
//! ```

mod board;
mod clock;
mod deadline;
mod protocol_core;
mod stepped_engine;

pub mod ucci;

pub mod uci;

pub use protocol_core::{CoreAction, CoreJob, CoreReport, ProtocolCore};
pub use stepped_engine::SteppedEngine;
