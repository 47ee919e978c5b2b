//! `score` is told as the side to move sees it.
//!
//! An interface that shows it would show the wrong winner. It is judged only where no engine can be of
//! two minds: one side has no piece that can attack.
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position fen 3k5/9/9/9/9/9/9/9/9/R3K3R b - - 0 1
//! > go depth 1
//! < info depth 1 score -1200 pv d9d8
//! < bestmove d9d8
//! ```
//!
//! The other side, and a score of nothing at all:
//!
//! ```conforms
//! > ucci
//! < ucciok
//! > position fen 3k1a3/9/9/9/9/9/9/9/9/R3K3R w - - 0 1
//! > go depth 1
//! < info depth 1 score 1200 pv a0a9
//! < bestmove a0a9
//! > position fen 3k1a3/9/9/9/9/9/9/9/9/R3K3R b - - 0 1
//! > go depth 1
//! < info depth 1 score 0
//! < bestmove d9d8
//! ```
//!
//! ```violates
//! > ucci
//! < ucciok
//! > position fen 3k5/9/9/9/9/9/9/9/9/R3K3R b - - 0 1
//! > go depth 1
//! < info depth 1 score 1200 pv d9d8
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ black is to move and has nothing to attack with, and the score is 1200
//! < bestmove d9d8
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/score_side",
    level: Level::Should,
    topic: "state",
    spec: "UCCI I3",
    measures: Measures::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.has_results() {
        out.not_applicable("the engine told no score where one side has nothing to attack with");
    }
    for search in &view.searches {
        let Some((mover, armed)) = search.position().and_then(one_sided) else {
            continue;
        };
        let told = search.infos.iter().map(|it| view.entry(*it));
        for (entry, score) in told.filter_map(|it| Some((it, score(it)?))) {
            let fits = if armed { score >= 0 } else { score <= 0 };
            out.require(fits, entry.culprit(), || {
                let armed = match armed {
                    true => "alone has something to attack with",
                    false => "has nothing to attack with",
                };
                format!("{mover} is to move and {armed}, and the score is {score}")
            });
        }
    }
}

fn score(entry: &Entry) -> Option<i64> {
    let Some(Response::Info(info)) = entry.response() else {
        return None;
    };
    // A bound tells one side only (`UCCI I10`).
    let mut words = entry.line.split(u8::is_ascii_whitespace);
    if words.any(|it| it == b"lowerbound" || it == b"upperbound") {
        return None;
    }
    info.items.iter().find_map(|it| match it {
        Item::Score(score) => Some(*score),
        _ => None,
    })
}

/// The side to move, and whether it is the only one that can attack; `None` if both or neither can.
/// Two chariots leave the other side nothing to hope for, not even a stalemate of its own.
fn one_sided(position: &Position) -> Option<(&'static str, bool)> {
    let fen = position.to_fen();
    let (board, rest) = fen.split_once(' ')?;
    let attackers = |letters: &str| board.chars().filter(|it| letters.contains(*it)).count();
    let chariots = |letter: char| board.chars().filter(|it| *it == letter).count();
    let red_alone = attackers("rncp") == 0 && chariots('R') >= 2;
    let black_alone = attackers("RNCP") == 0 && chariots('r') >= 2;
    let red_moves = rest.starts_with('w');
    if !red_alone && !black_alone {
        return None;
    }
    let mover = if red_moves { "red" } else { "black" };
    Some((mover, red_alone == red_moves))
}
