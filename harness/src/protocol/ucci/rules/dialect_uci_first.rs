//! `uci` before `ucci` does no harm.
//!
//! TCHESS tries both, a second apart, in the same process. An engine may leave at the first (that is
//! its right), but then it counts as no engine there.
//!
//! ```conforms
//! > uci
//! > ucci
//! < ucciok
//! ```
//!
//! An engine that speaks both answers both:
//!
//! ```conforms
//! > uci
//! < id name Both
//! < uciok
//! > ucci
//! < ucciok
//! ```
//!
//! ```violates
//! 0.000000 > uci
//! 1.000000 > ucci
//!            ^^^^ `ucciok` had not come after 11.001 s
//! 11.001000 ~ 10s
//! 11.001000 > quit
//! 12.001000 ! killed
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/dialect_uci_first",
    level: Level::Should,
    topic: "dialect",
    spec: "UCCI D1, H3",
    check,
};

/// What the league's emulator waits.
const LIMIT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    for handshake in view.handshake.iter().filter(|it| it.after_alien) {
        let ucci = view.entry(handshake.entry);
        let deadline = Deadline {
            asked: ucci,
            since: ucci.time,
            answer: handshake.ucciok.map(|it| view.entry(it)),
            clock: Duration::ZERO,
            limit: LIMIT,
        };
        deadline.judge(view, out, |fate| format!("`ucciok` {fate}"));
    }
}
