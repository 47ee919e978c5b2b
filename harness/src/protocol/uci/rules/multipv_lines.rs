//! If the option `MultiPV` is k, the engine sends k variations together, numbered from 1, and the best variation first.
//!
//! A GUI shows the variation with the number N in row N, and shows variation 1 as the best one.
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name MultiPV type spin default 1 min 1 max 5
//! < uciok
//! > setoption name MultiPV value 2
//! > position startpos
//! > go depth 2
//! < info depth 1 multipv 1 score cp 30 pv e2e4
//! < info depth 1 multipv 2 score cp 28 pv d2d4
//! < info depth 2 multipv 1 score cp 32 pv d2d4 d7d5
//! < info depth 2 multipv 2 score cp 20 pv e2e4 e7e5
//! < bestmove d2d4
//! ```
//!
//! With `setoption name MultiPV value 1` there is one line again:
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name MultiPV type spin default 1 min 1 max 5
//! < uciok
//! > setoption name MultiPV value 2
//! > setoption name MultiPV value 1
//! > position startpos
//! > go depth 1
//! < info depth 1 multipv 1 score cp 30 pv e2e4
//! < info depth 1 multipv 2 score cp 28 pv d2d4
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ `multipv 2` was sent, but the option `MultiPV` is 1
//! < bestmove e2e4
//! ```
//!
//! Line 2 may have a better score than line 1 if the engine plays the move of line 1:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name MultiPV type spin default 1 min 1 max 5
//! < uciok
//! > setoption name MultiPV value 2
//! > position startpos
//! > go depth 2
//! < info depth 2 multipv 1 score cp 20 pv e2e4
//! < info depth 2 multipv 2 score cp 30 pv d2d4
//! < bestmove e2e4
//! ```
//!
//! In a position with fewer than k legal moves, the engine sends fewer lines. An `info` line with a bound may precede
//! the exact line. The engine may abort an iteration before its last line:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name MultiPV type spin default 1 min 1 max 5
//! < uciok
//! > setoption name MultiPV value 3
//! > position fen 8/8/8/8/8/k7/7r/1K6 w - - 0 1
//! > go depth 2
//! < info depth 2 multipv 1 score cp -900 pv b1c1 h2h1
//! < info depth 2 multipv 2 score mate -1 pv b1a1 h2h1
//! < bestmove b1c1
//! > position startpos
//! > go infinite
//! < info depth 1 multipv 1 score cp 30 lowerbound pv e2e4
//! < info depth 1 multipv 1 score cp 30 pv e2e4
//! < info depth 1 multipv 2 score cp 28 pv d2d4
//! < info depth 1 multipv 3 score cp 20 pv c2c4
//! < info depth 2 multipv 1 score cp 30 pv e2e4
//! > stop
//! < bestmove e2e4
//! ```
//!
//! A book move needs one line only:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name MultiPV type spin default 1 min 1 max 5
//! < option name OwnBook type check default true
//! < uciok
//! > setoption name MultiPV value 3
//! > position startpos
//! > go depth 4
//! < info depth 4 score cp 30 pv e2e4 e7e5
//! < bestmove e2e4
//! > setoption name OwnBook value false
//! > position startpos
//! > go depth 2
//! < info depth 2 multipv 1 score cp 30 pv e2e4 e7e5
//! < info depth 2 multipv 2 score cp 28 pv d2d4 d7d5
//! < info depth 2 multipv 3 score cp 20 pv c2c4 e7e5
//! < bestmove e2e4
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name MultiPV type spin default 1 min 1 max 5
//! < uciok
//! > setoption name MultiPV value 3
//! > position startpos
//! > go depth 2
//! < info depth 2 multipv 1 score cp 30 pv e2e4
//! < info depth 2 multipv 3 score cp 20 pv c2c4
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ `multipv 3` comes after `multipv 1`
//! < info depth 2 multipv 4 score cp 10 pv c2c4
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ `multipv 4` was sent, but the option `MultiPV` is 3
//! < bestmove e2e4
//! ```
//!
//! The k lines of an iteration follow each other directly. Lines that tell nothing about the search, such as `readyok`
//! and `info string`, may come between them:
//!
//! ```conforms
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name MultiPV type spin default 1 min 1 max 5
//! < uciok
//! > setoption name MultiPV value 2
//! > position startpos
//! > go depth 2
//! < info currmove e2e4 currmovenumber 1
//! < info depth 2 multipv 1 score cp 30 pv e2e4
//! < info string aspiration failed
//! < info depth 2 multipv 2 score cp 28 pv d2d4
//! < info nodes 100 time 1
//! < bestmove e2e4
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name MultiPV type spin default 1 min 1 max 5
//! < uciok
//! > setoption name MultiPV value 2
//! > position startpos
//! > go depth 2
//! < info depth 2 multipv 1 score cp 30 pv e2e4
//! < info currmove d2d4 currmovenumber 2
//! < info depth 2 multipv 2 score cp 28 pv d2d4
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ the line with `multipv 2` does not follow the line before it directly: another `info` line came between them
//! < bestmove e2e4
//! ```
//!
//! ```violates
//! > uci
//! < id name Example
//! < id author A. N. Author
//! < option name MultiPV type spin default 1 min 1 max 5
//! < uciok
//! > setoption name MultiPV value 2
//! > position startpos
//! > go depth 2
//! < info depth 2 score cp 30 pv e2e4
//! < bestmove e2e4
//!   ^^^^^^^^^^^^^ `MultiPV` is 2, but no line of the search has `multipv 2`
//! > go depth 2
//! < info depth 2 multipv 1 score cp 20 pv e2e4
//! < info depth 2 multipv 2 score cp 30 pv d2d4
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ `multipv 2` has a better score than `multipv 1`, and the best move, so it should be `multipv 1`
//! < bestmove d2d4
//! ```

