//! An interface sets a check to `true` or `false`.
//!
//! The specification has no other values; an engine may read any other value as either of them.
//!
//! ```conforms
//! > ucci
//! < option usebook type check default true
//! < ucciok
//! > setoption usebook false
//! ```
//!
//! Options that the engine did not announce as checks are not judged; nor is a missing value, nor upper and lower
//! case, which the specification does not define:
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
//!   ^^^^^^^^^^^^^^^^^^^^^ expected `true` or `false`
//! > setoption verbose 1
//!   ^^^^^^^^^^^^^^^^^^^ expected `true` or `false`
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
        // A missing value (`UCCI O37`) and the case of letters (`UCCI T4`) are not defined.
        if value.is_empty() || !view.checks.iter().any(|it| it.as_bytes() == *name) {
            continue;
        }
        let fits = [&b"true"[..], b"false"]
            .iter()
            .any(|it| value.eq_ignore_ascii_case(it));
        out.require(fits, entry.culprit(), || {
            message!("check_value", "expected `true` or `false`")
        });
    }
}
