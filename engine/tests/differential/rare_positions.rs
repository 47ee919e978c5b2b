//! Positions that are rare in games: kings on one file, cannons and screens in line with a king,
//! horses with blocked legs, elephants at the river, pawns on the last ranks, bare kings attacked
//! by chariots. The boards are random, and invalid boards are discarded.

use std::collections::HashSet;

use ponderhit_engine::games::xiangqi::{Piece, PieceKind, Position, Side, Square};

use crate::random::RandomGenerator;

/// A kind of rare position: the pieces and their places.
#[derive(Clone, Copy)]
struct RarePositionKind {
    /// The letters of the pieces, in upper case.
    pieces: &'static str,
    min_piece_count: usize,
    max_piece_count: usize,
    /// The percentage of the pieces that are placed on a king's rank or file, or close to a king.
    near_king_percent: usize,
    /// The percentage of the boards that have both kings on one file.
    facing_kings_percent: usize,
    /// The percentage of the pieces that the stronger side gets.
    stronger_side_percent: usize,
}

const fn rare_position_kind(
    pieces: &'static str,
    count: (usize, usize),
    percents: [usize; 3],
) -> RarePositionKind {
    let (fewest, most) = count;
    let [near, facing, strong] = percents;
    RarePositionKind {
        pieces,
        min_piece_count: fewest,
        max_piece_count: most,
        near_king_percent: near,
        facing_kings_percent: facing,
        stronger_side_percent: strong,
    }
}

const RARE_POSITION_KINDS: [RarePositionKind; 9] = [
    // The kings are on one file, with at most one piece between them.
    rare_position_kind("RNCPAB", (0, 5), [50, 90, 50]),
    // There are many cannons, and screens of every kind.
    rare_position_kind("CCCCNAPB", (3, 9), [85, 30, 50]),
    // There are many horses, and pieces that block their legs.
    rare_position_kind("NNNNPAC", (3, 9), [85, 20, 50]),
    // There are elephants at the river, and pieces that block their eyes.
    rare_position_kind("BBBBPNC", (4, 12), [20, 20, 50]),
    // Several pieces give check at once.
    rare_position_kind("RRCCNN", (4, 9), [95, 40, 80]),
    // There are many pawns beyond the river.
    rare_position_kind("PPPPPPRA", (3, 10), [60, 30, 50]),
    // A few pieces of one side attack an almost bare king, which leads to mates and stalemates.
    rare_position_kind("RRPPPNC", (2, 5), [80, 30, 95]),
    // A king is attacked, and its own pieces block its escape.
    rare_position_kind("AABRNCP", (6, 12), [80, 30, 70]),
    // All kinds of pieces are on the board.
    rare_position_kind("RNCPABRNCP", (8, 28), [30, 20, 50]),
];

/// Returns `count` different positions.
pub(crate) fn rare_positions(random: &mut RandomGenerator, count: usize) -> Vec<String> {
    let (mut seen, mut fens) = (HashSet::new(), Vec::new());
    while fens.len() < count {
        let theme = random.pick_item(&RARE_POSITION_KINDS).unwrap();
        let board = random_board(random, theme);
        // Only FENs that the engine accepts can be compared. The engine rejects a position in which
        // the side to move can capture the king, so if a king is attacked, its side must be to
        // move.
        let mut sides = ["w", "b"];
        if random.random_bool_with_percent(50) {
            sides.reverse();
        }
        let mut both = sides.iter().map(|it| format!("{board} {it} - - 0 1"));
        let fen = both.find(|it| Position::from_fen(it).is_ok());
        fens.extend(fen.filter(|it| seen.insert(it.clone())));
    }
    fens
}

type Board = [Option<Piece>; 90];

