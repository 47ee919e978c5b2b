//! The openings from which the games of a match begin.

use std::{fs, io};

use ponderhit_engine::games::xiangqi::Move;

use crate::referee::Referee;

/// Opening lines; each line is used for two games with colours exchanged.
#[derive(Clone, Debug)]
pub(crate) struct Openings {
    lines: Vec<Vec<Move>>,
    random_state: u64,
}

impl Openings {
    /// Reads a file with one opening per line, in UCCI moves; `#` begins a comment.
    pub(crate) fn read_file(path: &str, seed: u64) -> io::Result<Openings> {
        let text = fs::read_to_string(path)
            .map_err(|error| io::Error::other(format!("{path}: {error}")))?;
        let mut lines = Vec::new();
        for (n, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                let moves = parse_opening(line);
                let fault = |text| io::Error::other(format!("{path}:{n}: {text}"));
                lines.push(moves.map_err(fault)?);
            }
        }
        if lines.is_empty() {
            return Err(io::Error::other(format!(
                "{path}: expected at least one opening"
            )));
        }
        let mut openings = Openings {
            lines,
            random_state: seed,
        };
        if seed != 0 {
            openings.shuffle();
        }
        Ok(openings)
    }

    fn shuffle(&mut self) {
        for n in (1..self.lines.len()).rev() {
            let other = self.random_below(n + 1);
            self.lines.swap(n, other);
        }
    }

    /// Returns one opening for each pair of games. After the last opening of the file, the openings
    /// are used again with two random quiet moves added, so that deterministic engines do not
    /// repeat their games.
    pub(crate) fn openings_for_game_pairs(mut self, pairs: usize) -> Vec<Vec<Move>> {
        let mut plan = Vec::new();
        for pair in 0..pairs {
            let mut line = self.lines[pair % self.lines.len()].clone();
            if pair >= self.lines.len() {
                self.add_random_quiet_move(&mut line);
                self.add_random_quiet_move(&mut line);
            }
            plan.push(line);
        }
        plan
    }

    fn add_random_quiet_move(&mut self, line: &mut Vec<Move>) {
        let mut game = Referee::new();
        for it in line.iter() {
            game.play_if_legal(*it);
        }
        let position = game.position();
        let mut quiet = position.legal_moves();
        quiet.retain(|it| position.piece_at(it.to).is_none());
        quiet.sort_unstable();
        let choice = self.random_below(quiet.len());
        line.extend(quiet.get(choice));
    }

    /// A pseudo-random number below `n` (SplitMix64).
    fn random_below(&mut self, n: usize) -> usize {
        self.random_state = self.random_state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.random_state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n.max(1) as u64) as usize
    }
}

fn parse_opening(line: &str) -> Result<Vec<Move>, String> {
    let mut game = Referee::new();
    let mut moves = Vec::new();
    for word in line.split_whitespace() {
        let step: Move = word.parse()?;
        if !game.play_if_legal(step) {
            return Err(format!("{word} is illegal"));
        }
        moves.push(step);
    }
    match game.game_end() {
        Some(end) => Err(format!("the game is over: {}", end.reason)),
        None => Ok(moves),
    }
}
