//! `uci` before `ucci` does no harm.
//!
//! TCHESS sends both, a second apart, to the same process. An engine may exit after the first, or answer in UCI and
//! continue in it; both are allowed, but then TCHESS rejects the engine.
//!
//! ```conforms
//! > uci
//! > ucci
//! < ucciok
//! ```
//!
//! An engine with both protocols answers both:
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
//!            ^^^^ `ucciok` was not received within 11.001 s; the limit is 10.000 s
//! 11.001000 ~ 10s
//! 11.001000 > quit
//! 12.001000 ! killed
//! ```
//!
//! An engine that exits only when asked to must answer:
//!
//! ```violates
//! 0.000000 > uci
//! 1.000000 > ucci
//!            ^^^^ `ucciok` was not received within 10.003 s; the limit is 10.000 s
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

/// The timeout of the league's emulator.
const LIMIT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    if left_at_once(view) {
        let why = message!(
            "exits_after_uci",
            "the engine exits after `uci`, which is allowed"
        );
        return out.not_applicable(why);
    }
    for handshake in view.handshake.iter().filter(|it| it.after_other_protocol) {
        if handshake.greeted.is_none() && handshake.again {
            continue;
        }
        if handshake.greeted.is_none() && handshake.by_other_protocol {
            out.not_applicable(message!(
                "continues_in_uci",
                "the engine continues in UCI, which is allowed"
            ));
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
        deadline.judge(view, out, |overdue| overdue.answer("ucciok"));
    }
}

/// Whether the engine exited normally before `quit` or the end of its input.
fn left_at_once(view: &View) -> bool {
    let asked = view.commands().any(|(_, it)| *it == Command::Quit) || view.input_closed.is_some();
    let ended = view.end.as_ref().map(|it| &it.end);
    !asked && matches!(ended, Some(End::Exit(_) | End::Eof))
}
