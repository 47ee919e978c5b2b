//! Plays one game between two UCI engines.

use std::{
    io,
    time::{Duration, Instant},
};

use ponderhit_engine::{
    game::Game as _,
    games::chess::{Position, Variant},
};

use crate::process::Process;

/// The maximum length of a game, in half-moves.
const MAX_PLIES: usize = 400;

/// The timeout of an answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum GameResult {
    Draw,
    /// The winner's index.
    WonBy(usize),
}

/// A running engine.
pub(crate) struct Player {
    process: Process,
}

impl Player {
    /// Starts an engine. `command` contains the program, its arguments and its options.
    pub(crate) fn start_engine(command: &str) -> io::Result<Player> {
        let words = command.split_whitespace();
        let (options, words): (Vec<&str>, Vec<&str>) = words.partition(|it| it.contains('='));
        let mut process = Process::start(&words.join(" "))?;
        process.send("uci")?;
        let mut player = Player { process };
        player.receive_line_starting("uciok")?;
        for (name, value) in options.iter().filter_map(|it| it.split_once('=')) {
            let line = format!("setoption name {name} value {value}");
            player.process.send(&line)?;
        }
        Ok(player)
    }

    fn start_new_game(&mut self) -> io::Result<()> {
        self.process.send("ucinewgame\nisready")?;
        self.receive_line_starting("readyok").map(drop)
    }

    /// Receives lines up to the next line that begins with `word`.
    fn receive_line_starting(&mut self, word: &str) -> io::Result<String> {
        let until = Instant::now() + ANSWER_TIMEOUT;
        loop {
            let line = self.process.receive(until);
            let line = line.map_err(|it| io::Error::other(format!("no `{word}`: {it:?}")))?;
            if line.text.starts_with(word) {
                return Ok(line.text);
            }
        }
    }

    fn request_best_move(&mut self, moves: &[String], nodes: u64) -> io::Result<String> {
        let moves = moves.join(" ");
        let lines = format!("position startpos moves {moves}\ngo nodes {nodes}");
        self.process.send(&lines)?;
        let line = self.receive_line_starting("bestmove")?;
        Ok(line
            .split_whitespace()
            .nth(1)
            .unwrap_or_default()
            .to_owned())
    }
}

/// Plays a game from an opening. `white` is the index of the player with the white pieces.
pub(crate) fn play_game(
    players: &mut [Player; 2],
    white: usize,
    opening: &[&str],
    nodes: u64,
) -> io::Result<(GameResult, String)> {
    for player in players.iter_mut() {
        player.start_new_game()?;
    }
    let mut position = Position::start();
    let mut keys = vec![position.hash_key()];
    let mut moves: Vec<String> = Vec::new();
    loop {
        if let Some(end) = game_end(&position, &keys, moves.len(), white) {
            return Ok(end);
        }
        let mover = match position.is_black_to_move() {
            true => 1 - white,
            false => white,
        };
        let text = match opening.get(moves.len()) {
            Some(text) => (*text).to_owned(),
            None => players[mover].request_best_move(&moves, nodes)?,
        };
        let Some(step) = position.parse_move(&text, Variant::Standard) else {
            let reason = format!("illegal move {text} after {}", moves.join(" "));
            return Ok((GameResult::WonBy(1 - mover), reason));
        };
        position.play_move(step);
        keys.push(position.hash_key());
        moves.push(text);
    }
}

/// The result of the game if the game ends in this position; `None` if the game goes on.
fn game_end(
    position: &Position,
    keys: &[u64],
    plies: usize,
    white: usize,
) -> Option<(GameResult, String)> {
    let draw = |reason: &str| Some((GameResult::Draw, reason.to_owned()));
    if position.has_no_legal_move() {
        if !position.in_check() {
            return draw("stalemate");
        }
        let winner = match position.is_black_to_move() {
            true => white,
            false => 1 - white,
        };
        return Some((GameResult::WonBy(winner), "mate".to_owned()));
    }
    let repeated = keys.iter().filter(|it| Some(*it) == keys.last()).count();
    match position.halfmove_clock() {
        _ if repeated >= 3 => draw("repetition"),
        100.. => draw("fifty moves"),
        _ if position.has_insufficient_material() => draw("lack of material"),
        _ if plies >= MAX_PLIES => draw("too long"),
        _ => None,
    }
}
