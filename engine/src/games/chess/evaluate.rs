//! The evaluation of a position: a sum of terms, each a weight times a count.
//!
//! Every weight has a value for the opening and one for the ending; the material left decides how much
//! each counts. All counts go through [`Sink`], so that weights can be fitted to known results.

use cozy_chess::{
    BitBoard, Board, Color, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_rook_moves,
};

use super::{pawns, weights};

/// Receives the terms of an evaluation.
trait Sink {
    /// Adds `count` times the term; counts of black are negative.
    fn add(&mut self, term: usize, count: i32);
}

/// The first term of each group.
pub(super) mod term {
    pub(super) const MATERIAL: usize = 0;
    /// Six kinds on half a board: the other half is its mirror image.
    pub(super) const SQUARES: usize = MATERIAL + 5;
    pub(super) const KNIGHT_MOBILITY: usize = SQUARES + 6 * 32;
    pub(super) const BISHOP_MOBILITY: usize = KNIGHT_MOBILITY + 9;
    pub(super) const ROOK_MOBILITY: usize = BISHOP_MOBILITY + 14;
    pub(super) const QUEEN_MOBILITY: usize = ROOK_MOBILITY + 15;
    /// By rank, as the next four.
    pub(super) const PASSED: usize = QUEEN_MOBILITY + 28;
    pub(super) const PASSED_FREE: usize = PASSED + 8;
    pub(super) const PASSED_SAFE: usize = PASSED_FREE + 8;
    pub(super) const CONNECTED: usize = PASSED_SAFE + 8;
    pub(super) const PHALANX: usize = CONNECTED + 8;
    /// The distance of each king to the square before a passed pawn.
    pub(super) const PASSED_OWN_KING: usize = PHALANX + 8;
    pub(super) const PASSED_OTHER_KING: usize = PASSED_OWN_KING + 8;
    pub(super) const ISOLATED: usize = PASSED_OTHER_KING + 8;
    pub(super) const BACKWARD: usize = ISOLATED + 2;
    pub(super) const DOUBLED: usize = BACKWARD + 2;
    pub(super) const BISHOP_PAIR: usize = DOUBLED + 1;
    pub(super) const BAD_BISHOP: usize = BISHOP_PAIR + 1;
    pub(super) const ROOK_FILE: usize = BAD_BISHOP + 1;
    pub(super) const OUTPOST: usize = ROOK_FILE + 2;
    /// Ranks from the king to its own and to the other side's next pawn, by file.
    pub(super) const SHELTER: usize = OUTPOST + 2;
    pub(super) const STORM: usize = SHELTER + 24;
    /// By the number and kind of attacks near the king.
    pub(super) const KING_DANGER: usize = STORM + 24;
    pub(super) const SAFE_CHECK: usize = KING_DANGER + 32;
    /// An attack of a pawn, a light piece or a rook on each kind.
    pub(super) const THREAT: usize = SAFE_CHECK + 4;
    pub(super) const HANGING: usize = THREAT + 3 * 5;
    pub(super) const PUSH_THREAT: usize = HANGING + 1;
    pub(super) const TEMPO: usize = PUSH_THREAT + 1;
    pub(in super::super) const COUNT: usize = TEMPO + 1;
}

/// How much the pieces near a king weigh: knight, bishop, rook, queen.
const ATTACKER: [u32; 4] = [3, 3, 4, 5];

/// The weight of all pieces at the start of a game, as [`phase`] counts it.
const FULL_PHASE: i32 = 24;

/// The evaluation for the side to move, in hundredths of a pawn.
pub(super) fn evaluate(board: &Board) -> i32 {
    let mut sum = Sum::default();
    terms(board, &mut sum);
    let phase = phase(board);
    let ending = sum.ending * scale(board, sum.ending) / 64;
    let value = (sum.opening * phase + ending * (FULL_PHASE - phase)) / FULL_PHASE;
    // The nearer the draw by the fifty-move rule, the less an advantage is worth.
    let value = value * (220 - i32::from(board.halfmove_clock())) / 220;
    match board.side_to_move() {
        Color::White => value,
        Color::Black => -value,
    }
}

/// The weighted sum of all terms, for white.
#[derive(Default)]
struct Sum {
    opening: i32,
    ending: i32,
}

impl Sink for Sum {
    fn add(&mut self, term: usize, count: i32) {
        self.opening += i32::from(weights::OPENING[term]) * count;
        self.ending += i32::from(weights::ENDING[term]) * count;
    }
}

/// How much of the opening is left: [`FULL_PHASE`] at the start, 0 without pieces.
fn phase(board: &Board) -> i32 {
    let count = |piece| board.pieces(piece).len() as i32;
    let light = count(Piece::Knight) + count(Piece::Bishop);
    let heavy = 2 * count(Piece::Rook) + 4 * count(Piece::Queen);
    (light + heavy).min(FULL_PHASE)
}

