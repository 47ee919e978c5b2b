//! Tests of conversations with the protocol core, on a virtual clock.

use super::*;
use crate::protocol::ProtocolCore as _;

/// An engine with a virtual clock.
struct TestConversation {
    engine: SteppedEngine<Engine>,
    now: Duration,
}

impl TestConversation {
    fn new() -> TestConversation {
        let mut talk = TestConversation {
            engine: SteppedEngine::<Engine>::new(),
            now: Duration::ZERO,
        };
        talk.send("ucci");
        talk.send("setoption usemillisec true");
        talk.send("setoption usebook false");
        talk
    }

    fn send(&mut self, line: &str) -> Vec<String> {
        let mut out = Vec::new();
        self.engine.handle_line(self.now, line.as_bytes(), &mut out);
        out
    }

    /// Lets the engine think for `millis` milliseconds, in steps of one millisecond.
    fn advance_millis(&mut self, millis: u64) -> Vec<String> {
        let mut out = Vec::new();
        for _ in 0..millis {
            self.now += Duration::from_millis(1);
            self.engine.run_step(self.now, &mut out);
        }
        out
    }

    /// Lets the engine think until it sends its result.
    fn wait_for_result(&mut self) -> String {
        for _ in 0..100_000 {
            let out = self.advance_millis(1);
            if let Some(line) = out.iter().find(|it| it.contains("bestmove")) {
                return line.clone();
            }
        }
        panic!("no result");
    }
}

#[test]
fn after_ponderhit_the_search_continues_within_the_clock() {
    let mut talk = TestConversation::new();
    talk.send("position startpos moves b0c2 b9c7");
    talk.send("go ponder time 3000 increment 0");
    let thoughts = talk.advance_millis(5000);
    assert!(
        thoughts.iter().all(|it| it.starts_with("info ")),
        "{thoughts:?}"
    );
    // The engine pondered longer than its time budget, so it sends the result at once.
    let result = talk.send("ponderhit");
    assert!(result[0].starts_with("bestmove "), "{result:?}");
}

#[test]
fn after_an_early_ponderhit_the_search_continues() {
    let mut talk = TestConversation::new();
    talk.send("position startpos moves b0c2 b9c7");
    talk.send("go ponder time 9000 increment 0");
    talk.advance_millis(20);
    assert_eq!(talk.send("ponderhit"), [""; 0]);
    let hit = talk.now;
    assert!(talk.wait_for_result().starts_with("bestmove "));
    let took = talk.now - hit;
    assert!(took > Duration::from_millis(50) && took < Duration::from_secs(1));
}

#[test]
fn after_a_ponder_miss_the_real_position_is_searched() {
    let mut talk = TestConversation::new();
    talk.send("position startpos moves b0c2 b9c7");
    talk.send("go ponder time 3000 increment 0");
    talk.advance_millis(100);
    let dropped = talk.send("stop");
    assert_eq!(dropped.len(), 1);
    assert!(dropped[0].starts_with("bestmove "), "{dropped:?}");
    talk.send("position startpos moves b0c2 h9g7");
    talk.send("go time 3000 increment 0");
    assert!(talk.wait_for_result().starts_with("bestmove "));
}

#[test]
fn bans_last_until_the_next_position() {
    let mut talk = TestConversation::new();
    talk.send("position startpos");
    talk.send("go depth 2");
    let first = talk.wait_for_result()[..13].to_owned();
    talk.send(&first.replace("bestmove", "banmoves"));
    for _ in 0..2 {
        talk.send("go depth 2");
        assert!(!talk.wait_for_result().starts_with(&first));
    }
    // After a new `position`, no move is banned. The test now bans all moves except the best move
    // of the first search.
    talk.send("position startpos");
    let others: String = Position::start()
        .legal_moves()
        .iter()
        .map(|it| format!(" {it}"))
        .filter(|it| !first.ends_with(it.as_str()))
        .collect();
    talk.send(&format!("banmoves{others}"));
    talk.send("go depth 2");
    assert!(talk.wait_for_result().starts_with(&first));
}

