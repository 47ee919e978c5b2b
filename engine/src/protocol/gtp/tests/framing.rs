//! Tests of lines, ids, failures and the commands about the session.

use super::*;

#[test]
fn the_dialogues_of_the_specification_are_answered_as_printed() {
    let mut talk = TestConversation::new();
    assert_eq!(
        talk.send_bytes(b" 7 na\x01me # who is it?\r"),
        "=7 ponderhit reference\n\n"
    );
    assert_eq!(talk.send(""), "");
    assert_eq!(talk.send("  # nothing here"), "");
    assert_eq!(talk.send("8\tprotocol_version"), "=8 2\n\n");
    assert_eq!(talk.send("1 boardsize 9"), "=1\n\n");
    assert_eq!(talk.send("2 clear_board"), "=2\n\n");
    assert_eq!(talk.send("3 play b e5"), "=3\n\n");
    assert_eq!(talk.send("4 play W E5"), "?4 illegal move\n\n");
    assert_eq!(talk.send("5 play b pass"), "=5\n\n");
    assert_eq!(talk.send("protocol_version"), "= 2\n\n");
    assert_eq!(talk.send("play b i5"), "? syntax error\n\n");
    assert_eq!(talk.send("xyzzy"), "? unknown command\n\n");
    assert_eq!(
        talk.send("30 kgs-time_settings byoyomi 600 30 3"),
        "=30\n\n"
    );
    assert_eq!(talk.send("31 time_left b 30 2"), "=31\n\n");
}

#[test]
fn unusual_lines_get_one_response() {
    let mut talk = TestConversation::new();
    assert_eq!(
        talk.ask("2147483647 name"),
        "=2147483647 ponderhit reference"
    );
    let one_line = |text: String| text.matches("\n\n").count() == 1 && text.ends_with("\n\n");
    let long = format!("play {}", "x".repeat(70_000));
    for line in [
        "2147483648 name",
        "-1 name",
        "007 name",
        "1.5 name",
        "5",
        "Name",
        "name x",
        &long,
    ] {
        assert!(one_line(talk.send(line)), "{line:.20}");
    }
    assert!(one_line(talk.send_bytes(b"\xff\xfe name \x80")));
    assert_eq!(talk.send("\r"), "");
    assert_eq!(talk.send("name#x"), "= ponderhit reference\n\n");
}

#[test]
fn known_command_agrees_with_the_list() {
    let mut talk = TestConversation::new();
    let list = talk.ask_text("list_commands");
    for name in list.lines() {
        assert_eq!(
            talk.ask(&format!("known_command {name}")),
            "= true",
            "{name}"
        );
        // Each command of the list is sent without arguments, and the engine must not answer `unknown command`. The
        // command `quit` is left out, because it would end the engine.
        if name != "quit" {
            let response = talk.ask_and_end_analysis(name);
            assert!(!response.contains("unknown command"), "{name}");
        }
    }
    for name in ["", "xyzzy", "NAME", "gogui-interrupt"] {
        assert_eq!(talk.ask(&format!("known_command {name}")), "= false");
    }
    assert_eq!(talk.ask("quit"), "=");
    assert!(talk.engine.has_quit());
    assert_eq!(talk.send("name"), "");
}

#[test]
fn malformed_arguments_are_syntax_errors_and_change_nothing() {
    let mut talk = TestConversation::with_board_size(9);
    talk.ask_all(&["komi 6.5", "play b c3"]);
    let board = talk.ask("showboard");
    for line in [
        "boardsize",
        "boardsize x",
        "boardsize -9",
        "boardsize 9.5",
        "boardsize 99999999999",
        "komi",
        "komi x",
        "komi 6.5x",
        "komi nan",
        "komi inf",
        "komi 1e400",
        "play",
        "play b",
        "play x c3",
        "play b i5",
        "play b a0",
        "play b a26",
        "play b aa1",
        "play b a01",
        "play b resign",
        "play b c3 d4",
        "genmove",
        "genmove x",
        "genmove b w",
        "reg_genmove",
        "time_settings",
        "time_settings 1 2",
        "time_settings 1 2 x",
        "time_settings -1 0 0",
        "time_left b 1",
        "time_left x 1 1",
        "time_left b 1 2 3",
        "kgs-time_settings",
        "kgs-time_settings fischer 1 2",
        "kgs-time_settings byoyomi 1 2",
        "final_status_list",
        "final_status_list maybe",
        "loadsgf",
        "loadsgf a b",
        "fixed_handicap",
        "fixed_handicap x",
        "set_free_handicap",
        "set_free_handicap C3 x",
        "lz-analyze x",
        "lz-analyze b interval",
        "lz-analyze avoid b",
        "lz-analyze b 10 20",
        "analyze",
        "analyze b",
        "analyze 10",
        "kata-analyze interval x",
        "lz-genmove_analyze minmoves",
        "kgs-chat",
        "kgs-chat shout a b",
        "kgs-rules",
    ] {
        assert_eq!(talk.ask(line), "? syntax error", "{line}");
    }
    assert_eq!(talk.ask("boardsize 26"), "? unacceptable size");
    assert_eq!(talk.ask("boardsize 1"), "? unacceptable size");
    assert_eq!(talk.ask("play w k1"), "? illegal move");
    assert_eq!(talk.ask("kgs-rules ing"), "? unknown rules");
    assert_eq!(talk.ask("showboard"), board);
    assert_eq!(talk.ask("final_score"), "= B+74.5");
}

#[test]
fn komi_accepts_every_float() {
    let mut talk = TestConversation::with_board_size(2);
    let scores = [
        ("0", "0"),
        ("-0.5", "B+0.5"),
        ("7", "W+7"),
        ("0.1", "W+0.1"),
        ("-1000000", "B+1000000"),
        (
            "340282346638528859811704183484516925440",
            "W+340282346638528859811704183484516925440",
        ),
    ];
    for (komi, score) in scores {
        assert_eq!(talk.ask(&format!("komi {komi}")), "=");
        assert_eq!(talk.ask_text("final_score"), score);
    }
}

#[test]
fn commands_during_a_search_wait_in_their_order() {
    let mut talk = TestConversation::with_board_size(9);
    let mut text = talk.send("1 genmove b");
    assert_eq!(text, "");
    for line in [
        "2 name",
        "",
        "# comment",
        "3 play w pass",
        "4 reg_genmove b",
        "5 lz-analyze b 1",
        "6 quit",
    ] {
        text.push_str(&talk.send(line));
    }
    assert_eq!(text, "");
    assert!(talk.engine.has_executable_queue());
    while !talk.engine.has_quit() {
        text.push_str(&talk.advance_millis(1));
    }
    let ids: Vec<&str> = text
        .split("\n\n")
        .map(|it| it.get(..2).unwrap_or(it))
        .collect();
    assert_eq!(ids, ["=1", "=2", "=3", "=4", "=5", "=6", ""]);
}

impl TestConversation {
    /// Sends a command, returns its answer, and ends the analysis if the command began one.
    fn ask_and_end_analysis(&mut self, command: &str) -> String {
        match command.ends_with("-analyze") {
            true => self.send(command) + &self.send(""),
            false => self.ask(command),
        }
    }
}
