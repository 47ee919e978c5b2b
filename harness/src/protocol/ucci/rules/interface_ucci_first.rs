//! `ucci` is the first command that an interface sends.
//!
//! If the first command is not `ucci`, the engine may exit, or continue in another protocol. A transcript that may
//! begin in the middle of a conversation is not judged, because its first command is unknown.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! ```
//!
//! An interface may send `quit` immediately after `ucci`:
//!
//! ```conforms
//! > ucci
//! > quit
//! ! exit 0
//! ```
//!
//! ```violates
//! > isready
//!   ^^^^^^^ sent before `ucci`
//! > ucci
//! < ucciok
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_ucci_first",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI H1",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    // After the first `ucci` the engine speaks UCCI.
    let ucci = view.commands().find(|(index, command)| {
        let entry = view.entry(*index);
        let before = matches!(
            entry.phase,
            EnginePhase::BeforeFirstCommand | EnginePhase::OtherProtocol
        ) && entry.may_be_other_protocol;
        before && **command == Command::Greet
    });
    let Some((ucci, _)) = ucci.filter(|_| !view.greeted_before) else {
        return;
    };
    // An answer before `ucci` shows that the transcript may begin in the middle of a conversation.
    let before = &view.entries[..ucci];
    let answers = |it: &Entry| {
        let answer = it.response().is_some_and(|it| {
            matches!(
                it,
                Response::ReadyOk
                    | Response::Info(_)
                    | Response::BestMove(_)
                    | Response::NoBestMove
                    | Response::Dialect(UcciResponse::Pophash(_))
                    | Response::Bye
            )
        });
        answer && it.phase != EnginePhase::BeforeFirstCommand
    };
    if before.iter().any(answers) {
        return;
    }
    let sent = |it: &&Entry| it.command().is_some_and(|it| *it != Command::Blank);
    match before.iter().find(sent) {
        Some(first) => out.violates(
            first.culprit(),
            message!("sent_before_ucci", "sent before `ucci`"),
        ),
        None => out.conforms(view.entry(ucci).at),
    }
}
