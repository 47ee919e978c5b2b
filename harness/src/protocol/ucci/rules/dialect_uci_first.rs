//! `uci` before `ucci` does no harm.
//!
//! TCHESS tries both, a second apart, in the same process. An engine may leave at the first, or greet in UCI and
//! stay in it (that is its right), but then it counts as no engine there.
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
//!
//! Only who leaves before being asked to has made use of that right:
//!
//! ```violates
//! 0.000000 > uci
//! 1.000000 > ucci
//!            ^^^^ `ucciok` had not come after 10.003 s
//! 11.001000 ~ 10s
//! 11.001000 > quit
//! 11.002000 < bye
//! 11.003000 ! exit 0
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/dialect_uci_first",
    level: Level::Should,
    topic: "dialect",
    spec: "UCCI D1, H3",
    measures: Measures::Time,
    since: "0.1.0",
    check,
};

/// What the league's emulator waits.
const LIMIT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    if left_at_once(view) {
        out.not_applicable("the engine leaves if the first word is not its own, as it may");
        return;
    }
    for handshake in view.handshake.iter().filter(|it| it.after_other_protocol) {
        if handshake.greeted.is_none() && handshake.again {
            continue;
        }
        if handshake.greeted.is_none() && handshake.by_other_protocol {
            out.not_applicable("the engine goes on in UCI, as it may");
            continue;
        }
        let ucci = view.entry(handshake.entry);
        let deadline = Deadline {
            asked: ucci,
            since: ucci.time,
            answer: handshake.greeted.map(|it| view.entry(it)),
            clock: Duration::ZERO,
            limit: LIMIT,
        };
        deadline.judge(view, out, |fate| format!("`ucciok` {fate}"));
    }
}

/// Whether the engine ended in good order before anybody asked it to.
fn left_at_once(view: &View) -> bool {
    let asked = view.commands().any(|(_, it)| *it == Command::Quit) || view.input_closed.is_some();
    let ended = view.end.as_ref().map(|it| &it.end);
    !asked && matches!(ended, Some(End::Exit(_) | End::Eof))
}
