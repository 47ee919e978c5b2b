//! The hash table, which stores the results of searched positions. All threads share the table
//! without locks.

use std::sync::{
    OnceLock,
    atomic::{AtomicU64, Ordering::Relaxed},
};

use super::{MAX_PLY, MIN_MATE_SCORE, REPETITION_WIN_SCORE};

/// The kind of a stored score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    Exact,
    /// The true score is at least the stored score.
    Lower,
    /// The true score is at most the stored score.
    Upper,
}

/// The stored result of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The packed best move; 0 if there is none.
    pub best_move: u16,
    /// The score; mate scores count plies from this position.
    pub score: i32,
    /// The depth of the search below the position, in plies.
    pub depth: u32,
    pub bound: Bound,
}

/// A hash table of fixed size.
///
/// A slot stores a packed [`Entry`], and the position's key XORed with the packed entry. If two
/// threads write different entries to a slot at the same time, the slot matches no key. A bucket
/// has two slots; the first slot is for the result of the deeper search.
#[derive(Debug, Default)]
pub struct HashTable {
    megabytes: usize,
    /// The slots are allocated before the first search, so that an engine without a search uses
    /// little memory.
    slots: OnceLock<Box<[[AtomicU64; 2]]>>,
    /// The number of the current search; entries of older searches are replaced first.
    search_number: AtomicU64,
}

/// The number of slots in a bucket; a position can be stored in any slot of its bucket.
const BUCKET_SLOTS: usize = 2;

impl HashTable {
    /// A hash table with a size of `megabytes`.
    pub fn new(megabytes: usize) -> HashTable {
        HashTable {
            megabytes,
            ..HashTable::default()
        }
    }

    /// Allocates the table if it is not yet allocated. If there is not enough memory, the table
    /// stays empty.
    pub fn allocate(&self) {
        self.allocate_at_most(self.megabytes);
    }

    /// Allocates the table if it is not yet allocated, with at most `megabytes`.
    pub(crate) fn allocate_at_most(&self, megabytes: usize) {
        self.slots.get_or_init(|| {
            let count = (self.megabytes.min(megabytes) << 20) / size_of::<[AtomicU64; 2]>();
            // The system provides the zeros page by page, when a search first uses them.
            bytemuck::allocation::try_zeroed_slice_box(count).unwrap_or_default()
        });
    }

    /// Begins a new age of entries; must be called before each search.
    pub(super) fn begin_new_age(&self) {
        self.allocate();
        self.search_number.fetch_add(1, Relaxed);
    }

    /// The share of the table that the current search has filled, in thousandths. The function
    /// counts only the first slots, as a sample of the table.
    pub fn filled_permille(&self) -> u32 {
        let Some(slots) = self.slots.get() else {
            return 0;
        };
        let age = self.search_number.load(Relaxed) & 0x3f;
        let sample = slots.iter().take(1000);
        let used = sample.filter(|it| {
            let packed = it[1].load(Relaxed);
            packed != 0 && packed_age(packed) == age
        });
        used.count() as u32
    }

    /// The entry of the position with this key.
    pub fn get(&self, key: u64) -> Option<Entry> {
        let bucket = self.bucket_slots(key)?;
        let packed = bucket.iter().find_map(|it| read_slot(it, key))?;
        unpack_entry(packed)
    }

    /// The entry of the position with this key, `ply` plies below the root; mate scores count plies
    /// from the root.
    pub(super) fn get_at_ply(&self, key: u64, ply: usize) -> Option<Entry> {
        let entry = self.get(key)?;
        let score = entry.score - mate_score_shift(entry.score, ply);
        Some(Entry { score, ..entry })
    }

