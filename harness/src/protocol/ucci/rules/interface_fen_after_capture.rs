//! An interface sends the position that arose from the last capture, and the moves since this capture.
//!
//! Moves before the last capture do not matter for repetitions, and a long list is a source of errors.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! ```
//!
//! A `position` command without a list of moves is allowed. Illegal moves in the list are judged by the rule
//! `interface_moves_legal`, and not by this rule:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2 b9c7
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos moves h2h9 i9h9 b2e2
//!                                ^^^^ i9h9 is a capture: the moves must begin after the last capture
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_fen_after_capture",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI P2",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let mut sent = view.dialect_notes.sent_options;
    for (entry, command) in view.commands_of_this_protocol() {
        sent.observe_command(command);
        let Command::Position(spec) = command else {
            continue;
        };
        if sent.promotion {
            continue;
        }
        let (Some(mut position), Some(moves)) = (position_before_moves(spec), &spec.moves) else {
            continue;
        };
        let mut last = None;
        let legal = moves.iter().enumerate().all(|(number, played)| {
            let legal = position.is_legal(*played);
            if legal && position.piece_at(played.to).is_some() {
                last = Some((number, *played));
            }
            position.play_move(*played);
            legal
        });
        if !legal || moves.is_empty() {
            continue;
        }
        let Some((number, played)) = last else {
            out.conforms(entry.at);
            continue;
        };
        let words = Words::new(&entry.line).skip_while(|it| it.text != b"moves");
        let span = words.skip(1).nth(number).map_or(0..0, |it| it.span);
        let message = message!(
            "moves_before_capture",
            "{played} is a capture: the moves must begin after the last capture",
            played = played.to_string()
        );
        out.violates(entry.culprit_of_part(span), message);
    }
}
