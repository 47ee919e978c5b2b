//! The points that a piece attacks, occupied by either side or not.
//!
//! Chariots and cannons look up their rank and their file, each with its pieces as a number ("bit
//! ranks and bit files"); horses and elephants look up the four points that can block them. All
//! tables are computed at compile time.

use super::{Side, Square, bits::Bits};

/// The occupied points, stored so that ranks and files can be cut out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Occupancy {
    pub(super) all: Bits,
    /// The files; bit `n` is rank `n`.
    files: [u16; 9],
}

impl Occupancy {
    pub(super) fn toggle(&mut self, square: Square) {
        self.all ^= Bits::of(square);
        self.files[square.file() as usize] ^= 1 << square.rank();
    }

    fn rank(&self, square: Square) -> usize {
        (self.all.0 >> (square.index() - square.file() as usize)) as usize & 0x1ff
    }

    fn file(&self, square: Square) -> usize {
        usize::from(self.files[square.file() as usize]) & 0x3ff
    }

    /// The four points diagonally beside `square`, as a number.
    fn diagonals(&self, square: Square) -> usize {
        let near = (self.all.0 << 10 >> square.index()) as usize;
        near & 1 | near >> 1 & 2 | near >> 16 & 4 | near >> 17 & 8
    }

    /// The four points beside `square`, as a number.
    fn neighbours(&self, square: Square) -> usize {
        let near = (self.all.0 << 9 >> square.index()) as usize;
        near & 1 | near >> 7 & 2 | near >> 8 & 4 | near >> 15 & 8
    }
}

/// The order of bits in [`Occupancy::neighbours`]; a step of a horse begins with one of these.
const NEIGHBOURS: [(i8, i8); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];

