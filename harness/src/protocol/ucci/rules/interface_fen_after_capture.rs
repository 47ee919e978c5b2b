//! An interface sends the position that arose from the last capture, and the moves since this capture.
//!
//! Moves before the last capture do not matter for repetitions, and a long list is a source of errors.
//!
//! One time, the user may have entered the position that is on the board:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! > go depth 1
//! < bestmove h0g2
//! > position fen rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 3 2 moves i9h9
//! > go depth 1
//! ```
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
//! Without a capture, the list of moves grows, because the engine needs all moves to recognize a repetition:
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! > go depth 1
//! < bestmove h0g2
//! > position fen rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 3 2 moves i9h9
//! > go depth 1
//! < bestmove i0h0
//! > position fen rnbakabr1/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKABR1 b - - 5 3 moves b9c7
//! > go depth 1
//!   ^^^^^^^^^^ no move since the last position was a capture, but the position begins anew, without the moves before it
//! < bestmove i0h0
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos moves h2h9 i9h9 b2e2
//!                                ^^^^ i9h9 is a capture: the moves must begin after the last capture
//! ```

use super::super::{list_start::WrongStart, prelude::*};

/// From this number of wrong starts on, it is no coincidence.
const MIN_WRONG_STARTS: usize = 2;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_fen_after_capture",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI P2, F5",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    check_captures_in_lists(view, out);
    check_lists_grow(view, out);
}

/// Checks that a list of moves has no capture.
fn check_captures_in_lists(view: &View, out: &mut Findings) {
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

/// Checks that the position begins anew only after a capture.
fn check_lists_grow(view: &View, out: &mut Findings) {
    if view.dialect_notes.sent_options.promotion {
        return;
    }
    let mut count = view.dialect_notes.wrong_start_count;
    for after in &view.searches {
        let Some(start) = WrongStart::of_search(view, after) else {
            continue;
        };
        count += 1;
        // One time, the user may have entered the position that is on the board.
        if count < MIN_WRONG_STARTS {
            continue;
        }
        let culprit = view.entry(after.entry).culprit();
        let message = match start {
            WrongStart::WithoutCapture => message!(
                "position_begins_anew",
                "no move since the last position was a capture, but the position begins anew, without the moves before it"
            ),
            WrongStart::AfterQuietReply => message!(
                "position_begins_late",
                "the position begins after the opponent's move, which was no capture: it must begin after the engine's capture"
            ),
            WrongStart::WrongHalfMoves => message!(
                "half_moves_after_capture",
                "the position is the one right after a capture, so the fifth field of the FEN is 0"
            ),
        };
        out.violates(culprit, message);
    }
}
