//! `score` is from the point of view of the side to move.
//!
//! If the score is from another point of view, an interface shows the wrong side as better. This rule judges only
//! positions in which one side has no piece that can attack, because the sign of the score is certain in such
//! positions.
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
//! If the attacking side is to move, the score is at least 0. A score of 0 is always allowed:
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
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expected a score of at most 0: black is to move and has no attackers, found 1200
//! < bestmove d9d8
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "ucci/score_side",
    level: Level::Should,
    topic: "state",
    spec: "UCCI I3",
    measures: Measurement::Nothing,
    since: "0.1.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    if view.has_results() {
        out.not_applicable(message!(
            "no_certain_score",
            "the engine sent no score for a position in which one side has no attackers"
        ));
    }
    for search in &view.searches {
        let Some((mover, armed)) = search
            .position()
            .and_then(side_to_move_if_only_one_side_attacks)
        else {
            continue;
        };
        let infos = search.info_entries.iter().map(|it| view.entry(*it));
        for (entry, score) in infos.filter_map(|it| Some((it, exact_score(it)?))) {
            let fits = if armed { score >= 0 } else { score <= 0 };
            out.require(fits, entry.culprit(), || {
                let score = score.to_string();
                if armed {
                    message!(
                        "score_too_low",
                        "expected a score of at least 0: {mover} is to move and the opponent has no attackers, found {score}",
                        mover = mover.clone(),
                        score
                    )
                } else {
                    message!(
                        "score_too_high",
                        "expected a score of at most 0: {mover} is to move and has no attackers, found {score}",
                        mover = mover.clone(),
                        score
                    )
                }
            });
        }
    }
}

fn exact_score(entry: &Entry) -> Option<i64> {
    let Some(Response::Info(info)) = entry.response() else {
        return None;
    };
    // A score with a bound is not exact (`UCCI I10`).
    let mut words = entry.line.split(u8::is_ascii_whitespace);
    if words.any(|it| it == b"lowerbound" || it == b"upperbound") {
        return None;
    }
    info.items.iter().find_map(|it| match it {
        Item::Score(score) => Some(*score),
        _ => None,
    })
}

/// If only one side can attack, returns the side to move, and whether the side to move is the attacking side. Returns
/// `None` if both sides or neither side can attack. The attacking side must have two chariots, so that it is certainly
/// better.
fn side_to_move_if_only_one_side_attacks(position: &Position) -> Option<(Message, bool)> {
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
    let mover = match red_moves {
        true => message!("side_red", "red"),
        false => message!("side_black", "black"),
    };
    Some((mover, red_alone == red_moves))
}
