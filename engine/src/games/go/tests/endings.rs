//! Tests of scores and of the status of stones.

use super::*;

/// Parses a drawing of a board, whose first line is the highest row. The letter `X` is a black
/// stone, the letter `O` is a white stone.
fn board_from(drawing: &str) -> Board {
    let rows: Vec<&str> = drawing.split_whitespace().collect();
    let mut board = Board::new(rows.len() as u8).unwrap();
    for (row, text) in rows.iter().rev().enumerate() {
        for (column, stone) in text.bytes().enumerate() {
            let point = Point::new(column as u8, row as u8);
            match stone {
                b'X' => _ = board.put(Color::Black, point),
                b'O' => _ = board.put(Color::White, point),
                _ => (),
            }
        }
    }
    board
}

fn points_with_status(board: &Board, wanted: FinalStatus) -> Vec<Point> {
    let all = stone_statuses(board).into_iter();
    all.filter(|(_, _, status)| *status == wanted)
        .map(|(it, _, _)| it)
        .collect()
}

#[test]
fn an_empty_board_has_no_owner() {
    let board = Board::new(9).unwrap();
    assert_eq!(area_score(&board, &[]), 0);
    assert_eq!(stone_statuses(&board), []);
}

#[test]
fn area_counts_stones_and_surrounded_points() {
    let board = board_from(
        "..XO.
         ..XO.
         ..XOO
         XXXO.
         .O.OO",
    );
    // The empty points beside the white stone on B1 have no owner, unless this stone is dead.
    assert_eq!(area_score(&board, &[]), 12 - 11);
    assert_eq!(area_score(&board, &[point("B1")]), 12 - 10);
    assert_eq!(area_owners(&board, &[])[0], None);
}

#[test]
fn a_stone_in_the_opponents_area_is_dead() {
    let board = board_from(
        "...XO.O
         .O.XOO.
         .X.XO.O
         XXXXOOO
         .XXXO.O
         X.X.XOO
         .XXXXO.",
    );
    let dead = points_with_status(&board, FinalStatus::Dead);
    assert_eq!(dead, [point("B6")]);
    let alive = points_with_status(&board, FinalStatus::Alive);
    assert_eq!(alive.len() + 1, board.stones().count());
}

#[test]
fn a_plain_seki_is_recognized() {
    let board = board_from(
        ".......
         .......
         .......
         .X.X.X.
         XXXXXXX
         OOOOOOX
         .XXX.OX",
    );
    let seki = points_with_status(&board, FinalStatus::Seki);
    assert_eq!(seki.len(), 10);
    assert!(seki.contains(&point("C1")) && seki.contains(&point("A2")));
    assert_eq!(points_with_status(&board, FinalStatus::Dead), []);
}

#[test]
fn playouts_end_and_fill_the_board() {
    let board = Board::new(9).unwrap();
    let mut random = Random::new(7);
    for _ in 0..50 {
        let mut moves = Vec::new();
        let end = play_out(&board, Color::Black, &mut random, &mut moves);
        assert!(moves.len() > 40);
        let owners = area_owners(&end, &[]);
        let neutral = owners.iter().filter(|it| it.is_none()).count();
        assert!(neutral < 10, "{neutral}");
    }
}
