//! A test program that behaves like a hostile engine, or starts one. The first command-line argument selects the
//! hostile behaviour.
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "whatever a hostile engine may do"
)]

use std::{
    env,
    ffi::OsString,
    io::{self, BufRead as _, Read as _, Write as _},
    process::{Command, ExitCode, Stdio},
    thread,
    time::Duration,
};

use ponderhit::link::{self, EngineSpec, ReceivedKind, interrupt, watchdog};

const LONG_WAIT: Duration = Duration::from_secs(600);

fn main() -> ExitCode {
    let code = run_behaviour();
    link::stop_watchdog();
    code
}

fn run_behaviour() -> ExitCode {
    if let Some(code) = watchdog::run_if_watchdog() {
        return code;
    }
    let mut args = env::args_os().skip(1);
    let mut how = args.next().unwrap_or_default();
    if how == "greet" {
        complete_ucci_handshake();
        how = args.next().unwrap_or_default();
    }
    match how.to_str().unwrap_or_default() {
        "echo" => echo_lines(),
        "flood" => flood_stdout(b"info depth 1 nodes 1\n"),
        "endless" => flood_stdout(&[b'x'; 4096]),
        "deaf" => sleep_long(),
        "close-input" => close_input(),
        "ignore-end" => ignore_end_of_input(),
        "eat" => allocate_memory(),
        "stderr" => write_stderr(),
        "abort" => std::process::abort(),
        "split" => write_split_lines(),
        "spawn" => spawn_in_own_group(args, false),
        "spawn-and-exit" => spawn_in_own_group(args, true),
        "master" => return run_engine(args),
        code => return ExitCode::from(code.parse::<u8>().unwrap_or(99)),
    }
    ExitCode::SUCCESS
}

/// Waits for `ucci` and completes the handshake, so that the interface accepts this program as an engine.
fn complete_ucci_handshake() {
    let mut line = String::new();
    while line.trim_end() != "ucci" {
        line.clear();
        if io::stdin().read_line(&mut line).unwrap_or(0) == 0 {
            return;
        }
    }
    println!("id name hostile\nucciok");
}

/// Reads standard input to its end, and then keeps running.
fn ignore_end_of_input() {
    let _ = io::copy(&mut io::stdin(), &mut io::sink());
    sleep_long();
}

/// Sends every input line back.
fn echo_lines() {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().split(b'\n').map_while(Result::ok) {
        let _ = out.write_all(&line);
        let _ = out.write_all(b"\n");
        let _ = out.flush();
    }
}

fn flood_stdout(bytes: &[u8]) {
    let mut out = io::stdout().lock();
    while out.write_all(bytes).is_ok() {}
    sleep_long();
}

fn sleep_long() {
    thread::sleep(LONG_WAIT);
}

/// Reads one byte from standard input, and then closes standard input.
fn close_input() {
    let _ = io::stdin().read(&mut [0]);
    #[cfg(unix)]
    let _ = rustix::stdio::dup2_stdin(io::stderr());
    println!("closed");
    sleep_long();
}

fn allocate_memory() {
    let mut eaten = Vec::new();
    loop {
        eaten.push(vec![1_u8; 1 << 20]);
        // The program allocates at most 4 GiB, so that it does not block a machine with little memory.
        if eaten.len() > 4096 {
            sleep_long();
        }
    }
}

fn write_stderr() {
    eprint!("one\ntwo\nno end");
}

/// Writes one line in three pieces, and then two lines in one piece.
fn write_split_lines() {
    let mut out = io::stdout().lock();
    for piece in ["rea", "dy", "ok\r\none\ntwo\n", "no end"] {
        let _ = out.write_all(piece.as_bytes());
        let _ = out.flush();
    }
}

/// Starts a second hostile process in its own process group. This process and the second process write to the same
/// output pipe.
fn spawn_in_own_group(args: impl Iterator<Item = OsString>, leave: bool) {
    let mut command = Command::new(env::current_exe().expect("our own path"));
    command.args(args).stdin(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let _child = command.spawn();
    println!("started");
    if !leave {
        sleep_long();
    }
}

/// Runs an engine and prints its output until the engine ends or the user interrupts this program.
fn run_engine(mut args: impl Iterator<Item = OsString>) -> ExitCode {
    interrupt::install_signal_handlers().expect("signal handlers");
    let mut spec = EngineSpec::new(args.next().expect("an engine"));
    spec.args = args.collect();
    let mut link = link::start_engine_link(&spec).expect("an engine that starts");
    loop {
        let heard = link.wait(LONG_WAIT);
        println!("{:?}", heard.kind);
        match heard.kind {
            ReceivedKind::End(_) => return ExitCode::SUCCESS,
            ReceivedKind::Timeout if link::was_interrupted() => {
                drop(link);
                return ExitCode::from(130);
            }
            _ => (),
        }
    }
}
