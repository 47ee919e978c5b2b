//! The engine does not leak memory with every position.
//!
//! An analysis may last for days. If the engine's memory grows all the time, the GUI on the same machine has too
//! little.
//!
//! The specification does not limit the memory of an engine. The rule is violated if the memory grows from each
//! measurement to the next, and the total growth is at least 128 MiB and at least 32 KiB per position. Only
//! measurements that are taken while no search is running count. The growth between the first two measurements does not
//! count.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
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
//! ! exit 0
//! ```
//!
//! If the memory grows only once, for example for a large table, this is not a leak:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
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
//! ! exit 0
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! = memory 14200 KiB
//! > position startpos
//! = memory 14200 KiB
//! > position startpos
//! = memory 65400 KiB
//! > position startpos
//! = memory 116600 KiB
//! > position startpos
//! = memory 167800 KiB
//!   ^^^^^^^^^^^^^^^^^ 3 positions later the engine uses 150 MiB more memory, and its memory use still grows
//! > quit
//! ! exit 0
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/memory_steady",
    level: Level::Robust,
    topic: "process",
    spec: "UCI U39",
    measures: Measurement::Memory,
    since: "0.2.0",
    check: checks::check_memory_steady,
};
