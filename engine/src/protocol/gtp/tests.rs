//! Tests the GTP core in conversations with a virtual clock. The helper `TestConversation` checks the form of every
//! response.

use super::*;
use crate::games::go::{Color, Vertex};

mod analysis;
mod board;
mod endings;
mod framing;
mod games;
mod records;
mod time;

/// A conversation with the engine and its virtual time.
struct TestConversation {
    engine: SteppedEngine<Engine>,
    now: Duration,
}

impl TestConversation {
    fn new() -> TestConversation {
        TestConversation {
            engine: SteppedEngine::<Engine>::new(),
            now: Duration::ZERO,
        }
    }

    /// A conversation with an empty board of this size.
    fn with_board_size(size: u8) -> TestConversation {
        let mut talk = TestConversation::new();
        assert_eq!(talk.ask(&format!("boardsize {size}")), "=");
        assert_eq!(talk.ask("clear_board"), "=");
        talk
    }

    /// Sends a line and returns the bytes that the engine sends at once.
    fn send(&mut self, line: &str) -> String {
        self.send_bytes(line.as_bytes())
    }

    fn send_bytes(&mut self, line: &[u8]) -> String {
        let mut out = Vec::new();
        self.engine.handle_line(self.now, line, &mut out);
        join_lines(&out)
    }

    /// Advances the virtual time in steps of one millisecond. Returns the bytes that the engine sends.
    fn advance_millis(&mut self, millis: u64) -> String {
        let mut all = String::new();
        for _ in 0..millis {
            self.now += Duration::from_millis(1);
            let mut out = Vec::new();
            self.engine.run_step(self.now, &mut out);
            all.push_str(&join_lines(&out));
        }
        all
    }

    /// Sends a command and returns its response without the empty line at its end.
    fn ask(&mut self, command: &str) -> String {
        let mut text = self.send(command);
        for _ in 0..200_000 {
            if text.ends_with("\n\n") {
                break;
            }
            text.push_str(&self.advance_millis(1));
        }
        let response = text.strip_suffix("\n\n").expect("a response");
        assert!(response.starts_with(['=', '?']), "{response}");
        assert!(!response.contains("\n\n"), "{response}");
        response.to_owned()
    }

    /// Sends commands that must all succeed.
    fn ask_all(&mut self, commands: &[&str]) {
        for command in commands {
            let response = self.ask(command);
            assert!(response.starts_with('='), "{command}: {response}");
        }
    }

    /// The text of a successful response.
    fn ask_text(&mut self, command: &str) -> String {
        let response = self.ask(command);
        let text = response
            .strip_prefix('=')
            .unwrap_or_else(|| panic!("{command}: {response}"));
        text.trim().to_owned()
    }

    fn position(&self) -> &Position {
        &self.engine.engine.position
    }

    fn is_searching(&self) -> bool {
        self.engine.engine.current_search.is_some()
    }
}

/// Joins lines to the output text, with a newline after each line.
fn join_lines(lines: &[String]) -> String {
    lines.iter().map(|it| format!("{it}\n")).collect()
}