/// The share of an ending's advantage that counts, in parts of 64: bishops of opposite colours are drawish, and
/// so is a side without pawns that is hardly ahead.
fn scale(board: &Board, ending: i32) -> i32 {
    let strong = if ending > 0 {
        Color::White
    } else {
        Color::Black
    };
    let count = |side, piece| board.colored_pieces(side, piece).len() as i32;
    let force = |side| {
        let light = count(side, Piece::Knight) + count(side, Piece::Bishop);
        3 * light + 5 * count(side, Piece::Rook) + 9 * count(side, Piece::Queen)
    };
    let pawns = count(strong, Piece::Pawn);
    if pawns == 0 && force(strong) - force(!strong) <= 3 {
        return 8;
    }
    let bishops = board.pieces(Piece::Bishop);
    let opposite = count(strong, Piece::Bishop) == 1
        && count(!strong, Piece::Bishop) == 1
        && (bishops & BitBoard::LIGHT_SQUARES).len() == 1;
    if opposite && force(strong) == 3 && force(!strong) == 3 {
        return 30;
    }
    (48 + 4 * pawns).min(64)
}

/// The attacks of one side.
#[derive(Clone, Copy)]
struct Attacks {
    by: [BitBoard; 6],
    all: BitBoard,
    twice: BitBoard,
}

impl Attacks {
    fn add(&mut self, piece: Piece, squares: BitBoard) {
        self.by[piece as usize] |= squares;
        self.twice |= self.all & squares;
        self.all |= squares;
    }
}

/// Adds all terms of a position.
fn terms(board: &Board, sink: &mut impl Sink) {
    let mut attacks = [Color::White, Color::Black].map(|color| start_attacks(board, color));
    for color in Color::ALL {
        let mut side = Side::new(board, color, sink);
        side.place_pieces();
        side.move_pieces(&mut attacks);
        side.judge_structure();
    }
    for color in Color::ALL {
        let mut side = Side::new(board, color, sink);
        side.judge_threats(&attacks);
        side.judge_checks(&attacks);
        side.judge_passed_pawns(&attacks);
    }
    Side::new(board, board.side_to_move(), sink).add(term::TEMPO, 1);
}

/// The attacks of the pawns and the king.
fn start_attacks(board: &Board, color: Color) -> Attacks {
    let mut attacks = Attacks {
        by: [BitBoard::EMPTY; 6],
        all: BitBoard::EMPTY,
        twice: BitBoard::EMPTY,
    };
    let [left, right] = pawns::attacks(board.colored_pieces(color, Piece::Pawn), color);
    attacks.add(Piece::Pawn, left);
    attacks.add(Piece::Pawn, right);
    attacks.add(Piece::King, get_king_moves(board.king(color)));
    attacks
}

/// The terms of one side.
struct Side<'a, S> {
    board: &'a Board,
    color: Color,
    sink: &'a mut S,
}

