//! An idle engine answers `quit` with `bye` before the process ends.
//!
//! A GUI that waits for `bye` before it closes the pipes waits for ever.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > quit
//! < bye
//! ! exit 0
//! ```
//!
//! Any exit status is normal:
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
//!   ^^^^ the process ended (exit status 0), and no `bye` came
//! ! exit 0
//! ```
//!
//! ```violates
//! 0.000000 > ucci
//! 0.001000 < ucciok
//! 0.002000 > quit
//!            ^^^^ `quit` was not answered, and the process had to be killed
//! 12.000000 ~ 12s
//! 12.000000 ! killed
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/bye_before_end",
    level: Level::Must,
    topic: "process",
    spec: "UCCI E1",
    measures: Measures::Absence,
    since: "0.1.0",
    check,
};

/// Later than this is never.
const LIMIT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    let Some(quit) = view.quit.as_ref().filter(|it| it.phase == Phase::Idle) else {
        return;
    };
    let entry = view.entry(quit.entry);
    if let Some(bye) = quit.bye {
        out.conforms(view.entry(bye).at);
        return;
    }
    let Some(ending) = view.end.as_ref().filter(|_| view.excess.is_none()) else {
        return;
    };
    // A `bye` that nothing reads is not seen.
    if ending.unheard {
        return;
    }
    let message = match (&ending.end, &ending.kind) {
        // The rules about crashes and hangs convict these.
        (End::Signal(_), _) | (_, EndKind::Hung(_) | EndKind::HostLate) => return,
        (End::Exit(status), _) => {
            format!("the process ended (exit status {status}), and no `bye` came")
        }
        (End::Eof, _) => "the engine closed its output, and no `bye` came".to_owned(),
        (End::Killed, _) => {
            // Whatever is ended sooner was given up for other reasons.
            let end = view.entry(ending.entry);
            if view.waited_since(quit.since, entry, end, LIMIT, out) {
                let message = "`quit` was not answered, and the process had to be killed";
                out.violates_by_measure(entry.culprit(), message);
            }
            return;
        }
        (End::Cut, _) => return,
    };
    out.violates(entry.culprit(), message);
}
