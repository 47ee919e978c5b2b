//! Conversations with the core, on a virtual clock. Every line of the engine is checked.

use std::collections::BTreeMap;

use super::*;
use crate::games::chess::Variant;

mod commands;
mod hostile;
mod limits;
mod lines;
mod options;
mod states;

/// A middle game with many captures and castling on both sides.
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// A mate in one move.
const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/5PPP/1R2R1K1 w - - 0 1";

/// An engine, its time, and what its lines are checked against.
struct Talk {
    engine: Stepped,
    now: Duration,
    /// The position and the spelling of the last `go`.
    position: Position,
    variant: Variant,
    /// When the search began.
    since: Duration,
    /// The last values of this search that may not go down: nodes, time, and the depths by `multipv`.
    last: BTreeMap<String, u64>,
    /// The last exact line of `multipv 1`.
    best: Vec<String>,
}

impl Talk {
    /// An engine after its handshake.
    fn new() -> Talk {
        let mut talk = Talk::boot();
        talk.say("uci");
        talk
    }

    fn boot() -> Talk {
        Talk {
            engine: Stepped::new(),
            now: Duration::ZERO,
            position: Position::start(),
            variant: Variant::Standard,
            since: Duration::ZERO,
            last: BTreeMap::new(),
            best: Vec::new(),
        }
    }

    fn say(&mut self, line: &str) -> Vec<String> {
        self.say_bytes(line.as_bytes())
    }

    fn say_bytes(&mut self, line: &[u8]) -> Vec<String> {
        let before = self.engine.engine.jobs;
        let board = self.engine.engine.board.position.clone();
        let mut out = Vec::new();
        self.engine.handle_line(self.now, line, &mut out);
        if self.engine.engine.jobs > before {
            self.position = board;
            self.variant = self.engine.engine.options.variant;
            self.since = self.now;
            self.last.clear();
            self.best.clear();
        }
        self.check(&out);
        out
    }

    /// Lets the engine think for this long, in steps of a millisecond.
    fn think(&mut self, millis: u64) -> Vec<String> {
        let mut all = Vec::new();
        for _ in 0..millis {
            self.now += Duration::from_millis(1);
            let mut out = Vec::new();
            self.engine.run_step(self.now, &mut out);
            self.check(&out);
            all.extend(out);
        }
        all
    }

    /// Lets the engine think until it sends its result; all lines until then.
    fn finish(&mut self) -> Vec<String> {
        let mut all = Vec::new();
        for _ in 0..200_000 {
            all.extend(self.think(1));
            if all.iter().any(|it| it.starts_with("bestmove")) {
                return all;
            }
        }
        panic!("no result");
    }

    /// All lines after a `go`.
    fn run(&mut self, go: &str) -> Vec<String> {
        let mut out = self.say(go);
        if !out.iter().any(|it| it.starts_with("bestmove")) {
            out.extend(self.finish());
        }
        out
    }

    /// The result of a `go`.
    fn result_of(&mut self, go: &str) -> String {
        self.run(go).pop().unwrap()
    }

    fn is_thinking(&self) -> bool {
        self.engine.engine.thinking.is_some()
    }

    /// Checks lines of the engine against the rules that hold for all of them.
    fn check(&mut self, out: &[String]) {
        for line in out {
            let words: Vec<&str> = line.split(' ').collect();
            match words.as_slice() {
                ["info", "string", ..] => (),
                ["info", fields @ ..] => self.check_info(line, fields),
                ["bestmove", "(none)"] => assert!(self.position.is_dead(), "{line}"),
                ["bestmove", best] => self.check_result(line, &[best]),
                ["bestmove", best, "ponder", reply] => self.check_result(line, &[best, reply]),
                ["id" | "option", _, ..] | ["uciok" | "readyok"] => (),
                ["registration", "checking" | "ok"] => (),
                _ => panic!("{line}"),
            }
        }
    }

    fn check_info(&mut self, line: &str, fields: &[&str]) {
        let mut seen: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let mut name = "";
        for word in fields {
            let number = word.trim_start_matches('-').parse::<u64>().is_ok();
            let value = number || ["cp", "mate"].contains(word) || is_move(word);
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
                let last = self.last.insert(kept, value).unwrap_or_default();
                assert!(value >= last, "{name} goes down: {line}");
            }
        }
        if let Some(time) = number("time") {
            let most = (self.now - self.since).as_millis();
            assert!(u128::from(time) <= most, "{line}");
            if let Some(nps) = number("nps") {
                assert_eq!(nps, number("nodes").unwrap() * 1000 / time, "{line}");
            }
        }
        assert!(number("hashfull").is_none_or(|it| it <= 1000), "{line}");
        for name in ["pv", "currmove", "refutation", "currline"] {
            if let Some(moves) = seen.get(name) {
                let dead = self.plays(line, moves);
                if name == "pv" {
                    self.check_line(line, &seen, dead);
                }
            }
        }
    }

    /// Checks a line with a `pv`; `mates` if it ends without a legal move.
    fn check_line(&mut self, line: &str, fields: &BTreeMap<&str, Vec<&str>>, mates: bool) {
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
            self.best = pv.iter().map(|it| (*it).to_owned()).collect();
        }
    }

    /// Plays moves from the position of the search; whether there is no move left then.
    fn plays(&self, line: &str, moves: &[&str]) -> bool {
        let mut position = self.position.clone();
        for text in moves {
            let step = position.read_move(text, self.variant);
            position.play(step.unwrap_or_else(|| panic!("{text} is illegal: {line}")));
        }
        position.is_dead()
    }

    fn check_result(&self, line: &str, moves: &[&str]) {
        self.plays(line, moves);
        let expected: Vec<&str> = self.best.iter().take(2).map(String::as_str).collect();
        assert!(
            self.best.is_empty() || moves == expected,
            "{line}: {expected:?}"
        );
    }
}

fn is_move(word: &str) -> bool {
    let squares = word.as_bytes().get(..4);
    squares.is_some_and(|it| it[1].is_ascii_digit() && it[3].is_ascii_digit())
}
