//! The engine neither floods its output nor uses unlimited memory.
//!
//! The specification does not limit the engine's output or memory. A GUI stores the engine's output, and the GUI
//! itself needs memory on the same machine.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > quit
//! < bye
//! ! exit 0
//! ```
//!
//! A memory use below the limit of the session conforms:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! = rss 14200 KiB
//! > quit
//! < bye
//! ! exit 0
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > isready
//! < no
//! < no
//! = truncated 16 MiB
//!   ^^^^^^^^^^^^^^^^ the engine sent more output than a session stores (16 MiB)
//! ! killed
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! = rss 2200000 KiB
//!   ^^^^^^^^^^^^^^^ the engine used more memory than a session allows (2200000 KiB)
//! ! killed
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/output_bounded",
    level: Level::Robust,
    topic: "process",
    spec: "UCCI T4",
    measures: Measurement::Memory,
    since: "0.1.0",
    check: checks::check_session_limits,
};
