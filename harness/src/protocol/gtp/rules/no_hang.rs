//! The engine does not hang.
//!
//! A hung process still runs but answers no command, so the controller can only kill it.
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
//! A single missing answer is not a hang. After a slow command such as `genmove`, the engine may still be working:
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
//!            ^^^^^^^^^ the engine sent nothing after this command and had to be killed
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
    measures: Measurement::Absence,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let Some(ending) = &view.ending else {
        return;
    };
    // If the last command was unusual, the rule about this kind of command judges the hang.
    if let Some(exchange) = view.fatal_exchange() {
        out.line_left_to_other_rule = Some(exchange.line.culprit().at);
        return;
    }
    match &ending.kind {
        EndKind::Hung(since) => {
            out.record_violation_beyond_host_delay(since.culprit(), hang_message());
        }
        EndKind::HostLate => out.add_late_host_doubt(ending.at, late_host_hang_doubt_message()),
        EndKind::Clean => out.conforms(ending.at),
        EndKind::Crashed | EndKind::ExitedWithoutQuit | EndKind::ExternalSignal => (),
    }
}
