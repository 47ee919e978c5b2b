//! Implements the trait `SegmentTracker`, so that the judge can use the tracker.

use super::{Dialect, EnginePhase, Tracker, View, coverage};
use crate::{
    protocol::{Context, coverage::Coverage, segments::SegmentTracker},
    rule::{Culprit, DoubtRange},
    transcript::Event,
};

impl<D: Dialect> SegmentTracker for Tracker<D> {
    type View = View<D>;

    fn observe(&mut self, event: &Event) -> Option<View<D>> {
        Tracker::observe(self, event)
    }

    fn finish(&mut self) -> View<D> {
        std::mem::replace(self, Tracker::new()).finish()
    }

    fn shorten_segments(&mut self) {
        Tracker::shorten_segments(self);
    }

    fn handshake_done(&self) -> bool {
        self.handshake_done
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

    fn context(view: &View<D>, topic: &str, culprit: &Culprit) -> Context {
        Context {
            text: view.context(culprit.at),
            board: view.violation_diagram(topic, culprit),
        }
    }

    fn doubts(view: &View<D>) -> &[DoubtRange] {
        &view.doubt_ranges
    }

    fn without_doubts(view: &View<D>) -> View<D> {
        view.without_doubts()
    }

    fn add_coverage(view: &View<D>, coverage: &mut Coverage) {
        coverage::add_coverage(view, coverage);
    }
}
