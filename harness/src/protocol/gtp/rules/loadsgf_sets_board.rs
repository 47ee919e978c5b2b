//! `loadsgf` sets the size of the board and loads the position before the given move, or the position at the end.
//!
//! Regression tests load a game and ask the engine for the move of a certain position. If the engine loads another
//! position, these tests measure nothing.
//!
//! The text does not say what becomes of stones that a record sets up or removes after its first node, so a record with
//! such stones is not judged.
//!
//! The position before move 3 has the first two stones:
//!
//! ```conforms
//! = file /tmp/game.sgf (;GM[1]SZ[9];B[cb];W[gc];B[dg])
//! > loadsgf /tmp/game.sgf 3
//! < =
//! <
//! > play w C8
//! < ? illegal move
//! <
//! > play b D3
//! < =
//! <
//! ```
//!
//! If a number exceeds the number of moves, the position at the end of the game is loaded:
//!
//! ```conforms
//! = file /tmp/game.sgf (;GM[1]SZ[9];B[cb];W[gc];B[dg])
//! > loadsgf /tmp/game.sgf 99
//! < =
//! <
//! > play w D3
//! < ? illegal move
//! <
//! ```
//!
//! An engine may be unable to read the file:
//!
//! ```conforms
//! = file /tmp/game.sgf (;GM[1]SZ[9];B[cb];W[gc];B[dg])
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > loadsgf /tmp/game.sgf
//! < ? cannot load file
//! <
//! > loadsgf /tmp/game.sgf 3
//! < =
//! <
//! > play b D3
//! < =
//! <
//! ```
//!
//! The record may have a komi:
//!
//! ```violates
//! = file /tmp/komi.sgf (;GM[1]SZ[5]KM[20];B[cc];W[bb])
//! > komi 7
//! < =
//! <
//! > loadsgf /tmp/komi.sgf 2
//! < =
//! <
//! > play w pass
//! < =
//! <
//! > play b pass
//! < =
//! <
//! > final_score
//! < = B+18
//! <
//! > final_score
//! < = B+18
//! <
//! > komi 20
//! < =
//! <
//! > final_score
//! < = B+5
//! <
//! > final_score
//! < = B+5
//!   ^^^^^ after `loadsgf` the score was B+18, and after `komi 20`, which is the komi of the record, it is B+5: does `loadsgf` set the komi?
//! <
//! ```
//!
//! ```violates
//! = file /tmp/game.sgf (;GM[1]SZ[9];B[cb];W[gc];B[dg])
//! > loadsgf /tmp/game.sgf 3
//! < =
//! <
//! > play b D3
//! < ? illegal move
//!   ^^^^^^^^^^^^^^ this answer does not fit the board after `loadsgf`
//! <
//! ```

use super::super::{
    prelude::*,
    view::{KnownScore, PRINTED_PRECISION, format_score},
};

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/loadsgf_sets_board",
    level: Level::Must,
    topic: "state",
    spec: "GTP G-127",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(view, out, &["loadsgf"]);
    mark_inapplicable_if_unreadable(view, out);
    for (exchange, response) in view.completely_answered_exchanges() {
        if exchange.board.loads_no_record && exchange.facts.listed == Some(true) {
            out.require(!response.status.is_success, response.line.culprit(), || {
                message!(
                    "gtp_no_record_loaded",
                    "a success, although the file is no game record"
                )
            });
        }
    }
    checks::judge_board_mistake(view, out, BoardMistake::WrongPositionLoaded, |_| {
        message!(
            "gtp_wrong_position_loaded",
            "this answer does not fit the board after `loadsgf`"
        )
    });
    check_komi_of_record(view, out);
}

/// Checks that the score does not change if `komi` sets the komi that the record has.
fn check_komi_of_record(view: &View, out: &mut Findings) {
    let is_near = |a: f64, b: f64| (a - b).abs() < PRINTED_PRECISION;
    for (exchange, response) in view.completely_answered_exchanges() {
        let scores = exchange.facts.scores;
        let is_judged = exchange.is_valid_command(&["final_score"])
            && scores.is_game_over()
            && !scores.is_komi_of_record;
        let (Some(komi), Some(score)) = (scores.komi.filter(|_| is_judged), response.score())
        else {
            continue;
        };
        let (after_load, later): (Vec<KnownScore>, Vec<KnownScore>) = scores
            .of_position()
            .filter(|it| is_near(it.komi, komi))
            .partition(|it| it.is_komi_of_record);
        // An estimate is not repeated.
        let is_repeated = later.iter().any(|it| is_near(it.score, score));
        if let [last, first, ..] = after_load[..]
            && is_repeated
            && is_near(last.score, first.score)
        {
            out.require(is_near(last.score, score), response.line.culprit(), || {
                message!(
                    "gtp_komi_of_record",
                    "after `loadsgf` the score was {loaded}, and after `komi {komi}`, which is the komi of the record, it is {found}: does `loadsgf` set the komi?",
                    loaded = format_score(last.score),
                    komi = komi.to_string(),
                    found = format_score(score)
                )
            });
        }
    }
}

/// An engine may fail to read a file, for instance because it runs in a container.
fn mark_inapplicable_if_unreadable(view: &View, out: &mut Findings) {
    let failed = |(exchange, response): (&CommandExchange, &Response)| {
        exchange.board.loads_written_file && !response.status.is_success
    };
    if view.completely_answered_exchanges().any(failed) {
        out.not_applicable(message!(
            "gtp_file_not_loaded",
            "the engine cannot load files of ponderhit"
        ));
    }
}