    /// Stores the result of a position that is `ply` plies below the root.
    pub(super) fn store(&self, key: u64, ply: usize, entry: Entry) {
        let Some(bucket) = self.bucket_slots(key) else {
            return;
        };
        // A score by repetition depends on the moves before the position, so it is not stored.
        if (REPETITION_WIN_SCORE - MAX_PLY as i32..MIN_MATE_SCORE).contains(&entry.score.abs()) {
            return;
        }
        let score = entry.score + mate_score_shift(entry.score, ply);
        let age = self.search_number.load(Relaxed) & 0x3f;
        let mut entry = Entry { score, ..entry };
        let [deep, fresh] = bucket else { return };
        let known = [deep, fresh].map(|it| read_slot(it, key));
        if let (0, Some(old)) = (entry.best_move, known[0].or(known[1])) {
            entry.best_move = (old >> 2) as u16;
        }
        let held = deep[1].load(Relaxed);
        let deeper = known[0].is_some()
            || packed_age(held) != age
            || packed_depth(held) <= u64::from(entry.depth);
        let slot = if deeper { deep } else { fresh };
        let packed = pack_entry(entry) | age << 58;
        slot[0].store(key ^ packed, Relaxed);
        slot[1].store(packed, Relaxed);
    }

    fn bucket_slots(&self, key: u64) -> Option<&[[AtomicU64; 2]]> {
        let slots = self.slots.get()?;
        let buckets = (slots.len() / BUCKET_SLOTS) as u128;
        let first = ((u128::from(key) * buckets) >> 64) as usize * BUCKET_SLOTS;
        slots.get(first..first + BUCKET_SLOTS)
    }
}

fn read_slot(slot: &[AtomicU64; 2], key: u64) -> Option<u64> {
    let packed = slot[1].load(Relaxed);
    (packed != 0 && slot[0].load(Relaxed) ^ packed == key).then_some(packed)
}

/// How much a mate score changes if it counts plies from a position `ply` plies below the root, and not from the root.
fn mate_score_shift(score: i32, ply: usize) -> i32 {
    match score {
        MIN_MATE_SCORE.. => ply as i32,
        _ if score <= -MIN_MATE_SCORE => -(ply as i32),
        _ => 0,
    }
}

/// Packs an entry into 64 bits. From the lowest bit, 2 bits are the bound (0 is an empty slot), 16
/// the move, 16 the score and 8 the depth. The highest 6 bits of a stored entry are its age.
fn pack_entry(entry: Entry) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    let score = u64::from((entry.score as i16).cast_unsigned());
    let depth = u64::from(entry.depth.min(255));
    bound | u64::from(entry.best_move) << 2 | score << 18 | depth << 34
}

fn packed_depth(packed: u64) -> u64 {
    packed >> 34 & 0xff
}

fn packed_age(packed: u64) -> u64 {
    packed >> 58
}

fn unpack_entry(packed: u64) -> Option<Entry> {
    let bound = match packed & 3 {
        1 => Bound::Exact,
        2 => Bound::Lower,
        3 => Bound::Upper,
        _ => return None,
    };
    Some(Entry {
        best_move: (packed >> 2) as u16,
        score: i32::from(((packed >> 18) as u16).cast_signed()),
        depth: packed_depth(packed) as u32,
        bound,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::MATE_SCORE;

    #[test]
    fn packed_entries_are_unpacked_unchanged() {
        for best in [0, 1, 8099, u16::MAX] {
            for score in [-MATE_SCORE, -1, 0, 1, MATE_SCORE] {
                for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                    let entry = Entry {
                        best_move: best,
                        score,
                        depth: 64,
                        bound,
                    };
                    assert_eq!(unpack_entry(pack_entry(entry)), Some(entry));
                }
            }
        }
    }

    #[test]
    fn an_empty_table_has_no_entries() {
        assert_eq!(HashTable::new(1).get(0), None);
        assert_eq!(HashTable::default().get(7), None);
    }

    #[test]
    fn mate_scores_count_plies_from_the_requested_position() {
        let table = HashTable::new(1);
        table.begin_new_age();
        let entry = Entry {
            best_move: 3,
            score: MATE_SCORE - 7,
            depth: 4,
            bound: Bound::Exact,
        };
        table.store(99, 4, entry);
        assert_eq!(table.get(99).unwrap().score, MATE_SCORE - 3);
        assert_eq!(table.get_at_ply(99, 10).unwrap().score, MATE_SCORE - 13);
    }
}
