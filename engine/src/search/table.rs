//! The hash table: what is known of positions searched before.

use super::frame::Frame;
use crate::games::xiangqi::Move;

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
    key: u64,
    pub best: Option<Move>,
    pub score: i32,
    /// Plies searched below the position.
    pub depth: u32,
    pub bound: Bound,
}

/// A table of fixed size; a newer entry takes the place of an older one.
#[derive(Clone, Debug, Default)]
pub struct Table {
    entries: Vec<Option<Entry>>,
}

impl Table {
    /// A table of about so many megabytes.
    pub fn new(megabytes: usize) -> Table {
        let size = (megabytes << 20) / size_of::<Option<Entry>>();
        Table {
            entries: vec![None; size],
        }
    }

    /// What is known of the position with this key.
    pub fn get(&self, key: u64) -> Option<Entry> {
        let slot = *self.entries.get(self.slot(key)?)?;
        slot.filter(|it| it.key == key)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill(None);
    }

    pub(super) fn store(&mut self, frame: &Frame) {
        // The captures at the end say little of a position.
        let Ok(depth) = u32::try_from(frame.depth) else {
            return;
        };
        let key = frame.position.key();
        let Some(slot) = self.slot(key) else { return };
        let bound = if frame.best >= frame.beta {
            Bound::Lower
        } else if frame.best <= frame.from {
            Bound::Upper
        } else {
            Bound::Exact
        };
        self.entries[slot] = Some(Entry {
            key,
            best: frame.pv.first().copied(),
            score: frame.best,
            depth,
            bound,
        });
    }

    fn slot(&self, key: u64) -> Option<usize> {
        let size = u64::try_from(self.entries.len())
            .ok()
            .filter(|it| *it > 0)?;
        usize::try_from(key % size).ok()
    }
}
