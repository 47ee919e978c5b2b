//! What cannot be followed for certain, each kind with its beginning, its reason and its end.

use super::{Tracker, commands::SKIPPED_IN_BATCH};
use std::time::Duration;

use crate::{
    protocol::{
        DoubtRange,
        deadline::Waited,
        ucci::{
            view::{Asked, Phase},
            wire::Command,
        },
    },
    transcript::At,
};

/// An engine that thinks has read a line after so long, times the scale (`UCCI RD2`).
const READ: Duration = Duration::from_secs(10);

/// A `readyok` from another thread overtakes a result by no more than this, times the scale.
const RACE: Duration = Duration::from_secs(1);

/// What a doubt touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Touches {
    /// Which `go` a result belongs to, and whether the engine thinks.
    Results,
    /// The position, and its bans.
    Board,
    /// Which question an answer belongs to.
    Answers,
    /// Whether `id`, `option` and `ucciok` are to be expected.
    Handshake,
    /// The unit of `go time`.
    Unit,
    /// Whether batch mode is on.
    Batch,
    /// Whether the engine was told to quit.
    Quit,
    /// The rules of the game.
    Promotion,
    /// Everything: another protocol is spoken.
    Everything,
}

/// The doubts that are open, and those that ended in this segment.
#[derive(Clone, Debug, Default)]
pub(super) struct Open {
    open: Vec<(Touches, DoubtRange)>,
    ended: Vec<DoubtRange>,
}

impl Open {
    pub(super) fn begin(&mut self, touches: Touches, since: At, reason: &'static str) {
        let mut open = self.open.iter_mut();
        if let Some((_, range)) = open.find(|it| it.0 == touches) {
            // What ends with the search gives way to what does not.
            if range.reason == SKIPPED_IN_BATCH {
                range.reason = reason;
            }
        } else {
            let range = DoubtRange {
                since,
                until: None,
                reason,
            };
            self.open.push((touches, range));
        }
    }

    pub(super) fn end(&mut self, touches: Touches, at: At) {
        self.open.retain_mut(|(kind, range)| {
            if *kind != touches {
                return true;
            }
            range.until = Some(at);
            self.ended.push(range.clone());
            false
        });
    }

    pub(super) fn has(&self, touches: Touches) -> bool {
        self.reason(touches).is_some()
    }

    /// Why something of this kind is in doubt.
    pub(super) fn reason(&self, touches: Touches) -> Option<&'static str> {
        let mut open = self.open.iter();
        open.find(|it| it.0 == touches).map(|it| it.1.reason)
    }

    /// The ranges of the segment that ends here.
    pub(super) fn take(&mut self) -> Vec<DoubtRange> {
        let mut ranges = std::mem::take(&mut self.ended);
        ranges.extend(self.open.iter().map(|it| it.1.clone()));
        ranges.sort_by_key(|it| it.since);
        ranges
    }
}

/// Which results may still come, while it is not certain which `go` they answer, nor whether the
/// engine thinks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unsettled {
    /// How many searches may be running, or waiting to be started.
    candidates: usize,
    /// A result came after the last `go`; a `stop` was sent after it.
    resulted: bool,
    stopped: bool,
    /// The number of the last `go`, `stop` or result among the lines of the conversation.
    last: usize,
    /// Only lines outside the grammar brought it about: few engines act on them.
    weak: bool,
    /// Each of the searches ends by itself, and soon.
    small: bool,
    /// When the last `go` was sent, if it has the grammar of one and its search is small.
    last_small: Option<Duration>,
    /// When the last `go` was sent, and its number.
    began: (Duration, usize),
    /// When an `isready` sent after it was answered before any result. A result that comes well after that, so that no
    /// `readyok` can have overtaken it, ends the only search there is.
    read: Option<Duration>,
}

/// What is known of a fence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Settled {
    /// The engine has read the lines before it.
    Read,
    /// It was silent after that for longer than an answer from another thread takes.
    Short,
    /// It was silent after that for longer than any answer takes.
    Long,
}

impl Tracker {
    /// The doubt ends with the event that is heard just now.
    pub(super) fn end_doubt(&mut self, touches: Touches) {
        self.doubts.end(touches, At(self.events.saturating_sub(1)));
    }

    /// From here on it is not certain which result belongs to which `go`: so many `more` searches than
    /// the one that runs may come of this line.
    pub(super) fn unsettle(&mut self, index: usize, more: usize, weak: bool, reason: &'static str) {
        let (at, last) = (self.view.entries[index].at, self.nth(index));
        let running = usize::from(self.phase == Phase::Thinking);
        let small = (more == 0 || self.is_small(index)) && (running == 0 || self.runs_small());
        let began = (self.now, last);
        let by_grammar = matches!(self.view.entries[index].command(), Some(Command::Go(_)));
        let unsettled = self.unsettled.get_or_insert(Unsettled {
            candidates: running,
            resulted: false,
            stopped: false,
            last,
            weak: true,
            small: true,
            last_small: None,
            began,
            read: None,
        });
        unsettled.candidates += more;
        unsettled.weak &= weak;
        unsettled.small &= small;
        unsettled.last = last;
        unsettled.resulted &= more == 0;
        unsettled.stopped &= more == 0;
        if more > 0 {
            unsettled.last_small = (small && by_grammar).then_some(self.now);
            unsettled.began = began;
            unsettled.read = None;
        }
        self.doubts.begin(Touches::Results, at, reason);
        if running > 0
            && let Some(search) = self.view.searches.last_mut()
        {
            if !search.doubtful && search.result.is_none() {
                search.doubtful_from = Some(index);
            }
            search.doubtful = true;
        }
        self.unsure_board(index, reason);
    }