use super::super::{prelude::*, uci_move::UciMove, wire::Info};

pub(super) const RULE: Rule<View> = Rule {
    id: "uci/multipv_lines",
    level: Level::Must,
    topic: "grammar",
    spec: "UCI U70",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

/// An `info` line with a `pv`, and the number after its `multipv`.
struct MultiPvLine<'a> {
    entry: &'a Entry,
    number: u64,
    depth: Option<u64>,
    /// Whether the line has a score that is no bound.
    is_exact: bool,
    /// The score of the line, or `None` if the score is a bound or a mate.
    score: Option<i64>,
    first_move: Option<UciMove>,
}

fn check(view: &View, out: &mut Findings) {
    if view.has_results() {
        out.not_applicable(message!(
            "one_line_only",
            "no search had a `MultiPV` of 2 or more"
        ));
    }
    let certain =
        |it: &&Search| !it.is_doubtful && !it.may_be_skipped && it.interrupting_entry.is_none();
    for search in view.searches.iter().filter(certain) {
        let notes = &search.search_notes;
        let is_certain = |it: &u64| {
            notes.multipv_letter_case_matches && (*it >= 2 || *it == 1 && notes.multipv_was_set)
        };
        let Some(most) = notes.multipv.filter(is_certain) else {
            continue;
        };
        let lines: Vec<MultiPvLine<'_>> = view
            .info_lines_of_search(search)
            .filter_map(parse_multipv_line)
            .collect();
        if most == 1 {
            check_single_line(&lines, out);
            continue;
        }
        check_line_order(&lines, most, out);
        check_lines_are_together(view.info_lines_of_search(search), out);
        let answer = view.result_entry(search).and_then(Entry::response);
        if let Some(Response::BestMove(result)) = answer
            && let Some((best, _)) = result.best_move.as_ref()
            && search.ended_by_depth_limit()
            && !notes.may_be_weakened
        {
            check_best_line_is_first(&lines, *best, out);
            check_order_of_all_iterations(&lines, out);
        }
        if view.may_show_second_multipv_line(search) {
            check_iterations_have_second_line(&lines, out);
        }
        if let Some(result) = view
            .result_entry(search)
            .filter(|_| view.must_show_second_multipv_line(search))
        {
            let second = lines.iter().any(|it| it.number > 1);
            out.require(second, result.culprit(), || {
                message!(
                    "multipv_ignored",
                    "`MultiPV` is {count}, but no line of the search has `multipv 2`",
                    count = most
                )
            });
        }
    }
}

fn parse_multipv_line<'a>((entry, info): (&'a Entry, &'a Info)) -> Option<MultiPvLine<'a>> {
    let number = info.number_after_key("multipv")?;
    info.key_span("pv")
        .filter(|_| info.grammar_error.is_none())?;
    let score = info.score().filter(|it| it.bound.is_none() && !it.is_mate);
    Some(MultiPvLine {
        entry,
        number,
        depth: info.depth(),
        is_exact: info.score().is_some_and(|it| it.bound.is_none()),
        score: score.map(|it| it.value),
        first_move: info.items.iter().rev().find_map(|it| match it {
            Item::Pv(moves) => moves.first().map(|it| it.0),
            _ => None,
        }),
    })
}