impl<'a, S: Sink> Side<'a, S> {
    fn new(board: &'a Board, color: Color, sink: &'a mut S) -> Side<'a, S> {
        Side { board, color, sink }
    }

    fn add(&mut self, term: usize, count: i32) {
        let sign = if self.color == Color::White { 1 } else { -1 };
        self.sink.add(term, sign * count);
    }

    fn own(&self, piece: Piece) -> BitBoard {
        self.board.colored_pieces(self.color, piece)
    }

    fn other(&self, piece: Piece) -> BitBoard {
        self.board.colored_pieces(!self.color, piece)
    }

    /// Material and squares.
    fn place_pieces(&mut self) {
        for piece in Piece::ALL {
            let pieces = self.own(piece);
            if piece != Piece::King {
                self.add(term::MATERIAL + piece as usize, pieces.len() as i32);
            }
            for square in pieces {
                let square = square.relative_to(self.color);
                let file = (square.file() as usize).min(7 - square.file() as usize);
                let half = square.rank() as usize * 4 + file;
                self.add(term::SQUARES + piece as usize * 32 + half, 1);
            }
        }
        if self.own(Piece::Bishop).len() >= 2 {
            self.add(term::BISHOP_PAIR, 1);
        }
    }

    /// Mobility, rooks on files, outposts, and attacks near the other king.
    fn move_pieces(&mut self, attacks: &mut [Attacks; 2]) {
        const KINDS: [(Piece, usize); 4] = [
            (Piece::Knight, term::KNIGHT_MOBILITY),
            (Piece::Bishop, term::BISHOP_MOBILITY),
            (Piece::Rook, term::ROOK_MOBILITY),
            (Piece::Queen, term::QUEEN_MOBILITY),
        ];
        let guarded = attacks[!self.color as usize].by[Piece::Pawn as usize];
        let blocked = self.own(Piece::Pawn) | self.own(Piece::King);
        let ring = king_zone(self.board.king(!self.color), !self.color);
        let (mut attackers, mut danger) = (0, 0);
        for (piece, mobility) in KINDS {
            for square in self.own(piece) {
                let moves = moves(piece, square, self.board.occupied());
                attacks[self.color as usize].add(piece, moves);
                let free = moves & !guarded & !blocked;
                self.add(mobility + free.len() as usize, 1);
                let near = (moves & ring & !guarded).len();
                if near > 0 {
                    attackers += 1;
                    danger += ATTACKER[piece as usize - 1] + near;
                }
            }
        }
        if attackers > 0 && (attackers > 1 || !self.own(Piece::Queen).is_empty()) {
            self.add(term::KING_DANGER + danger.min(31) as usize, 1);
        }
        self.judge_places(&attacks[self.color as usize]);
    }

    /// Rooks on open files, outposts, and bishops among pawns of their colour.
    fn judge_places(&mut self, attacks: &Attacks) {
        let (own, other) = (self.own(Piece::Pawn), self.other(Piece::Pawn));
        for square in self.own(Piece::Rook) {
            let file = square.file().bitboard();
            if (own & file).is_empty() {
                let open = usize::from((other & file).is_empty());
                self.add(term::ROOK_FILE + open, 1);
            }
        }
        for (n, piece) in [Piece::Knight, Piece::Bishop].into_iter().enumerate() {
            for square in self.own(piece) {
                let rank = square.relative_to(self.color).rank();
                let guarded = attacks.by[Piece::Pawn as usize].has(square);
                let chased = pawns::front(square, self.color) & square.file().adjacent() & other;
                if guarded && (Rank::Fourth..=Rank::Sixth).contains(&rank) && chased.is_empty() {
                    self.add(term::OUTPOST + n, 1);
                }
            }
        }
        for square in self.own(Piece::Bishop) {
            let light = BitBoard::LIGHT_SQUARES;
            let colour = if light.has(square) { light } else { !light };
            self.add(term::BAD_BISHOP, (own & colour).len() as i32);
        }
    }

    /// Pawns, and how they shelter the king.
    fn judge_structure(&mut self) {
        let (own, other) = (self.own(Piece::Pawn), self.other(Piece::Pawn));
        for square in own {
            let rank = square.relative_to(self.color).rank() as usize;
            let pawn = pawns::Pawn::new(square, self.color, own, other);
            let open = usize::from(pawn.is_on_open_file());
            if pawn.is_supported() {
                self.add(term::CONNECTED + rank, 1);
            }
            if pawn.has_neighbour() {
                self.add(term::PHALANX + rank, 1);
            }
            if pawn.is_isolated() {
                self.add(term::ISOLATED + open, 1);
            } else if pawn.is_backward() {
                self.add(term::BACKWARD + open, 1);
            }
            if pawn.is_doubled() {
                self.add(term::DOUBLED, 1);
            }
        }
        let king = self.board.king(self.color);
        for file in pawns::files_near(king.file()) {
            let edge = (file as usize).min(7 - file as usize).min(2) * 8;
            let ahead = |pawns| pawns::distance_ahead(king, file, pawns, self.color);
            let (shelter, storm) = (ahead(own), ahead(other));
            self.add(term::SHELTER + edge + shelter, 1);
            self.add(term::STORM + edge + storm, 1);
        }
    }

    /// Attacks on pieces, and pieces that nothing defends.
    fn judge_threats(&mut self, attacks: &[Attacks; 2]) {
        const KINDS: [Piece; 5] = [
            Piece::Pawn,
            Piece::Knight,
            Piece::Bishop,
            Piece::Rook,
            Piece::Queen,
        ];
        let (mine, theirs) = (attacks[self.color as usize], attacks[!self.color as usize]);
        let light = mine.by[Piece::Knight as usize] | mine.by[Piece::Bishop as usize];
        let weak = !theirs.all | (mine.twice & !theirs.twice & !theirs.by[Piece::Pawn as usize]);
        let by = [
            mine.by[Piece::Pawn as usize],
            light & !theirs.by[Piece::Pawn as usize],
            mine.by[Piece::Rook as usize] & !theirs.by[Piece::Pawn as usize],
        ];
        for piece in KINDS {
            let pieces = self.other(piece);
            for (n, attacked) in by.into_iter().enumerate() {
                // A guarded pawn is a threat to nobody but a pawn.
                let weak = if piece == Piece::Pawn {
                    weak
                } else {
                    BitBoard::FULL
                };
                let count = (pieces & attacked & weak).len() as i32;
                self.add(term::THREAT + n * 5 + piece as usize, count);
            }
        }
        let enemies = self.board.colors(!self.color) & !self.other(Piece::Pawn);
        let hanging = enemies & mine.all & !theirs.all;
        self.add(term::HANGING, hanging.len() as i32);
        let steps = pawns::steps(self.own(Piece::Pawn), self.color) & !self.board.occupied();
        let safe = steps & !theirs.by[Piece::Pawn as usize] & (mine.all | !theirs.all);
        let [left, right] = pawns::attacks(safe, self.color);
        self.add(term::PUSH_THREAT, ((left | right) & enemies).len() as i32);
    }

    /// Checks from squares that the other side does not defend.
    fn judge_checks(&mut self, attacks: &[Attacks; 2]) {
        let (mine, theirs) = (attacks[self.color as usize], attacks[!self.color as usize]);
        let king = self.board.king(!self.color);
        let occupied = self.board.occupied();
        let weak = !theirs.all | (mine.twice & !theirs.twice & theirs.by[Piece::King as usize]);
        let safe = weak & !self.board.colors(self.color);
        let kinds = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
        for (n, piece) in kinds.into_iter().enumerate() {
            let from = moves(piece, king, occupied) & mine.by[piece as usize];
            self.add(term::SAFE_CHECK + n, (from & safe).len().min(3) as i32);
        }
    }

    fn judge_passed_pawns(&mut self, attacks: &[Attacks; 2]) {
        let (own, other) = (self.own(Piece::Pawn), self.other(Piece::Pawn));
        let theirs = attacks[!self.color as usize];
        let kings = [self.color, !self.color].map(|it| self.board.king(it));
        for square in own {
            if !pawns::Pawn::new(square, self.color, own, other).is_passed() {
                continue;
            }
            let rank = square.relative_to(self.color).rank() as usize;
            self.add(term::PASSED + rank, 1);
            let ahead = pawns::steps(square.bitboard(), self.color);
            let Some(stop) = ahead.next_square() else {
                continue;
            };
            if (ahead & self.board.occupied()).is_empty() {
                self.add(term::PASSED_FREE + rank, 1);
            }
            if (ahead & theirs.all).is_empty() {
                self.add(term::PASSED_SAFE + rank, 1);
            }
            if rank >= 3 {
                let [mine, theirs] = kings.map(|it| distance(it, stop));
                self.add(term::PASSED_OWN_KING + mine, rank as i32 - 2);
                self.add(term::PASSED_OTHER_KING + theirs, rank as i32 - 2);
            }
        }
    }
}