    /// What stands on the board is not certain, up to the next `position`.
    pub(super) fn unsure_board(&mut self, index: usize, reason: &'static str) {
        let at = self.view.entries[index].at;
        self.board.position = None;
        self.doubts.begin(Touches::Board, at, reason);
    }

    /// A result came while attribution was unsettled.
    pub(super) fn unsettled_result(&mut self, index: usize) {
        let last = self.nth(index);
        if let Some(unsettled) = &mut self.unsettled {
            unsettled.candidates = unsettled.candidates.saturating_sub(1);
            unsettled.resulted = true;
            unsettled.last = last;
            // Every `go` was read before this result, and those that came into its search were invalid.
            let long = self.view.timing.waited(unsettled.began.0, self.now, READ);
            let overtaken = |read| self.view.timing.waited(read, self.now, RACE) != Waited::Yes;
            let read = unsettled.read.take().is_some_and(|it| !overtaken(it));
            let read = read || long == Waited::Yes && !self.doubts.has(Touches::Batch);
            unsettled.began = (self.now, last);
            // Every search that may have been started has ended.
            if unsettled.candidates == 0 || read {
                self.end_unsettled();
            }
        }
    }

    /// An `isready` was answered before the result of the search that runs.
    pub(super) fn prove_search(&mut self, asked: usize) {
        let certain = self.fences.extra(Asked::IsReady) == 0 && !self.doubts.has(Touches::Batch);
        if let Some(unsettled) = &mut self.unsettled
            && certain
            && asked > unsettled.began.1
        {
            unsettled.read.get_or_insert(self.now);
        }
    }

    pub(super) fn unsettled_stop(&mut self, index: usize) {
        let last = self.nth(index);
        if let Some(unsettled) = &mut self.unsettled {
            unsettled.stopped = true;
            unsettled.last = last;
        }
    }

    /// An `isready` sent at `sent` was answered. A search that may have crossed the line that began the doubt
    /// may still run, so a second of silence does not show that none does.
    pub(super) fn unsettled_fence(&mut self, sent: usize, settled: Settled) {
        if let Some(unsettled) = self.unsettled.filter(|it| sent > it.last) {
            let over = unsettled.stopped || unsettled.resulted && unsettled.small;
            let ended = match settled {
                Settled::Long => over,
                Settled::Short => over && unsettled.weak,
                Settled::Read => {
                    unsettled.resulted
                        && unsettled.weak
                        && self.has_had_its_time(unsettled.last_small)
                }
            };
            if ended {
                self.end_unsettled();
            }
        }
    }

    /// No search runs whose `go` the engine may have skipped: in batch mode it is certain again what waits.
    pub(super) fn end_skipped_in_batch(&mut self) {
        let skipped = self.doubts.reason(Touches::Batch) == Some(SKIPPED_IN_BATCH);
        if skipped && self.unsettled.is_none() {
            self.end_doubt(Touches::Batch);
        }
    }

    /// Whether a small search begun when the `go` of that time crossed a result must be over; without stamps, whether
    /// there is one.
    fn has_had_its_time(&self, sent: Option<Duration>) -> bool {
        sent.is_some_and(|sent| {
            let unstamped = sent == self.now;
            unstamped || self.view.timing.waited(sent, self.now, RACE) == Waited::Yes
        })
    }

    /// Whether what runs ends by itself, and soon.
    fn runs_small(&self) -> bool {
        let running = self.view.searches.last();
        running.is_some_and(|it| self.is_small(it.entry))
    }

    /// Whether a search by this line ends by itself, and soon, however an engine reads it.
    fn is_small(&self, index: usize) -> bool {
        let line = self.view.entries[index].line.to_ascii_lowercase();
        let words: Vec<&[u8]> = line
            .split(|it| !it.is_ascii_alphanumeric())
            .filter(|it| !it.is_empty())
            .collect();
        let endless = words
            .iter()
            .any(|it| matches!(*it, b"infinite" | b"ponder"));
        let number = |word: &[u8]| std::str::from_utf8(word).ok()?.parse::<u32>().ok();
        let limit = |pair: &[&[u8]]| {
            let small = match pair[0] {
                b"depth" => 3,
                b"nodes" => 1000,
                // Be it milliseconds or seconds.
                b"time" => 2,
                _ => return None,
            };
            Some(number(pair[1]).is_some_and(|it| it <= small))
        };
        let mut limits = words.windows(2).filter_map(limit).peekable();
        !endless && limits.peek().is_some() && limits.all(|it| it)
    }

    fn end_unsettled(&mut self) {
        self.unsettled = None;
        self.end_doubt(Touches::Results);
        self.end_skipped_in_batch();
        if self.phase == Phase::Thinking {
            self.phase = Phase::Idle;
        }
    }
}