/// The order of bits in [`Occupancy::diagonals`].
const DIAGONALS: [(i8, i8); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

/// Where a chariot goes: along lines, up to the first piece.
pub(super) fn chariot(from: Square, on: &Occupancy) -> Bits {
    lines(&FIRST, from, on)
}

/// What a cannon takes: the second piece along each line.
pub(super) fn cannon(from: Square, on: &Occupancy) -> Bits {
    lines(&SECOND, from, on)
}

/// Both lines of `square`, without itself.
pub(super) fn cross(square: Square) -> Bits {
    chariot(square, &Occupancy::default())
}

/// Where a horse goes.
pub(super) fn horse(from: Square, on: &Occupancy) -> Bits {
    HORSE[from.index()][on.neighbours(from)]
}

/// Where a horse stands that attacks `to`: its leg is beside it, so diagonally beside `to`.
pub(super) fn horse_to(to: Square, on: &Occupancy) -> Bits {
    HORSE_TO[to.index()][on.diagonals(to)]
}

/// Where a horse could stand to attack `to`, if nothing blocked it.
pub(super) fn horse_near(to: Square) -> Bits {
    HORSE_TO[to.index()][0]
}

/// Where an elephant goes; it does not cross the river.
pub(super) fn elephant(from: Square, on: &Occupancy) -> Bits {
    ELEPHANT[from.index()][on.diagonals(from)]
}

pub(super) fn king(from: Square) -> Bits {
    KING[from.index()]
}

pub(super) fn advisor(from: Square) -> Bits {
    ADVISOR[from.index()]
}

/// The points diagonally beside `square`.
pub(super) fn diagonal(square: Square) -> Bits {
    DIAGONAL[square.index()]
}

pub(super) fn pawn(side: Side, from: Square) -> Bits {
    PAWN[side as usize][from.index()]
}

/// Where a pawn of `side` stands that attacks `to`.
pub(super) fn pawn_to(side: Side, to: Square) -> Bits {
    PAWN_TO[side as usize][to.index()]
}

/// A table of the points of a line that a chariot or cannon reaches, indexed by its place and the pieces on the line.
struct Lines {
    rank: [[u16; 512]; 9],
    file: [[u16; 1024]; 10],
}

fn lines(table: &Lines, from: Square, on: &Occupancy) -> Bits {
    let (file, rank) = (from.file() as usize, from.rank() as usize);
    let along_rank = u128::from(table.rank[file][on.rank(from)]) << (9 * rank);
    let along_file = SPREAD[usize::from(table.file[rank][on.file(from)] & 0x3ff)] << file;
    Bits(along_rank | along_file)
}

static FIRST: Lines = line_tables(false);

static SECOND: Lines = line_tables(true);

const fn line_tables(second: bool) -> Lines {
    let mut tables = Lines {
        rank: [[0; 512]; 9],
        file: [[0; 1024]; 10],
    };
    let mut on = 0;
    while on < 1024 {
        let mut at = 0;
        while at < 10 {
            if on < 512 && at < 9 {
                tables.rank[at][on] = reach(at, on as u32, second) & 0x1ff;
            }
            tables.file[at][on] = reach(at, on as u32, second) & 0x3ff;
            at += 1;
        }
        on += 1;
    }
    tables
}

/// The places reached from place `at` of a line with the pieces `on`.
const fn reach(at: usize, on: u32, second: bool) -> u16 {
    let above = on & (u32::MAX << at << 1);
    let below = on & ((1 << at) - 1);
    if second {
        let above = above & above.wrapping_sub(1);
        let below = below & !highest(below);
        return (above & above.wrapping_neg() | highest(below)) as u16;
    }
    // From beside the piece up to the first bit, or to the end if there is none.
    let first = above & above.wrapping_neg();
    let up = first.wrapping_sub(1) << 1 | 1;
    let up = if first == 0 { u32::MAX } else { up } & (u32::MAX << at << 1);
    let first = highest(below);
    let down = ((1 << at) - 1) & if first == 0 { u32::MAX } else { !(first - 1) };
    (up | down) as u16
}

const fn highest(bits: u32) -> u32 {
    if bits == 0 { 0 } else { 1 << bits.ilog2() }
}

/// The bits of a file, each moved to its rank.
static SPREAD: [u128; 1024] = {
    let mut table = [0; 1024];
    let mut bits = 1_usize;
    while bits < 1024 {
        let low = bits.trailing_zeros();
        table[bits] = table[bits & (bits - 1)] | 1 << (9 * low);
        bits += 1;
    }
    table
};

/// The point this many files and ranks from `square`, if it is on the board.
const fn beside(square: usize, (files, ranks): (i8, i8)) -> u128 {
    let (file, rank) = ((square % 9) as i8 + files, (square / 9) as i8 + ranks);
    if file < 0 || file > 8 || rank < 0 || rank > 9 {
        return 0;
    }
    1 << (rank as u32 * 9 + file as u32)
}

/// The points a leaper reaches from each point, by which of its four ways are blocked.
type Leaps = [[Bits; 16]; 90];

static HORSE: Leaps = leaps(NEIGHBOURS, Jump::Horse);

static HORSE_TO: Leaps = leaps(DIAGONALS, Jump::HorseTo);

static ELEPHANT: Leaps = leaps(DIAGONALS, Jump::Elephant);

#[derive(Clone, Copy)]
enum Jump {
    Horse,
    HorseTo,
    Elephant,
}

impl Jump {
    /// The points behind the way that begins with `step`.
    const fn over(self, from: usize, step: (i8, i8)) -> u128 {
        let (files, ranks) = step;
        match self {
            // Two points straight on, one aside: twice the step, and once across it.
            Jump::Horse => {
                beside(from, (2 * files + ranks, 2 * ranks + files))
                    | beside(from, (2 * files - ranks, 2 * ranks - files))
            }
            Jump::HorseTo => beside(from, (2 * files, ranks)) | beside(from, (files, 2 * ranks)),
            Jump::Elephant => beside(from, (2 * files, 2 * ranks)) & shore(from),
        }
    }
}

/// The half of the board that `square` is in.
const fn shore(square: usize) -> u128 {
    if square < 45 { RED_HALF } else { BLACK_HALF }
}

const RED_HALF: u128 = (1 << 45) - 1;

const BLACK_HALF: u128 = RED_HALF << 45;

const fn leaps(ways: [(i8, i8); 4], jump: Jump) -> Leaps {
    let mut table = [[Bits::NONE; 16]; 90];
    let mut n = 0;
    while n < 90 * 16 {
        let (from, blocked) = (n / 16, n % 16);
        let mut way = 0;
        while way < 4 {
            if blocked >> way & 1 == 0 {
                table[from][blocked].0 |= jump.over(from, ways[way]);
            }
            way += 1;
        }
        n += 1;
    }
    table
}

/// The points that single steps reach from each point.
const fn steps<const N: usize>(steps: [(i8, i8); N], within: u128) -> [Bits; 90] {
    let mut table = [Bits::NONE; 90];
    let mut from = 0;
    while from < 90 {
        let mut n = 0;
        while n < N {
            table[from].0 |= beside(from, steps[n]) & within;
            n += 1;
        }
        from += 1;
    }
    table
}

/// Both palaces.
const PALACES: u128 = {
    let rows = 0b111 | 0b111 << 9 | 0b111 << 18;
    (rows << 3) | (rows << (3 + 63))
};

static KING: [Bits; 90] = steps(NEIGHBOURS, PALACES);

static ADVISOR: [Bits; 90] = steps(DIAGONALS, PALACES);

static DIAGONAL: [Bits; 90] = steps(DIAGONALS, u128::MAX);

static PAWN: [[Bits; 90]; 2] = [pawns(1, false), pawns(-1, false)];

static PAWN_TO: [[Bits; 90]; 2] = [pawns(1, true), pawns(-1, true)];

/// One step forward, beyond the river sideways too; with `back`, the points such a pawn came from.
const fn pawns(forward: i8, back: bool) -> [Bits; 90] {
    let ahead = steps([(0, if back { -forward } else { forward })], u128::MAX);
    let aside = steps([(-1, 0), (1, 0)], u128::MAX);
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