/// The squares around a king, and those two ranks ahead.
fn king_zone(king: Square, color: Color) -> BitBoard {
    let near = get_king_moves(king) | king.bitboard();
    near | pawns::steps(near, color)
}

fn moves(piece: Piece, square: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Knight => get_knight_moves(square),
        Piece::Bishop => get_bishop_moves(square, occupied),
        Piece::Rook => get_rook_moves(square, occupied),
        _ => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
    }
}

/// How many moves a king needs between two squares.
fn distance(from: Square, to: Square) -> usize {
    let files = (from.file() as usize).abs_diff(to.file() as usize);
    let ranks = (from.rank() as usize).abs_diff(to.rank() as usize);
    files.max(ranks)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sum of each term's counts.
    struct Counts([i32; term::COUNT]);

    impl Sink for Counts {
        fn add(&mut self, term: usize, count: i32) {
            self.0[term] += count;
        }
    }

    fn counts(fen: &str) -> Vec<(usize, i32)> {
        let mut counts = Counts([0; term::COUNT]);
        terms(&fen.parse().unwrap(), &mut counts);
        let counts = counts.0.into_iter().enumerate();
        counts.filter(|it| it.1 != 0).collect()
    }

    #[test]
    fn only_the_move_counts_where_both_sides_are_equal() {
        let start = super::super::START;
        assert_eq!(counts(start), [(term::TEMPO, 1)]);
        let black = start.replace(" w ", " b ");
        assert_eq!(counts(&black), [(term::TEMPO, -1)]);
    }

    #[test]
    fn the_structure_of_pawns_is_counted() {
        let counts = counts("4k3/8/8/8/1P6/1P6/8/4K3 w - - 0 1");
        let count = |term: usize| counts.iter().find(|it| it.0 == term).map_or(0, |it| it.1);
        assert_eq!(count(term::MATERIAL), 2);
        assert_eq!(count(term::DOUBLED), 1);
        assert_eq!(count(term::ISOLATED + 1), 2);
        assert_eq!(count(term::PASSED + 3), 1);
        assert_eq!(count(term::PASSED + 2), 0, "the pawn ahead is in its way");
    }
}
