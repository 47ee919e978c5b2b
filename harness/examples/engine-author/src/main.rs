//! The engine as a program.

use engine_author::{Engine, serve};

fn main() -> std::io::Result<()> {
    let mut engine = Engine::default();
    serve(|line| engine.answer(line))
}
