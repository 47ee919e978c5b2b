//! An idle engine answers `quit` with `bye` before the process ends.
//!
//! Some GUIs wait for `bye` before they close the pipes; without `bye` they wait for ever.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > quit
//! < bye
//! ! exit 0
//! ```
//!
//! After `bye`, the process may exit with any status:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > isready
//! < readyok
//! > quit
//! < bye
//! ! exit 1
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > quit
//!   ^^^^ the process exited with status 0 without a `bye`
//! ! exit 0
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > quit
//!            ^^^^ `quit` was not answered and the process had to be killed
//! 12.000000 ~ 12s
//! 12.000000 ! killed
//! ```
//!
//! A searching engine may exit without `bye`. But in a search that ends only after a command, it may not wait for
//! another command than `quit`:
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > position startpos
//! 0.003000 > go infinite
//! 0.100000 > quit
//!            ^^^^ `quit` was not answered and the process had to be killed
//! 12.000000 ~ 12s
//! 12.000000 ! killed
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/bye_before_end",
    level: Level::Must,
    topic: "process",
    spec: "UCCI E1",
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

/// The engine must answer `quit` within this time.
const BYE_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    checks::check_bye_before_exit(view, BYE_TIMEOUT, out);
}
