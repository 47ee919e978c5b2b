//! Measures the time from a line to the answer of a toy engine, over bare pipes and over each kind of link that this
//! operating system has.
//!
//! Run this example with `cargo run --release --example round_trips`. Under Wine, start the program that was built for
//! Windows.
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a measurement starts processes and clocks of its own"
)]

use std::{
    env,
    io::{self, BufRead as _, BufReader, Write as _},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use ponderhit::link::{self, EngineSpec, Link, ReceivedKind, StartError};

const ROUND_TRIPS: u32 = 10_000;
const REPETITIONS: usize = 3;

type StartLink = fn(&EngineSpec) -> Result<Box<dyn Link>, StartError>;

fn main() {
    if env::args().nth(1).as_deref() == Some("engine") {
        run_toy_engine();
        return;
    }
    print_rate("bare pipes", measure_bare_pipes);
    #[cfg(unix)]
    print_rate("polling link", || measure_link(link::start_engine_link));
    print_rate("threaded link", || measure_link(link::start_threaded_link));
    link::stop_watchdog();
}

/// Measures several times and prints only the best rate, because other programs can only make a measurement slower.
fn print_rate(name: &str, measure: impl Fn() -> Duration) {
    let best = (0..REPETITIONS)
        .map(|_| measure())
        .min()
        .unwrap_or_default();
    let rate = f64::from(ROUND_TRIPS) / best.as_secs_f64();
    println!("{name}: {rate:.0} round trips a second");
}

/// The toy engine: answers every line with `readyok`.
fn run_toy_engine() {
    let mut output = io::stdout().lock();
    for _ in io::stdin().lock().split(b'\n').map_while(Result::ok) {
        if output.write_all(b"readyok\n").is_err() {
            return;
        }
    }
}

/// Measures two processes that write and read pipes without any code of ponderhit. No link can be faster than bare
/// pipes.
fn measure_bare_pipes() -> Duration {
    let (engine_input, mut input) = io::pipe().expect("a pipe");
    let (output, engine_output) = io::pipe().expect("a pipe");
    let mut command = Command::new(env::current_exe().expect("our own path"));
    command
        .arg("engine")
        .stdin(Stdio::from(engine_input))
        .stdout(Stdio::from(engine_output));
    let mut engine = command.spawn().expect("the engine starts");
    drop(command);
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    let mut exchange = || {
        input.write_all(b"isready\n").expect("the engine reads");
        line.clear();
        output
            .read_until(b'\n', &mut line)
            .expect("the engine answers");
        assert_eq!(line, b"readyok\n");
    };
    exchange();
    let start = Instant::now();
    (0..ROUND_TRIPS).for_each(|_| exchange());
    let elapsed = start.elapsed();
    drop(input);
    engine.wait().expect("the engine ends");
    elapsed
}

fn measure_link(start_link: StartLink) -> Duration {
    let mut spec = EngineSpec::new(env::current_exe().expect("our own path"));
    spec.args = vec!["engine".into()];
    let mut link = start_link(&spec).expect("the engine starts");
    let mut exchange = || {
        link.send(b"isready\n");
        let received = link.wait(Duration::MAX);
        assert_eq!(received.kind, ReceivedKind::Line(b"readyok".to_vec()));
    };
    exchange();
    let start = Instant::now();
    (0..ROUND_TRIPS).for_each(|_| exchange());
    start.elapsed()
}
