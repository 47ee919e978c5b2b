//! Implements the trait `SegmentTracker`, so that the judge can use the tracker.

use super::{Dialect, EnginePhase, Tracker, View, coverage};
use crate::{
    message::Message,
    protocol::{ViolationContext, coverage::Coverage, segments::SegmentTracker},
    rule::{Culprit, DoubtRange},
    transcript::Event,
};

impl<D: Dialect> SegmentTracker for Tracker<D> {
    type View = View<D>;

    fn observe_event(&mut self, event: &Event) -> Option<View<D>> {
        Tracker::observe_event(self, event)
    }

    fn take_last_segment(&mut self) -> View<D> {
        std::mem::replace(self, Tracker::new()).into_last_segment()
    }

    fn shorten_segments(&mut self) {
        Tracker::shorten_segments(self);
    }

    fn is_handshake_done(&self) -> bool {
        self.is_handshake_done
    }

    fn is_quitting(&self) -> bool {
        self.phase == EnginePhase::Quitting || self.view.session_end.is_some()
    }

    fn is_busy(&self) -> bool {
        self.phase == EnginePhase::Thinking
    }

    fn engine_name(&self) -> Option<String> {
        self.engine_name.clone()
    }

    fn unusual_scope(&self) -> Option<Message> {
        D::unusual_scope(self)
    }

    fn violation_context(view: &View<D>, topic: &str, culprit: &Culprit) -> ViolationContext {
        ViolationContext {
            commands_text: view.context_text_at(culprit.at),
            board: view.violation_diagram(topic, culprit),
        }
    }

    fn doubt_ranges(view: &View<D>) -> &[DoubtRange] {
        &view.doubt_ranges
    }

    fn copy_without_doubts(view: &View<D>) -> View<D> {
        view.copy_without_doubts()
    }

    fn add_coverage(view: &View<D>, coverage: &mut Coverage) {
        coverage::add_coverage(view, coverage);
    }
}
