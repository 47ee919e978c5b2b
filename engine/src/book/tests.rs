//! Tests of the moves in books, and of the errors of invalid books.

use super::*;

fn position_after(moves: &str) -> Position {
    let mut position = Position::start();
    for word in moves.split_whitespace() {
        let step: Move = word.parse().unwrap();
        assert_eq!(position.why_illegal(step), None, "{step} in {moves}");
        position.play_move(step);
    }
    position
}

fn moves_with_weights(book: &str, position: &Position) -> Vec<String> {
    let book = Book::parse("test", book.as_bytes()).unwrap();
    let moves = book.book_moves(position);
    moves
        .iter()
        .map(|(it, weight)| format!("{it}={weight}"))
        .collect()
}

#[test]
fn weights_of_equal_moves_add_up_and_mirror_images_are_added() {
    let book = "# a comment\n\n2: h2e2 h9g7\r\nh2e2 b9c7   # said at the end\nc3c4";
    let start = Position::start();
    assert_eq!(
        moves_with_weights(book, &start),
        ["b2e2=3", "h2e2=3", "c3c4=1", "g3g4=1"]
    );
    assert_eq!(
        moves_with_weights(book, &position_after("h2e2")),
        ["h9g7=2", "b9c7=1"]
    );
    assert_eq!(
        moves_with_weights(book, &position_after("b2e2")),
        ["b9c7=2", "h9g7=1"]
    );
    assert_eq!(
        moves_with_weights(book, &position_after("h2e2 h9g7")),
        [""; 0]
    );
}

#[test]
fn a_line_that_is_its_own_mirror_image_counts_once() {
    assert_eq!(
        moves_with_weights("e3e4 e6e5", &Position::start()),
        ["e3e4=1"]
    );
}

#[test]
fn transposed_moves_reach_the_same_book_position() {
    let book = "h0g2 h9g7 c3c4 b9c7 i0h0";
    assert_eq!(
        moves_with_weights(book, &position_after("c3c4 b9c7 h0g2 h9g7")),
        ["i0h0=1"]
    );
}

#[test]
fn a_book_line_can_begin_at_any_position() {
    let fen = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1";
    let book = format!("4: fen {fen} moves a0a9 d9d8");
    assert_eq!(
        moves_with_weights(&book, &Position::from_fen(fen).unwrap()),
        ["a0a9=4"]
    );
}

#[test]
fn each_error_has_a_line_and_a_column() {
    let long = "h2h3 h9g7 h3h2 g7h9 ".repeat(101);
    for (book, error) in [
        (
            "h2e2\nh2h8 x",
            "b:2:1: h2h8 is illegal: a cannon needs a free way to h8, or one piece to jump over for a capture",
        ),
        ("h2e2 xyz", "b:1:6: expected a move, found `xyz`"),
        (
            "x: h2e2",
            "b:1:1: expected a weight as a number and a colon",
        ),
        (
            "-1: h2e2",
            "b:1:1: expected a weight as a number and a colon",
        ),
        (
            "fen 9/9 w moves h2e2",
            "b:1:5: the board has 2 ranks, not 10",
        ),
        ("fen 9/9 w", "b:1:1: expected `moves` after `fen`"),
        (
            &long,
            "b:1:2001: the line is too long; expected at most 400 moves",
        ),
    ] {
        let found = Book::parse("b", book.as_bytes()).unwrap_err();
        assert_eq!(found.to_string(), error);
    }
    let large = vec![b'#'; MAX_BOOK_BYTES + 1];
    assert!(
        Book::parse("b", &large)
            .unwrap_err()
            .message
            .contains("at most")
    );
}

#[test]
fn an_empty_file_is_an_empty_book_and_comments_can_be_in_gbk() {
    assert_eq!(moves_with_weights("", &Position::start()), [""; 0]);
    let book = Book::parse("b", b"# \xd6\xd0\xc5\xda\nh2e2 # \xff").unwrap();
    assert_eq!(book.book_moves(&Position::start()).len(), 2);
}

#[test]
fn the_built_in_book_has_many_opening_positions() {
    let book = Book::built_in();
    assert!(book.book_moves(&Position::start()).len() >= 6);
    let mut positions = vec![Position::start()];
    for _ in 0..6 {
        let mut next: Vec<Position> = Vec::new();
        for position in &positions {
            for (step, _) in book.book_moves(position) {
                let mut after = position.clone();
                after.play_move(step);
                if next.iter().all(|it| it.hash_key() != after.hash_key()) {
                    next.push(after);
                }
            }
        }
        positions = next;
    }
    assert!(positions.len() >= 20, "{} positions", positions.len());
}

#[test]
fn random_bytes_cause_no_panic() {
    let good = b"2: h2e2 h9g7 # x\nfen 3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1 moves a0d0\n";
    let mut seed = 1_u64;
    for _ in 0..20_000 {
        let mut text = good.to_vec();
        for _ in 0..3 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let at = (seed >> 33) as usize % text.len();
            text[at] = (seed >> 20) as u8;
        }
        let _ = Book::parse("b", &text);
    }
}
