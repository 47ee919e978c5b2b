//! The engine does not fall silent for good.
//!
//! It lives, but answers nothing any more: a controller can only kill it.
//!
//! ```conforms
//! > name
//! < = toy
//! <
//! > quit
//! < =
//! <
//! ! exit 0
//! ```
//!
//! One answer that is missing is no hang, and behind a command that may take long the engine may be at work:
//!
//! ```conforms
//! 0.000000 > 1 name
//! 0.001000 < =1 toy
//! 0.001000 <
//! 0.002000 > 2 genmove b
//! 10.002000 ~ 10s
//! 10.003000 > 3 quit
//! 11.003000 ~ 1s
//! 11.004000 ! killed
//! ```
//!
//! ```violates
//! 0.000000 > 1 name
//! 0.001000 < =1 toy
//! 0.001000 <
//! 0.002000 > 2 version
//!            ^^^^^^^^^ from here on the engine said nothing, and had to be killed
//! 10.002000 ~ 10s
//! 10.003000 > 3 quit
//! 11.003000 ~ 1s
//! 11.004000 ! killed
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/no_hang",
    level: Level::Robust,
    topic: "process",
    spec: "GTP G-31, G-36",
    measures: Measures::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let Some(ending) = &view.ending else {
        return;
    };
    match &ending.kind {
        EndKind::Hung(since) => {
            let message = "from here on the engine said nothing, and had to be killed";
            out.violates_by_measure(since.culprit(), message);
        }
        EndKind::HostLate => {
            let why = "the engine said nothing any more, but the host itself was late";
            out.host_was_late(ending.at, why);
        }
        EndKind::Clean => out.conforms(ending.at),
        EndKind::Crashed | EndKind::ExitedUnasked | EndKind::Unclear => (),
    }
}
