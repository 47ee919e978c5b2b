//! `uci` before `ucci` does no harm.
//!
//! TCHESS sends `uci` and, a second later, `ucci` to the same process. After `uci` the engine may exit or continue in
//! UCI; in both cases TCHESS rejects the engine.
//!
//! ```conforms
//! > uci
//! > ucci
//! < ucciok
//! ```
//!
//! An engine that speaks both UCI and UCCI answers `uci` and `ucci`:
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
//! If the engine does not exit before `quit`, it must answer `ucci`:
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
    measures: Measurement::Time,
    since: "0.1.0",
    check,
};

/// The league's emulator waits this long for `ucciok`.
const UCCIOK_TIMEOUT: Duration = Duration::from_secs(10);

fn check(view: &View, out: &mut Findings) {
    if exited_before_quit(view) {
        let why = message!(
            "exits_after_uci",
            "the engine exits after `uci`, which is allowed"
        );
        return out.not_applicable(why);
    }
    for handshake in view
        .first_handshake
        .iter()
        .filter(|it| it.after_other_protocol)
    {
        if handshake.answer_entry.is_none() && handshake.is_repeated {
            continue;
        }
        if handshake.answer_entry.is_none() && handshake.answered_by_other_protocol {
            out.not_applicable(message!(
                "continues_in_uci",
                "the engine continues in UCI, which is allowed"
            ));
            continue;
        }
        let ucci = view.entry(handshake.entry);
        let deadline = Deadline {
            command_entry: ucci,
            starts_at: ucci.time,
            answer: handshake.answer_entry.map(|it| view.entry(it)),
            clock_time: Duration::ZERO,
            limit: UCCIOK_TIMEOUT,
        };
        deadline.judge(view, out, |overdue| overdue.answer_message("ucciok"));
    }
}

/// Returns true if the engine exited normally before `quit` and before its input was closed.
fn exited_before_quit(view: &View) -> bool {
    let asked =
        view.commands().any(|(_, it)| *it == Command::Quit) || view.input_closed_entry.is_some();
    let ended = view.session_end.as_ref().map(|it| &it.session_end);
    !asked && matches!(ended, Some(SessionEnd::Exit(_) | SessionEnd::Eof))
}
