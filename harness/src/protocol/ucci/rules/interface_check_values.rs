//! An interface sets a check to `true` or `false`.
//!
//! No other values occur in the text; engines take whatever else comes for one or the other.
//!
//! ```conforms
//! > ucci
//! < option usebook type check default true
//! < ucciok
//! > setoption usebook false
//! ```
//!
//! What the engine did not announce, or did not announce as a check, has no such type; whether a value may be
//! missing, and in what letters it is written, is not said:
//!
//! ```conforms
//! > ucci
//! < option batch type check default false
//! < option ponder type combo var on var off
//! < ucciok
//! > setoption usebook off
//! > setoption ponder on
//! > setoption batch
//! > setoption batch TRUE
//! ```
//!
//! ```violates
//! > ucci
//! < option usebook type check default true
//! < option verbose type check default false
//! < ucciok
//! > setoption usebook off
//!   ^^^^^^^^^^^^^^^^^^^^^ neither `true` nor `false`
//! > setoption verbose 1
//!   ^^^^^^^^^^^^^^^^^^^ neither `true` nor `false`
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_check_values",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI O14",
    measures: Measures::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (entry, command) in view.sent() {
        let Command::SetOption { name, value } = command else {
            continue;
        };
        // A missing value (`UCCI O37`) and the case of letters (`UCCI T4`) are left open.
        if value.is_empty() || !view.checks.iter().any(|it| it.as_bytes() == *name) {
            continue;
        }
        let fits = [&b"true"[..], b"false"]
            .iter()
            .any(|it| value.eq_ignore_ascii_case(it));
        out.require(fits, entry.culprit(), || {
            "neither `true` nor `false`".to_owned()
        });
    }
}
