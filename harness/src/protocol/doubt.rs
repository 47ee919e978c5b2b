//! The ranges of a conversation that are ambiguous and therefore not judged.

use crate::{rule::DoubtRange, transcript::EventIndex};

/// The greatest number of ranges that are kept.
const MAX_RANGES: usize = 1000;

/// The ranges of a conversation, merged from its segments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doubts {
    pub ranges: Vec<DoubtRange>,
    /// The number of further ranges that were not kept.
    pub dropped_range_count: usize,
}

impl Doubts {
    /// Adds the ranges of the next segment. If a range was open at the end of the segment before, its end is updated.
    pub fn add_ranges(&mut self, ranges: &[DoubtRange]) {
        for range in ranges {
            let same = |it: &&mut DoubtRange| {
                it.first_event == range.first_event && it.reason == range.reason
            };
            if let Some(known) = self.ranges.iter_mut().rev().find(same) {
                known.last_event = range.last_event;
            } else if self.ranges.len() < MAX_RANGES {
                self.ranges.push(range.clone());
            } else {
                self.dropped_range_count += 1;
            }
        }
    }

    /// Returns the range that contains an event.
    pub fn range_at(&self, at: EventIndex) -> Option<&DoubtRange> {
        let holds = |it: &&DoubtRange| {
            it.first_event <= at && it.last_event.is_none_or(|until| at <= until)
        };
        self.ranges.iter().find(holds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Message;

    static TEST_REASON: Message = Message {
        id: "second_go",
        english: "a second `go`",
        arguments: Vec::new(),
    };

    #[test]
    fn a_range_over_two_segments_is_kept_once() {
        let mut doubts = Doubts::default();
        let open = DoubtRange {
            first_event: EventIndex(3),
            last_event: None,
            reason: &TEST_REASON,
        };
        let closed = DoubtRange {
            last_event: Some(EventIndex(9)),
            ..open.clone()
        };
        doubts.add_ranges(std::slice::from_ref(&open));
        doubts.add_ranges(std::slice::from_ref(&closed));
        assert_eq!(doubts.ranges, std::slice::from_ref(&closed));
        assert_eq!(doubts.range_at(EventIndex(9)), Some(&closed));
        assert_eq!(doubts.range_at(EventIndex(10)), None);
    }
}
