//! Tests of the command `record` between a GUI and an engine. `record` passes all bytes on unchanged and records them,
//! even if a process is killed.

use std::{
    fs,
    io::{self, BufRead as _, BufReader, Read as _, Write as _},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

use crate::common::{self, ponderhit_command_with_mark};
use ponderhit::transcript::{EventKind, SessionEnd, Speaker, Transcript};
use ponderhit_engine::games::xiangqi::{Move, Position};

/// A test GUI that sends lines, and stores every byte that it sends and receives.
struct TestGui {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    sent_lines: Vec<u8>,
    received_lines: Vec<u8>,
}

impl TestGui {
    fn start(mut command: Command) -> TestGui {
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = piped.spawn().unwrap();
        TestGui {
            input: child.stdin.take(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
            sent_lines: Vec::new(),
            received_lines: Vec::new(),
        }
    }

    fn send_line(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.input.as_mut().unwrap().write_all(bytes)?;
        self.sent_lines.extend(bytes);
        Ok(())
    }

    /// Receives lines until a line begins with `word`. Returns an error if the output ends before a line that begins
    /// with `word`.
    fn receive_until(&mut self, word: &str) -> io::Result<String> {
        loop {
            let mut line = Vec::new();
            if self.output.read_until(b'\n', &mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            self.received_lines.extend(&line);
            let text = String::from_utf8_lossy(&line).trim_end().to_owned();
            if text.starts_with(word) {
                return Ok(text);
            }
        }
    }

    /// Plays this number of moves in total, in one game after the other.
    fn play_moves(&mut self, moves: usize) -> io::Result<()> {
        self.send_line(b"ucci\n")?;
        self.receive_until("ucciok")?;
        let mut game = Game::default();
        for _ in 0..moves {
            let position = game.position_command();
            // Each `position` is sent in two pieces, and the second piece also contains `go`.
            let (front, back) = position.split_at(position.len() / 2);
            self.send_line(front.as_bytes())?;
            self.send_line(format!("{back}go depth 1\n").as_bytes())?;
            let result = self.receive_until("bestmove")?;
            game.play_move(result.split(' ').nth(1).unwrap_or_default());
        }
        self.send_line(b"quit\n")?;
        self.receive_until("bye").map(drop)
    }

    /// Closes the input and reads the rest of the output. Returns the exit status, the bytes that the GUI sent, and the
    /// bytes that it received.
    fn finish(mut self) -> (Option<i32>, Vec<u8>, Vec<u8>) {
        drop(self.input.take());
        let _ = self.output.read_to_end(&mut self.received_lines);
        (
            self.child.wait().unwrap().code(),
            self.sent_lines,
            self.received_lines,
        )
    }
}

/// A game in the form of UCCI's command `position`: the position after the last capture, and the moves after that
/// capture.
struct Game {
    position_after_capture: Position,
    moves_since_capture: Vec<Move>,
    current_position: Position,
    move_count: usize,
}

impl Default for Game {
    fn default() -> Game {
        Game {
            position_after_capture: Position::start(),
            moves_since_capture: Vec::new(),
            current_position: Position::start(),
            move_count: 0,
        }
    }
}

impl Game {
    fn position_command(&self) -> String {
        let since: Vec<String> = self
            .moves_since_capture
            .iter()
            .map(Move::to_string)
            .collect();
        let words = if since.is_empty() { "" } else { " moves " };
        let fen = self.position_after_capture.to_fen();
        format!("position fen {fen}{words}{}\n", since.join(" "))
    }

    fn play_move(&mut self, word: &str) {
        let played = Move::from_bytes(word.as_bytes()).unwrap();
        let captures = self.current_position.piece_at(played.to).is_some();
        self.current_position.play_move(played);
        self.moves_since_capture.push(played);
        self.move_count += 1;
        if captures {
            self.position_after_capture = self.current_position.clone();
            self.moves_since_capture.clear();
        }
        if self.move_count == 40 {
            *self = Game::default();
        }
    }
}

/// The path of the example `first_move`, which cargo builds together with the tests.
fn engine_path() -> PathBuf {
    let ours = Path::new(env!("CARGO_BIN_EXE_ponderhit"));
    ours.with_file_name("examples").join("first_move")
}

/// The command `ponderhit record -o FILE -- ENGINE`.
fn record_command(file: &Path, options: &[&str], engine: &[&str]) -> Command {
    let mut command = ponderhit_command_with_mark(&common::unique_process_mark());
    command.arg("record").arg("-o").arg(file).args(options);
    command.arg("--").args(engine);
    command
}

/// Reads a recording. If a process is killed while it writes, the last line of the recording is incomplete; this line
/// is ignored.
fn read_transcript(file: &Path) -> Transcript {
    let text = fs::read(file).unwrap();
    let end = text
        .iter()
        .rposition(|it| *it == b'\n')
        .map_or(0, |it| it + 1);
    Transcript::parse(&text[..end]).unwrap_or_else(|err| panic!("{err:?}"))
}

/// Returns all bytes that one side (GUI or engine) sent in the transcript.
fn bytes_sent_by(transcript: &Transcript, who: Speaker) -> Vec<u8> {
    let mut bytes = Vec::new();
    for event in &transcript.events {
        match &event.kind {
            EventKind::Line(speaker, line) if *speaker == who => {
                bytes.extend(line);
                bytes.push(b'\n');
            }
            EventKind::Chunk(speaker, chunk) if *speaker == who => bytes.extend(chunk),
            _ => (),
        }
    }
    bytes
}

#[test]
fn recording_does_not_change_a_game_of_five_thousand_lines() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("game.txt");
    let mut alone = TestGui::start(Command::new(engine_path()));
    alone.play_moves(1700).unwrap();
    let alone = alone.finish();
    let mut recorded = TestGui::start(record_command(
        &file,
        &[],
        &[engine_path().to_str().unwrap()],
    ));
    recorded.play_moves(1700).unwrap();
    let recorded = recorded.finish();
    assert!(alone == recorded, "the client saw something else");
    assert_eq!(recorded.0, Some(0));

    let transcript = read_transcript(&file);
    assert!(transcript.events.len() > 5000);
    assert!(bytes_sent_by(&transcript, Speaker::Interface) == recorded.1);
    assert!(bytes_sent_by(&transcript, Speaker::Engine) == recorded.2);
    let last = transcript.events.last().map(|it| it.kind.clone());
    assert_eq!(last, Some(EventKind::End(SessionEnd::Exit(0))));

    let mut judge = ponderhit_command_with_mark(&common::unique_process_mark());
    judge.arg("judge").arg(&file);
    let ran = common::run_command(
        judge,
        common::unique_process_mark(),
        Duration::from_secs(100),
    );
    assert_eq!(ran.status, Some(0), "{}", ran.output);
}

#[test]
fn everything_received_is_recorded_when_ponderhit_is_killed() {
    let directory = tempfile::tempdir().unwrap();
    for round in 0..20 {
        let file = directory.path().join(format!("{round}.txt"));
        let mut gui = TestGui::start(record_command(
            &file,
            &[],
            &[engine_path().to_str().unwrap()],
        ));
        let (id, until) = (gui.child.id(), Duration::from_millis(17 * round));
        let killer = std::thread::spawn(move || {
            let started = Instant::now();
            while started.elapsed() < until {
                std::thread::sleep(Duration::from_millis(1));
            }
            let kill = Command::new("kill").args(["-9", &id.to_string()]).status();
            assert!(kill.unwrap().success());
        });
        let played = gui.play_moves(1_000_000);
        killer.join().unwrap();
        assert!(played.is_err());
        let (_, said, heard) = gui.finish();
        // If ponderhit was killed before it created the recording, there is nothing to compare.
        if heard.is_empty() && !file.exists() {
            continue;
        }
        let transcript = read_transcript(&file);
        let written = bytes_sent_by(&transcript, Speaker::Engine);
        assert!(written.starts_with(&heard), "round {round}: a line is lost");
        let written = bytes_sent_by(&transcript, Speaker::Interface);
        assert!(
            said.starts_with(&written),
            "round {round}: a line was never sent"
        );
    }
}

#[test]
fn record_ends_with_the_exit_status_of_the_engine() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("end.txt");
    let ends = [
        "exit 7",
        "kill -9 $$",
        "echo id; exec >&-; sleep 0.1; exit 4",
    ];
    let expected = [Some(7), None, Some(4)];
    for (end, expected) in ends.iter().zip(expected) {
        let mut gui = TestGui::start(record_command(&file, &[], &["sh", "-c", end]));
        let _ = gui.send_line(b"ucci\n");
        assert_eq!(gui.finish().0, expected, "{end}");
    }
    // `record` does not overwrite a file, so the later recordings have other names.
    let written = |name: &str| {
        read_transcript(&directory.path().join(name))
            .events
            .pop()
            .unwrap()
            .kind
    };
    assert_eq!(written("end.txt"), EventKind::End(SessionEnd::Exit(7)));
    let killed = SessionEnd::Signal("SIGKILL".to_owned());
    assert_eq!(written("end-2.txt"), EventKind::End(killed));
    assert_eq!(written("end-3.txt"), EventKind::End(SessionEnd::Exit(4)));
}

/// Either `poll` or a write notices first that the interface has gone, so the interface goes at many different times.
#[test]
fn an_engine_without_a_reader_is_not_kept_alive() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("flood.txt");
    for round in 0..40 {
        let mark = common::unique_process_mark();
        let mut command = ponderhit_command_with_mark(&mark);
        command.args(["record", "-o"]).arg(&file);
        command.args(["--", "sh", "-c", "while echo info; do :; done"]);
        let mut gui = TestGui::start(command);
        for _ in 0..=round {
            gui.receive_until("info").unwrap();
        }
        let TestGui {
            mut child,
            input,
            output,
            ..
        } = gui;
        drop((input, output));
        let ended = wait_timeout::ChildExt::wait_timeout(&mut child, Duration::from_secs(60));
        assert!(ended.unwrap().is_some(), "still there");
        // The watchdog kills the remaining processes, and then exits.
        let started = Instant::now();
        while !common::all_marked_processes(&mark).is_empty() {
            assert!(started.elapsed() < Duration::from_secs(60), "left behind");
            std::thread::yield_now();
        }
    }
}

