//! Connects the GTP tracker to the judge, which judges a conversation segment by segment.

use super::view::{Tracker, View};
use crate::{
    protocol::{Context, segments::SegmentTracker},
    rule::Culprit,
    transcript::Event,
};

impl SegmentTracker for Tracker {
    type View = View;

    fn without_doubts(view: &View) -> View {
        view.clone()
    }

    fn observe(&mut self, event: &Event) -> Option<View> {
        Tracker::observe(self, event)
    }

    fn finish(&mut self) -> View {
        std::mem::take(self).finish()
    }

    fn handshake_done(&self) -> bool {
        self.handshake_done
    }

    fn is_quitting(&self) -> bool {
        self.quit_sent
    }

    fn engine_name(&self) -> Option<String> {
        self.engine_name.clone()
    }

    fn context(view: &View, _topic: &str, culprit: &Culprit) -> Context {
        Context {
            text: view.context(culprit.at),
            board: None,
        }
    }
}
