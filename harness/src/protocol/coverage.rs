//! What came up in a conversation: which command in which state, and what was heard next.

use std::collections::BTreeMap;

use crate::transcript::At;

/// Everything that came up, and how often.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    pub met: BTreeMap<Met, Times>,
    pub positions: Positions,
}

/// One thing that can come up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Met {
    /// The state that the engine was in when it was told.
    pub state: &'static str,
    pub command: &'static str,
    /// The first response before the next command.
    pub heard: &'static str,
}

/// How often, and where first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    pub count: u64,
    pub first: At,
}

/// What became of the positions that the engine was told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Positions {
    /// Searches that had a result, as far as it is certain that it is theirs.
    pub asked: u64,
    /// Those in a position that every engine must take, with a result that fits it.
    pub answered: u64,
}

impl Coverage {
    pub(super) fn meet(&mut self, met: Met, at: At) {
        let new = Times {
            count: 0,
            first: at,
        };
        self.met.entry(met).or_insert(new).count += 1;
    }

    /// Adds what came up in another conversation.
    pub fn merge(&mut self, other: &Coverage) {
        for (met, times) in &other.met {
            let known = self.met.entry(*met).or_insert(Times { count: 0, ..*times });
            known.count += times.count;
        }
        self.positions.asked += other.positions.asked;
        self.positions.answered += other.positions.answered;
    }
}
