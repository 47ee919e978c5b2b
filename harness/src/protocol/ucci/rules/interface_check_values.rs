//! An interface sets an option of type `check` to `true` or `false`.
//!
//! For options of type `check`, the specification has only the values `true` and `false`. If an interface sends a value
//! other than `true` and `false`, an engine may read it as either of the two.
//!
//! ```conforms
//! > ucci
//! < option usebook type check default true
//! < ucciok
//! > setoption usebook false
//! ```
//!
//! Only options that the engine announced with type `check` are judged. A missing value and the case of letters are not
//! judged, because the specification does not define them:
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
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (entry, command) in view.commands_of_this_protocol() {
        let Command::SetOption { name, value } = command else {
            continue;
        };
        // The specification does not define a missing value (`UCCI O37`) and the case of letters (`UCCI T4`).
        if value.is_empty() || !view.check_options.iter().any(|it| it.as_bytes() == *name) {
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
