//! In `score mate N`, `N` counts moves, not plies, and is negative if the side to move is mated.
//!
//! With a wrong `N`, a GUI shows the wrong winner, or a mate that is twice as far away. With a wrong sign of the score,
//! a test tool that ends games by their scores gives the win to the wrong side.
//!
//! The rule judges only positions in which all lines of play end in mate after the same number of moves, because only
//! in such a position exactly one `N` is right. Here white has one legal move, and both answers to this move are mate:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position fen 8/p7/2q5/b2p4/8/K7/7Q/kqbb4 w - - 0 1
//! > go depth 4
//! < info depth 2 score mate -1 pv h2b2 b1b2
//! < bestmove h2b2
//! > position fen 8/p7/2q5/b2p4/8/K7/7Q/kqbb4 w - - 0 1 moves h2b2
//! > go depth 4
//! < info depth 2 score mate 1 pv b1b2
//! < bestmove b1b2
//! ```
//!
//! An engine need not see the mate. Any `N` is allowed in a score with `lowerbound` or `upperbound`, and in a position
//! that has several lines of play:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position fen 8/p7/2q5/b2p4/8/K7/7Q/kqbb4 w - - 0 1
//! > go depth 4
//! < info depth 1 score cp -900 pv h2b2
//! < info depth 2 score mate -3 lowerbound pv h2b2
//! < info depth 2 score mate -1 pv h2b2
//! < bestmove h2b2
//! > position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1
//! > go depth 2
//! < info depth 2 score mate 2 pv f7f8
//! < bestmove f7g7
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position fen 8/p7/2q5/b2p4/8/K7/7Q/kqbb4 w - - 0 1
//! > go depth 4
//! < info depth 2 score mate -2 pv h2b2 b1b2
//!                           ^^ `mate -2`, but every line of play leads to `mate -1`
//! < bestmove h2b2
//! > position fen 8/p7/2q5/b2p4/8/K7/7Q/kqbb4 w - - 0 1 moves h2b2
//! > go depth 4
//! < info depth 2 score mate -1 pv b1b2
//!                           ^^ `mate -1`, but every line of play leads to `mate 1`
//! < bestmove b1b2
//! ```
//!
//! `mate 0` in a position with a legal move is wrong, too:
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1
//! > go depth 2
//! < info depth 2 score mate 0 pv a1a8
//!                           ^ `mate 0`, but the side to move is not mated; a mate with the next move is `mate 1`
//! < bestmove a1a8
//! ```
//!
//! A line that ends in stalemate is no mate:
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < uciok
//! > position fen k7/P7/8/1K6/8/8/8/8 w - - 0 1
//! > go depth 4
//! < info depth 4 score mate 1 pv b5a6
//!                           ^ `mate 1`, but the `pv` ends in stalemate
//! < bestmove b5a6
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/mate_in_moves",
    level: Level::Must,
    topic: "grammar",
    spec: "UCI U71",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

/// The maximum length of the lines of play, in plies, and the maximum number of legal moves in each position. The two
/// limits keep the number of positions small that the rule must play through.
const MAX_PLIES: usize = 4;
const MAX_LEGAL_MOVES: usize = 6;

fn check(view: &View, out: &mut Findings) {
    if view.has_results() {
        out.not_applicable(message!(
            "no_forced_mate_score",
            "the engine reported no mate in a position in which every line of play ends in mate"
        ));
    }
    let searches = view.searches.iter();
    for search in searches.filter(|it| !view.is_result_from_other_position(it)) {
        let exact = |it: &Score| it.is_mate && it.bound.is_none() && it.value != 0;
        reject_stalemates(view, search, out);
        reject_mates_in_zero(view, search, out);
        let infos = view.info_lines_of_search(search);
        let scores: Vec<_> = infos
            .filter_map(|(entry, info)| Some((entry, info.score().filter(|it| exact(it))?)))
            .collect();
        if scores.is_empty() {
            continue;
        }
        // In xiangqi the rules about repetitions may decide a game before the mate.
        let position = search.position().filter(|it| !it.may_repetition_lose());
        let plies = position.and_then(|it| plies_to_mate(it, MAX_PLIES));
        // The specification does not define the score of a position that is mate already (`UCI A14`).
        let Some(plies) = plies.filter(|it| *it > 0) else {
            continue;
        };
        let moves = i64::try_from(plies.div_ceil(2)).unwrap_or(i64::MAX);
        let expected = if plies % 2 == 0 { -moves } else { moves };
        for (entry, score) in scores {
            let culprit = entry.culprit_of_part(score.span.clone());
            out.require(score.value == expected, culprit, || {
                message!(
                    "mate_score_wrong",
                    "`mate {value}`, but every line of play leads to `mate {expected}`",
                    value = score.value.to_string(),
                    expected = expected.to_string()
                )
            });
        }
    }
}

