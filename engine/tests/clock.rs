//! Tests that the time on the engine's clock does not run out although other threads keep every processor busy.

#![expect(
    clippy::disallowed_methods,
    reason = "these tests need real time, a real process and a real load"
)]

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread,
    time::{Duration, Instant},
};

/// An engine and its pipes.
struct EngineProcess {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl EngineProcess {
    fn start() -> EngineProcess {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ponderhit-engine"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut engine = EngineProcess {
            input: child.stdin.take().unwrap(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
        };
        engine.send("ucci");
        engine.wait_for_line("ucciok");
        engine.send("setoption usemillisec true");
        engine.send("setoption usebook false");
        engine
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// Waits for the result; returns the move after `bestmove`, or `None` after `nobestmove`.
    fn wait_for_result(&mut self) -> Option<String> {
        let line = self.wait_for_any_line(&["bestmove", "nobestmove"]);
        line.split(' ').nth(1).map(str::to_owned)
    }

    /// Waits for the next line that begins with `word`.
    fn wait_for_line(&mut self, word: &str) -> String {
        self.wait_for_any_line(&[word])
    }

    fn wait_for_any_line(&mut self, words: &[&str]) -> String {
        loop {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "it died");
            if words.iter().any(|it| line.starts_with(it)) {
                return line.trim_end().to_owned();
            }
        }
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Keeps all processors busy, with two threads for each processor.
struct ProcessorLoad {
    stop_requested: Arc<AtomicBool>,
}

impl ProcessorLoad {
    fn start_load() -> ProcessorLoad {
        let load = ProcessorLoad {
            stop_requested: Arc::default(),
        };
        for _ in 0..2 * thread::available_parallelism().map_or(2, usize::from) {
            let over = Arc::clone(&load.stop_requested);
            thread::spawn(move || {
                while !over.load(Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        load
    }
}

impl Drop for ProcessorLoad {
    fn drop(&mut self) {
        self.stop_requested.store(true, Relaxed);
    }
}

/// The test has several attempts, because the clock also runs out if the whole machine pauses.
const MAX_ATTEMPTS: usize = 3;

/// Plays a game of the engine against itself; one side has a clock. Returns the least time left on
/// the clock, or `None` if the time ran out.
fn play_game(threads: &str) -> Option<Duration> {
    let mut engine = EngineProcess::start();
    engine.send(&format!("setoption threads {threads}"));
    let increment = Duration::from_millis(10);
    let mut left = Duration::from_millis(1000);
    let mut worst = left;
    let mut moves = String::new();
    for ply in 0..40 {
        let limit = match ply % 2 {
            0 => format!("time {} increment 10", left.as_millis()),
            _ => "nodes 100".to_owned(),
        };
        let start = if moves.is_empty() { "" } else { " moves" };
        let sent = Instant::now();
        engine.send(&format!("position startpos{start}{moves}"));
        engine.send(&format!("go {limit}"));
        let result = engine.wait_for_result();
        if ply % 2 == 0 {
            left = left.checked_sub(sent.elapsed())?;
            worst = worst.min(left);
            left += increment;
        }
        let Some(step) = result else { break };
        moves.push(' ');
        moves.push_str(&step);
    }
    Some(worst)
}

#[test]
fn a_clock_of_one_second_lasts_for_twenty_moves_on_a_busy_machine() {
    let _load = ProcessorLoad::start_load();
    for threads in ["1", "2"] {
        let kept = (0..MAX_ATTEMPTS).any(|_| play_game(threads).is_some());
        assert!(
            kept,
            "time was up {MAX_ATTEMPTS} times with {threads} threads"
        );
    }
}

#[test]
fn stop_is_answered_at_once_on_a_busy_machine() {
    let _load = ProcessorLoad::start_load();
    let mut engine = EngineProcess::start();
    let mut slow = 0;
    for n in 0..50 {
        engine.send("position startpos");
        engine.send("go infinite");
        thread::sleep(Duration::from_millis(n % 7));
        let sent = Instant::now();
        engine.send("stop");
        engine.wait_for_line("bestmove");
        slow += usize::from(sent.elapsed() > Duration::from_millis(500));
    }
    assert!(
        slow <= 5,
        "{slow} of 50 answers took more than half a second"
    );
}
