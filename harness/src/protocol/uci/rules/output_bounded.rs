//! In one session the engine sends at most 16 MiB, at most 4 MiB in one line, and uses at most 2 GiB of memory.
//!
//! A GUI stores the engine's output, and the GUI itself needs memory on the same machine.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > quit
//! ! exit 0
//! ```
//!
//! A search may send any amount of output below these limits:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 1
//! < bestmove e2e4
//! > quit
//! ! exit 0
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go infinite
//! = truncated 16 MiB
//!   ^^^^^^^^^^^^^^^^ the engine sent more output than a session stores (16 MiB)
//! ! killed
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/output_bounded",
    level: Level::Robust,
    topic: "process",
    spec: "UCI U111",
    measures: Measurement::Memory,
    since: "0.2.0",
    check: checks::check_session_limits,
};
