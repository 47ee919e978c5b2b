//! Tests that the engine finds mates in one to four moves, which an exhaustive search proves.
//!
//! The positions are in `data/tactics.txt`. The tests prove each mate with every move of the
//! attacker and every reply, so an error in the file makes a test fail.

use std::{collections::HashMap, env, fs, io::Cursor, path::PathBuf};

use ponderhit_engine::{
    Protocol,
    games::xiangqi::{Move, Position},
    search::MIN_MATE_SCORE,
    serve,
};

/// A position with a mate in `moves` moves, and all first moves that force this mate.
struct MateProblem {
    mate_length: u32,
    fen: String,
    mating_first_moves: Vec<Move>,
}

fn read_problems() -> Vec<MateProblem> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap());
    let text = fs::read_to_string(root.join("tests/data/tactics.txt")).unwrap();
    let lines = text
        .lines()
        .filter(|it| !it.is_empty() && !it.starts_with('#'));
    let problem = |line: &str| {
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let [moves, fen, solutions] = parts[..] else {
            panic!("{line}")
        };
        MateProblem {
            mate_length: moves.strip_prefix("mate ").unwrap().parse().unwrap(),
            fen: fen.to_owned(),
            mating_first_moves: solutions.split(' ').map(|it| it.parse().unwrap()).collect(),
        }
    };
    lines.map(problem).collect()
}

/// Proves mates by exhaustive search.
#[derive(Default)]
struct MateSolver {
    solved_positions: HashMap<(u64, u32), bool>,
}

impl MateSolver {
    /// True if the side to move can mate or stalemate the other side in at most this many moves.
    fn can_mate_in(&mut self, position: &Position, moves: u32) -> bool {
        if moves == 0 {
            return false;
        }
        let key = (position.hash_key(), moves);
        if let Some(known) = self.solved_positions.get(&key) {
            return *known;
        }
        let found = position
            .legal_moves()
            .iter()
            .any(|it| self.forces_mate(position, *it, moves));
        self.solved_positions.insert(key, found);
        found
    }

    /// True if a move forces mate or stalemate in at most `moves` moves.
    fn forces_mate(&mut self, position: &Position, step: Move, moves: u32) -> bool {
        let mut after = position.clone();
        after.play_move(step);
        if moves == 1 {
            return after.has_no_legal_move();
        }
        let replies = after.legal_moves();
        let answer = |reply: &Move| {
            let mut next = after.clone();
            next.play_move(*reply);
            self.can_mate_in(&next, moves - 1)
        };
        replies.iter().all(answer)
    }
}

#[test]
fn every_problem_has_its_shortest_mate() {
    let problems = read_problems();
    for problem in &problems {
        let MateProblem {
            mate_length: moves,
            fen,
            mating_first_moves: solutions,
        } = problem;
        let position = Position::from_fen(fen).unwrap();
        let mut solver = MateSolver::default();
        assert!(!solver.can_mate_in(&position, moves - 1), "shorter: {fen}");
        let mut found = position.legal_moves();
        found.retain(|it| solver.forces_mate(&position, *it, *moves));
        found.sort_unstable();
        assert_eq!(&found, solutions, "mate in {moves}: {fen}");
    }
    let count = |moves| problems.iter().filter(|it| it.mate_length == moves).count();
    let counts = [1, 2, 3, 4].map(count);
    assert!(counts.iter().all(|it| *it >= 8), "{counts:?}");
    let black = problems.iter().filter(|it| it.fen.contains(" b ")).count();
    assert!(
        black >= 10 && problems.len() - black >= 10,
        "{black} are black's"
    );
}

#[test]
fn the_engine_finds_every_mate() {
    for MateProblem {
        mate_length: moves,
        fen,
        mating_first_moves: solutions,
    } in read_problems()
    {
        let depth = 2 * moves + 4;
        let input =
            format!("ucci\nsetoption batch true\nposition fen {fen}\ngo depth {depth}\nquit\n");
        let mut output = Vec::new();
        serve(Protocol::Ucci, Cursor::new(input), &mut output).unwrap();
        let output = String::from_utf8(output).unwrap();
        let best = output
            .lines()
            .find_map(|it| it.strip_prefix("bestmove "))
            .unwrap();
        let best: Move = best.split(' ').next().unwrap().parse().unwrap();
        assert!(solutions.contains(&best), "{best} in {fen}\n{output}");
        let last = output.lines().rfind(|it| it.contains(" score ")).unwrap();
        let score = last
            .split(' ')
            .skip_while(|it| *it != "score")
            .nth(1)
            .unwrap();
        let score: i32 = score.parse().unwrap();
        assert!(score >= MIN_MATE_SCORE, "{score} in {fen}");
    }
}
