//! All moves that an interface sends have the form of `h2e2`, and the moves of a `position` are legal.
//!
//! After an illegal move the interface and the engine may have different positions.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h9g7
//! ```
//!
//! If there are no moves, the interface omits the word `moves`:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > position startpos moves b0c2
//! ```
//!
//! If the option `promotion` is set, the legal moves are unknown:
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
//!                 ^^^^^ expected a move
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos moves h2e2 h2e2
//!                                ^^^^ h2e2 is illegal here: there is no piece on h2
//! > position startpos moves
//!                     ^^^^^ expected a move after `moves`
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/interface_moves_legal",
    level: Level::Must,
    topic: "interface",
    spec: "UCCI P10, MV1",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

const NOT_A_MOVE_MESSAGE: Message = message!("not_a_move", "expected a move");

fn check(view: &View, out: &mut Findings) {
    let mut sent = view.dialect_notes.sent_options;
    for (entry, command) in view.commands_of_this_protocol() {
        sent.observe_command(command);
        let spec = match command {
            Command::Position(spec) | Command::Dialect(UcciCommand::Probe(spec)) => spec,
            Command::Dialect(UcciCommand::BanMoves(None)) => {
                let strange = Words::new(&entry.line)
                    .skip(1)
                    .find(|it| it.parse_move::<Position>().is_none());
                if let Some(word) = strange {
                    out.violates(entry.culprit_of_part(word.span), NOT_A_MOVE_MESSAGE);
                }
                continue;
            }
            _ => continue,
        };
        // The specification does not define the notation of a promotion and the legal moves after it (`UCCI O26`).
        let Some(mut position) = position_before_moves(spec).filter(|_| !sent.promotion) else {
            continue;
        };
        let mut words = Words::new(&entry.line).skip_while(|it| it.text != b"moves");
        let Some(moves) = words.next() else {
            continue;
        };
        let mut empty = true;
        for word in words {
            empty = false;
            let Some(played) = word.parse_move::<Position>() else {
                out.violates(entry.culprit_of_part(word.span), NOT_A_MOVE_MESSAGE);
                break;
            };
            if let Some(why) = position.why_illegal(played) {
                out.violates(
                    entry.culprit_of_part(word.span),
                    message!(
                        "sent_move_illegal",
                        "{played} is illegal here: {why}",
                        played = played.to_string(),
                        why = illegal_reason_message(why)
                    ),
                );
                break;
            }
            position.play_move(played);
            out.conforms(entry.at);
        }
        if empty {
            let message = message!("no_move_after_moves", "expected a move after `moves`");
            out.violates(entry.culprit_of_part(moves.span), message);
        }
    }
}