#[test]
fn violations_are_reported_while_recording() {
    let directory = tempfile::tempdir().unwrap();
    let (file, told) = (
        directory.path().join("a.txt"),
        directory.path().join("w.txt"),
    );
    let ours = env!("CARGO_BIN_EXE_ponderhit");
    let fault = "two_bestmoves";
    let engine = [
        ours,
        "inject",
        "--protocol",
        "ucci",
        "--fault",
        fault,
        ours,
        "engine",
    ];
    let watch = format!("--judge-live={}", told.display());
    // A GUI may start the same command for each of its engines, so a second report must not overwrite the first one.
    for report in [told, directory.path().join("w-2.txt")] {
        let mut gui = TestGui::start(record_command(&file, &[&watch], &engine));
        gui.send_line(b"ucci\n").unwrap();
        gui.receive_until("ucciok").unwrap();
        gui.send_line(b"position startpos\ngo depth 1\n").unwrap();
        gui.receive_until("bestmove").unwrap();
        gui.send_line(b"isready\n").unwrap();
        gui.receive_until("readyok").unwrap();
        gui.send_line(b"quit\n").unwrap();
        gui.finish();
        let told = fs::read_to_string(report).unwrap();
        assert!(told.contains("✗ must"), "{told}");
        assert!(told.contains("rules exercised, 1 violated"), "{told}");
    }
}
