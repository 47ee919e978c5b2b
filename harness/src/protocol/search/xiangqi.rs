//! Makes xiangqi a game that the judge knows: implements `BoardGame`.

mod why_illegal;

use ponderhit_engine::games::xiangqi::{Move, Piece, PieceKind, Position, Side, Square};

pub(in crate::protocol) use self::why_illegal::{
    illegal_reason_message, illegal_reason_message_with_ranks_from,
};
use crate::message::{Message, message};
use crate::protocol::{
    DiagramCell, DiagramRow,
    search::{BoardGame, MAX_CAPTION_MOVES, Word, join_moves},
};

impl BoardGame for Position {
    type Move = Move;
    type Point = Square;
    type Variant = ();

    fn start_position((): ()) -> Option<Position> {
        Some(Position::start())
    }

    fn parse_position(fen: &str, (): ()) -> Option<Position> {
        Position::from_fen(fen).ok()
    }

    fn is_first_player_to_move(&self) -> bool {
        self.side_to_move() == Side::Red
    }

    /// A move has exactly four characters (`UCCI MV1`).
    fn parse_move(word: &[u8]) -> Option<Move> {
        Move::from_bytes(word)
    }

    /// Whether a word is a move in another notation, such as `H2-E2`, `h10g8` or `h9g7+`: with capitals, a dash, ranks
    /// above 9, or marks at its end.
    fn looks_like_move(word: &Word<'_>) -> bool {
        let mut rest = word.text;
        let mut square = || {
            let (file, tail) = rest.split_first()?;
            let digits = tail.iter().take(2).take_while(|it| it.is_ascii_digit());
            let digits = digits.count();
            rest = tail.get(digits..)?;
            (matches!(file.to_ascii_lowercase(), b'a'..=b'i') && digits > 0).then_some(())?;
            if let Some((b'-' | b'x' | b':', tail)) = rest.split_first() {
                rest = tail;
            }
            Some(())
        };
        let squares = square().is_some() && square().is_some();
        squares && !rest.iter().any(u8::is_ascii_alphanumeric)
    }

    fn is_legal(&self, step: Move) -> bool {
        Position::is_legal(self, step)
    }

    fn why_illegal(&self, step: Move) -> Option<Message> {
        Position::why_illegal(self, step).map(illegal_reason_message)
    }

    fn play(&mut self, step: Move) {
        Position::play_move(self, step);
    }

    fn legal_moves(&self) -> Vec<Move> {
        Position::legal_moves(self)
    }

    fn hash_key(&self) -> u64 {
        Position::hash_key(self)
    }

    fn side_to_move_caption(&self, after: &[Move]) -> Message {
        side_to_move_caption(self.side_to_move(), &join_moves(after), after.len())
    }

    fn legal_and_illegal_moves(&self) -> Box<dyn Iterator<Item = Move> + '_> {
        Box::new(own_piece_moves(self).chain(moves_between_all_points()))
    }

    fn points_of_word(word: &[u8]) -> Option<Vec<Square>> {
        let second = word.iter().rposition(u8::is_ascii_lowercase)?;
        let (from, to) = word.split_at(second);
        let points = [from, to];
        let fits = |it: &[u8]| {
            it.first().is_some_and(u8::is_ascii_lowercase)
                && (2..=3).contains(&it.len())
                && it[1..].iter().all(u8::is_ascii_digit)
        };
        let all = points.iter().all(|it| fits(it));
        all.then(|| points.iter().filter_map(|it| parse_point(it)).collect())
    }

    fn draw_rows(&self, marked: &[Square]) -> Vec<DiagramRow> {
        draw_rows(self, marked, 0)
    }
}

/// The caption of a position after `count` moves; `moves` are these moves as text.
pub(in crate::protocol) fn side_to_move_caption(side: Side, moves: &str, count: usize) -> Message {
    match (side, count) {
        (Side::Red, 0) => message!("red_to_move", "red to move"),
        (Side::Black, 0) => message!("black_to_move", "black to move"),
        (Side::Red, 1..=MAX_CAPTION_MOVES) => {
            message!("red_to_move_after", "red to move after {moves}", moves)
        }
        (Side::Black, 1..=MAX_CAPTION_MOVES) => {
            message!("black_to_move_after", "black to move after {moves}", moves)
        }
        (Side::Red, _) => message!(
            "red_to_move_after_many",
            "red to move after {count} moves",
            count
        ),
        (Side::Black, _) => message!(
            "black_to_move_after_many",
            "black to move after {count} moves",
            count
        ),
    }
}

/// The rows of the diagram of a xiangqi board. The ranks are counted from `first_rank_number`.
pub(in crate::protocol) fn draw_rows(
    position: &Position,
    marked: &[Square],
    first_rank_number: i8,
) -> Vec<DiagramRow> {
    let mut rows = Vec::new();
    for rank in (0..10).rev() {
        let squares = (0..9).filter_map(|file| Square::new(file, rank));
        let cells = squares.map(|it| DiagramCell {
            is_highlighted: marked.contains(&it),
            ..diagram_cell(position.piece_at(it))
        });
        rows.push(DiagramRow {
            label: (rank + first_rank_number).to_string(),
            cells: cells.collect(),
        });
        if rank == 5 {
            let river = vec![DiagramCell::new('~', '～'); 9];
            rows.push(DiagramRow::new_without_label(river));
        }
    }
    let files = "abcdefghi".chars().zip("ａｂｃｄｅｆｇｈｉ".chars());
    let files = files.map(|(ascii, unicode)| DiagramCell::new(ascii, unicode));
    rows.push(DiagramRow::new_without_label(files.collect()));
    rows
}

/// Every pair of different points as a move.
fn moves_between_all_points() -> impl Iterator<Item = Move> {
    Square::all().flat_map(|from| {
        let others = Square::all().filter(move |to| *to != from);
        others.map(move |to| Move { from, to })
    })
}

/// All moves, legal or not, that take a piece of the player whose turn it is to a point without a piece of the same
/// player.
pub(in crate::protocol) fn own_piece_moves(position: &Position) -> impl Iterator<Item = Move> {
    let own = |square| {
        let piece = position.piece_at(square);
        piece.is_some_and(|it| it.side == position.side_to_move())
    };
    moves_between_all_points().filter(move |it| own(it.from) && !own(it.to))
}

/// Parses the name of a point. Returns `None` if the point is not on the board.
fn parse_point(name: &[u8]) -> Option<Square> {
    let &[file, rank] = name else { return None };
    let mut all = Square::all();
    all.find(|it| it.to_string().as_bytes() == [file, rank])
}

/// The ASCII character and the Unicode character of a point of the board. An empty point has full width in Unicode, the
/// same width as a piece.
fn diagram_cell(piece: Option<Piece>) -> DiagramCell {
    let Some(piece) = piece else {
        return DiagramCell::new('.', '．');
    };
    let (red, black) = match piece.kind {
        PieceKind::King => ('帥', '將'),
        PieceKind::Advisor => ('仕', '士'),
        PieceKind::Bishop => ('相', '象'),
        PieceKind::Knight => ('傌', '馬'),
        PieceKind::Rook => ('俥', '車'),
        PieceKind::Cannon => ('炮', '砲'),
        PieceKind::Pawn => ('兵', '卒'),
    };
    let unicode = match piece.side {
        Side::Red => red,
        Side::Black => black,
    };
    DiagramCell::new(piece.letter(), unicode)
}
