//! Tests the UCI engine as a process: the real clock, several threads, and the exit of the process.

#![expect(
    clippy::disallowed_methods,
    reason = "these tests need real time and a real process"
)]

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// An engine and its pipes.
struct EngineProcess {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl EngineProcess {
    fn start_engine() -> EngineProcess {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ponderhit-engine"))
            .args(["--protocol", "uci"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut engine = EngineProcess {
            input: child.stdin.take(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
        };
        engine.send("uci");
        engine.receive_until("uciok");
        engine
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Receives all lines up to a line that begins with `word`.
    fn receive_until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line).unwrap();
            assert_ne!(read, 0, "the engine ended before {word}: {lines:?}");
            lines.push(line.trim_end().to_owned());
            if line.starts_with(word) {
                return lines;
            }
        }
    }

    /// True if the process exits within ten seconds with status 0.
    fn exits_with_zero(&mut self) -> bool {
        let until = Instant::now() + Duration::from_secs(10);
        while Instant::now() < until {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.success();
            }
            thread::sleep(Duration::from_millis(5));
        }
        false
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The number after a word in a line.
fn field_value(line: &str, name: &str) -> Option<u64> {
    let mut words = line.split(' ').skip_while(|it| *it != name);
    words.nth(1)?.parse().ok()
}

#[test]
fn several_threads_send_one_result_and_rising_counts() {
    let mut engine = EngineProcess::start_engine();
    engine.send("setoption name Threads value 4");
    engine.send("setoption name MultiPV value 2");
    for _ in 0..3 {
        engine.send("ucinewgame");
        engine.send("position startpos moves e2e4");
        engine.send("go infinite");
        thread::sleep(Duration::from_millis(300));
        engine.send("isready");
        let mut lines = engine.receive_until("readyok");
        engine.send("stop");
        lines.extend(engine.receive_until("bestmove"));
        engine.send("isready");
        assert_eq!(engine.receive_until("readyok"), ["readyok"]);
        for name in ["nodes", "time", "depth"] {
            let numbers: Vec<u64> = lines
                .iter()
                .filter_map(|it| field_value(it, name))
                .collect();
            assert!(
                numbers.len() > 3 && numbers.is_sorted(),
                "{name}: {lines:?}"
            );
        }
    }
}

#[test]
fn quit_and_end_of_input_end_the_engine_with_status_zero() {
    for go in [
        "",
        "go infinite",
        "go ponder wtime 9000 btime 9000",
        "go movetime 60000",
    ] {
        let mut engine = EngineProcess::start_engine();
        engine.send(go);
        engine.send("quit");
        assert!(engine.exits_with_zero(), "quit: {go}");
        let mut engine = EngineProcess::start_engine();
        engine.send(go);
        engine.input = None;
        assert!(engine.exits_with_zero(), "end of input: {go}");
    }
}

#[test]
fn a_large_hash_table_is_allocated_before_readyok() {
    let mut engine = EngineProcess::start_engine();
    engine.send("setoption name Hash value 256");
    engine.send("isready");
    engine.receive_until("readyok");
    engine.send("go depth 8");
    assert!(engine.receive_until("bestmove").len() > 8);
    engine.send("quit");
    assert!(engine.exits_with_zero());
}
