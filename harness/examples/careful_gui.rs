//! A small GUI for UCCI that survives a faulty engine. The GUI plays a short game of the engine against itself, and
//! exits with status 0. If the engine has a fault, the GUI exits with a message and status 1.
//!
//! ```text
//! ponderhit check-gui -- target/debug/examples/careful_gui {engine}
//! careful_gui [--patience SECONDS] ENGINE [ARGS]...
//! ```
//!
//! This GUI is careful. A thread reads the engine's output, so every wait for an answer has a time limit. A line of the
//! engine may have any bytes and any length. Every move of the engine is checked for legality. An `isready` before each
//! search separates old answers from new answers. The GUI always ends the engine's process.
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "an example of a GUI: a program of its own, which starts its engine itself"
)]

use std::{
    env,
    error::Error,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    thread,
    time::{Duration, Instant},
};

use ponderhit_engine::games::xiangqi::{Move, Position};

/// The number of moves in the game.
const GAME_LENGTH: usize = 6;

/// The maximum number of bytes of one line of the engine; the bytes after this number are read as another line.
const MAX_LINE_LENGTH: u64 = 4096;

/// The number of engine lines that may wait in the queue; an engine that sends lines faster is blocked.
const MAX_WAITING_LINES: usize = 1000;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    let mut words: Vec<String> = env::args().skip(1).collect();
    let mut patience = Duration::from_secs(5);
    if words.first().is_some_and(|it| it == "--patience") && words.len() > 1 {
        patience = Duration::from_secs(words[1].parse().unwrap_or(5));
        words.drain(..2);
    }
    match play_game(&words, patience) {
        Ok(moves) => {
            println!("played {}", moves.join(" "));
            ExitCode::SUCCESS
        }
        Err(err) => {
            eprintln!("careful_gui: {err}");
            ExitCode::FAILURE
        }
    }
}

/// Plays a game, and returns its moves. Dropping `engine` ends the engine's process, even after an error.
fn play_game(command: &[String], patience: Duration) -> Result<Vec<String>> {
    let mut engine = Engine::start(command, patience)?;
    engine.send("ucci")?;
    engine.wait_for("ucciok")?;
    let mut game = Game::default();
    let mut moves = Vec::new();
    while moves.len() < GAME_LENGTH {
        engine.send(&game.position_command())?;
        // A line that arrives before `readyok` does not belong to the next search.
        engine.send("isready")?;
        engine.wait_for("readyok")?;
        engine.send("go depth 1")?;
        let Some(answer) = engine.wait_for_result()? else {
            break;
        };
        let text = answer.split_whitespace().nth(1).unwrap_or_default();
        let played = Move::from_bytes(text.as_bytes()).filter(|it| game.position.is_legal(*it));
        let played = played.ok_or_else(|| format!("the engine's move is not legal: {answer}"))?;
        game.play(played);
        moves.push(played.to_string());
        if answer.split_whitespace().any(|it| it == "resign") {
            break;
        }
    }
    engine.quit()?;
    Ok(moves)
}

/// An engine process, and the queue of the lines that a thread reads from its output.
struct Engine {
    process: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    patience: Duration,
}

impl Engine {
    fn start(command: &[String], patience: Duration) -> Result<Engine> {
        let (program, arguments) = command.split_first().ok_or("no ENGINE was given")?;
        let mut process = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|err| format!("cannot start {program}: {err}"))?;
        let (sender, lines) = sync_channel(MAX_WAITING_LINES);
        let output = process.stdout.take().ok_or("the engine has no output")?;
        thread::spawn(move || read_lines(output, &sender));
        Ok(Engine {
            input: process.stdin.take(),
            process,
            lines,
            patience,
        })
    }

    fn send(&mut self, line: &str) -> Result<()> {
        let input = self.input.as_mut().ok_or("the engine's input is closed")?;
        input
            .write_all(format!("{line}\n").as_bytes())
            .map_err(|err| format!("the engine does not read `{line}`: {err}").into())
    }

    /// Waits for a line that begins with one of these words.
    fn wait_for_any(&self, words: &[&str]) -> Result<String> {
        let deadline = Instant::now() + self.patience;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => {
                    let first = line.split_whitespace().next().unwrap_or_default();
                    if words.contains(&first) {
                        return Ok(line);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    let waited = self.patience.as_secs();
                    return Err(format!("no `{}` within {waited} s", words[0]).into());
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(format!("the engine ended without `{}`", words[0]).into());
                }
            }
        }
    }

    fn wait_for(&self, word: &str) -> Result<()> {
        self.wait_for_any(&[word]).map(drop)
    }

    /// Waits for the result of a search. Returns `None` if the engine has no move.
    fn wait_for_result(&self) -> Result<Option<String>> {
        let line = self.wait_for_any(&["bestmove", "nobestmove"])?;
        Ok((!line.trim_start().starts_with("nobestmove")).then_some(line))
    }

    /// Ends the engine with `quit` and `bye`, as UCCI requires, and waits until the engine's process has ended.
    fn quit(&mut self) -> Result<()> {
        self.send("quit")?;
        self.wait_for("bye")?;
        self.input = None;
        let deadline = Instant::now() + self.patience;
        while self.process.try_wait()?.is_none() {
            if Instant::now() > deadline {
                return Err("the engine does not exit after `bye`".into());
            }
            thread::sleep(Duration::from_millis(10));
        }
        Ok(())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The engine's process may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Reads lines until the end of the engine's output. A line may contain any bytes, even invalid UTF-8.
fn read_lines(output: ChildStdout, sender: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = output
            .by_ref()
            .take(MAX_LINE_LENGTH)
            .read_until(b'\n', &mut line);
        if !matches!(read, Ok(1..)) {
            return;
        }
        if sender
            .send(String::from_utf8_lossy(&line).into_owned())
            .is_err()
        {
            return;
        }
    }
}

/// The game in the form of the command `position`: the position after the last capture, and the moves after that
/// capture.
struct Game {
    position: Position,
    position_after_capture: Position,
    moves_since_capture: Vec<String>,
}

impl Default for Game {
    fn default() -> Game {
        Game {
            position: Position::start(),
            position_after_capture: Position::start(),
            moves_since_capture: Vec::new(),
        }
    }
}

impl Game {
    fn position_command(&self) -> String {
        let fen = self.position_after_capture.to_fen();
        match self.moves_since_capture.join(" ") {
            moves if moves.is_empty() => format!("position fen {fen}"),
            moves => format!("position fen {fen} moves {moves}"),
        }
    }

    fn play(&mut self, played: Move) {
        let captures = self.position.piece_at(played.to).is_some();
        self.position.play_move(played);
        self.moves_since_capture.push(played.to_string());
        if captures {
            self.position_after_capture = self.position.clone();
            self.moves_since_capture.clear();
        }
    }
}
