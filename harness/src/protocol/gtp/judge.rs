//! Connects the GTP tracker to the judge, which judges a conversation segment by segment.

use super::{
    coverage::add_coverage,
    view::{Tracker, View},
};
use crate::{
    message::{Message, message},
    protocol::{ViolationContext, coverage::Coverage, segments::SegmentTracker},
    rule::{Culprit, DoubtRange},
    transcript::Event,
};

/// For a violation of a rule with one of these topics, a report draws the board.
const BOARD_TOPICS: [&str; 2] = ["legality", "state"];

impl SegmentTracker for Tracker {
    type View = View;

    fn copy_without_doubts(view: &View) -> View {
        view.clone()
    }

    fn doubt_ranges(view: &View) -> &[DoubtRange] {
        &view.doubt_ranges
    }

    fn observe_event(&mut self, event: &Event) -> Option<View> {
        Tracker::observe_event(self, event)
    }

    fn take_last_segment(&mut self) -> View {
        std::mem::take(self).into_last_segment()
    }

    fn is_handshake_done(&self) -> bool {
        self.handshake_done
    }

    fn is_quitting(&self) -> bool {
        self.quit_sent
    }

    fn unusual_scope(&self) -> Option<Message> {
        self.has_moves_before_board.then(|| {
            message!(
                "moves_before_board",
                "the conversation begins with moves on a board of unknown size and position, without `boardsize` and `clear_board`, so the moves before them were not judged"
            )
        })
    }

    fn engine_name(&self) -> Option<String> {
        self.engine_name.clone()
    }

    fn add_coverage(view: &View, coverage: &mut Coverage) {
        add_coverage(view, coverage);
    }

    fn violation_context(view: &View, topic: &str, culprit: &Culprit) -> ViolationContext {
        ViolationContext {
            commands_text: view.context_text_at(culprit.at),
            board: BOARD_TOPICS
                .contains(&topic)
                .then(|| view.violation_diagram(culprit))
                .flatten(),
        }
    }
}
