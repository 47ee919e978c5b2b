//! The evaluation of a chess position: the sum of all terms, each multiplied by its weight.
//!
//! Every term has a weight for the opening and a weight for the ending. The more material is on the
//! board, the more the opening weight counts, and the less the ending weight. This module passes
//! the count of each term to a [`TermSink`], which either computes the weighted sum, or collects
//! the counts so that weights can be fitted.

use cozy_chess::{
    BitBoard, Board, Color, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_rook_moves,
};

use super::{pawns, weights};

/// Receives the terms of an evaluation.
trait TermSink {
    /// Adds a term `count` times. A positive count is for white, a negative count for black.
    fn add_term(&mut self, term: usize, count: i32);
}

/// The index of the first term in each group of terms.
pub(super) mod term_index {
    pub(super) const MATERIAL: usize = 0;
    /// One term for each kind of piece on each square of files a to d. A square on files e to h
    /// uses the term of its mirror image on files a to d.
    pub(super) const PIECE_SQUARES: usize = MATERIAL + 5;
    pub(super) const KNIGHT_MOBILITY: usize = PIECE_SQUARES + 6 * 32;
    pub(super) const BISHOP_MOBILITY: usize = KNIGHT_MOBILITY + 9;
    pub(super) const ROOK_MOBILITY: usize = BISHOP_MOBILITY + 14;
    pub(super) const QUEEN_MOBILITY: usize = ROOK_MOBILITY + 15;
    /// The group `PASSED_PAWN` and the four groups after it have one term per rank.
    pub(super) const PASSED_PAWN: usize = QUEEN_MOBILITY + 28;
    pub(super) const PASSED_PAWN_FREE_STEP: usize = PASSED_PAWN + 8;
    pub(super) const PASSED_PAWN_SAFE_STEP: usize = PASSED_PAWN_FREE_STEP + 8;
    pub(super) const SUPPORTED_PAWN: usize = PASSED_PAWN_SAFE_STEP + 8;
    pub(super) const PAWN_PHALANX: usize = SUPPORTED_PAWN + 8;
    /// One term for each distance between the own king and the square in front of a passed pawn.
    /// The group `PASSED_PAWN_OPPONENT_KING_DISTANCE` has one term for each distance between the opponent's
    /// king and the square in front of a passed pawn.
    pub(super) const PASSED_PAWN_OWN_KING_DISTANCE: usize = PAWN_PHALANX + 8;
    pub(super) const PASSED_PAWN_OPPONENT_KING_DISTANCE: usize = PASSED_PAWN_OWN_KING_DISTANCE + 8;
    pub(super) const ISOLATED_PAWN: usize = PASSED_PAWN_OPPONENT_KING_DISTANCE + 8;
    pub(super) const BACKWARD_PAWN: usize = ISOLATED_PAWN + 2;
    pub(super) const DOUBLED_PAWN: usize = BACKWARD_PAWN + 2;
    pub(super) const BISHOP_PAIR: usize = DOUBLED_PAWN + 1;
    pub(super) const BAD_BISHOP: usize = BISHOP_PAIR + 1;
    pub(super) const ROOK_ON_OPEN_FILE: usize = BAD_BISHOP + 1;
    pub(super) const OUTPOST: usize = ROOK_ON_OPEN_FILE + 2;
    /// One term for each distance, in ranks, between the king and the nearest own pawn on a file
    /// near the king. The group `PAWN_STORM` has one term for each distance between the king and
    /// the opponent's nearest pawn on a file near the king.
    pub(super) const PAWN_SHELTER: usize = OUTPOST + 2;
    pub(super) const PAWN_STORM: usize = PAWN_SHELTER + 24;
    /// One term for each degree of danger to a king. The degree of danger depends on the number and
    /// the kinds of the pieces that attack squares near the king.
    pub(super) const KING_DANGER: usize = PAWN_STORM + 24;
    pub(super) const SAFE_CHECK: usize = KING_DANGER + 32;
    /// One term for each kind of attacker (pawn, minor piece, rook) and each kind of attacked
    /// piece.
    pub(super) const THREAT_ON_PIECE: usize = SAFE_CHECK + 4;
    pub(super) const HANGING_PIECE: usize = THREAT_ON_PIECE + 3 * 5;
    pub(super) const PAWN_PUSH_THREAT: usize = HANGING_PIECE + 1;
    pub(super) const TEMPO_BONUS: usize = PAWN_PUSH_THREAT + 1;
    pub(in super::super) const TERM_COUNT: usize = TEMPO_BONUS + 1;
}

