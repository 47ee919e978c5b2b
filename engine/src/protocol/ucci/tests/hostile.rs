//! Tests with malformed, random and very long lines.

use super::*;

/// Words of UCCI commands, and invalid words.
const COMMAND_WORDS: &[&[u8]] = &[
    b"ucci",
    b"isready",
    b"setoption",
    b"position",
    b"banmoves",
    b"go",
    b"ponderhit",
    b"stop",
    b"probe",
    b"fen",
    b"startpos",
    b"moves",
    b"h2e2",
    b"h9g7",
    b"a0a0",
    b"z9z9",
    b"\xff\xfe",
    b"depth",
    b"nodes",
    b"time",
    b"increment",
    b"movestogo",
    b"opptime",
    b"infinite",
    b"ponder",
    b"draw",
    b"0",
    b"1",
    b"-1",
    b"18446744073709551616",
    b"hashsize",
    b"newgame",
    b"true",
    b"false",
    b"3k5/9/9/9/9/9/9/9/9/R3K4",
    b"w",
    b"b",
    b"-",
    b"\0",
    b"\r",
    b"\t",
    b"  ",
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

fn assert_engine_answers_isready(talk: &mut TestConversation) {
    talk.send("stop");
    assert_eq!(talk.send("isready"), ["readyok"]);
}

#[test]
fn random_bytes_cause_no_panic() {
    let mut random = RandomGenerator(1);
    let mut talk = TestConversation::new();
    for _ in 0..2000 {
        let line: Vec<u8> = (0..random.random_below(60))
            .map(|_| random.random_below(256) as u8)
            .collect();
        talk.engine.handle_line(talk.now, &line, &mut Vec::new());
    }
    assert_engine_answers_isready(&mut talk);
}

#[test]
fn random_words_cause_no_panic() {
    let mut random = RandomGenerator(2);
    let mut talk = TestConversation::new();
    let mut owed = 0;
    let mut out = Vec::new();
    for _ in 0..5000 {
        let words: Vec<&[u8]> = (0..1 + random.random_below(7))
            .map(|_| COMMAND_WORDS[random.random_below(COMMAND_WORDS.len())])
            .collect();
        let idle = talk.engine.engine.current_search.is_none();
        let line = words.join(&b' ');
        out.clear();
        talk.engine.handle_line(talk.now, &line, &mut out);
        let first = line
            .split(u8::is_ascii_whitespace)
            .find(|it| !it.is_empty());
        owed += usize::from(idle && matches!(first, Some(b"go" | b"stop")));
        out.extend(talk.advance_millis(1));
        owed -= out.iter().filter(|it| it.contains("bestmove")).count();
        assert_eq!(
            owed,
            usize::from(talk.engine.engine.current_search.is_some())
        );
    }
    assert_engine_answers_isready(&mut talk);
}

#[test]
fn a_line_of_a_megabyte_causes_no_panic() {
    let mut talk = TestConversation::new();
    for unit in ["x", " ", "position ", "h2e2 ", "1", "/", "\0"] {
        for command in [
            "",
            "position fen ",
            "position startpos moves ",
            "banmoves ",
            "go depth ",
            "probe fen ",
            "setoption ",
        ] {
            talk.send(&format!("{command}{}", unit.repeat((1 << 20) / unit.len())));
        }
    }
    assert_engine_answers_isready(&mut talk);
}

#[test]
fn a_position_with_20_000_moves_is_accepted() {
    let mut talk = TestConversation::new();
    let moves = " h0g2 h9g7 g2h0 g7h9".repeat(5000);
    talk.send(&format!("position startpos moves{moves} h2e2"));
    assert_eq!(talk.engine.engine.board.position.halfmove_clock(), 20_001);
    talk.send("go depth 2");
    assert!(talk.wait_for_result().starts_with("bestmove "));
}

#[test]
fn the_batch_queue_is_bounded() {
    let mut talk = TestConversation::new();
    talk.send("setoption batch true");
    talk.send("go infinite");
    let line = "x".repeat(1 << 20);
    for _ in 0..40 {
        talk.send(&line);
    }
    assert!(talk.engine.engine.queued_lines.len() < 40);
    assert!(talk.engine.engine.queued_bytes <= BATCH_QUEUE_BYTES);
}
