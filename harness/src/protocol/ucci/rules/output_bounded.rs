//! The engine neither floods its output nor uses unlimited memory.
//!
//! The specification does not require this, but a GUI keeps the output, and runs on the same machine.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > quit
//! < bye
//! ! exit 0
//! ```
//!
//! A lot of output is no flood:
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
//! = truncated 32 MiB
//!   ^^^^^^^^^^^^^^^^ the engine sent more output than a session stores (32 MiB)
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
    measures: Measures::Memory,
    since: "0.1.0",
    check: checks::output_bounded,
};
