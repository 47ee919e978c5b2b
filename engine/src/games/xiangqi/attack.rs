//! Attack tables: the points that a piece attacks, whether they are empty or occupied.
//!
//! For chariots and cannons, the index of a table is the set of occupied points on a rank or file ("bit ranks and bit
//! files"). For horses and elephants, the index is the set of occupied points among the four points on which a piece
//! can block the horse or elephant. All tables are computed at compile time.

use super::{Side, Square, bitboard::Bitboard};

/// The occupied points of the board, stored so that the bits of one rank or file can be read
/// quickly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Occupancy {
    pub(super) occupied_points: Bitboard,
    /// The occupied points of each file; bit `n` is rank `n`.
    occupied_by_file: [u16; 9],
}

impl Occupancy {
    pub(super) fn toggle_point(&mut self, square: Square) {
        self.occupied_points ^= Bitboard::from_square(square);
        self.occupied_by_file[square.file() as usize] ^= 1 << square.rank();
    }

    fn rank_bits(&self, square: Square) -> usize {
        (self.occupied_points.0 >> (square.index() - square.file() as usize)) as usize & 0x1ff
    }

    fn file_bits(&self, square: Square) -> usize {
        usize::from(self.occupied_by_file[square.file() as usize]) & 0x3ff
    }

    /// The occupied points among the four diagonal neighbours of `square`, as a number of four
    /// bits.
    fn diagonal_neighbour_bits(&self, square: Square) -> usize {
        let near = (self.occupied_points.0 << 10 >> square.index()) as usize;
        near & 1 | near >> 1 & 2 | near >> 16 & 4 | near >> 17 & 8
    }

    /// The occupied points among the four orthogonal neighbours of `square`, as a number of four
    /// bits.
    fn orthogonal_neighbour_bits(&self, square: Square) -> usize {
        let near = (self.occupied_points.0 << 9 >> square.index()) as usize;
        near & 1 | near >> 7 & 2 | near >> 8 & 4 | near >> 15 & 8
    }
}

/// The order of bits in [`Occupancy::orthogonal_neighbour_bits`]. The four orthogonal steps are also the possible first
/// steps of a horse's move.
const ORTHOGONAL_STEPS: [(i8, i8); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];

