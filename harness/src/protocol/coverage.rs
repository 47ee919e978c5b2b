//! Coverage of a conversation: which command was sent in which state, and which response came first.

use std::collections::BTreeMap;

use crate::transcript::At;

/// Every transition of a conversation, and how often it came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    pub transitions: BTreeMap<Transition, Times>,
    pub positions: Positions,
}

/// A command in a state, and the response to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Transition {
    /// The state of the engine when the command was sent.
    pub state: &'static str,
    pub command: &'static str,
    /// The first response before the next command.
    pub response: &'static str,
}

/// How often a transition came, and where first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    pub count: u64,
    pub first: At,
}

/// How many searches had a result, and how many of these results fit the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Positions {
    /// Searches with a result that certainly belongs to them.
    pub asked: u64,
    /// Those of them whose position every engine must accept, and whose result fits it.
    pub answered: u64,
}

impl Coverage {
    pub(super) fn count(&mut self, transition: Transition, at: At) {
        let new = Times {
            count: 0,
            first: at,
        };
        self.transitions.entry(transition).or_insert(new).count += 1;
    }

    /// Adds the coverage of another conversation.
    pub fn merge(&mut self, other: &Coverage) {
        for (transition, times) in &other.transitions {
            let known = self
                .transitions
                .entry(*transition)
                .or_insert(Times { count: 0, ..*times });
            known.count += times.count;
        }
        self.positions.asked += other.positions.asked;
        self.positions.answered += other.positions.answered;
    }
}
