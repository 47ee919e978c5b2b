//! An interface sends `ponderhit` only if the opponent played the expected move.
//!
//! After a wrong `ponderhit` the engine searches a position that is not on the board.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos moves e2e4 e7e5
//! > go ponder wtime 60000 btime 60000
//! > ponderhit
//! < bestmove g1f3
//! > position startpos moves e2e4 e7e5 g1f3 b8c6
//! > go wtime 50000 btime 50000
//! ```
//!
//! If the user takes back moves, the next `position` does not show which move the opponent played:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > isready
//! < readyok
//! > position startpos moves e2e4 e7e5
//! > go ponder wtime 60000 btime 60000
//! > ponderhit
//! < bestmove g1f3
//! > position startpos moves e2e4 e7e5 g1f3 b8c6
//! > go ponder wtime 60000 btime 60000
//! > ponderhit
//! < bestmove f1b5
//! > position startpos moves e2e4 c7c5
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position startpos moves e2e4 e7e5
//! > go ponder wtime 60000 btime 60000
//! > ponderhit
//! < bestmove g1f3
//! > position startpos moves e2e4 c7c5 g1f3
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ `ponderhit` confirms e7e5, but the opponent played c7c5
//! > go wtime 50000 btime 50000
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/interface_ponderhit",
    level: Level::Must,
    topic: "interface",
    spec: "UCI U108",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    for after in &view.positions_after_ponderhit {
        let (Some(was), Some(is)) = (&after.pondered_position.moves, &after.last_position.moves)
        else {
            continue;
        };
        // After a capture or in another game, the next `position` may have another FEN. If the FEN is another one, the
        // list of moves after it does not show the opponent's move.
        let same = after.pondered_position.base_position == after.last_position.base_position;
        let (Some((guess, before)), Some(answer)) =
            (was.split_last().filter(|_| same), after.last_best_move)
        else {
            continue;
        };
        let entry = view.entry(after.entry);
        let played = is.strip_prefix(before);
        // If the list of moves in `position` contains the engine's best move, no move was taken back.
        match played {
            Some([reply, next, ..]) if *next == answer && !entry.may_be_other_protocol => {
                out.require(reply == guess, entry.culprit(), || {
                    message!(
                        "ponderhit_wrong",
                        "`ponderhit` confirms {guess}, but the opponent played {reply}",
                        guess = guess.to_string(),
                        reply = reply.to_string()
                    )
                });
            }
            _ => (),
        }
    }
}