/// Checks that a search with a `MultiPV` of 1 has no further lines. Such a search does not show how the engine sends
/// several lines.
fn check_single_line(lines: &[MultiPvLine<'_>], out: &mut Findings) {
    if let Some(line) = lines.iter().find(|it| it.number > 1) {
        out.violates(line.entry.culprit(), exceeded_message(line.number, 1));
    }
}

fn exceeded_message(number: u64, count: u64) -> Message {
    message!(
        "multipv_exceeded",
        "`multipv {number}` was sent, but the option `MultiPV` is {count}",
        number,
        count
    )
}

/// Checks that the number of each line is 1, equals the number of the line before it, or is the next number.
fn check_line_order(lines: &[MultiPvLine<'_>], most: u64, out: &mut Findings) {
    let mut before = 0;
    for line in lines {
        let number = line.number;
        let follows = number <= 1 || number == before || number == before + 1;
        if number > most {
            out.violates(line.entry.culprit(), exceeded_message(number, most));
        } else {
            out.require(follows, line.entry.culprit(), || {
                message!(
                    "multipv_out_of_order",
                    "`multipv {number}` comes after `multipv {before}`",
                    number,
                    before
                )
            });
        }
        before = number;
    }
}

/// Checks that no line about the search comes between the lines of an iteration.
fn check_lines_are_together<'a>(
    lines: impl Iterator<Item = (&'a Entry, &'a Info)>,
    out: &mut Findings,
) {
    let mut is_interrupted = false;
    for (entry, info) in lines {
        let is_text = info.items.iter().any(|it| {
            matches!(
                it,
                Item::Message | Item::DialectItem(UciInfoItem::UnknownWord(_))
            )
        });
        if info.key_span("pv").is_none() {
            is_interrupted |= info.grammar_error.is_none() && !is_text;
            continue;
        }
        if let Some(number) = info.number_after_key("multipv").filter(|it| *it > 1)
            && is_interrupted
        {
            let why = message!(
                "multipv_interrupted",
                "the line with `multipv {number}` does not follow the line before it directly: another `info` line came between them",
                number
            );
            out.violates(entry.culprit(), why);
        }
        is_interrupted = false;
    }
}

/// Checks that the second line is not much better than the first one in every iteration. An engine that orders its lines
/// by another measure, such as the number of visits, may have a better second line for a while.
fn check_order_of_all_iterations(lines: &[MultiPvLine<'_>], out: &mut Findings) {
    let pairs = lines.windows(2).filter(|it| {
        it[0].number == 1
            && it[1].number == 2
            && it[0].depth.is_some()
            && it[0].depth == it[1].depth
    });
    let scores: Option<Vec<(i64, &MultiPvLine<'_>)>> = pairs
        .map(|it| Some((it[1].score? - it[0].score?, &it[1])))
        .collect();
    let Some(scores) = scores.filter(|it| it.len() >= MIN_ITERATIONS_IN_WRONG_ORDER) else {
        return;
    };
    if let Some((_, last)) = scores.last()
        && scores.iter().all(|it| it.0 >= WRONG_ORDER_MARGIN)
    {
        let why = message!(
            "multipv_wrong_order",
            "in each of the {count} iterations `multipv 2` is better by {margin} centipawns or more: the best line comes first",
            count = scores.len(),
            margin = WRONG_ORDER_MARGIN.unsigned_abs()
        );
        out.violates(last.entry.culprit(), why);
    }
}

/// From this number of iterations on, a second line that is always much better is no coincidence.
const MIN_ITERATIONS_IN_WRONG_ORDER: usize = 3;

/// The difference of scores, in centipawns, from which a line is much better.
const WRONG_ORDER_MARGIN: i64 = 300;

/// Checks that an iteration has a line with `multipv 2` before the first line of the next iteration.
fn check_iterations_have_second_line(lines: &[MultiPvLine<'_>], out: &mut Findings) {
    let mut iteration: Option<(u64, bool)> = None;
    for line in lines {
        let Some(depth) = line.depth else {
            return;
        };
        match iteration {
            Some((last, has_second)) if line.number == 1 && depth == last + 1 => {
                // A line with a bound may come before the iteration is complete.
                if !has_second && last > 0 && line.is_exact {
                    let why = message!(
                        "multipv_second_missing",
                        "the iteration of depth {depth} is complete, and it had no line with `multipv 2`",
                        depth = last
                    );
                    out.violates(line.entry.culprit(), why);
                }
                iteration = Some((depth, false));
            }
            Some((last, _)) if depth == last && line.number > 1 => {
                iteration = Some((last, true));
            }
            Some((last, _)) if depth == last => (),
            _ => iteration = Some((depth, line.number > 1)),
        }
    }
}

/// Checks the lines of the last iteration. If the line with `multipv 1` does not begin with the best move, no other line
/// with the best move may have a better score, and no other line at all if none of them has the best move.
fn check_best_line_is_first(lines: &[MultiPvLine<'_>], best: UciMove, out: &mut Findings) {
    let Some((first, others)) = lines
        .iter()
        .rposition(|it| it.number == 1)
        .and_then(|it| lines[it..].split_first())
    else {
        return;
    };
    let of_iteration = || others.iter().take_while(|it| it.depth == first.depth);
    let has_best = |it: &MultiPvLine<'_>| it.first_move == Some(best);
    let is_best_shown = has_best(first) || of_iteration().any(has_best);
    let is_better = |it: &&MultiPvLine<'_>| {
        let scores = first.score.zip(it.score);
        (has_best(it) || !is_best_shown) && scores.is_some_and(|(first, score)| score > first)
    };
    if let Some(better) = of_iteration().filter(|it| it.number > 1).find(is_better) {
        let why = if !is_best_shown {
            message!(
                "multipv_better_line",
                "`multipv {number}` has a better score than `multipv 1`, and the best move is in neither of them",
                number = better.number
            )
        } else {
            message!(
                "multipv_worse_first",
                "`multipv {number}` has a better score than `multipv 1`, and the best move, so it should be `multipv 1`",
                number = better.number
            )
        };
        out.violates(better.entry.culprit(), why);
    }
}
