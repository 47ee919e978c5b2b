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
//! What the engine did not announce has no type:
//!
//! ```conforms
//! > ucci
//! < option batch type check default false
//! < ucciok
//! > setoption usebook off
//! > setoption batch true
//! ```
//!
//! ```violates
//! > ucci
//! < option usebook type check default true
//! < ucciok
//! > setoption usebook off
//!   ^^^^^^^^^^^^^^^^^^^^^ neither `true` nor `false`
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_check_values",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI O14",
    measures: Measures::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (index, command) in view.commands() {
        let Command::SetOption { name, value } = command else {
            continue;
        };
        let announced = |it: &&String| it.as_bytes() == name.as_slice();
        let name = view.announced.iter().find(announced);
        let standard = name.and_then(|it| vocabulary::option(it));
        if standard.is_some_and(|it| it.kind == "check") {
            let fits = matches!(value.as_slice(), b"true" | b"false");
            out.require(fits, view.entry(index).culprit(), || {
                "neither `true` nor `false`".to_owned()
            });
        }
    }
}
