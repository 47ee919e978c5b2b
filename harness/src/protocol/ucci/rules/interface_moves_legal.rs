//! The moves that an interface sends are written as moves are, and those of a position are legal.
//!
//! Where they are not, the two sides no longer have the same game before them.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! ```
//!
//! With no move to send the word `moves` is left out:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > position startpos moves b0c2
//! ```
//!
//! Once promotion was asked for it is not known what is legal:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos moves h2e2
//! > setoption promotion true
//! > position startpos moves a0a9
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > probe startpos moves a0a9
//!                        ^^^^ a0a9 is illegal here: the way to a9 is not free
//! < pophash
//! > position startpos
//! > banmoves b0c2 H2-E2
//!                 ^^^^^ no move
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h2e2
//!                                ^^^^ h2e2 is illegal here: there is no piece on h2
//! > position startpos moves
//!                     ^^^^^ `moves` without a move
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_moves_legal",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI P10, MV1",
    measures: Measures::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    let mut sent = view.own.sent;
    for (entry, command) in view.sent() {
        sent.take(command);
        let spec = match command {
            Command::Position(spec) | Command::Own(UcciCommand::Probe(spec)) => spec,
            Command::Own(UcciCommand::BanMoves(None)) => {
                let strange = Words::new(&entry.line)
                    .skip(1)
                    .find(|it| it.as_move::<Position>().is_none());
                if let Some(word) = strange {
                    out.violates(entry.point(word.span), "no move");
                }
                continue;
            }
            _ => continue,
        };
        // How a promotion is written, and what is legal after it, is not said (`UCCI O26`).
        let Some(mut position) = set_up(&spec.place).filter(|_| !sent.promotion) else {
            continue;
        };
        let mut words = Words::new(&entry.line).skip_while(|it| it.text != b"moves");
        let Some(moves) = words.next() else {
            continue;
        };
        let mut empty = true;
        for word in words {
            empty = false;
            let Some(played) = word.as_move::<Position>() else {
                out.violates(entry.point(word.span), "no move");
                break;
            };
            if let Some(why) = position.why_illegal(played) {
                out.violates(
                    entry.point(word.span),
                    format!("{played} is illegal here: {why}"),
                );
                break;
            }
            position.play(played);
            out.conforms(entry.at);
        }
        if empty {
            out.violates(entry.point(moves.span), "`moves` without a move");
        }
    }
}