/// The weights of knights, bishops, rooks and queens that attack squares near a king.
const KING_ATTACKER_WEIGHTS: [u32; 4] = [3, 3, 4, 5];

/// The value of [`game_phase`] at the start of a game.
const MAX_PHASE: i32 = 24;

/// The evaluation for the side to move, in hundredths of a pawn.
pub(super) fn evaluate(board: &Board) -> i32 {
    let mut sum = WeightedSum::default();
    add_all_terms(board, &mut sum);
    let phase = game_phase(board);
    let ending = sum.endgame_sum * scale_endgame(board, sum.endgame_sum) / 64;
    let value = (sum.opening_sum * phase + ending * (MAX_PHASE - phase)) / MAX_PHASE;
    // An advantage is worth less if the draw by the fifty-move rule is near.
    let value = value * (220 - i32::from(board.halfmove_clock())) / 220;
    match board.side_to_move() {
        Color::White => value,
        Color::Black => -value,
    }
}

/// The weighted sum of all terms. The sum is positive if white has the advantage.
#[derive(Default)]
struct WeightedSum {
    opening_sum: i32,
    endgame_sum: i32,
}

impl TermSink for WeightedSum {
    fn add_term(&mut self, term: usize, count: i32) {
        self.opening_sum += i32::from(weights::OPENING_WEIGHTS[term]) * count;
        self.endgame_sum += i32::from(weights::ENDGAME_WEIGHTS[term]) * count;
    }
}

/// The share of the opening weights in the evaluation, compared with the ending weights. The share
/// of the opening weights is [`MAX_PHASE`] at the start of a game, and 0 on a board with only kings
/// and pawns.
fn game_phase(board: &Board) -> i32 {
    let count = |piece| board.pieces(piece).len() as i32;
    let light = count(Piece::Knight) + count(Piece::Bishop);
    let heavy = 2 * count(Piece::Rook) + 4 * count(Piece::Queen);
    (light + heavy).min(MAX_PHASE)
}

/// The factor by which the ending score is multiplied, as a numerator over 64. The factor is small
/// for endings with bishops of opposite colours, and for endings in which the stronger side has no
/// pawns and only a little more material.
fn scale_endgame(board: &Board, ending: i32) -> i32 {
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

/// The squares that one side attacks.
#[derive(Clone, Copy)]
struct SideAttacks {
    squares_by_piece_kind: [BitBoard; 6],
    all_squares: BitBoard,
    squares_attacked_twice: BitBoard,
}

impl SideAttacks {
    fn add_attacks(&mut self, piece: Piece, squares: BitBoard) {
        self.squares_by_piece_kind[piece as usize] |= squares;
        self.squares_attacked_twice |= self.all_squares & squares;
        self.all_squares |= squares;
    }
}

/// Adds all terms of a position.
fn add_all_terms(board: &Board, sink: &mut impl TermSink) {
    let mut attacks = [Color::White, Color::Black].map(|color| pawn_and_king_attacks(board, color));
    for color in Color::ALL {
        let mut side = SideTerms::new(board, color, sink);
        side.add_material_and_square_terms();
        side.add_mobility_terms(&mut attacks);
        side.add_pawn_structure_terms();
    }
    for color in Color::ALL {
        let mut side = SideTerms::new(board, color, sink);
        side.add_threat_terms(&attacks);
        side.add_safe_check_terms(&attacks);
        side.add_passed_pawn_terms(&attacks);
    }
    SideTerms::new(board, board.side_to_move(), sink).add_signed_term(term_index::TEMPO_BONUS, 1);
}

/// The squares that one side's pawns and king attack.
fn pawn_and_king_attacks(board: &Board, color: Color) -> SideAttacks {
    let mut attacks = SideAttacks {
        squares_by_piece_kind: [BitBoard::EMPTY; 6],
        all_squares: BitBoard::EMPTY,
        squares_attacked_twice: BitBoard::EMPTY,
    };
    let [left, right] = pawns::pawn_attacks(board.colored_pieces(color, Piece::Pawn), color);
    attacks.add_attacks(Piece::Pawn, left);
    attacks.add_attacks(Piece::Pawn, right);
    attacks.add_attacks(Piece::King, get_king_moves(board.king(color)));
    attacks
}

/// Adds the terms of one side.
struct SideTerms<'a, S> {
    board: &'a Board,
    color: Color,
    sink: &'a mut S,
}

