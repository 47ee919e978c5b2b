//! The engine does not keep memory for every position that it is told.
//!
//! An analysis goes on for days, and a GUI shares its machine with the engine.
//!
//! The text is silent. Accused is who takes ever more from one
//! measurement to the next without a search, and in all 128 MiB and 32 KiB for each position; the
//! first step does not count. What a runtime collects from time to time stays below that.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! = memory 14200 KiB
//! > position startpos
//! = memory 65400 KiB
//! > position startpos
//! = memory 65400 KiB
//! > position startpos
//! = memory 116600 KiB
//! > position startpos
//! = memory 116600 KiB
//! > quit
//! < bye
//! ! exit 0
//! ```
//!
//! A table that is filled at once, however large, is no leak:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! = memory 14200 KiB
//! > position startpos
//! = memory 14200 KiB
//! > position startpos
//! = memory 999000 KiB
//! > position startpos
//! = memory 999000 KiB
//! > position startpos
//! = memory 999100 KiB
//! > quit
//! < bye
//! ! exit 0
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! = memory 14200 KiB
//! > position startpos
//! = memory 14200 KiB
//! > position startpos
//! = memory 65400 KiB
//! > position startpos
//! = memory 116600 KiB
//! > position startpos
//! = memory 167800 KiB
//!   ^^^^^^^^^^^^^^^^^ 3 positions later the engine uses 150 MiB more memory, and it keeps growing
//! > quit
//! < bye
//! ! exit 0
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/memory_steady",
    level: Level::Robust,
    topic: "process",
    spec: "UCCI T4",
    measures: Measures::Memory,
    since: "0.1.0",
    check: checks::memory_steady,
};
