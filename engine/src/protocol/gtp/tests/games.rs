//! Games against a random player.

use super::*;
use crate::games::go::{Random, stone_statuses};

/// Plays a game of the engine against random legal moves, and returns the score from the engine's view.
fn play_against_random_player(engine_color: Color, seed: u64) -> String {
    let mut talk = TestConversation::with_board_size(9);
    talk.ask_all(&["komi 6.5", "time_settings 0 1 10"]);
    let mut random = Random::new(seed);
    let mut color = Color::Black;
    let mut passes = 0;
    for _ in 0..300 {
        let letter = if color == Color::Black { "b" } else { "w" };
        let vertex = if color == engine_color {
            let before = talk.position().clone();
            let answer = talk.ask_text(&format!("genmove {letter}"));
            let vertex = Vertex::parse(&answer).unwrap_or_else(|| panic!("{answer}"));
            assert!(before.is_legal(color, vertex), "{vertex}");
            vertex
        } else {
            let vertex = random_move(talk.position(), color, &mut random);
            talk.ask_all(&[&format!("play {letter} {vertex}")]);
            vertex
        };
        passes = if vertex == Vertex::Pass {
            passes + 1
        } else {
            0
        };
        if passes == 2 {
            break;
        }
        color = color.opponent();
    }
    talk.ask_text("final_score")
}

/// A random legal move; the random player passes only if no other move is legal.
fn random_move(position: &Position, color: Color, random: &mut Random) -> Vertex {
    let moves = position.board().empty_points().map(Vertex::Point);
    let moves: Vec<Vertex> = moves.filter(|it| position.is_legal(color, *it)).collect();
    moves
        .get(random.below(moves.len()))
        .copied()
        .unwrap_or(Vertex::Pass)
}

#[test]
fn the_engine_beats_a_random_player() {
    for seed in 0..6 {
        let (color, wins) = match seed % 2 {
            0 => (Color::Black, "B+"),
            _ => (Color::White, "W+"),
        };
        let score = play_against_random_player(color, seed);
        assert!(score.starts_with(wins), "game {seed}: {score}");
    }
}

#[test]
fn equal_commands_have_equal_answers() {
    let game = || {
        let mut talk = TestConversation::with_board_size(5);
        let mut answers = Vec::new();
        for number in 0..12 {
            answers.push(talk.ask(["genmove b", "genmove w"][number % 2]));
        }
        answers.push(talk.ask("final_status_list alive"));
        answers
    };
    assert_eq!(game(), game());
}

#[test]
fn after_games_on_all_sizes_every_stone_has_a_status() {
    for size in [2, 3, 4, 8, 12, 25] {
        let mut talk = TestConversation::with_board_size(size);
        talk.ask_all(&["time_settings 0 0 0"]);
        for number in 0..40 {
            let answer = talk.ask_text(["genmove b", "genmove w"][number % 2]);
            if answer == "resign" {
                break;
            }
        }
        let board = talk.position().board();
        assert_eq!(stone_statuses(board).len(), board.stones().count());
    }
}
