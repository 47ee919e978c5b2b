//! An interface sends only legal moves, in the notation of the protocol.
//!
//! An engine stops at an illegal move, so the engine and the interface then have different positions.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1
//! ```
//!
//! The word `moves` may end the line. In an analysis an interface may send a null move:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos moves
//! > position startpos moves e2e4 0000 d2d4
//! > position startpos moves e2e4 c7c5
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8Q
//!                                                   ^^^^^ expected a move
//! > position startpos moves e2e4 e2e4
//!                                ^^^^ e2e4 is illegal here: there is no piece on e2
//! ```
//!
//! The moves after `searchmoves` must be legal in the position that the engine searches:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos
//! > go searchmoves e2e4 d2d4 depth 1
//! < bestmove e2e4
//! > go depth 1 searchmoves 0000
//! < bestmove e2e4
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos
//! > go searchmoves e2e5 d2d4 depth 1
//!                  ^^^^ e2e5 is illegal here: a pawn cannot move in this way
//! < bestmove d2d4
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name UCI_Chess960 type check default false
//! < uciok
//! > setoption name UCI_Chess960 value true
//! > position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1
//!                                                           ^^^^ e1g1 is illegal here: castling is written e1h1 while `UCI_Chess960` is true
//! ```

use std::ops::Range;

use super::super::{chess::ChessPosition, prelude::*, uci_move::UciMove};
use crate::protocol::search::Word;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/interface_moves_legal",
    level: Level::Must,
    topic: "interface",
    spec: "UCI U42, U43, D3, Q1",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for (entry, command) in view.commands_of_this_protocol() {
        let Command::Position(spec) = command else {
            continue;
        };
        if spec.position_after_moves().is_some() {
            let moves = spec.moves.as_ref().map_or(0, Vec::len);
            (0..moves).for_each(|_| out.conforms(entry.at));
            continue;
        }
        let Some(mut position) = position_before_moves(spec) else {
            continue;
        };
        for word in words_after(entry, b"moves") {
            // The specification allows only an engine to send a null move (`UCI U104`), but interfaces send null moves
            // in analyses.
            if word.text == b"0000" {
                if position.as_chess().is_some_and(ChessPosition::in_check) {
                    let why = message!("null_move_in_check", "a side in check cannot pass");
                    out.violates(entry.culprit_of_part(word.span), why);
                }
                break;
            }
            let Some(played) = word.parse_move::<UciPosition>() else {
                let why = message!("not_a_move", "expected a move");
                out.violates(entry.culprit_of_part(word.span), why);
                break;
            };
            if !judge_move(entry, &position, played, word.span, out) {
                break;
            }
            position.play(played);
        }
    }
    for search in view.searches.iter().filter(|it| !it.may_be_skipped) {
        let Some(position) = search.position() else {
            continue;
        };
        let entry = view.entry(search.entry);
        for word in words_after(entry, b"searchmoves") {
            // The list ends at the first word that is not a move (`UCI A3`).
            let Some(sent) = word.parse_move::<UciPosition>() else {
                break;
            };
            judge_move(entry, position, sent, word.span, out);
        }
    }
}

/// The words of a line that follow the first occurrence of the word `start`.
fn words_after<'a>(entry: &'a Entry, start: &'static [u8]) -> impl Iterator<Item = Word<'a>> {
    let words = Words::new(&entry.line);
    words.skip_while(move |it| it.text != start).skip(1)
}

/// Judges one move that the interface sent, and returns true if the move is legal.
fn judge_move(
    entry: &Entry,
    position: &UciPosition,
    sent: UciMove,
    span: Range<usize>,
    out: &mut Findings,
) -> bool {
    let Some(why) = position.why_illegal(sent) else {
        out.conforms(entry.at);
        return true;
    };
    let message = message!(
        "sent_move_illegal",
        "{played} is illegal here: {why}",
        played = sent.to_string(),
        why
    );
    out.violates(entry.culprit_of_part(span), message);
    false
}
