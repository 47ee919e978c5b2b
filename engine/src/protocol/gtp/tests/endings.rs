//! Tests of the end of a game: passes, dead stones and scores.

use super::*;

/// Black owns the left side, white the right side; the white stone on B6 is dead.
const FINISHED_GAME_MOVES: [&str; 4] = [
    "D7 D6 D5 D4 C4 B4 A4",
    "E7 E6 E5 E4 F4 G4",
    "D3 D2 D1",
    "E3 E2 E1",
];

fn finished_game() -> TestConversation {
    let mut talk = TestConversation::with_board_size(7);
    for (stones, color) in FINISHED_GAME_MOVES.iter().zip(["b", "w", "b", "w"]) {
        for vertex in stones.split(' ') {
            talk.ask_all(&[&format!("play {color} {vertex}")]);
        }
    }
    talk.ask_all(&["play b B2", "play w F6", "play w F2", "play b B5"]);
    talk
}

#[test]
fn the_final_status_lists_name_every_stone_once() {
    let mut talk = finished_game();
    talk.ask_all(&["play w B6"]);
    let mut all = Vec::new();
    for word in ["alive", "seki", "dead"] {
        let text = talk.ask_text(&format!("final_status_list {word}"));
        all.extend(
            text.split_whitespace()
                .map(|it| Vertex::parse(it).unwrap().point().unwrap()),
        );
    }
    all.sort_unstable();
    let mut stones: Vec<_> = talk.position().board().stones().map(|it| it.0).collect();
    stones.sort_unstable();
    assert_eq!(all, stones);
    assert_eq!(talk.ask_text("final_status_list dead"), "B6");
    assert!(
        talk.ask_text("final_status_list black_territory")
            .contains("B6")
    );
    assert_eq!(talk.ask_text("final_status_list dame"), "");
    // Black owns four columns of seven points, white owns three, and there is no komi.
    assert_eq!(talk.ask_text("final_score"), "B+7");
    talk.ask_all(&["komi 7.5"]);
    assert_eq!(talk.ask_text("final_score"), "W+0.5");
}

#[test]
fn the_engine_passes_when_everything_is_settled() {
    let mut talk = finished_game();
    assert_eq!(talk.ask_text("genmove b"), "pass");
    assert_eq!(talk.ask_text("genmove w"), "pass");
    assert_eq!(talk.position().moves().last().unwrap().vertex, Vertex::Pass);
}

#[test]
fn cleanup_captures_dead_stones_before_it_passes() {
    let mut talk = finished_game();
    talk.ask_all(&["play w B6", "play w pass"]);
    let mut moves = 0;
    loop {
        let dead = talk.ask_text("final_status_list dead");
        let answer = talk.ask_text("kgs-genmove_cleanup b");
        if answer == "pass" {
            assert_eq!(dead, "");
            break;
        }
        assert!(Vertex::parse(&answer).is_some());
        talk.ask_all(&["play w pass"]);
        moves += 1;
        assert!(moves < 20);
    }
    assert!(moves > 0);
    assert_eq!(talk.ask_text("final_status_list dead"), "");
}

#[test]
fn a_lost_game_is_resigned() {
    let mut talk = finished_game();
    // With this komi, white cannot win even if white owns all points of the board.
    talk.ask_all(&[
        "komi -200",
        "play b pass",
        "undo",
        "clear_board",
        "play b c3",
    ]);
    assert_eq!(talk.ask_text("genmove w"), "resign");
    assert_eq!(talk.position().moves().len(), 1);
    assert_eq!(talk.ask_text("reg_genmove w"), "resign");
    let answer = talk.ask("lz-genmove_analyze w 10");
    assert!(answer.ends_with("\nplay resign"), "{answer}");
}

#[test]
fn reg_genmove_plays_no_move_and_answers_the_same_again() {
    let mut talk = TestConversation::with_board_size(9);
    let first = talk.ask_text("reg_genmove w");
    assert_eq!(talk.ask_text("reg_genmove w"), first);
    assert!(talk.position().is_at_start());
}
