//! The commands about the end of a game.

use super::{
    Engine,
    arguments::{join_items, syntax_error},
    commands::Reply,
};
use crate::games::go::{Board, Color, FinalStatus, Point, area_owners, area_score, stone_statuses};

/// Answers `final_score` by area scoring, after the dead stones are removed.
pub(super) fn final_score(engine: &Engine) -> Reply {
    let board = engine.position.board();
    let lead = f64::from(area_score(board, &dead_stones(board))) - engine.komi;
    Reply::Success(format_score(lead))
}

/// Formats a score as the answer to `final_score`, with at most three decimals and without zeros at
/// their end.
fn format_score(black_lead: f64) -> String {
    let margin = format!("{:.3}", black_lead.abs());
    let margin = margin.trim_end_matches('0').trim_end_matches('.');
    match margin {
        "0" => "0".to_owned(),
        _ if black_lead > 0.0 => format!("B+{margin}"),
        _ => format!("W+{margin}"),
    }
}

pub(super) fn final_status_list(engine: &mut Engine, arguments: &[&str]) -> Reply {
    let [wanted] = arguments else {
        return syntax_error();
    };
    let board = engine.position.board();
    Reply::Success(match *wanted {
        "alive" => chains_with_status(board, FinalStatus::Alive),
        "seki" => chains_with_status(board, FinalStatus::Seki),
        "dead" => chains_with_status(board, FinalStatus::Dead),
        "black_territory" => territory(board, Some(Color::Black)),
        "white_territory" => territory(board, Some(Color::White)),
        "dame" => territory(board, None),
        _ => return syntax_error(),
    })
}

/// The chains whose stones have the status `wanted`, one chain on each line.
fn chains_with_status(board: &Board, wanted: FinalStatus) -> String {
    let statuses = stone_statuses(board);
    let mut chains: Vec<Vec<Point>> = Vec::new();
    for (point, _, _) in statuses.iter().filter(|it| it.2 == wanted) {
        if !chains.iter().any(|it| it.contains(point)) {
            let mut chain = board.chain(*point);
            chain.sort_unstable();
            chains.push(chain);
        }
    }
    let lines: Vec<String> = chains.into_iter().map(join_items).collect();
    lines.join("\n")
}

/// The points that belong to `owner` and have no living stone on them. If `owner` is `None`, returns the points that no
/// color owns.
fn territory(board: &Board, owner: Option<Color>) -> String {
    let dead = dead_stones(board);
    let points = Point::all(board.size()).zip(area_owners(board, &dead));
    let own = points.filter(|(point, it)| {
        *it == owner && (board.stone(*point).is_none() || dead.contains(point))
    });
    join_items(own.map(|it| it.0))
}

fn dead_stones(board: &Board) -> Vec<Point> {
    let statuses = stone_statuses(board).into_iter();
    let dead = statuses.filter(|it| it.2 == FinalStatus::Dead);
    dead.map(|it| it.0).collect()
}

/// The dead stones of a color.
pub(super) fn dead_stones_of(board: &Board, color: Color) -> Vec<Point> {
    let mut dead = dead_stones(board);
    dead.retain(|it| board.stone(*it) == Some(color));
    dead
}

/// True if `color` would win if the game ended now.
pub(super) fn would_win_if_game_ended(board: &Board, komi: f64, color: Color) -> bool {
    let lead = f64::from(area_score(board, &dead_stones(board))) - komi;
    match color {
        Color::Black => lead > 0.0,
        Color::White => lead < 0.0,
    }
}
