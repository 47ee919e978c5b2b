//! The program of the example engine.

use engine_author::{Engine, serve};

fn main() -> std::io::Result<()> {
    let mut engine = Engine::default();
    serve(|line| engine.answer_line(line))
}
