//! A copy of the example engine with two faults: it exits without `bye`, and it plays only illegal moves.

use engine_author::{Engine, serve};

fn main() -> std::io::Result<()> {
    let mut engine = Engine::default();
    serve(|line| {
        let answer = engine.answer_line(line);
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