fn random_board(random: &mut RandomGenerator, theme: RarePositionKind) -> String {
    let mut board: Board = [None; 90];
    let kings = random_king_points(random, theme.facing_kings_percent);
    for (side, king) in [Side::Red, Side::Black].into_iter().zip(kings) {
        let kind = PieceKind::King;
        board[king.index()] = Some(Piece { side, kind });
    }
    let letters: Vec<char> = theme.pieces.chars().collect();
    let upper_is_strong = random.random_bool_with_percent(50);
    for _ in 0..theme.min_piece_count
        + random.random_below(theme.max_piece_count - theme.min_piece_count + 1)
    {
        let letter = random.pick_item(&letters).unwrap();
        let letter =
            match random.random_bool_with_percent(theme.stronger_side_percent) == upper_is_strong {
                true => letter,
                false => letter.to_ascii_lowercase(),
            };
        let piece = Piece::from_letter(letter).unwrap();
        if let Some(square) =
            random_free_point(random, piece, &board, kings, theme.near_king_percent)
        {
            board[square.index()] = Some(piece);
        }
    }
    board_field(&board)
}

fn random_king_points(random: &mut RandomGenerator, facing: usize) -> [Square; 2] {
    let mut file = || 3 + random.random_below(3) as i8;
    let (red, mut black) = (file(), file());
    if random.random_bool_with_percent(facing) {
        black = red;
    }
    let (low, high) = (
        random.random_below(3) as i8,
        7 + random.random_below(3) as i8,
    );
    [
        Square::new(red, low).unwrap(),
        Square::new(black, high).unwrap(),
    ]
}

/// A random free point where the piece may stand; `None` if forty attempts find no such point.
fn random_free_point(
    random: &mut RandomGenerator,
    piece: Piece,
    board: &Board,
    kings: [Square; 2],
    near: usize,
) -> Option<Square> {
    (0..40).find_map(|_| {
        let square = match random.random_bool_with_percent(near) {
            true => {
                let king = random.pick_item(&kings)?;
                random_point_near_king(random, king)?
            }
            false => Square::new(random.random_below(9) as i8, random.random_below(10) as i8)?,
        };
        (board[square.index()].is_none() && may_stand_on(piece, square)).then_some(square)
    })
}

/// A random point on the king's rank or file, or at most two steps away, where a horse can attack
/// the king.
fn random_point_near_king(random: &mut RandomGenerator, king: Square) -> Option<Square> {
    const NEAR_OFFSETS: [i8; 5] = [-2, -1, 0, 1, 2];
    let (file, rank) = (king.file(), king.rank());
    match random.random_below(3) {
        0 => Square::new(file, random.random_below(10) as i8),
        1 => Square::new(random.random_below(9) as i8, rank),
        _ => Square::new(
            file + random.pick_item(&NEAR_OFFSETS)?,
            rank + random.pick_item(&NEAR_OFFSETS)?,
        ),
    }
}

/// True if a piece may stand on a point. The function does not ask the engine under test.
fn may_stand_on(piece: Piece, square: Square) -> bool {
    let (file, rank) = (square.file(), square.rank());
    let rank = match piece.side {
        Side::Red => rank,
        Side::Black => 9 - rank,
    };
    match piece.kind {
        PieceKind::Advisor => matches!((file, rank), (3 | 5, 0 | 2) | (4, 1)),
        PieceKind::Bishop => matches!((file, rank), (2 | 6, 0 | 4) | (0 | 4 | 8, 2)),
        PieceKind::Pawn => rank >= 5 || (rank >= 3 && file % 2 == 0),
        _ => true,
    }
}

/// The board as the first field of a FEN.
fn board_field(board: &Board) -> String {
    let rank = |rank: i8| -> String {
        let squares = (0..9).filter_map(|file| Square::new(file, rank));
        squares
            .map(|it| board[it.index()].map_or('1', Piece::letter))
            .collect()
    };
    let ranks: Vec<String> = (0..10).rev().map(rank).collect();
    // A FEN may write `111` for `3`, but not every program can parse `111`.
    (2..=9).rev().fold(ranks.join("/"), |text, n| {
        text.replace(&"1".repeat(n), &n.to_string())
    })
}
