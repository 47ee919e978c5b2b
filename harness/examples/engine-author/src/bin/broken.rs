//! The same engine with two faults: it leaves without `bye`, and the move that it plays is never legal.

use engine_author::{Engine, serve};

fn main() -> std::io::Result<()> {
    let mut engine = Engine::default();
    serve(|line| {
        let answer = engine.answer(line);
        if line == "quit" {
            return String::new();
        }
        match answer.rfind("bestmove ") {
            Some(at) if !answer.ends_with("nobestmove\n") => {
                format!("{}bestmove e0e9\n", &answer[..at])
            }
            _ => answer,
        }
    })
}
