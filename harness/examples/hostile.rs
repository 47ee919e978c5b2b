//! A test program: an engine process that misbehaves as its arguments demand, or a parent of such processes.
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

use ponderhit::link::{self, ReceivedKind, Spec, interrupt, watchdog};

const FOREVER: Duration = Duration::from_secs(600);

fn main() -> ExitCode {
    let code = run();
    link::stop_watchdog();
    code
}

fn run() -> ExitCode {
    if let Some(code) = watchdog::main_if_asked() {
        return code;
    }
    let mut args = env::args_os().skip(1);
    let how = args.next().unwrap_or_default();
    match how.to_str().unwrap_or_default() {
        "echo" => echo(),
        "flood" => flood(b"info depth 1 nodes 1\n"),
        "endless" => flood(&[b'x'; 4096]),
        "deaf" => forever(),
        "close-input" => close_input(),
        "eat" => eat(),
        "stderr" => talk_to_stderr(),
        "abort" => std::process::abort(),
        "split" => split(),
        "spawn" => run_beside(args, false),
        "spawn-and-exit" => run_beside(args, true),
        "master" => return master(args),
        code => return ExitCode::from(code.parse::<u8>().unwrap_or(99)),
    }
    ExitCode::SUCCESS
}

/// Sends every input line back.
fn echo() {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().split(b'\n').map_while(Result::ok) {
        let _ = out.write_all(&line);
        let _ = out.write_all(b"\n");
        let _ = out.flush();
    }
}

fn flood(bytes: &[u8]) {
    let mut out = io::stdout().lock();
    while out.write_all(bytes).is_ok() {}
    forever();
}

fn forever() {
    thread::sleep(FOREVER);
}

/// Reads one byte from standard input, and then closes standard input.
fn close_input() {
    let _ = io::stdin().read(&mut [0]);
    #[cfg(unix)]
    let _ = rustix::stdio::dup2_stdin(io::stderr());
    println!("closed");
    forever();
}

fn eat() {
    let mut eaten = Vec::new();
    loop {
        eaten.push(vec![1_u8; 1 << 20]);
        // The limit of 4 GiB protects machines with little memory.
        if eaten.len() > 4096 {
            forever();
        }
    }
}

fn talk_to_stderr() {
    eprint!("one\ntwo\nno end");
}

/// Writes one line in three pieces, and then two lines in one piece.
fn split() {
    let mut out = io::stdout().lock();
    for piece in ["rea", "dy", "ok\r\none\ntwo\n", "no end"] {
        let _ = out.write_all(piece.as_bytes());
        let _ = out.flush();
    }
}

/// Starts a second hostile process in its own process group, with the same pipes.
fn run_beside(args: impl Iterator<Item = OsString>, leave: bool) {
    let mut command = Command::new(env::current_exe().expect("our own path"));
    command.args(args).stdin(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let _child = command.spawn();
    println!("started");
    if !leave {
        forever();
    }
}

/// Runs an engine and prints its output until the engine ends or the user interrupts.
fn master(mut args: impl Iterator<Item = OsString>) -> ExitCode {
    interrupt::install().expect("signal handlers");
    let mut spec = Spec::new(args.next().expect("an engine"));
    spec.args = args.collect();
    let mut link = link::spawn(&spec).expect("an engine that starts");
    loop {
        let heard = link.wait(FOREVER);
        println!("{:?}", heard.kind);
        match heard.kind {
            ReceivedKind::End(_) => return ExitCode::SUCCESS,
            ReceivedKind::Nothing if link::interrupted() => {
                drop(link);
                return ExitCode::from(130);
            }
            _ => (),
        }
    }
}
