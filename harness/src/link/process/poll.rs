//! One wait on everything that can happen to an engine.

use std::{
    os::fd::{AsFd, BorrowedFd},
    time::Duration,
};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::{LAST_WORDS, LOOK, Process, State};
use crate::link::interrupt;

/// What a wait brought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ready {
    pub(super) input: bool,
    pub(super) out: bool,
    pub(super) err: bool,
    pub(super) ended: bool,
}

/// The most that one wait looks at: input, two outputs, the end, an interrupt.
const WATCHED: usize = 5;

impl Process {
    /// Waits until something is there, or it is time for something.
    pub(super) fn poll(&mut self, until: Duration) -> Ready {
        let wake = self.clock.elapsed() + self.patience(until);
        let (ready, any) = self.watch(wake);
        self.seen = self.clock.elapsed();
        if !any {
            self.oversleep = self.oversleep.max(self.seen.saturating_sub(wake));
        }
        ready
    }

    fn watch(&self, wake: Duration) -> (Ready, bool) {
        let interrupt = interrupt::pipe().filter(|_| !self.ours);
        let end = self.tree.end().filter(|_| self.state == State::Alive);
        let watched: [(Option<BorrowedFd<'_>>, PollFlags); WATCHED] = [
            (self.inbox.wanting(), PollFlags::OUT),
            (self.out.as_ref().map(AsFd::as_fd), PollFlags::IN),
            (self.err.as_ref().map(AsFd::as_fd), PollFlags::IN),
            (end, PollFlags::IN),
            (interrupt, PollFlags::IN),
        ];
        // A file that is always quiet stands where there is nothing to look at; no allocation.
        let mut fds = std::array::from_fn::<_, WATCHED, _>(|_| {
            PollFd::from_borrowed_fd(rustix::stdio::stdin(), PollFlags::empty())
        });
        let mut places = [None; WATCHED];
        let mut count = 0;
        for (place, (fd, flags)) in places.iter_mut().zip(watched) {
            if let Some(fd) = fd {
                fds[count] = PollFd::from_borrowed_fd(fd, flags);
                *place = Some(count);
                count += 1;
            }
        }
        let timeout = wake.saturating_sub(self.clock.elapsed());
        let timeout = Timespec::try_from(timeout).ok();
        // A wait that fails, as one that a signal ends, has found nothing.
        let any = poll(&mut fds[..count], timeout.as_ref()) != Ok(0);
        let ready = places.map(|it| it.is_some_and(|it| !fds[it].revents().is_empty()));
        let [input, out, err, ended, _] = ready;
        let ready = Ready {
            input,
            out,
            err,
            ended,
        };
        (ready, any)
    }

    /// How long it may wait, if nothing happens.
    fn patience(&self, until: Duration) -> Duration {
        let wake = match self.state {
            State::Alive => until.min(self.memory_due),
            State::Gone(at) => until.min(at + LAST_WORDS),
            State::Told => Duration::ZERO,
        };
        let patience = wake.saturating_sub(self.clock.elapsed());
        match self.tree.end() {
            Some(_) => patience,
            None => patience.min(LOOK),
        }
    }
}