#[test]
fn batch_mode_executes_commands_in_order() {
    let mut talk = TestConversation {
        engine: SteppedEngine::<Engine>::new(),
        now: Duration::ZERO,
    };
    let mut out = Vec::new();
    for line in [
        "ucci",
        "setoption batch true",
        "position startpos",
        "go depth 2",
        "position startpos moves h2e2",
        "go depth 2",
        "stop",
        "quit",
    ] {
        out.extend(talk.send(line));
    }
    out.extend(talk.advance_millis(10_000));
    let results: Vec<&str> = out
        .iter()
        .filter_map(|it| it.split(' ').next())
        .filter(|it| ["ucciok", "bestmove", "nobestmove", "bye"].contains(it))
        .collect();
    assert_eq!(
        results,
        ["ucciok", "bestmove", "bestmove", "nobestmove", "bye"]
    );
    assert!(talk.engine.has_quit());
}

#[test]
fn go_depth_0_sends_an_evaluation_and_nobestmove() {
    let mut talk = TestConversation::new();
    let out = talk.send("go depth 0");
    assert_eq!(out, ["info depth 0 score 5", "nobestmove"]);
}

#[test]
fn a_side_without_legal_moves_sends_nobestmove() {
    for fen in [
        "3k5/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1",
        "R2k5/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1",
    ] {
        let mut talk = TestConversation::new();
        talk.send(&format!("position fen {fen}"));
        assert_eq!(talk.send("go depth 3"), ["nobestmove"]);
    }
}

#[test]
fn the_default_time_unit_is_seconds() {
    let mut talk = TestConversation::new();
    talk.send("setoption usemillisec false");
    talk.send("go time 30 increment 0");
    talk.advance_millis(500);
    assert!(talk.engine.is_searching());
    assert!(talk.wait_for_result().starts_with("bestmove "));
    assert!(talk.now < Duration::from_secs(30));
}

#[test]
fn quit_is_answered_in_every_state() {
    let mut talk = TestConversation::new();
    assert_eq!(talk.send("quit"), ["bye"]);
    assert!(talk.engine.has_quit());
    let mut talk = TestConversation::new();
    talk.send("go infinite");
    assert_eq!(talk.send("quit").last().map(String::as_str), Some("bye"));
    let mut boot = Engine::new();
    boot.handle_line(Duration::ZERO, b"quit", &mut Vec::new());
    assert!(boot.has_quit());
}

#[test]
fn an_idle_engine_answers_stop_and_probe() {
    let mut talk = TestConversation::new();
    assert_eq!(talk.send("stop"), ["nobestmove"]);
    assert_eq!(talk.send("probe startpos"), ["pophash"]);
    talk.send("go depth 3");
    talk.wait_for_result();
    let known = talk.send("probe startpos");
    assert!(known[0].starts_with("pophash bestmove "), "{known:?}");
    assert_eq!(talk.send("probe nonsense"), ["pophash"]);
}

#[test]
fn malformed_lines_are_ignored() {
    let mut talk = TestConversation::new();
    let long = format!("position startpos moves {}", "h2e2 ".repeat(20_000));
    for line in [
        "",
        " ",
        "\0",
        "go depth",
        "go depth x",
        "go time -5",
        "go time 99999999999999999999",
        "position",
        "position fen",
        "position fen 9/9 w",
        "banmoves",
        "banmoves x",
        "setoption",
        "setoption hashsize x",
        "setoption hashsize 99999999",
        "ponderhit",
        "probe",
        &long,
    ] {
        talk.send(line);
        talk.send("stop");
        assert_eq!(talk.send("isready"), ["readyok"], "{line:.40}");
    }
}

mod hostile;
mod limits;
mod options;
mod states;