/// Rejects exact mate scores whose variation ends in stalemate.
fn reject_stalemates(view: &View, search: &Search, out: &mut Findings) {
    let Some(position) = search.position() else {
        return;
    };
    for (entry, info) in view.info_lines_of_search(search) {
        let exact = |it: &&Score| it.is_mate && it.bound.is_none() && it.value != 0;
        let Some(score) = info.score().filter(exact) else {
            continue;
        };
        let mut end = position.clone();
        let are_legal = info.items.iter().any(|it| match it {
            Item::Pv(moves) => moves.iter().all(|it| end.play_if_legal(it.0)),
            _ => false,
        });
        if are_legal && !end.is_mate() && end.legal_moves().is_empty() {
            let message = message!(
                "mate_line_is_stalemate",
                "`mate {value}`, but the `pv` ends in stalemate",
                value = score.value.to_string()
            );
            out.violates(entry.culprit_of_part(score.span.clone()), message);
        }
    }
}

/// Rejects an exact `mate 0` in a position with a legal move, because the side to move is not mated, and every exact
/// mate in a stalemate.
fn reject_mates_in_zero(view: &View, search: &Search, out: &mut Findings) {
    let Some(position) = search.position() else {
        return;
    };
    if position.legal_moves().is_empty() {
        if !position.is_mate() {
            reject_mates_in_stalemate(view, search, out);
        }
        return;
    }
    for (entry, info) in view.info_lines_of_search(search) {
        let zero = |it: &&Score| it.is_mate && it.bound.is_none() && it.value == 0;
        if let Some(score) = info.score().filter(zero) {
            let message = message!(
                "mate_in_zero",
                "`mate 0`, but the side to move is not mated; a mate with the next move is `mate 1`"
            );
            out.violates(entry.culprit_of_part(score.span.clone()), message);
        }
    }
}

/// Rejects every exact mate score in a position that is stalemate.
fn reject_mates_in_stalemate(view: &View, search: &Search, out: &mut Findings) {
    for (entry, info) in view.info_lines_of_search(search) {
        let exact = |it: &&Score| it.is_mate && it.bound.is_none();
        if let Some(score) = info.score().filter(exact) {
            let message = message!(
                "stalemate_is_mate",
                "`mate {value}`, but the position is stalemate, which is a draw",
                value = score.value.to_string()
            );
            out.violates(entry.culprit_of_part(score.span.clone()), message);
        }
    }
}

/// The number of plies to mate, if all lines of play end in mate after the same number of plies. Returns `None` if the
/// lines of play end in another way, or if one of them is longer than `max_plies`.
fn plies_to_mate(position: &UciPosition, max_plies: usize) -> Option<usize> {
    if position.is_mate() {
        return Some(0);
    }
    let moves = position.legal_moves();
    if moves.is_empty() || moves.len() > MAX_LEGAL_MOVES || max_plies == 0 {
        return None;
    }
    let mut lengths = moves.into_iter().map(|it| {
        let mut next = position.clone();
        next.play(it);
        plies_to_mate(&next, max_plies - 1)
    });
    let first = lengths.next().flatten()?;
    lengths.all(|it| it == Some(first)).then_some(first + 1)
}
