//! The moves that an interface sends with a position are legal.
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
    spec: "UCCI P10",
    measures: Measures::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (index, command) in view.commands() {
        let Command::Position(spec) = command else {
            continue;
        };
        let entry = view.entry(index);
        let Some(mut position) = set_up(&spec.place) else {
            continue;
        };
        let mut words = Words::new(&entry.line).skip_while(|it| it.text != b"moves");
        let Some(moves) = words.next() else {
            continue;
        };
        let mut empty = true;
        for word in words {
            empty = false;
            let Some(played) = word.as_move() else {
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
