//! Tests with malformed, random and very long lines.

use super::*;

/// The words of UCI commands, mixed with other words.
const COMMAND_WORDS: &[&str] = &[
    "uci",
    "isready",
    "setoption",
    "name",
    "value",
    "position",
    "go",
    "ponderhit",
    "stop",
    "debug",
    "on",
    "register",
    "ucinewgame",
    "fen",
    "startpos",
    "moves",
    "e2e4",
    "e7e5",
    "e1g1",
    "e1h1",
    "a7a8q",
    "0000",
    "z9z9",
    "searchmoves",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "infinite",
    "ponder",
    "0",
    "1",
    "3",
    "-1",
    "18446744073709551616",
    "Hash",
    "MultiPV",
    "UCI_Chess960",
    "true",
    "false",
    "4k3/P7/8/8/8/8/8/R3K2R",
    "w",
    "b",
    "-",
    "KQ",
    "\0",
    "\r",
    "\t",
    "  ",
    "\u{e9}",
];

/// A pseudo-random generator with a fixed seed.
struct RandomGenerator(u64);

impl RandomGenerator {
    fn random_below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % n
    }
}

#[test]
fn random_bytes_cause_no_panic() {
    let mut random = RandomGenerator(1);
    let mut talk = TestConversation::new();
    for _ in 0..2000 {
        let length = random.random_below(60);
        let line: Vec<u8> = (0..length)
            .map(|_| random.random_below(256) as u8)
            .collect();
        talk.send_bytes(&line);
    }
    talk.send("stop");
    assert_eq!(talk.send("isready"), ["readyok"]);
}

#[test]
fn random_words_cause_no_panic_and_one_result_per_search() {
    let mut random = RandomGenerator(2);
    let mut talk = TestConversation::new();
    let mut owed = 0;
    for _ in 0..5000 {
        let words: Vec<&str> = (0..1 + random.random_below(7))
            .map(|_| COMMAND_WORDS[random.random_below(COMMAND_WORDS.len())])
            .collect();
        let before = talk.engine.engine.search_count;
        let mut out = talk.send(&words.join(" "));
        owed += talk.engine.engine.search_count - before;
        out.extend(talk.advance_millis(1));
        owed -= out.iter().filter(|it| it.starts_with("bestmove")).count() as u64;
        assert_eq!(owed, u64::from(talk.is_searching()));
        if talk.is_searching() && random.random_below(4) == 0 {
            let out = talk.send("stop");
            owed -= out.iter().filter(|it| it.starts_with("bestmove")).count() as u64;
        }
    }
    talk.send("stop");
    assert_eq!(talk.send("isready"), ["readyok"]);
}

#[test]
fn a_line_of_a_megabyte_causes_no_panic() {
    let mut talk = TestConversation::new();
    for unit in ["x", " ", "position ", "e2e4 ", "1", "/", "\0", "go "] {
        for command in [
            "",
            "position fen ",
            "position startpos moves ",
            "go searchmoves ",
            "go depth ",
            "setoption name ",
            "setoption name Hash value ",
        ] {
            talk.send(&format!("{command}{}", unit.repeat((1 << 20) / unit.len())));
            talk.send("stop");
        }
    }
    assert_eq!(talk.send("isready"), ["readyok"]);
}

#[test]
fn unusual_positions_are_searched() {
    let mut talk = TestConversation::new();
    for fen in [
        // A position with more queens than promotions can produce, and with 219 moves.
        "5Qrk/2Q3pp/Q5Q1/3QQ1Q1/1Q4Q1/1Q5Q/5Q2/Q1Q4K w - - 0 1",
        "QQQQ1QQQ/1Q4Q1/8/8/8/5k2/8/4K3 b - - 0 1",
        "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
        // Positions in which the draw by the fifty-move rule is near or already reached.
        "4k3/8/8/8/8/8/8/4K2R w K - 99 80",
        "4k3/8/8/8/8/8/8/4K2R w K - 100 80",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        // White mates with the hundredth half-move without a capture, so the game is won and not
        // drawn.
        "7k/8/6K1/8/8/8/8/R7 w - - 99 80",
    ] {
        talk.send(&format!("position fen {fen}"));
        assert!(
            talk.run_go_to_result("go nodes 2000")
                .starts_with("bestmove "),
            "{fen}"
        );
    }
    assert_eq!(talk.last_best_pv, ["a1a8"]);
}
