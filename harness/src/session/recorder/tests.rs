//! Tests of waits on a busy host, which delays the engine and the harness.

use std::time::Duration;

use super::*;
use crate::{link::Received, protocol::find_protocol};

const ONE_SECOND: Duration = Duration::from_secs(1);

/// A link to an engine that searches for ever and sends a line each second, on a host that is
/// always busy.
#[derive(Default)]
struct BusyHostLink {
    now: Duration,
    lateness_reported_until: Duration,
}

impl Link for BusyHostLink {
    fn now(&self) -> Duration {
        self.now
    }

    fn send(&mut self, _bytes: &[u8]) {}

    fn close_input(&mut self) {}

    fn wait(&mut self, until: Duration) -> Received {
        let next_line = Duration::from_secs(self.now.as_secs() + 1);
        let kind = match next_line <= until {
            true => ReceivedKind::Line(b"info nodes 1".to_vec()),
            false => ReceivedKind::Timeout,
        };
        self.now = self.now.max(until.min(next_line));
        Received { at: self.now, kind }
    }

    fn host_lateness(&mut self) -> Option<Duration> {
        Some(self.now - std::mem::replace(&mut self.lateness_reported_until, self.now))
    }

    fn terminate(&mut self) {}

    fn kill(&mut self) {}
}

#[test]
fn lines_of_an_endless_search_do_not_extend_a_wait_on_a_late_host() {
    let mut link = BusyHostLink::default();
    let settings = SessionSettings::with_timeout_scale(1.0);
    let mut recorder = Recorder::new(find_protocol("uci").unwrap(), &mut link, &settings);
    let mut lines = 0;
    while recorder.record_next_event_within(Duration::ZERO, 10 * ONE_SECOND) {
        lines += 1;
        assert!(lines < 1000);
    }
    // The busy host extends the wait, but only up to a maximum.
    assert_eq!(lines, 30);
    assert_eq!(recorder.link.now(), 30 * ONE_SECOND);
}
