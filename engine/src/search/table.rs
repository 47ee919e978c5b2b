//! The hash table: what is known of positions searched before.

use super::{MATE, frame::Frame};
use crate::games::xiangqi::{Move, Square};

/// What a stored score says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub best: Option<Move>,
    pub score: i32,
    /// Plies searched below the position.
    pub depth: u32,
    pub bound: Bound,
}

/// A table of fixed size; a newer entry takes the place of an older one.
///
/// A slot is a key and a packed [`Entry`]. Numbers that are all zero come from the system without
/// being written, so that a large table costs neither time nor memory until it is used.
#[derive(Clone, Debug, Default)]
pub struct Table {
    slots: Vec<[u64; 2]>,
}

impl Table {
    /// A table of so many megabytes.
    pub fn new(megabytes: usize) -> Table {
        Table {
            slots: vec![[0; 2]; (megabytes << 20) / size_of::<[u64; 2]>()],
        }
    }

    /// What is known of the position with this key.
    pub fn get(&self, key: u64) -> Option<Entry> {
        let [stored, packed] = *self.slots.get(self.slot(key)?)?;
        (stored == key).then(|| unpack(packed)).flatten()
    }

    pub(super) fn store(&mut self, frame: &Frame) {
        // The captures at the end say little of a position.
        let Ok(depth) = u32::try_from(frame.depth) else {
            return;
        };
        let bound = if frame.best >= frame.beta {
            Bound::Lower
        } else if frame.best <= frame.from {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let entry = Entry {
            best: frame.pv.first().copied(),
            score: frame.best,
            depth,
            bound,
        };
        let key = frame.position.key();
        if let Some(slot) = self.slot(key) {
            self.slots[slot] = [key, pack(entry)];
        }
    }

    fn slot(&self, key: u64) -> Option<usize> {
        let size = u64::try_from(self.slots.len()).ok();
        usize::try_from(key % size.filter(|it| *it > 0)?).ok()
    }
}

/// From the lowest bit: 2 bits bound (0 is an empty slot), 7 each from and to (equal if there is
/// no move), 16 score, 8 depth.
fn pack(entry: Entry) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    let [from, to] = entry
        .best
        .map_or([0; 2], |it| [it.from.index() as u64, it.to.index() as u64]);
    let score = (entry.score.clamp(-MATE, MATE) + MATE) as u64;
    let depth = u64::from(entry.depth.min(255));
    bound | from << 2 | to << 9 | score << 16 | depth << 32
}

fn unpack(packed: u64) -> Option<Entry> {
    let bound = match packed & 3 {
        1 => Bound::Exact,
        2 => Bound::Lower,
        3 => Bound::Upper,
        _ => return None,
    };
    let square = |shift: u32| Square::all().nth((packed >> shift & 127) as usize);
    let best = square(2).zip(square(9)).filter(|(from, to)| from != to);
    Some(Entry {
        best: best.map(|(from, to)| Move { from, to }),
        score: (packed >> 16 & 0xffff) as i32 - MATE,
        depth: (packed >> 32 & 255) as u32,
        bound,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_comes_out_again() {
        let moves = [None, Some("a0i9"), Some("i9a0"), Some("h2e2")];
        for best in moves.map(|it| it.map(|it| it.parse().unwrap())) {
            for score in [-MATE, -1, 0, 1, MATE] {
                for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                    let entry = Entry {
                        best,
                        score,
                        depth: 64,
                        bound,
                    };
                    assert_eq!(unpack(pack(entry)), Some(entry));
                }
            }
        }
    }

    #[test]
    fn an_empty_table_knows_nothing() {
        assert_eq!(Table::new(1).get(0), None);
        assert_eq!(Table::default().get(7), None);
    }
}
