//! The command `loadsgf`, which loads the main line of a game record in SGF.

use super::{
    Engine, GtpAction,
    arguments::{parse_float, parse_int, syntax_error},
    command_line::CommandLine,
    commands::Reply,
};
use crate::games::go::{Board, Color, KoRule, Point, Position, Rules, Vertex};

/// The file and the move number of a `loadsgf`.
#[derive(Clone, Debug)]
pub(super) struct LoadRequest {
    pub(super) file_name: String,
    /// The position before this move is loaded; `None` for the end of the game.
    move_number: Option<u32>,
}

/// A command `loadsgf` that waits for the content of its file.
#[derive(Debug)]
pub(super) struct PendingLoad {
    command: CommandLine,
    request: LoadRequest,
    content: Option<Result<Vec<u8>, String>>,
}

impl PendingLoad {
    pub(super) fn new(command: CommandLine, request: LoadRequest) -> PendingLoad {
        PendingLoad {
            command,
            request,
            content: None,
        }
    }

    pub(super) fn receive_file_content(&mut self, name: &str, content: Result<Vec<u8>, String>) {
        if name == self.request.file_name {
            self.content = Some(content);
        }
    }
}

/// Executes `loadsgf FILE [N]`.
pub(super) fn load_sgf(arguments: &[&str]) -> Reply {
    let (file_name, move_number) = match arguments {
        [name] => (name, None),
        [name, number] => match parse_int(number) {
            Some(number) => (name, Some(number)),
            None => return syntax_error(),
        },
        _ => return syntax_error(),
    };
    Reply::Load(LoadRequest {
        file_name: (*file_name).to_owned(),
        move_number,
    })
}

impl Engine {
    /// Answers `loadsgf` if the content of its file has arrived.
    pub(super) fn finish_loading(&mut self, out: &mut Vec<GtpAction>) {
        let Some(PendingLoad {
            command,
            request,
            content: Some(content),
        }) = self.pending_load.take_if(|it| it.content.is_some())
        else {
            return;
        };
        let game = content.ok().and_then(|it| {
            let text = String::from_utf8_lossy(&it);
            load_game(&text, request.move_number)
        });
        match game {
            Some(game) => {
                self.set_position(game.position);
                self.komi = game.komi.unwrap_or(self.komi);
                command.send_success("", out);
            }
            None => command.send_failure("cannot load file", out),
        }
    }
}

/// The game that `loadsgf` loads: the beginning of a game record, up to a given move.
#[derive(Debug)]
pub(super) struct LoadedGame {
    pub(super) position: Position,
    pub(super) komi: Option<f64>,
}

/// Parses a game record; `None` if the record is not of a game of Go, or has an impossible move.
pub(super) fn load_game(text: &str, move_number: Option<u32>) -> Option<LoadedGame> {
    let nodes = parse_main_line(text)?;
    let root = nodes.first()?;
    if first_property_value(root, "GM").is_some_and(|it| it.trim() != "1") {
        return None;
    }
    let size = match first_property_value(root, "SZ") {
        None => 19,
        Some(size) => parse_int(size.split(':').next()?.trim())?,
    };
    let mut position = Position::new(u8::try_from(size).ok()?)?;
    // The game of a record may have been played under any rules, so the loosest rules apply here.
    position.set_rules(Rules {
        allows_suicide: true,
        ko: KoRule::Simple,
    });
    let mut played = 0;
    for node in &nodes {
        position = apply_setup_stones(position, node)?;
        for (key, values) in node {
            let color = match key.as_str() {
                "B" => Color::Black,
                "W" => Color::White,
                _ => continue,
            };
            played += 1;
            if move_number.is_some_and(|it| played >= it.max(1)) {
                return Some(LoadedGame::new(position, root));
            }
            let vertex = parse_sgf_vertex(values.first()?, position.size())?;
            position.play(color, vertex).ok()?;
        }
    }
    Some(LoadedGame::new(position, root))
}

