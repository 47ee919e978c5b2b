//! The ranges of a conversation that are ambiguous and therefore not judged (ranges of doubt).

use crate::{rule::DoubtRange, transcript::EventIndex};

/// The greatest number of ambiguous ranges that are stored for a conversation.
const MAX_DOUBT_RANGES: usize = 1000;

/// The ambiguous ranges of a conversation. An ambiguous range that spans several segments of the conversation is stored
/// once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DoubtRanges {
    pub ranges: Vec<DoubtRange>,
    /// The number of ambiguous ranges that were not stored, because `MAX_DOUBT_RANGES` others were already stored.
    pub dropped_range_count: usize,
}

impl DoubtRanges {
    /// Adds the ambiguous ranges of the next segment of the conversation. If a range continues a stored range of an
    /// earlier segment, only the end of the stored range is updated.
    pub fn add_ranges(&mut self, ranges: &[DoubtRange]) {
        for range in ranges {
            let same = |it: &&mut DoubtRange| {
                it.first_event == range.first_event && it.reason == range.reason
            };
            if let Some(known) = self.ranges.iter_mut().rev().find(same) {
                known.last_event = range.last_event;
            } else if self.ranges.len() < MAX_DOUBT_RANGES {
                self.ranges.push(range.clone());
            } else {
                self.dropped_range_count += 1;
            }
        }
    }

    /// Returns the ambiguous range that contains the event `at`.
    pub fn range_containing(&self, at: EventIndex) -> Option<&DoubtRange> {
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
    fn a_range_across_two_segments_is_stored_once() {
        let mut doubts = DoubtRanges::default();
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
        assert_eq!(doubts.range_containing(EventIndex(9)), Some(&closed));
        assert_eq!(doubts.range_containing(EventIndex(10)), None);
    }
}
