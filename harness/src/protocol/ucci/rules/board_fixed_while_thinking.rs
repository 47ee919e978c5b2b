//! The engine ignores a `position` or `banmoves` that is sent during a search, and does not apply it after the search.
//!
//! An interface with a bug may send the next `position` during a search. If a `position` comes during a search and the
//! engine applies it afterwards, the engine and the interface have different positions.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! > position startpos moves h2e2
//! > isready
//! < readyok
//! > stop
//! < bestmove h2e2
//! > go depth 1
//! < bestmove b0c2
//! ```
//!
//! The engine may have sent the result before the `position` arrived; in this case the `position` is valid:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! > position startpos moves h2e2
//! > isready
//! < readyok
//! > stop
//! < bestmove h2e2
//! > position startpos moves h2e2
//! > go depth 3
//! > position startpos
//! < bestmove h9g7
//! > isready
//! < readyok
//! > go depth 1
//! < bestmove h2e2
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > go infinite
//! > position startpos moves h2e2
//! > isready
//! < readyok
//! > stop
//! < bestmove h2e2
//! > go depth 1
//! < bestmove h9g7
//!   ^^^^^^^^^^^^^ the result fits only a `position` that was sent during the search
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position fen 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1
//! > go infinite
//! > banmoves d0d1
//! > isready
//! < readyok
//! > stop
//! < bestmove d0d1
//! > go depth 1
//! < nobestmove
//!   ^^^^^^^^^^ this `banmoves` was sent during a search and bans nothing
//! ```
//!
//! The bans stay in force, too:
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position startpos
//! > banmoves h2e2
//! > go infinite
//! > position startpos moves h2e2
//! > isready
//! < readyok
//! > stop
//! < bestmove b2e2
//! > go depth 1
//! < bestmove h2e2
//!   ^^^^^^^^^^^^^ this move is banned, and a command that was sent during the search ends no bans
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/board_fixed_while_thinking",
    level: Level::Must,
    topic: "state",
    spec: "UCCI ST7",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::check_board_fixed_in_search(view, violation_message, out);
}

fn violation_message(command: &Command) -> Message {
    match command {
        Command::Dialect(UcciCommand::BanMoves(_)) => message!(
            "banmoves_during_search",
            "this `banmoves` was sent during a search and bans nothing"
        ),
        _ => message!(
            "position_during_search",
            "the result fits only a `position` that was sent during the search"
        ),
    }
}
