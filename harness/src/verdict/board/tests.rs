//! Tests of drawn boards, each with its conversation.

use super::*;
use crate::{
    protocol::{self, DiagramCell},
    rule::RuleId,
    transcript::Transcript,
};

const HANDSHAKE: &str = "> ucci\n< ucciok\n";

/// Returns the boards of all violations of one rule.
fn report_boards(rule: &'static str, lines: &str) -> Vec<Option<Diagram>> {
    let ucci = protocol::find_protocol("ucci").unwrap();
    let transcript = Transcript::parse(format!("{HANDSHAKE}{lines}").as_bytes()).unwrap();
    let judged = protocol::judge_transcript(ucci, &transcript);
    let rule = RuleId::new(rule);
    assert!(
        !judged.findings[rule].violations.is_empty(),
        "{rule} finds nothing in\n{lines}"
    );
    let contexts = &judged.contexts[rule];
    contexts.iter().map(|it| it.board.clone()).collect()
}

/// Returns the board of the only violation of one rule, in ASCII.
fn single_ascii_board(rule: &'static str, lines: &str) -> String {
    let boards = report_boards(rule, lines);
    assert_eq!(boards.len(), 1);
    ascii_board(boards[0].as_ref().unwrap())
}

#[test]
fn an_illegal_move_is_marked_where_it_begins_and_ends() {
    let lines = "> position startpos\n> go depth 1\n< bestmove a0a5\n";
    insta::assert_snapshot!(single_ascii_board("ucci/bestmove_legal", lines), @r"
    a0a5; red to move
    9  r  n  b  a  k  a  b  n  r
    8  .  .  .  .  .  .  .  .  .
    7  .  c  .  .  .  .  .  c  .
    6  p  .  p  .  p  .  p  .  p
    5 [.] .  .  .  .  .  .  .  .
       ~  ~  ~  ~  ~  ~  ~  ~  ~
    4  .  .  .  .  .  .  .  .  .
    3  P  .  P  .  P  .  P  .  P
    2  .  C  .  .  .  .  .  C  .
    1  .  .  .  .  .  .  .  .  .
    0 [R] N  B  A  K  A  B  N  R
       a  b  c  d  e  f  g  h  i
    ");
}

#[test]
fn unicode_boards_have_aligned_columns() {
    let lines = "> position startpos\n> go depth 1\n< bestmove a0a5\n";
    let board = report_boards("ucci/bestmove_legal", lines)
        .remove(0)
        .unwrap();
    let rows = board_rows(&board, BoardStyle::Unicode, str::to_owned);
    insta::assert_snapshot!(rows.join("\n"), @r"
    9  車  馬  象  士  將  士  象  馬  車
    8  ．  ．  ．  ．  ．  ．  ．  ．  ．
    7  ．  砲  ．  ．  ．  ．  ．  砲  ．
    6  卒  ．  卒  ．  卒  ．  卒  ．  卒
    5 [．] ．  ．  ．  ．  ．  ．  ．  ．
       ～  ～  ～  ～  ～  ～  ～  ～  ～
    4  ．  ．  ．  ．  ．  ．  ．  ．  ．
    3  兵  ．  兵  ．  兵  ．  兵  ．  兵
    2  ．  炮  ．  ．  ．  ．  ．  炮  ．
    1  ．  ．  ．  ．  ．  ．  ．  ．  ．
    0 [俥] 傌  相  仕  帥  仕  相  傌  俥
       ａ  ｂ  ｃ  ｄ  ｅ  ｆ  ｇ  ｈ  ｉ
    ");
    for row in rows {
        // A row has a label, a blank, and four columns for each cell: a bracket or blank, a wide character, and a
        // bracket or blank.
        let mut cells = row.chars().skip(2);
        let mut count = 0;
        while let Some(left) = cells.next() {
            let (it, right) = (cells.next().unwrap(), cells.next().unwrap_or(' '));
            assert!(it > '\u{2fff}', "{it} in {row}");
            assert!(matches!((left, right), (' ', ' ') | ('[', ']')), "{row}");
            count += 1;
        }
        assert_eq!(count, 9, "{row}");
    }
}

#[test]
fn the_caption_of_a_banned_move_lists_the_banned_moves() {
    let said = "> position startpos moves h2e2 h9g7\n> banmoves h0g2 b0c2 a0a1 i0i1 i0i2\n> go depth 1\n< bestmove i0i2\n";
    insta::assert_snapshot!(single_ascii_board("ucci/bans_kept", said), @r"
    i0i2; red to move; banned: i0i2 h0g2 b0c2 a0a1 and more
    9  r  n  b  a  k  a  b  .  r
    8  .  .  .  .  .  .  .  .  .
    7  .  c  .  .  .  .  n  c  .
    6  p  .  p  .  p  .  p  .  p
    5  .  .  .  .  .  .  .  .  .
       ~  ~  ~  ~  ~  ~  ~  ~  ~
    4  .  .  .  .  .  .  .  .  .
    3  P  .  P  .  P  .  P  .  P
    2  .  C  .  .  C  .  .  . [.]
    1  .  .  .  .  .  .  .  .  .
    0  R  N  B  A  K  A  B  N [R]
       a  b  c  d  e  f  g  h  i
    ");
}

#[test]
fn the_board_of_a_ponder_move_shows_the_position_after_the_best_move() {
    let lines = "> position startpos\n> go depth 1\n< bestmove h2e2 ponder h7h0\n";
    insta::assert_snapshot!(single_ascii_board("ucci/ponder_legal", lines), @r"
    h7h0; black to move after h2e2
    9  r  n  b  a  k  a  b  n  r
    8  .  .  .  .  .  .  .  .  .
    7  .  c  .  .  .  .  . [c] .
    6  p  .  p  .  p  .  p  .  p
    5  .  .  .  .  .  .  .  .  .
       ~  ~  ~  ~  ~  ~  ~  ~  ~
    4  .  .  .  .  .  .  .  .  .
    3  P  .  P  .  P  .  P  .  P
    2  .  C  .  .  C  .  .  .  .
    1  .  .  .  .  .  .  .  .  .
    0  R  N  B  A  K  A  B [N] R
       a  b  c  d  e  f  g  h  i
    ");
}

#[test]
fn the_board_of_a_variation_shows_the_position_before_the_illegal_move() {
    let lines = "> position startpos\n> go depth 5\n\
                < info depth 5 pv h2e2 h9g7 h0g2 i9h9 b0c2 e6e4\n< bestmove h2e2\n";
    let drawn = single_ascii_board("ucci/pv_legal", lines);
    let caption = "e6e4; black to move after 5 moves\n";
    assert!(drawn.starts_with(caption), "{drawn}");
    assert!(drawn.contains("6  p  .  p  . [p] .  p  .  p\n"), "{drawn}");
    assert!(drawn.contains("2  .  C  N  .  C  .  N  .  .\n"), "{drawn}");
}

#[test]
fn illegal_moves_and_bans_of_the_interface_have_a_board() {
    let lines = "> position startpos moves h2e2 h2e2\n";
    let drawn = single_ascii_board("ucci/interface_moves_legal", lines);
    assert!(
        drawn.starts_with("h2e2; black to move after h2e2\n"),
        "{drawn}"
    );
    assert!(drawn.contains("2  .  C  .  . [C] .  . [.] .\n"), "{drawn}");
    let lines = "> position startpos\n> banmoves h2e2 e3e5\n";
    let drawn = single_ascii_board("ucci/interface_ban_legal", lines);
    assert!(drawn.contains("3  P  .  P  . [P] .  P  .  P\n"), "{drawn}");
}

#[test]
fn the_board_of_a_missing_move_has_no_highlighted_cell() {
    let lines = "> position fen 3k5/9/9/9/9/8p/9/9/9/3AK4 w - - 0 1\n> go depth 1\n< nobestmove\n";
    let drawn = single_ascii_board("ucci/nobestmove_only_dead", lines);
    assert!(drawn.starts_with("red to move\n"), "{drawn}");
    assert!(drawn.contains("0  .  .  .  A  K  .  .  .  .\n"), "{drawn}");
    assert!(!drawn.contains('['), "{drawn}");
}

#[test]
fn only_the_square_of_a_move_that_is_on_the_board_is_highlighted() {
    let lines = "> position startpos\n> go depth 1\n< bestmove h10g8\n";
    let drawn = single_ascii_board("ucci/bestmove_grammar", lines);
    assert!(drawn.starts_with("h10g8; red to move\n"), "{drawn}");
    assert!(drawn.contains("8  .  .  .  .  .  . [.] .  .\n"), "{drawn}");
    assert_eq!(drawn.matches('[').count(), 1, "{drawn}");
    let lines = "> probe startpos moves h2e2\n< pophash bestmove z0z9\n";
    let drawn = single_ascii_board("ucci/pophash_grammar", lines);
    assert!(drawn.starts_with("z0z9; black to move\n"), "{drawn}");
}

#[test]
fn an_invalid_position_has_no_board() {
    for place in ["fen 9/9 w", "startpos moves a0a9", "here"] {
        let lines = format!("> position {place}\n> go depth 1\n< bestmove h10g8\n");
        assert_eq!(
            report_boards("ucci/bestmove_grammar", &lines),
            [None],
            "{place}"
        );
    }
}

#[test]
fn a_violation_that_is_not_about_a_move_has_no_board() {
    let lines = "> position startpos\n> go depth 1\n< bestmove (none)\n";
    assert_eq!(report_boards("ucci/bestmove_grammar", lines), [None]);
    let lines = "> position startpos\n> go depth 1\n< info depth no\n< bestmove h2e2\n";
    assert_eq!(report_boards("ucci/info_grammar", lines), [None]);
}

#[test]
fn each_illegal_move_of_a_line_has_its_own_board() {
    let pv = "info pv a0a5 pv h2e2 h2e2";
    let said = format!("> position startpos\n> go depth 1\n< {pv}\n< bestmove h2e2\n");
    let boards = report_boards("ucci/pv_legal", &said);
    let captions = boards
        .iter()
        .map(|it| it.as_ref().unwrap().caption_text(Language::English));
    let captions: Vec<_> = captions.collect();
    assert_eq!(
        captions,
        ["a0a5; red to move", "h2e2; black to move after h2e2"]
    );
}

#[test]
fn rows_are_aligned_with_labels_of_different_widths() {
    let marked = DiagramCell {
        is_highlighted: true,
        ..DiagramCell::new('X', '黑')
    };
    let row = |label: &str, cells: &[DiagramCell]| DiagramRow {
        label: label.to_owned(),
        cells: cells.to_vec(),
    };
    let empty = DiagramCell::new('.', '．');
    let board = Diagram {
        caption: vec![crate::message::message!("two_stones", "two stones")],
        rows: vec![row("10", &[marked, marked, empty]), row("9", &[empty])],
    };
    assert_eq!(ascii_board(&board), "two stones\n10 [X][X] .\n9   .");
    let colour = |it: &str| format!("<{it}>");
    assert_eq!(
        board_rows(&board, BoardStyle::Unicode, colour),
        ["10 <[黑]><[黑]> ．", "9   ．"]
    );
    assert!(board_rows(&board, BoardStyle::NoBoard, colour).is_empty());
}
