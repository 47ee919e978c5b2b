//! The commands that set the board, and `showboard`.

use super::{
    Engine,
    arguments::{join_items, parse_float, parse_int, parse_move, syntax_error},
    commands::Reply,
};
use crate::games::go::{self, Color, KoRule, Point, Position, Rules, Vertex};

/// Changes the size and clears the board, so that the position is valid even without `clear_board`.
pub(super) fn boardsize(engine: &mut Engine, arguments: &[&str]) -> Reply {
    let [size] = arguments else {
        return syntax_error();
    };
    let Some(size) = parse_int(size) else {
        return syntax_error();
    };
    match u8::try_from(size).ok().and_then(Position::new) {
        Some(position) => {
            engine.set_position(position);
            Reply::empty()
        }
        None => Reply::failure("unacceptable size"),
    }
}

pub(super) fn clear_board(engine: &mut Engine) -> Reply {
    let size = engine.position.size();
    engine.set_position(Position::new(size).expect("the size of a position is supported"));
    engine.time_control.start_game();
    Reply::empty()
}

pub(super) fn komi(engine: &mut Engine, arguments: &[&str]) -> Reply {
    let [komi] = arguments else {
        return syntax_error();
    };
    match parse_float(komi) {
        Some(komi) => {
            engine.komi = komi;
            Reply::empty()
        }
        None => syntax_error(),
    }
}

pub(super) fn play(engine: &mut Engine, arguments: &[&str]) -> Reply {
    let [color, vertex] = arguments else {
        return syntax_error();
    };
    let Some((color, vertex)) = parse_move(color, vertex) else {
        return syntax_error();
    };
    match engine.position.play(color, vertex) {
        Ok(_) => Reply::empty(),
        Err(_) => Reply::failure("illegal move"),
    }
}

pub(super) fn undo(engine: &mut Engine) -> Reply {
    match engine.position.undo() {
        Some(_) => Reply::empty(),
        None => Reply::failure("cannot undo"),
    }
}

pub(super) fn fixed_handicap(engine: &mut Engine, arguments: &[&str]) -> Reply {
    place_handicap(engine, arguments, go::fixed_handicap)
}

pub(super) fn place_free_handicap(engine: &mut Engine, arguments: &[&str]) -> Reply {
    place_handicap(engine, arguments, go::free_handicap)
}

fn place_handicap(
    engine: &mut Engine,
    arguments: &[&str],
    layout: fn(u8, usize) -> Option<Vec<Point>>,
) -> Reply {
    let [count] = arguments else {
        return syntax_error();
    };
    let Some(count) = parse_int(count) else {
        return syntax_error();
    };
    if !engine.position.is_at_start() {
        return Reply::failure("board not empty");
    }
    match layout(engine.position.size(), count as usize) {
        Some(points) => {
            engine.position.set_handicap(&points);
            Reply::Success(join_items(points))
        }
        None => Reply::failure("invalid number of stones"),
    }
}

pub(super) fn set_free_handicap(engine: &mut Engine, arguments: &[&str]) -> Reply {
    let vertices: Option<Vec<Vertex>> = arguments.iter().map(|it| Vertex::parse(it)).collect();
    let Some(vertices) = vertices.filter(|it| !it.is_empty()) else {
        return syntax_error();
    };
    if !engine.position.is_at_start() {
        return Reply::failure("board not empty");
    }
    match go::valid_free_handicap(engine.position.size(), &vertices) {
        Some(points) => {
            engine.position.set_handicap(&points);
            Reply::empty()
        }
        None => Reply::failure("bad vertex list"),
    }
}

/// Sets the rules of suicide and ko (`GTP K-4`).
pub(super) fn kgs_rules(engine: &mut Engine, arguments: &[&str]) -> Reply {
    let [name] = arguments else {
        return syntax_error();
    };
    let (allows_suicide, ko) = match name.to_ascii_lowercase().as_str() {
        "japanese" => (false, KoRule::Simple),
        "chinese" | "aga" => (false, KoRule::PositionalSuperko),
        "new_zealand" => (true, KoRule::PositionalSuperko),
        _ => return Reply::failure("unknown rules"),
    };
    engine.rules = Rules { allows_suicide, ko };
    engine.position.set_rules(engine.rules);
    Reply::empty()
}

/// The drawing of the board, with coordinates on all sides (`GTP G-129`).
pub(super) fn showboard(engine: &Engine) -> Reply {
    let size = engine.position.size();
    let letters = join_items((0..size).map(|it| {
        let name = Point::new(it, 0).to_string();
        name.chars().next().unwrap_or('?')
    }));
    let mut text = format!("\n   {letters}");
    for row in (0..size).rev() {
        let stones =
            join_items((0..size).map(
                |column| match engine.position.stone(Point::new(column, row)) {
                    Some(Color::Black) => 'X',
                    Some(Color::White) => 'O',
                    None => '.',
                },
            ));
        let number = row + 1;
        text.push_str(&format!("\n{number:2} {stones} {number}"));
    }
    text.push_str(&format!("\n   {letters}"));
    for (color, name) in [(Color::Black, "black (X)"), (Color::White, "white (O)")] {
        let count = engine.position.captures(color);
        text.push_str(&format!("\n{name} has captured {count}"));
    }
    Reply::Success(text)
}

impl Engine {
    /// Begins a game with this position, under the rules that the controller has set.
    pub(super) fn set_position(&mut self, mut position: Position) {
        position.set_rules(self.rules);
        self.position = position;
    }

    /// The color that moves next if black and white move in turn.
    pub(super) fn next_color(&self) -> Color {
        match self.position.moves().last() {
            Some(last) => last.color.opponent(),
            // If the game has handicap stones, white begins.
            None if self.position.is_at_start() => Color::Black,
            None => Color::White,
        }
    }
}
