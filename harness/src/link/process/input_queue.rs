//! The queue of bytes for an engine's input.

use std::{
    collections::VecDeque,
    os::fd::{AsFd as _, BorrowedFd, OwnedFd},
};

use rustix::io::{Errno, write};

use crate::link::limits::MAX_QUEUED_BYTES;

/// The engine's input pipe, and the bytes that are not written to it yet.
pub(super) struct InputQueue {
    pipe: Option<OwnedFd>,
    queued_bytes: VecDeque<u8>,
    close_when_empty: bool,
}

impl InputQueue {
    pub(super) fn new(pipe: Option<OwnedFd>) -> InputQueue {
        InputQueue {
            pipe,
            queued_bytes: VecDeque::new(),
            close_when_empty: false,
        }
    }

    /// Writes as many bytes as the pipe accepts now, and queues the rest. If the queue is full, this function drops the
    /// rest, closes the input and returns false.
    pub(super) fn push(&mut self, bytes: &[u8]) -> bool {
        if self.close_when_empty || self.pipe.is_none() {
            return true;
        }
        let written = match self.queued_bytes.is_empty() {
            true => write_available(&mut self.pipe, bytes),
            false => 0,
        };
        let rest = &bytes[written..];
        if self.queued_bytes.len() + rest.len() > MAX_QUEUED_BYTES {
            self.close();
            return false;
        }
        if self.pipe.is_some() {
            self.queued_bytes.extend(rest);
        }
        true
    }

    /// Closes the input as soon as the queue is empty.
    pub(super) fn close(&mut self) {
        self.close_when_empty = true;
        self.flush();
    }

    /// Returns the engine's input pipe if bytes are queued for it.
    pub(super) fn pipe_to_write(&self) -> Option<BorrowedFd<'_>> {
        let pipe = self.pipe.as_ref().filter(|_| !self.queued_bytes.is_empty());
        pipe.map(|it| it.as_fd())
    }

    pub(super) fn flush(&mut self) {
        while !self.queued_bytes.is_empty() {
            match write_available(&mut self.pipe, self.queued_bytes.as_slices().0) {
                _ if self.pipe.is_none() => self.queued_bytes = VecDeque::new(),
                0 => break,
                written => drop(self.queued_bytes.drain(..written)),
            }
        }
        if self.close_when_empty && self.queued_bytes.is_empty() {
            self.pipe = None;
        }
    }
}

/// Writes bytes to the pipe and returns how many were written. If the engine has closed its input, `pipe` becomes
/// `None` and no more bytes are sent.
fn write_available(pipe: &mut Option<OwnedFd>, bytes: &[u8]) -> usize {
    match pipe.as_ref().map(|it| write(it, bytes)) {
        Some(Ok(written)) => written,
        Some(Err(Errno::INTR | Errno::AGAIN)) | None => 0,
        Some(Err(_)) => {
            *pipe = None;
            0
        }
    }
}
