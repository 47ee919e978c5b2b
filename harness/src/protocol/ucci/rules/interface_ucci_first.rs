//! `ucci` is the first command that an interface sends.
//!
//! On anything else the engine may leave, or go on in another protocol.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! ```
//!
//! To leave again at once is no harm:
//!
//! ```conforms
//! > quit
//! ! exit 0
//! ```
//!
//! ```violates
//! > isready
//!   ^^^^^^^ said before `ucci`
//! > ucci
//! < ucciok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_ucci_first",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI H1",
    measures: Measures::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (index, command) in view.commands() {
        let entry = view.entry(index);
        if entry.phase == Phase::Boot && *command != Command::Blank {
            let first = matches!(command, Command::Ucci | Command::Quit);
            out.require(first, entry.culprit(), || "said before `ucci`".to_owned());
        }
    }
}
