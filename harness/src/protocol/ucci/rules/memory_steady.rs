//! The engine does not leak memory with every position.
//!
//! An analysis may last for days. If the engine's memory grows all the time, the GUI on the same machine has too
//! little.
//!
//! The specification does not limit the memory of an engine. The rule is violated if memory grows from each measurement
//! to the next, in total by at least 128 MiB and at least 32 KiB per position. Only measurements that are taken while
//! no search runs count, and the growth from the first measurement to the second is ignored, because an engine may
//! allocate some memory only once. An engine with a garbage collector also stays below the two limits of this rule.
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
//! Memory that grows once and then stays the same, as for a large table, is not a leak:
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
//!   ^^^^^^^^^^^^^^^^^ 3 positions later the engine uses 150 MiB more memory, and its memory use still grows
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
    measures: Measurement::Memory,
    since: "0.1.0",
    check: checks::check_memory_steady,
};
