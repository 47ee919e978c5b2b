//! Tests the UCI core in conversations with a virtual clock. The tests check every line of the
//! engine.

use std::collections::BTreeMap;

use super::*;
use crate::{
    games::chess::{Position, START_FEN, Variant},
    protocol::board::Board,
};

mod commands;
mod hostile;
mod limits;
mod lines;
mod options;
mod states;
mod xiangqi;

/// A middle-game position with many captures, and with castling on both sides.
const KIWIPETE_FEN: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// A position with a mate in one move.
const MATE_IN_ONE_FEN: &str = "6k1/5ppp/8/8/8/8/5PPP/1R2R1K1 w - - 0 1";

impl Engine {
    fn chess_board(&self) -> &Board<Position> {
        match &self.game {
            CurrentGame::Chess(it) => &it.board,
            CurrentGame::Xiangqi(_) => panic!("the game is xiangqi"),
        }
    }
}

/// A conversation with the engine, its virtual time, and the values that the engine's next lines
/// must agree with.
struct TestConversation {
    engine: SteppedEngine<Engine>,
    now: Duration,
    /// The position and the notation of castling at the time of the last `go`.
    position: Position,
    variant: Variant,
    /// The virtual time at which the search began.
    search_started_at: Duration,
    /// The last values of `nodes`, `time`, and `depth` for each `multipv`, which must not decrease
    /// during a search.
    last_values: BTreeMap<String, u64>,
    /// The moves of the last `info` line with a `pv` and `multipv 1`.
    last_best_pv: Vec<String>,
}

impl TestConversation {
    /// Starts an engine and completes the handshake.
    fn new() -> TestConversation {
        let mut talk = TestConversation::new_before_handshake();
        talk.send("uci");
        talk
    }

    fn new_before_handshake() -> TestConversation {
        TestConversation {
            engine: SteppedEngine::<Engine>::new(),
            now: Duration::ZERO,
            position: Position::start(),
            variant: Variant::Standard,
            search_started_at: Duration::ZERO,
            last_values: BTreeMap::new(),
            last_best_pv: Vec::new(),
        }
    }

    fn send(&mut self, line: &str) -> Vec<String> {
        self.send_bytes(line.as_bytes())
    }

    fn send_bytes(&mut self, line: &[u8]) -> Vec<String> {
        let before = self.engine.engine.search_count;
        let board = self.engine.engine.chess_board().position.clone();
        let mut out = Vec::new();
        self.engine.handle_line(self.now, line, &mut out);
        if self.engine.engine.search_count > before {
            self.position = board;
            self.variant = self.engine.engine.options.variant;
            self.search_started_at = self.now;
            self.last_values.clear();
            self.last_best_pv.clear();
        }
        self.check_lines(&out);
        out
    }

    /// Advances the virtual time in steps of one millisecond. Returns the engine's lines.
    fn advance_millis(&mut self, millis: u64) -> Vec<String> {
        let mut all = Vec::new();
        for _ in 0..millis {
            self.now += Duration::from_millis(1);
            let mut out = Vec::new();
            self.engine.run_step(self.now, &mut out);
            self.check_lines(&out);
            all.extend(out);
        }
        all
    }

    /// Advances the virtual time until the engine sends its result. Returns all lines of the
    /// engine.
    fn advance_to_result(&mut self) -> Vec<String> {
        let mut all = Vec::new();
        for _ in 0..200_000 {
            all.extend(self.advance_millis(1));
            if all.iter().any(|it| it.starts_with("bestmove")) {
                return all;
            }
        }
        panic!("no result");
    }

    /// Sends a `go` and returns all lines of the engine up to the result.
    fn run_go(&mut self, go: &str) -> Vec<String> {
        let mut out = self.send(go);
        if !out.iter().any(|it| it.starts_with("bestmove")) {
            out.extend(self.advance_to_result());
        }
        out
    }

    /// Sends a `go` and returns the result.
    fn run_go_to_result(&mut self, go: &str) -> String {
        self.run_go(go).pop().unwrap()
    }

    fn is_searching(&self) -> bool {
        self.engine.engine.is_searching()
    }

