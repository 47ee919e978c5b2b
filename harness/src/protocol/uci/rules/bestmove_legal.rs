//! The move of `bestmove` is legal in the current position.
//!
//! An illegal move loses the game at once.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos moves e2e4
//! > go depth 1
//! < bestmove e7e5
//! ```
//!
//! A promotion is written with the letter of the new piece, and castling is written as the king's move of two squares:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position fen 6k1/P7/8/8/8/8/8/4K2R w K - 0 1
//! > go depth 1
//! < bestmove a7a8n
//! > go depth 1
//! < bestmove e1g1
//! ```
//!
//! While `UCI_Chess960` is true, castling is written as the king's move to the square of its own rook:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name UCI_Chess960 type check default false
//! < uciok
//! > setoption name UCI_Chess960 value true
//! > position fen r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1 moves e1h1
//! > go depth 1
//! < bestmove e8a8
//! ```
//!
//! The option `UCI_Variant`, or the first move that is legal in only one of the games, shows whether the game is chess
//! or xiangqi:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name UCI_Variant type combo default xiangqi var xiangqi var chess
//! < uciok
//! > position startpos moves h2e2 h9g7
//! > go depth 1
//! < bestmove h0g2
//! > isready
//! < readyok
//! > setoption name UCI_Variant value chess
//! > position startpos
//! > go depth 1
//! < bestmove e2e4
//! ```
//!
//! The engine need not understand a `position` command with thousands of moves:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos moves {600*g1f3 g8f6 f3g1 f6g8 }e2e4
//! > go depth 1
//! < bestmove a2a3
//! > position startpos
//! > go depth 1
//! < bestmove e2e4
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos
//! > go depth 1
//! < bestmove e2e5
//!            ^^^^ e2e5 is illegal here: a pawn cannot move in this way
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position fen 4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1
//! > go depth 1
//! < bestmove e2d2
//!            ^^^^ e2d2 is illegal here: the move exposes the king on e1 to check
//! ```
//!
//! In xiangqi, the moves of the conversation also show whether the engine's first rank is 0 or 1:
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos moves h3e3 h10g8
//! > go depth 1
//! < bestmove b1d2
//!            ^^^^ b1d2 is illegal here: the horse is blocked on c1
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/bestmove_legal",
    level: Level::Must,
    topic: "legality",
    spec: "UCI U63, U66, U42, U43, U39, U15, U40, U41, U107, Q1, Q2, Q4",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check: checks::check_bestmove_legal,
};
