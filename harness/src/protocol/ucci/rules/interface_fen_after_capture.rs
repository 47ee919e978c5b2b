//! An interface sends the position after the last capture, and the moves since.
//!
//! Moves before it are of no use for repetitions, and a long list is one more chance to differ.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! ```
//!
//! The last move may be the capture itself, if the engine is told at once:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7 h0g2
//! > position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2 b9c7
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos moves h2h9 i9h9 b2e2
//!                                ^^^^ i9h9 captures: the position after it is the one to send
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_fen_after_capture",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI P2",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (index, command) in view.commands() {
        let Command::Position(spec) = command else {
            continue;
        };
        let entry = view.entry(index);
        let bare = Posspec {
            place: spec.place.clone(),
            moves: Some(Vec::new()),
        };
        let (Some(mut position), Some(moves)) = (resolve(&bare), &spec.moves) else {
            continue;
        };
        let mut last = None;
        for (number, played) in moves.iter().enumerate() {
            if !position.is_legal(*played) {
                return;
            }
            let before = pieces(&position);
            position.play(*played);
            if pieces(&position) < before {
                last = Some((number, *played));
            }
        }
        match last {
            None if !moves.is_empty() => out.conforms(entry.at),
            None => (),
            Some((number, played)) => {
                let words = Words::new(&entry.line).skip_while(|it| it.text != b"moves");
                let span = words.skip(1).nth(number).map_or(0..0, |it| it.span);
                let message =
                    format!("{played} captures: the position after it is the one to send");
                out.violates(entry.point(span), message);
            }
        }
    }
}

fn pieces(position: &Position) -> usize {
    let fen = position.to_fen();
    let board = fen.split(' ').next().unwrap_or_default();
    board.chars().filter(char::is_ascii_alphabetic).count()
}
