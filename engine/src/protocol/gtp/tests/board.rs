//! Tests of the commands that set the board.

use super::*;

#[test]
fn boards_of_all_sizes_can_be_set_and_drawn() {
    let mut talk = TestConversation::new();
    for size in 2..=25 {
        assert_eq!(talk.ask(&format!("boardsize {size}")), "=");
        assert_eq!(talk.position().size(), size);
        let drawing = talk.ask("showboard");
        assert_eq!(drawing.lines().count(), usize::from(size) + 5);
        assert!(drawing.lines().all(|it| !it.trim().is_empty()));
    }
    assert_eq!(talk.ask("play w z25"), "=");
    assert_eq!(talk.ask("boardsize 0"), "? unacceptable size");
    assert_eq!(talk.position().size(), 25);
}

#[test]
fn the_drawing_shows_coordinates_and_stones() {
    let mut talk = TestConversation::with_board_size(3);
    talk.ask_all(&["play b a1", "play w c2"]);
    let expected = "=\n   A B C\n 3 . . . 3\n 2 . . O 2\n 1 X . . 1\n   A B C\n\
                    black (X) has captured 0\nwhite (O) has captured 0";
    assert_eq!(talk.ask("showboard"), expected);
}

#[test]
fn handicap_stones_are_no_moves() {
    let mut talk = TestConversation::with_board_size(9);
    assert_eq!(talk.ask("11 fixed_handicap 3"), "=11 C3 G7 C7");
    assert_eq!(talk.ask("12 undo"), "?12 cannot undo");
    assert_eq!(talk.ask("13 fixed_handicap 2"), "?13 board not empty");
    talk.ask_all(&["play w e5", "undo"]);
    assert_eq!(talk.ask("undo"), "? cannot undo");
    assert_eq!(talk.position().board().stones().count(), 3);
    talk.ask_all(&["clear_board", "set_free_handicap A1 b2 C3"]);
    assert_eq!(talk.ask("set_free_handicap A1 B2"), "? board not empty");
    talk.ask_all(&["clear_board"]);
    for bad in ["A1", "A1 A1", "A1 pass", "A1 K1"] {
        assert_eq!(
            talk.ask(&format!("set_free_handicap {bad}")),
            "? bad vertex list"
        );
    }
    for bad in [
        "fixed_handicap 1",
        "fixed_handicap 10",
        "place_free_handicap 81",
    ] {
        assert_eq!(talk.ask(bad), "? invalid number of stones");
    }
    let placed = talk.ask_text("place_free_handicap 12");
    assert_eq!(placed.split(' ').count(), 12);
    assert_eq!(talk.position().board().stones().count(), 12);
}

#[test]
fn undo_restores_captures_and_ko() {
    let mut talk = TestConversation::with_board_size(5);
    talk.ask_all(&[
        "play b b3",
        "play w c3",
        "play b b1",
        "play w c1",
        "play b a2",
        "play w d2",
        "play w b2",
        "play b c2",
    ]);
    assert_eq!(talk.ask("play w b2"), "? illegal move");
    let before = talk.position().hash();
    talk.ask_all(&["undo", "play b c2"]);
    assert_eq!(talk.position().hash(), before);
    assert_eq!(talk.ask("play w b2"), "? illegal move");
    talk.ask_all(&["play w e5", "play b e4", "play w b2"]);
    assert_eq!(talk.position().captures(Color::White), 1);
}

#[test]
fn rules_decide_about_suicide_and_superko() {
    let mut talk = TestConversation::with_board_size(5);
    talk.ask_all(&[
        "play b a3",
        "play b b2",
        "play b b1",
        "play w a2",
        "play b e5",
    ]);
    assert_eq!(talk.ask("play w a1"), "? illegal move");
    talk.ask_all(&["kgs-rules new_zealand", "play w a1"]);
    assert_eq!(talk.position().captures(Color::Black), 2);
    // The suicide of one stone repeats the position, which superko forbids.
    talk.ask_all(&["play b a2"]);
    assert_eq!(talk.ask("play w a1"), "? illegal move");
    talk.ask_all(&["kgs-rules Japanese"]);
    assert_eq!(talk.ask("play w a1"), "? illegal move");
}

#[test]
fn play_accepts_any_color_and_moves_after_passes() {
    let mut talk = TestConversation::with_board_size(9);
    talk.ask_all(&[
        "play b pass",
        "play w PASS",
        "play w e5",
        "play WHITE D4",
        "play Black a1",
    ]);
    assert_eq!(talk.position().moves().len(), 5);
}