    /// Checks the engine's lines against the rules that apply to all lines.
    fn check_lines(&mut self, out: &[String]) {
        for line in out {
            let words: Vec<&str> = line.split(' ').collect();
            match words.as_slice() {
                ["info", "string", ..] => (),
                ["info", fields @ ..] => self.check_info_line(line, fields),
                ["bestmove", "(none)"] => assert!(self.position.has_no_legal_move(), "{line}"),
                ["bestmove", best] => self.check_bestmove_line(line, &[best]),
                ["bestmove", best, "ponder", reply] => {
                    self.check_bestmove_line(line, &[best, reply])
                }
                ["id" | "option", _, ..] | ["uciok" | "readyok"] => (),
                ["registration", "checking" | "ok"] => (),
                _ => panic!("{line}"),
            }
        }
    }

    fn check_info_line(&mut self, line: &str, fields: &[&str]) {
        let mut seen: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let mut name = "";
        for word in fields {
            let number = word.trim_start_matches('-').parse::<u64>().is_ok();
            let value = number || ["cp", "mate"].contains(word) || looks_like_move(word);
            match value {
                true => seen.get_mut(name).unwrap().push(word),
                false => {
                    name = word;
                    assert!(seen.insert(name, Vec::new()).is_none(), "{line}");
                }
            }
        }
        let number = |name: &str| seen.get(name)?.first()?.parse::<u64>().ok();
        let rank = number("multipv").unwrap_or(1);
        for (name, kept) in [
            ("nodes", "nodes".to_owned()),
            ("time", "time".to_owned()),
            ("depth", format!("depth {rank}")),
        ] {
            if let Some(value) = number(name) {
                let last = self.last_values.insert(kept, value).unwrap_or_default();
                assert!(value >= last, "{name} decreases: {line}");
            }
        }
        if let Some(time) = number("time") {
            let most = (self.now - self.search_started_at).as_millis();
            assert!(u128::from(time) <= most, "{line}");
            if let Some(nps) = number("nps") {
                assert_eq!(nps, number("nodes").unwrap() * 1000 / time, "{line}");
            }
        }
        assert!(number("hashfull").is_none_or(|it| it <= 1000), "{line}");
        for name in ["pv", "currmove", "refutation", "currline"] {
            if let Some(moves) = seen.get(name) {
                let dead = self.has_no_move_after(line, moves);
                if name == "pv" {
                    self.check_pv_line(line, &seen, dead);
                }
            }
        }
    }

    /// Checks a line with a `pv`. `mates` is true if the `pv` ends in a position without legal
    /// moves.
    fn check_pv_line(&mut self, line: &str, fields: &BTreeMap<&str, Vec<&str>>, mates: bool) {
        for name in ["depth", "seldepth", "multipv", "score", "nodes", "time"] {
            assert!(fields.contains_key(name), "no {name}: {line}");
        }
        let pv = &fields["pv"];
        if let ["mate", moves] = fields["score"][..] {
            let moves: i32 = moves.parse().unwrap();
            let plies = 2 * moves.abs() - i32::from(moves > 0);
            assert_eq!(pv.len() as i32, plies, "{line}");
            assert!(mates, "{line}");
        }
        if fields["multipv"] == ["1"] {
            self.last_best_pv = pv.iter().map(|it| (*it).to_owned()).collect();
        }
    }

    /// Plays `moves` from the position in which the search began. Returns true if the last position
    /// has no legal move.
    fn has_no_move_after(&self, line: &str, moves: &[&str]) -> bool {
        let mut position = self.position.clone();
        for text in moves {
            let step = position.parse_move(text, self.variant);
            position.play_move(step.unwrap_or_else(|| panic!("{text} is illegal: {line}")));
        }
        position.has_no_legal_move()
    }

    fn check_bestmove_line(&self, line: &str, moves: &[&str]) {
        self.has_no_move_after(line, moves);
        let expected: Vec<&str> = self
            .last_best_pv
            .iter()
            .take(2)
            .map(String::as_str)
            .collect();
        assert!(
            self.last_best_pv.is_empty() || moves == expected,
            "{line}: {expected:?}"
        );
    }
}

fn looks_like_move(word: &str) -> bool {
    let squares = word.as_bytes().get(..4);
    squares.is_some_and(|it| it[1].is_ascii_digit() && it[3].is_ascii_digit())
}
