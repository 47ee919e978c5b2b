//! Measures the latency that `record` adds to the answers of an engine.
//!
//! Run `cargo build --release --examples --bins` before this benchmark, because it starts the programs in
//! `target/release`.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a benchmark starts processes itself"
)]

use std::{
    io::{BufRead as _, BufReader, Write as _},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use criterion::{Criterion, criterion_group, criterion_main};

struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    line: String,
}

impl Engine {
    fn start(mut command: Command) -> Engine {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut engine = Engine {
            input: child.stdin.take().unwrap(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
            line: String::new(),
        };
        engine.send_and_wait("ucci\n", "ucciok");
        engine
    }

    fn send_and_wait(&mut self, command: &str, answer: &str) {
        self.input.write_all(command.as_bytes()).unwrap();
        loop {
            self.line.clear();
            assert!(self.output.read_line(&mut self.line).unwrap() > 0);
            if self.line.starts_with(answer) {
                return;
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn binary_path(name: &str) -> PathBuf {
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/release");
    target.join(name)
}

fn round_trip_latency(criterion: &mut Criterion) {
    let directory = tempfile::tempdir().unwrap();
    let mut group = criterion.benchmark_group("isready and readyok");
    let first_move = binary_path("examples/first_move");
    let mut alone = Engine::start(Command::new(&first_move));
    group.bench_function("engine alone", |it| {
        it.iter(|| alone.send_and_wait("isready\n", "readyok"))
    });
    for (name, options) in [
        ("recorded", &[][..]),
        ("recorded and judged", &["--judge-live=/dev/null"]),
    ] {
        let mut command = Command::new(binary_path("ponderhit"));
        command.arg("record").args(options).arg("-o");
        command.arg(directory.path().join("session.txt"));
        command.arg("--").arg(&first_move);
        let mut recorded = Engine::start(command);
        group.bench_function(name, |it| {
            it.iter(|| recorded.send_and_wait("isready\n", "readyok"))
        });
    }
    group.finish();
}

criterion_group!(benches, round_trip_latency);
criterion_main!(benches);
