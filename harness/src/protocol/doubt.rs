//! The ranges of a conversation that are ambiguous and therefore not judged.

use crate::{rule::DoubtRange, transcript::At};

/// The greatest number of ranges that are kept.
const KEPT: usize = 1000;

/// The ranges of a conversation, merged from its segments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doubts {
    pub ranges: Vec<DoubtRange>,
    /// The number of further ranges that were not kept.
    pub more: usize,
}

impl Doubts {
    /// Adds the ranges of the next segment. If a range was open at the end of the segment before, its end is updated.
    pub fn add(&mut self, ranges: &[DoubtRange]) {
        for range in ranges {
            let same = |it: &&mut DoubtRange| it.since == range.since && it.reason == range.reason;
            if let Some(known) = self.ranges.iter_mut().rev().find(same) {
                known.until = range.until;
            } else if self.ranges.len() < KEPT {
                self.ranges.push(range.clone());
            } else {
                self.more += 1;
            }
        }
    }

    /// Returns the range that contains an event.
    pub fn range_at(&self, at: At) -> Option<&DoubtRange> {
        let holds = |it: &&DoubtRange| it.since <= at && it.until.is_none_or(|until| at <= until);
        self.ranges.iter().find(holds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Message;

    static REASON: Message = Message {
        id: "second_go",
        english: "a second `go`",
        arguments: Vec::new(),
    };

    #[test]
    fn a_range_over_two_segments_is_kept_once() {
        let mut doubts = Doubts::default();
        let open = DoubtRange {
            since: At(3),
            until: None,
            reason: &REASON,
        };
        let closed = DoubtRange {
            until: Some(At(9)),
            ..open.clone()
        };
        doubts.add(std::slice::from_ref(&open));
        doubts.add(std::slice::from_ref(&closed));
        assert_eq!(doubts.ranges, std::slice::from_ref(&closed));
        assert_eq!(doubts.range_at(At(9)), Some(&closed));
        assert_eq!(doubts.range_at(At(10)), None);
    }
}