impl LoadedGame {
    fn new(position: Position, root: &SgfNode) -> LoadedGame {
        let komi = first_property_value(root, "KM").and_then(|it| parse_float(it.trim()));
        LoadedGame { position, komi }
    }
}

/// The properties of a node with their values.
type SgfNode = Vec<(String, Vec<String>)>;

fn first_property_value<'a>(node: &'a SgfNode, key: &str) -> Option<&'a str> {
    let mut properties = node.iter();
    let (_, values) = properties.find(|it| it.0 == key)?;
    values.first().map(String::as_str)
}

/// Applies the setup stones of a node. Moves that were played before the setup stones cannot be taken back.
fn apply_setup_stones(position: Position, node: &SgfNode) -> Option<Position> {
    let mut board: Option<Board> = None;
    for (key, values) in node {
        let color = match key.as_str() {
            "AB" => Some(Color::Black),
            "AW" => Some(Color::White),
            "AE" => None,
            _ => continue,
        };
        let board = board.get_or_insert_with(|| position.board().clone());
        for point in parse_point_list(values, position.size())? {
            board.remove_stones(&[point]);
            if let Some(color) = color {
                board.put(color, point);
            }
        }
    }
    let Some(mut board) = board else {
        return Some(position);
    };
    board.clear_ko();
    let mut after = Position::from_board(board);
    after.set_rules(position.rules());
    Some(after)
}

/// The points of a list, in which an element such as `aa:cc` stands for a rectangle of points.
fn parse_point_list(values: &[String], size: u8) -> Option<Vec<Point>> {
    let mut points = Vec::new();
    for value in values {
        let (from, to) = value.split_once(':').unwrap_or((value, value));
        let from = parse_sgf_vertex(from, size)?.point()?;
        let to = parse_sgf_vertex(to, size)?.point()?;
        for row in from.row.min(to.row)..=from.row.max(to.row) {
            for column in from.column.min(to.column)..=from.column.max(to.column) {
                points.push(Point::new(column, row));
            }
        }
    }
    Some(points)
}

/// Parses two letters, which count columns and rows from the top left corner. An empty text is a
/// pass; `tt` is a pass on a board of at most 19x19.
fn parse_sgf_vertex(text: &str, size: u8) -> Option<Vertex> {
    let text = text.trim();
    if text.is_empty() || (text == "tt" && size <= 19) {
        return Some(Vertex::Pass);
    }
    let [column, row] = text.as_bytes() else {
        return None;
    };
    let column = column.checked_sub(b'a')?;
    let row = size.checked_sub(row.checked_sub(b'a')?.checked_add(1)?)?;
    let point = Point::new(column, row);
    point.is_on_board(size).then_some(Vertex::Point(point))
}

/// The nodes of the main line. Where the record has several variations, the main line takes the
/// first.
fn parse_main_line(text: &str) -> Option<Vec<SgfNode>> {
    let mut nodes: Vec<SgfNode> = Vec::new();
    let start = text.find("(;").or_else(|| text.find('('))?;
    let mut rest = text[start..].chars().peekable();
    let mut key = String::new();
    while let Some(next) = rest.next() {
        match next {
            // The first variation ends here, so the main line is complete.
            ')' => return (!nodes.is_empty()).then_some(nodes),
            ';' => {
                nodes.push(SgfNode::new());
                key.clear();
            }
            '[' => {
                let value = read_property_value(&mut rest)?;
                let node = nodes.last_mut()?;
                if !key.is_empty() {
                    node.push((std::mem::take(&mut key), Vec::new()));
                }
                node.last_mut()?.1.push(value);
            }
            letter if letter.is_ascii_uppercase() => key.push(letter),
            _ => (),
        }
    }
    None
}

/// Reads a property value up to its closing bracket. After a backslash, the next character is an
/// ordinary character.
fn read_property_value(rest: &mut impl Iterator<Item = char>) -> Option<String> {
    let mut value = String::new();
    loop {
        match rest.next()? {
            ']' => return Some(value),
            '\\' => value.push(rest.next()?),
            other => value.push(other),
        }
    }
}
