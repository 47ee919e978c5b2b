//! The queue of bytes for an engine's input.

use std::{
    collections::VecDeque,
    os::fd::{AsFd as _, BorrowedFd, OwnedFd},
};

use rustix::io::{Errno, write};

/// The maximum number of bytes that are queued for an engine that does not read its input.
pub(super) const CAPACITY: usize = 64 << 20;

/// The engine's input pipe, and the bytes that are not written to it yet.
pub(super) struct Inbox {
    pipe: Option<OwnedFd>,
    waiting: VecDeque<u8>,
    closing: bool,
}

impl Inbox {
    pub(super) fn new(pipe: Option<OwnedFd>) -> Inbox {
        Inbox {
            pipe,
            waiting: VecDeque::new(),
            closing: false,
        }
    }

    /// Writes as many bytes as the pipe accepts now, and queues the rest. If the queue is full, this function drops the
    /// rest, closes the input and returns false.
    pub(super) fn push(&mut self, bytes: &[u8]) -> bool {
        if self.closing || self.pipe.is_none() {
            return true;
        }
        let written = match self.waiting.is_empty() {
            true => write_some(&mut self.pipe, bytes),
            false => 0,
        };
        let rest = &bytes[written..];
        if self.waiting.len() + rest.len() > CAPACITY {
            self.close();
            return false;
        }
        if self.pipe.is_some() {
            self.waiting.extend(rest);
        }
        true
    }

    /// Closes the input as soon as the queue is empty.
    pub(super) fn close(&mut self) {
        self.closing = true;
        self.flush();
    }

    /// Returns the pipe if the queue is not empty.
    pub(super) fn pending(&self) -> Option<BorrowedFd<'_>> {
        let pipe = self.pipe.as_ref().filter(|_| !self.waiting.is_empty());
        pipe.map(|it| it.as_fd())
    }

    pub(super) fn flush(&mut self) {
        while !self.waiting.is_empty() {
            match write_some(&mut self.pipe, self.waiting.as_slices().0) {
                _ if self.pipe.is_none() => self.waiting = VecDeque::new(),
                0 => break,
                written => drop(self.waiting.drain(..written)),
            }
        }
        if self.closing && self.waiting.is_empty() {
            self.pipe = None;
        }
    }
}

/// Writes bytes to the pipe and returns how many were written. If the engine has closed its input, `pipe` becomes
/// `None` and no more bytes are sent.
fn write_some(pipe: &mut Option<OwnedFd>, bytes: &[u8]) -> usize {
    match pipe.as_ref().map(|it| write(it, bytes)) {
        Some(Ok(written)) => written,
        Some(Err(Errno::INTR | Errno::AGAIN)) | None => 0,
        Some(Err(_)) => {
            *pipe = None;
            0
        }
    }
}
