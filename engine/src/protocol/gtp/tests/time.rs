//! Tests of the clocks that GTP commands set.

use super::*;

/// The virtual time that a `genmove` takes.
fn genmove_duration(talk: &mut TestConversation, color: &str) -> Duration {
    let from = talk.now;
    let answer = talk.ask_text(&format!("genmove {color}"));
    assert_ne!(answer, "resign");
    talk.now - from
}

#[test]
fn moves_keep_the_time_limit_of_every_time_setting() {
    let cases = [
        ("time_settings 10 0 0", 1000),
        ("time_settings 0 5 1", 5000),
        ("time_settings 0 10 5", 4000),
        ("time_settings 1 3 1", 3000),
        ("time_settings 0 0 0", 10),
        ("kgs-time_settings absolute 10", 1000),
        ("kgs-time_settings byoyomi 0 2 3", 2000),
        ("kgs-time_settings byoyomi 5 2 3", 2000),
        ("kgs-time_settings canadian 0 10 5", 4000),
    ];
    for (settings, limit) in cases {
        let mut talk = TestConversation::with_board_size(9);
        talk.ask_all(&[settings]);
        for color in ["b", "w", "b", "w"] {
            let spent = genmove_duration(&mut talk, color);
            assert!(
                spent <= Duration::from_millis(limit),
                "{settings}: {spent:?}"
            );
        }
    }
}

#[test]
fn unlimited_settings_do_not_change_the_move_time() {
    for settings in ["time_settings 0 10 0", "kgs-time_settings none"] {
        let mut talk = TestConversation::with_board_size(9);
        let free = genmove_duration(&mut talk, "b");
        talk.ask_all(&["undo", settings]);
        assert_eq!(genmove_duration(&mut talk, "b"), free);
    }
}

#[test]
fn time_left_overrides_the_engines_own_clock() {
    let mut talk = TestConversation::with_board_size(9);
    talk.ask_all(&["time_settings 600 0 0", "time_left b 0 0"]);
    assert!(genmove_duration(&mut talk, "b") <= Duration::from_millis(10));
    talk.ask_all(&["kgs-time_settings byoyomi 600 30 3", "time_left w 1 2"]);
    assert!(genmove_duration(&mut talk, "w") < Duration::from_secs(1));
    talk.ask_all(&["time_settings 600 30 5", "time_left w 1 5"]);
    assert!(genmove_duration(&mut talk, "w") < Duration::from_millis(300));
}

#[test]
fn a_whole_game_fits_on_an_absolute_clock() {
    let mut talk = TestConversation::with_board_size(7);
    talk.ask_all(&["komi 7", "time_settings 3 0 0"]);
    let mut spent = [Duration::ZERO; 2];
    for number in 0..60 {
        let from = talk.now;
        let answer = talk.ask_text(["genmove b", "genmove w"][number % 2]);
        spent[number % 2] += talk.now - from;
        if answer == "resign" {
            break;
        }
    }
    assert!(
        spent.iter().all(|it| *it < Duration::from_secs(3)),
        "{spent:?}"
    );
}

#[test]
fn the_largest_times_are_accepted() {
    let mut talk = TestConversation::with_board_size(5);
    talk.ask_all(&[
        "time_settings 2147483647 2147483647 2147483647",
        "time_left b 2147483647 2147483647",
        "genmove b",
        "kgs-time_settings byoyomi 2147483647 2147483647 2147483647",
        "genmove w",
    ]);
}