impl<'a, S: TermSink> SideTerms<'a, S> {
    fn new(board: &'a Board, color: Color, sink: &'a mut S) -> SideTerms<'a, S> {
        SideTerms { board, color, sink }
    }

    fn add_signed_term(&mut self, term: usize, count: i32) {
        let sign = if self.color == Color::White { 1 } else { -1 };
        self.sink.add_term(term, sign * count);
    }

    fn own_pieces(&self, piece: Piece) -> BitBoard {
        self.board.colored_pieces(self.color, piece)
    }

    fn opponent_pieces(&self, piece: Piece) -> BitBoard {
        self.board.colored_pieces(!self.color, piece)
    }

    /// Adds the terms of material, of the pieces' squares, and of the pair of bishops.
    fn add_material_and_square_terms(&mut self) {
        for piece in Piece::ALL {
            let pieces = self.own_pieces(piece);
            if piece != Piece::King {
                self.add_signed_term(term_index::MATERIAL + piece as usize, pieces.len() as i32);
            }
            for square in pieces {
                let square = square.relative_to(self.color);
                let file = (square.file() as usize).min(7 - square.file() as usize);
                let half = square.rank() as usize * 4 + file;
                self.add_signed_term(term_index::PIECE_SQUARES + piece as usize * 32 + half, 1);
            }
        }
        if self.own_pieces(Piece::Bishop).len() >= 2 {
            self.add_signed_term(term_index::BISHOP_PAIR, 1);
        }
    }

    /// Adds the terms of mobility, and of attacks near the opponent's king.
    fn add_mobility_terms(&mut self, attacks: &mut [SideAttacks; 2]) {
        const MOBILE_PIECE_KINDS: [(Piece, usize); 4] = [
            (Piece::Knight, term_index::KNIGHT_MOBILITY),
            (Piece::Bishop, term_index::BISHOP_MOBILITY),
            (Piece::Rook, term_index::ROOK_MOBILITY),
            (Piece::Queen, term_index::QUEEN_MOBILITY),
        ];
        let guarded = attacks[!self.color as usize].squares_by_piece_kind[Piece::Pawn as usize];
        let blocked = self.own_pieces(Piece::Pawn) | self.own_pieces(Piece::King);
        let ring = king_zone(self.board.king(!self.color), !self.color);
        let (mut attackers, mut danger) = (0, 0);
        for (piece, mobility) in MOBILE_PIECE_KINDS {
            for square in self.own_pieces(piece) {
                let moves = piece_attacks(piece, square, self.board.occupied());
                attacks[self.color as usize].add_attacks(piece, moves);
                let free = moves & !guarded & !blocked;
                self.add_signed_term(mobility + free.len() as usize, 1);
                let near = (moves & ring & !guarded).len();
                if near > 0 {
                    attackers += 1;
                    danger += KING_ATTACKER_WEIGHTS[piece as usize - 1] + near;
                }
            }
        }
        if attackers > 0 && (attackers > 1 || !self.own_pieces(Piece::Queen).is_empty()) {
            self.add_signed_term(term_index::KING_DANGER + danger.min(31) as usize, 1);
        }
        self.add_piece_placement_terms(&attacks[self.color as usize]);
    }

    /// Adds the terms of rooks on open files, of outposts, and of bad bishops (bishops with own
    /// pawns on squares of the bishop's colour).
    fn add_piece_placement_terms(&mut self, attacks: &SideAttacks) {
        let (own, other) = (
            self.own_pieces(Piece::Pawn),
            self.opponent_pieces(Piece::Pawn),
        );
        for square in self.own_pieces(Piece::Rook) {
            let file = square.file().bitboard();
            if (own & file).is_empty() {
                let open = usize::from((other & file).is_empty());
                self.add_signed_term(term_index::ROOK_ON_OPEN_FILE + open, 1);
            }
        }
        for (n, piece) in [Piece::Knight, Piece::Bishop].into_iter().enumerate() {
            for square in self.own_pieces(piece) {
                let rank = square.relative_to(self.color).rank();
                let guarded = attacks.squares_by_piece_kind[Piece::Pawn as usize].has(square);
                let chased = pawns::squares_on_ranks_ahead(square, self.color)
                    & square.file().adjacent()
                    & other;
                if guarded && (Rank::Fourth..=Rank::Sixth).contains(&rank) && chased.is_empty() {
                    self.add_signed_term(term_index::OUTPOST + n, 1);
                }
            }
        }
        for square in self.own_pieces(Piece::Bishop) {
            let light = BitBoard::LIGHT_SQUARES;
            let colour = if light.has(square) { light } else { !light };
            self.add_signed_term(term_index::BAD_BISHOP, (own & colour).len() as i32);
        }
    }

    /// Adds the terms of the pawn structure and of the pawns near the king.
    fn add_pawn_structure_terms(&mut self) {
        let (own, other) = (
            self.own_pieces(Piece::Pawn),
            self.opponent_pieces(Piece::Pawn),
        );
        for square in own {
            let rank = square.relative_to(self.color).rank() as usize;
            let pawn = pawns::PawnContext::new(square, self.color, own, other);
            let open = usize::from(pawn.is_on_open_file());
            if pawn.is_supported() {
                self.add_signed_term(term_index::SUPPORTED_PAWN + rank, 1);
            }
            if pawn.has_pawn_beside() {
                self.add_signed_term(term_index::PAWN_PHALANX + rank, 1);
            }
            if pawn.is_isolated() {
                self.add_signed_term(term_index::ISOLATED_PAWN + open, 1);
            } else if pawn.is_backward() {
                self.add_signed_term(term_index::BACKWARD_PAWN + open, 1);
            }
            if pawn.is_doubled() {
                self.add_signed_term(term_index::DOUBLED_PAWN, 1);
            }
        }
        let king = self.board.king(self.color);
        for file in pawns::files_near_king(king.file()) {
            let edge = (file as usize).min(7 - file as usize).min(2) * 8;
            let ahead = |pawns| pawns::nearest_pawn_distance(king, file, pawns, self.color);
            let (shelter, storm) = (ahead(own), ahead(other));
            self.add_signed_term(term_index::PAWN_SHELTER + edge + shelter, 1);
            self.add_signed_term(term_index::PAWN_STORM + edge + storm, 1);
        }
    }

    /// Adds the terms of attacked pieces and of undefended pieces.
    fn add_threat_terms(&mut self, attacks: &[SideAttacks; 2]) {
        const THREATENED_PIECE_KINDS: [Piece; 5] = [
            Piece::Pawn,
            Piece::Knight,
            Piece::Bishop,
            Piece::Rook,
            Piece::Queen,
        ];
        let (mine, theirs) = (attacks[self.color as usize], attacks[!self.color as usize]);
        let light = mine.squares_by_piece_kind[Piece::Knight as usize]
            | mine.squares_by_piece_kind[Piece::Bishop as usize];
        let weak = !theirs.all_squares
            | (mine.squares_attacked_twice
                & !theirs.squares_attacked_twice
                & !theirs.squares_by_piece_kind[Piece::Pawn as usize]);
        let by = [
            mine.squares_by_piece_kind[Piece::Pawn as usize],
            light & !theirs.squares_by_piece_kind[Piece::Pawn as usize],
            mine.squares_by_piece_kind[Piece::Rook as usize]
                & !theirs.squares_by_piece_kind[Piece::Pawn as usize],
        ];
        for piece in THREATENED_PIECE_KINDS {
            let pieces = self.opponent_pieces(piece);
            for (n, attacked) in by.into_iter().enumerate() {
                // An attack on a pawn counts only if the pawn is weakly defended.
                let weak = if piece == Piece::Pawn {
                    weak
                } else {
                    BitBoard::FULL
                };
                let count = (pieces & attacked & weak).len() as i32;
                self.add_signed_term(term_index::THREAT_ON_PIECE + n * 5 + piece as usize, count);
            }
        }
        let enemies = self.board.colors(!self.color) & !self.opponent_pieces(Piece::Pawn);
        let hanging = enemies & mine.all_squares & !theirs.all_squares;
        self.add_signed_term(term_index::HANGING_PIECE, hanging.len() as i32);
        let steps = pawns::squares_one_step_ahead(self.own_pieces(Piece::Pawn), self.color)
            & !self.board.occupied();
        let safe = steps
            & !theirs.squares_by_piece_kind[Piece::Pawn as usize]
            & (mine.all_squares | !theirs.all_squares);
        let [left, right] = pawns::pawn_attacks(safe, self.color);
        self.add_signed_term(
            term_index::PAWN_PUSH_THREAT,
            ((left | right) & enemies).len() as i32,
        );
    }

    /// Adds the terms of checks from squares that the other side does not defend well.
    fn add_safe_check_terms(&mut self, attacks: &[SideAttacks; 2]) {
        let (mine, theirs) = (attacks[self.color as usize], attacks[!self.color as usize]);
        let king = self.board.king(!self.color);
        let occupied = self.board.occupied();
        let weak = !theirs.all_squares
            | (mine.squares_attacked_twice
                & !theirs.squares_attacked_twice
                & theirs.squares_by_piece_kind[Piece::King as usize]);
        let safe = weak & !self.board.colors(self.color);
        let kinds = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
        for (n, piece) in kinds.into_iter().enumerate() {
            let from =
                piece_attacks(piece, king, occupied) & mine.squares_by_piece_kind[piece as usize];
            self.add_signed_term(
                term_index::SAFE_CHECK + n,
                (from & safe).len().min(3) as i32,
            );
        }
    }

    fn add_passed_pawn_terms(&mut self, attacks: &[SideAttacks; 2]) {
        let (own, other) = (
            self.own_pieces(Piece::Pawn),
            self.opponent_pieces(Piece::Pawn),
        );
        let theirs = attacks[!self.color as usize];
        let kings = [self.color, !self.color].map(|it| self.board.king(it));
        for square in own {
            if !pawns::PawnContext::new(square, self.color, own, other).is_passed() {
                continue;
            }
            let rank = square.relative_to(self.color).rank() as usize;
            self.add_signed_term(term_index::PASSED_PAWN + rank, 1);
            let ahead = pawns::squares_one_step_ahead(square.bitboard(), self.color);
            let Some(stop) = ahead.next_square() else {
                continue;
            };
            if (ahead & self.board.occupied()).is_empty() {
                self.add_signed_term(term_index::PASSED_PAWN_FREE_STEP + rank, 1);
            }
            if (ahead & theirs.all_squares).is_empty() {
                self.add_signed_term(term_index::PASSED_PAWN_SAFE_STEP + rank, 1);
            }
            if rank >= 3 {
                let [mine, theirs] = kings.map(|it| king_distance(it, stop));
                self.add_signed_term(
                    term_index::PASSED_PAWN_OWN_KING_DISTANCE + mine,
                    rank as i32 - 2,
                );
                self.add_signed_term(
                    term_index::PASSED_PAWN_OPPONENT_KING_DISTANCE + theirs,
                    rank as i32 - 2,
                );
            }
        }
    }
}

