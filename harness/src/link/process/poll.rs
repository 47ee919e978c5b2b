//! Waits with one `poll` for the pipes of an engine, its end, or an interrupt.

use std::{
    os::fd::{AsFd, BorrowedFd},
    time::Duration,
};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::ProcessLink;
use crate::link::{
    interrupt,
    limits::{EXIT_POLL_INTERVAL, OUTPUT_GRACE_TIME, ProcessState},
};

/// The pipes and events that are ready after a poll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ReadyPipes {
    pub(super) input_writable: bool,
    pub(super) stdout_readable: bool,
    pub(super) stderr_readable: bool,
    pub(super) process_ended: bool,
}

/// The maximum number of polled file descriptors: the input, two outputs, the end of the process, and an interrupt.
const MAX_POLLED_FILES: usize = 5;

impl ProcessLink {
    /// Waits until a pipe or an event is ready, or a deadline is reached.
    pub(super) fn wait_until_ready(&mut self, until: Duration) -> ReadyPipes {
        let wake = self.clock.elapsed() + self.poll_timeout(until);
        let (ready, any) = self.poll_files(wake);
        self.output_read_up_to = self.clock.elapsed();
        if !any {
            self.largest_oversleep = self
                .largest_oversleep
                .max(self.output_read_up_to.saturating_sub(wake));
        }
        ready
    }

    fn poll_files(&self, wake: Duration) -> (ReadyPipes, bool) {
        let interrupt = interrupt::interrupt_pipe().filter(|_| !self.ended_by_harness);
        let end = self
            .tree
            .end_fd()
            .filter(|_| self.state == ProcessState::Alive);
        let watched: [(Option<BorrowedFd<'_>>, PollFlags); MAX_POLLED_FILES] = [
            (self.input_queue.pipe_to_write(), PollFlags::OUT),
            (self.stdout_pipe.as_ref().map(AsFd::as_fd), PollFlags::IN),
            (self.stderr_pipe.as_ref().map(AsFd::as_fd), PollFlags::IN),
            (end, PollFlags::IN),
            (interrupt, PollFlags::IN),
        ];
        // The array has a fixed size to avoid an allocation; its unused entries contain standard
        // input, which is not polled.
        let mut fds = std::array::from_fn::<_, MAX_POLLED_FILES, _>(|_| {
            PollFd::from_borrowed_fd(rustix::stdio::stdin(), PollFlags::empty())
        });
        let mut places = [None; MAX_POLLED_FILES];
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
        // If the poll fails, for example because of a signal, no file descriptor is ready.
        let any = poll(&mut fds[..count], timeout.as_ref()) != Ok(0);
        let ready = places.map(|it| it.is_some_and(|it| !fds[it].revents().is_empty()));
        let [input, out, err, ended, _] = ready;
        let ready = ReadyPipes {
            input_writable: input,
            stdout_readable: out,
            stderr_readable: err,
            process_ended: ended,
        };
        (ready, any)
    }

    /// Returns the longest time that the next poll may wait.
    fn poll_timeout(&self, until: Duration) -> Duration {
        let wake = match self.state {
            ProcessState::Alive => until.min(self.next_memory_check),
            ProcessState::Ended(at) => until.min(at + OUTPUT_GRACE_TIME),
            ProcessState::EndReported => Duration::ZERO,
        };
        let timeout = wake.saturating_sub(self.clock.elapsed());
        match self.tree.end_fd() {
            Some(_) => timeout,
            None => timeout.min(EXIT_POLL_INTERVAL),
        }
    }
}