/// The order of bits in [`Occupancy::diagonal_neighbour_bits`].
const DIAGONAL_STEPS: [(i8, i8); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

/// The points that a chariot attacks: along ranks and files, up to the first piece.
pub(super) fn chariot_attacks(from: Square, on: &Occupancy) -> Bitboard {
    line_attacks(&CHARIOT_TABLE, from, on)
}

/// The points where a cannon can capture: the second piece in each direction along the rank and the file.
pub(super) fn cannon_captures(from: Square, on: &Occupancy) -> Bitboard {
    line_attacks(&CANNON_TABLE, from, on)
}

/// All other points on the rank and on the file of `square`.
pub(super) fn rank_and_file_points(square: Square) -> Bitboard {
    chariot_attacks(square, &Occupancy::default())
}

/// The points that a horse attacks.
pub(super) fn horse_attacks(from: Square, on: &Occupancy) -> Bitboard {
    HORSE_ATTACKS[from.index()][on.orthogonal_neighbour_bits(from)]
}

/// The points from which a horse attacks `to`. A piece diagonally beside `to` can block an
/// attacking horse.
pub(super) fn horse_attackers(to: Square, on: &Occupancy) -> Bitboard {
    HORSE_ATTACKERS[to.index()][on.diagonal_neighbour_bits(to)]
}

/// The points from which a horse attacks `to` if no piece blocks the horse.
pub(super) fn unblocked_horse_attackers(to: Square) -> Bitboard {
    HORSE_ATTACKERS[to.index()][0]
}

/// The points that an elephant attacks; an elephant does not cross the river.
pub(super) fn elephant_attacks(from: Square, on: &Occupancy) -> Bitboard {
    ELEPHANT_ATTACKS[from.index()][on.diagonal_neighbour_bits(from)]
}

pub(super) fn king_attacks(from: Square) -> Bitboard {
    KING_ATTACKS[from.index()]
}

pub(super) fn advisor_attacks(from: Square) -> Bitboard {
    ADVISOR_ATTACKS[from.index()]
}

/// The points diagonally beside `square`.
pub(super) fn diagonal_neighbours(square: Square) -> Bitboard {
    DIAGONAL_NEIGHBOURS[square.index()]
}

pub(super) fn pawn_attacks(side: Side, from: Square) -> Bitboard {
    PAWN_ATTACKS[side as usize][from.index()]
}

/// The points from which a pawn of `side` attacks `to`.
pub(super) fn pawn_attackers(side: Side, to: Square) -> Bitboard {
    PAWN_ATTACKERS[side as usize][to.index()]
}

/// The attacks of a chariot or cannon on a rank or file. The first index of a table is the piece's place on the rank or
/// file, the second index is the set of occupied places.
struct LineAttackTable {
    rank_attacks: [[u16; 512]; 9],
    file_attacks: [[u16; 1024]; 10],
}

fn line_attacks(table: &LineAttackTable, from: Square, on: &Occupancy) -> Bitboard {
    let (file, rank) = (from.file() as usize, from.rank() as usize);
    let along_rank = u128::from(table.rank_attacks[file][on.rank_bits(from)]) << (9 * rank);
    let along_file = FILE_BITS_TO_BOARD
        [usize::from(table.file_attacks[rank][on.file_bits(from)] & 0x3ff)]
        << file;
    Bitboard(along_rank | along_file)
}

static CHARIOT_TABLE: LineAttackTable = build_line_table(false);

static CANNON_TABLE: LineAttackTable = build_line_table(true);

const fn build_line_table(second: bool) -> LineAttackTable {
    let mut tables = LineAttackTable {
        rank_attacks: [[0; 512]; 9],
        file_attacks: [[0; 1024]; 10],
    };
    let mut on = 0;
    while on < 1024 {
        let mut at = 0;
        while at < 10 {
            if on < 512 && at < 9 {
                tables.rank_attacks[at][on] = attacks_on_line(at, on as u32, second) & 0x1ff;
            }
            tables.file_attacks[at][on] = attacks_on_line(at, on as u32, second) & 0x3ff;
            at += 1;
        }
        on += 1;
    }
    tables
}

/// The places of a rank or file that a piece on place `at` attacks, if the places in the set `on` are occupied. The
/// piece is a cannon if `second` is true, and a chariot if `second` is false.
const fn attacks_on_line(at: usize, on: u32, second: bool) -> u16 {
    let above = on & (u32::MAX << at << 1);
    let below = on & ((1 << at) - 1);
    if second {
        let above = above & above.wrapping_sub(1);
        let below = below & !highest_bit(below);
        return (above & above.wrapping_neg() | highest_bit(below)) as u16;
    }
    // A chariot attacks all places up to the first occupied place, or up to the end of the line.
    let first = above & above.wrapping_neg();
    let up = first.wrapping_sub(1) << 1 | 1;
    let up = if first == 0 { u32::MAX } else { up } & (u32::MAX << at << 1);
    let first = highest_bit(below);
    let down = ((1 << at) - 1) & if first == 0 { u32::MAX } else { !(first - 1) };
    (up | down) as u16
}

const fn highest_bit(bits: u32) -> u32 {
    if bits == 0 { 0 } else { 1 << bits.ilog2() }
}

/// The bits of a file, spread over the board: bit `n` moves to rank `n`.
static FILE_BITS_TO_BOARD: [u128; 1024] = {
    let mut table = [0; 1024];
    let mut bits = 1_usize;
    while bits < 1024 {
        let low = bits.trailing_zeros();
        table[bits] = table[bits & (bits - 1)] | 1 << (9 * low);
        bits += 1;
    }
    table
};

/// The bit of the point that is `files` and `ranks` away from `square`; 0 if it is not on the
/// board.
const fn bit_at_offset(square: usize, (files, ranks): (i8, i8)) -> u128 {
    let (file, rank) = ((square % 9) as i8 + files, (square / 9) as i8 + ranks);
    if file < 0 || file > 8 || rank < 0 || rank > 9 {
        return 0;
    }
    1 << (rank as u32 * 9 + file as u32)
}

/// The points that a horse or elephant attacks, for each start point and each set of blocked
/// directions.
type JumpTable = [[Bitboard; 16]; 90];

static HORSE_ATTACKS: JumpTable = build_jump_table(ORTHOGONAL_STEPS, JumpKind::Horse);

static HORSE_ATTACKERS: JumpTable = build_jump_table(DIAGONAL_STEPS, JumpKind::ReversedHorse);

static ELEPHANT_ATTACKS: JumpTable = build_jump_table(DIAGONAL_STEPS, JumpKind::Elephant);

#[derive(Clone, Copy)]
enum JumpKind {
    Horse,
    ReversedHorse,
    Elephant,
}

impl JumpKind {
    /// The target points of a jump in the direction `step`.
    const fn jump_targets(self, from: usize, step: (i8, i8)) -> u128 {
        let (files, ranks) = step;
        match self {
            // A horse jumps two points in the direction of `step` and one point to either side.
            JumpKind::Horse => {
                bit_at_offset(from, (2 * files + ranks, 2 * ranks + files))
                    | bit_at_offset(from, (2 * files - ranks, 2 * ranks - files))
            }
            JumpKind::ReversedHorse => {
                bit_at_offset(from, (2 * files, ranks)) | bit_at_offset(from, (files, 2 * ranks))
            }
            JumpKind::Elephant => {
                bit_at_offset(from, (2 * files, 2 * ranks)) & points_in_same_half(from)
            }
        }
    }
}

/// The points on the same side of the river as `square`.
const fn points_in_same_half(square: usize) -> u128 {
    if square < 45 { RED_HALF } else { BLACK_HALF }
}

const RED_HALF: u128 = (1 << 45) - 1;

const BLACK_HALF: u128 = RED_HALF << 45;

const fn build_jump_table(ways: [(i8, i8); 4], jump: JumpKind) -> JumpTable {
    let mut table = [[Bitboard::EMPTY; 16]; 90];
    let mut n = 0;
    while n < 90 * 16 {
        let (from, blocked) = (n / 16, n % 16);
        let mut way = 0;
        while way < 4 {
            if blocked >> way & 1 == 0 {
                table[from][blocked].0 |= jump.jump_targets(from, ways[way]);
            }
            way += 1;
        }
        n += 1;
    }
    table
}

/// For each point of the board, the end points of `steps` that begin there. End points outside the set `within` are
/// left out.
const fn build_step_table<const N: usize>(steps: [(i8, i8); N], within: u128) -> [Bitboard; 90] {
    let mut table = [Bitboard::EMPTY; 90];
    let mut from = 0;
    while from < 90 {
        let mut n = 0;
        while n < N {
            table[from].0 |= bit_at_offset(from, steps[n]) & within;
            n += 1;
        }
        from += 1;
    }
    table
}

/// The points of both palaces.
const PALACES: u128 = {
    let rows = 0b111 | 0b111 << 9 | 0b111 << 18;
    (rows << 3) | (rows << (3 + 63))
};

static KING_ATTACKS: [Bitboard; 90] = build_step_table(ORTHOGONAL_STEPS, PALACES);

static ADVISOR_ATTACKS: [Bitboard; 90] = build_step_table(DIAGONAL_STEPS, PALACES);

static DIAGONAL_NEIGHBOURS: [Bitboard; 90] = build_step_table(DIAGONAL_STEPS, u128::MAX);

static PAWN_ATTACKS: [[Bitboard; 90]; 2] =
    [build_pawn_table(1, false), build_pawn_table(-1, false)];

static PAWN_ATTACKERS: [[Bitboard; 90]; 2] =
    [build_pawn_table(1, true), build_pawn_table(-1, true)];

/// The points that a pawn attacks: one step forward, and beyond the river also sideways. If `back` is true, the result
/// is the reverse table: for each point, the points from which a pawn attacks it.
const fn build_pawn_table(forward: i8, back: bool) -> [Bitboard; 90] {
    let ahead = build_step_table([(0, if back { -forward } else { forward })], u128::MAX);
    let aside = build_step_table([(-1, 0), (1, 0)], u128::MAX);
    let beyond = if forward > 0 { BLACK_HALF } else { RED_HALF };
    let mut table = ahead;
    let mut at = 0;
    while at < 90 {
        if beyond >> at & 1 == 1 {
            table[at].0 |= aside[at].0;
        }
        at += 1;
    }
    table
}