/// The king's square, the squares around the king, and the squares one rank further ahead.
fn king_zone(king: Square, color: Color) -> BitBoard {
    let near = get_king_moves(king) | king.bitboard();
    near | pawns::squares_one_step_ahead(near, color)
}

fn piece_attacks(piece: Piece, square: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Knight => get_knight_moves(square),
        Piece::Bishop => get_bishop_moves(square, occupied),
        Piece::Rook => get_rook_moves(square, occupied),
        _ => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
    }
}

/// The number of moves that a king needs between two squares.
fn king_distance(from: Square, to: Square) -> usize {
    let files = (from.file() as usize).abs_diff(to.file() as usize);
    let ranks = (from.rank() as usize).abs_diff(to.rank() as usize);
    files.max(ranks)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The count of each term, without weights.
    struct TermCounts([i32; term_index::TERM_COUNT]);

    impl TermSink for TermCounts {
        fn add_term(&mut self, term: usize, count: i32) {
            self.0[term] += count;
        }
    }

    fn count_terms(fen: &str) -> Vec<(usize, i32)> {
        let mut counts = TermCounts([0; term_index::TERM_COUNT]);
        add_all_terms(&fen.parse().unwrap(), &mut counts);
        let counts = counts.0.into_iter().enumerate();
        counts.filter(|it| it.1 != 0).collect()
    }

    #[test]
    fn equal_sides_differ_only_by_the_tempo_bonus() {
        let start = super::super::START_FEN;
        assert_eq!(count_terms(start), [(term_index::TEMPO_BONUS, 1)]);
        let black = start.replace(" w ", " b ");
        assert_eq!(count_terms(&black), [(term_index::TEMPO_BONUS, -1)]);
    }

    #[test]
    fn pawn_structure_terms_are_counted() {
        let counts = count_terms("4k3/8/8/8/1P6/1P6/8/4K3 w - - 0 1");
        let count = |term: usize| counts.iter().find(|it| it.0 == term).map_or(0, |it| it.1);
        assert_eq!(count(term_index::MATERIAL), 2);
        assert_eq!(count(term_index::DOUBLED_PAWN), 1);
        assert_eq!(count(term_index::ISOLATED_PAWN + 1), 2);
        assert_eq!(count(term_index::PASSED_PAWN + 3), 1);
        assert_eq!(
            count(term_index::PASSED_PAWN + 2),
            0,
            "the own pawn ahead blocks this pawn"
        );
    }
}
