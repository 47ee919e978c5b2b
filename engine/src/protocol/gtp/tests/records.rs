//! Tests of `loadsgf`.

use super::*;
use crate::protocol::gtp::sgf::load_game;

#[test]
fn the_main_line_is_loaded_up_to_a_move() {
    let text =
        "(;GM[1]FF[4]SZ[9]KM[6.5]C[a \\] bracket]AB[cc][gg];W[ee];B[ce](;W[];B[ca])(;W[aa]))";
    let stones = |number| {
        let game = load_game(text, number).unwrap();
        (
            game.position.board().stones().count(),
            game.position.moves().len(),
        )
    };
    assert_eq!(stones(None), (5, 4));
    assert_eq!(stones(Some(1)), (2, 0));
    assert_eq!(stones(Some(2)), (3, 1));
    assert_eq!(stones(Some(4)), (4, 3));
    assert_eq!(stones(Some(99)), (5, 4));
    let game = load_game(text, None).unwrap();
    assert_eq!(game.komi, Some(6.5));
    let c7 = Vertex::parse("C7").unwrap().point().unwrap();
    assert_eq!(game.position.stone(c7), Some(Color::Black));
}

#[test]
fn malformed_records_are_not_loaded() {
    for text in [
        "",
        "x",
        "(",
        "(;",
        "()",
        "(;SZ[9]",
        "(;SZ[x])",
        "(;SZ[99])",
        "(;GM[2]SZ[9])",
        "(;SZ[9];B[zz])",
        "(;SZ[9];B[aa];W[aa])",
        "(;SZ[9]AB[z])",
    ] {
        assert!(load_game(text, None).is_none(), "{text}");
    }
    assert!(load_game("(;SZ[9])", None).is_some());
    assert!(load_game("(;SZ[3]AB[aa:cb];W[tt])", None).is_some());
}

#[test]
fn a_file_that_cannot_be_read_changes_nothing() {
    let mut talk = TestConversation::with_board_size(9);
    talk.ask_all(&["play b e5"]);
    let text = talk.send("1 loadsgf nowhere.sgf") + &talk.send("2 name") + &talk.advance_millis(2);
    assert_eq!(text, "?1 cannot load file\n\n=2 ponderhit reference\n\n");
    assert_eq!(talk.position().moves().len(), 1);
}

#[test]
fn the_content_of_a_file_is_loaded() {
    let mut engine = Engine::new();
    let mut out = Vec::new();
    engine.handle_line(Duration::ZERO, b"3 loadsgf game.sgf 2", &mut out);
    assert!(matches!(&out[..], [GtpAction::ReadFile(name)] if name == "game.sgf"));
    assert!(engine.has_executable_queue());
    engine.receive_file_content("game.sgf", Ok(b"(;SZ[9]KM[5.5];B[ee];W[cc])".to_vec()));
    out.clear();
    engine.check_clock(Duration::ZERO, &mut out);
    assert!(matches!(&out[..], [GtpAction::SendLine(line)] if line == "=3\n"));
    assert_eq!(engine.position.moves().len(), 1);
    assert_eq!(engine.komi.to_string(), "5.5");
}
