//! How the judge follows a conversation.

use super::{Dialect, Phase, Tracker, View, coverage};
use crate::{
    protocol::{Context, DoubtRange, coverage::Coverage, segments::Follow},
    rule::Culprit,
    transcript::Event,
};

impl<D: Dialect> Follow for Tracker<D> {
    type View = View<D>;

    fn hear(&mut self, event: &Event) -> Option<View<D>> {
        Tracker::hear(self, event)
    }

    fn finish(&mut self) -> View<D> {
        std::mem::replace(self, Tracker::new()).finish()
    }

    fn hasten(&mut self) {
        Tracker::hasten(self);
    }

    fn shook_hands(&self) -> bool {
        self.shook_hands
    }

    fn has_left(&self) -> bool {
        self.phase == Phase::Leaving || self.view.end.is_some()
    }

    fn is_busy(&self) -> bool {
        self.phase == Phase::Thinking
    }

    fn engine_name(&self) -> Option<String> {
        self.name.clone()
    }

    fn context(view: &View<D>, topic: &str, culprit: &Culprit) -> Context {
        Context {
            text: view.context(culprit.at),
            board: view.diagram(topic, culprit),
        }
    }

    fn doubts(view: &View<D>) -> &[DoubtRange] {
        &view.doubts
    }

    fn plain_reading(view: &View<D>) -> View<D> {
        view.plain_reading()
    }

    fn cover(view: &View<D>, coverage: &mut Coverage) {
        coverage::add(view, coverage);
    }
}
