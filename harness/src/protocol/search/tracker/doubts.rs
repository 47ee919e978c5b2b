//! The doubts: each kind with its beginning, its reason and its end.

use super::Tracker;
use std::time::Duration;

use crate::{
    message::Message,
    protocol::{
        deadline::Waited,
        search::{Asked, Command, Dialect, Phase},
    },
    rule::DoubtRange,
    transcript::At,
};

/// A thinking engine has read a line after this time, times the scale (`UCCI RD2`).
const READ: Duration = Duration::from_secs(10);

/// A `readyok` from another thread overtakes a result by at most this time, times the scale.
const RACE: Duration = Duration::from_secs(1);

/// What is in doubt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum DoubtKind {
    /// Which `go` a result belongs to, and whether the engine is searching.
    Results,
    /// The position, and its bans.
    Board,
    /// Which question an answer belongs to.
    Answers,
    /// Whether lines of a handshake are expected.
    Handshake,
    /// The unit of time.
    Unit,
    /// Whether commands during a search wait for its end.
    Deferral,
    /// Whether the engine has accepted a `quit`.
    Quit,
    /// The rules of the game.
    Rules,
    /// Everything: the engine may speak another protocol.
    Everything,
}

/// The open doubts, and those that ended in this segment.
#[derive(Clone, Debug)]
pub(super) struct Open {
    /// A reason that other reasons replace: it ends with the search, and they do not.
    passing: &'static Message,
    open: Vec<(DoubtKind, DoubtRange)>,
    ended: Vec<DoubtRange>,
}

impl Open {
    pub(super) fn new(passing: &'static Message) -> Open {
        Open {
            passing,
            open: Vec::new(),
            ended: Vec::new(),
        }
    }

    pub(super) fn begin(&mut self, touches: DoubtKind, since: At, reason: &'static Message) {
        let mut open = self.open.iter_mut();
        if let Some((_, range)) = open.find(|it| it.0 == touches) {
            if range.reason == self.passing {
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

    pub(super) fn end(&mut self, touches: DoubtKind, at: At) {
        self.open.retain_mut(|(kind, range)| {
            if *kind != touches {
                return true;
            }
            range.until = Some(at);
            self.ended.push(range.clone());
            false
        });
    }

    pub(super) fn has(&self, touches: DoubtKind) -> bool {
        self.reason(touches).is_some()
    }

    /// The reason of an open doubt of this kind.
    pub(super) fn reason(&self, touches: DoubtKind) -> Option<&'static Message> {
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

/// The results that may still come while it is not certain which `go` they belong to, nor whether the engine is
/// searching.
#[derive(Clone, Copy, Debug)]
pub(super) struct UncertainResults {
    /// How many searches may be running, or waiting to start.
    candidates: usize,
    /// A result came after the last `go`; a `stop` was sent after it.
    resulted: bool,
    stopped: bool,
    /// The number of the last `go`, `stop` or result among the lines of the conversation.
    last: usize,
    /// Only lines outside the grammar caused the doubt: few engines accept them.
    weak: bool,
    /// Each of the searches ends by itself and soon.
    small: bool,
    /// When the last `go` was sent, if it is within the grammar and its search is small.
    last_small: Option<Duration>,
    /// When the last `go` was sent, and its number.
    began: (Duration, usize),
    /// When an `isready` after it was answered before any result. A result that comes so much later that no `readyok`
    /// can have overtaken it ends the only search there is.
    read: Option<Duration>,
    /// The engine was silent for a second after an answered `isready`.
    quiet: bool,
    /// The number of a new game after that silence.
    renewed: Option<usize>,
}

/// What an answered `isready` proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fence {
    /// The engine has read the lines before it.
    Read,
    /// After that, the engine was silent for longer than an answer from another thread takes.
    Quiet,
    /// After that, the engine was silent for longer than any answer takes.
    LongQuiet,
}

impl<D: Dialect> Tracker<D> {
    /// A doubt begins with this line.
    pub(in crate::protocol) fn begin_doubt(
        &mut self,
        touches: DoubtKind,
        index: usize,
        reason: &'static Message,
    ) {
        let at = self.view.entries[index].at;
        self.doubts.begin(touches, at, reason);
    }

    /// The doubt ends with the present event.
    pub(in crate::protocol) fn end_doubt(&mut self, touches: DoubtKind) {
        self.doubts.end(touches, At(self.events.saturating_sub(1)));
    }

    /// From this line on it is not certain which result belongs to which `go`. The line may cause so many `more`
    /// searches than the running one.
    pub(super) fn doubt_results(
        &mut self,
        index: usize,
        more: usize,
        weak: bool,
        reason: &'static Message,
    ) {
        let (at, last) = (self.view.entries[index].at, self.nth(index));
        let running = usize::from(self.phase == Phase::Thinking);
        let small = (more == 0 || self.is_small(index)) && (running == 0 || self.runs_small());
        let began = (self.now, last);
        let by_grammar = matches!(self.view.entries[index].command(), Some(Command::Go(_)));
        let unsettled = self.uncertain_results.get_or_insert(UncertainResults {
            candidates: running,
            resulted: false,
            stopped: false,
            last,
            weak: true,
            small: true,
            last_small: None,
            began,
            read: None,
            quiet: false,
            renewed: None,
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
            (unsettled.quiet, unsettled.renewed) = (false, None);
        }
        self.doubts.begin(DoubtKind::Results, at, reason);
        if running > 0
            && let Some(search) = self.view.searches.last_mut()
        {
            if !search.doubtful && search.result.is_none() {
                search.doubtful_from = Some(index);
            }
            search.doubtful = true;
        }
        self.doubt_board(index, reason);
    }

    /// The position is not certain up to the next `position`.
    pub(in crate::protocol) fn doubt_board(&mut self, index: usize, reason: &'static Message) {
        let at = self.view.entries[index].at;
        self.board.position = None;
        self.doubts.begin(DoubtKind::Board, at, reason);
    }

    /// A result came while results were in doubt.
    pub(super) fn result_in_doubt(&mut self, index: usize) {
        let last = self.nth(index);
        if let Some(unsettled) = &mut self.uncertain_results {
            unsettled.candidates = unsettled.candidates.saturating_sub(1);
            unsettled.resulted = true;
            unsettled.last = last;
            // Every `go` was read before this result, and those sent during its search were invalid.
            let long = self.view.timing.waited(unsettled.began.0, self.now, READ);
            let overtaken = |read| self.view.timing.waited(read, self.now, RACE) != Waited::Yes;
            let read = unsettled.read.take().is_some_and(|it| !overtaken(it));
            let read = read || long == Waited::Yes && !self.doubts.has(DoubtKind::Deferral);
            unsettled.began = (self.now, last);
            // Every search that may have started has ended.
            if unsettled.candidates == 0 || read {
                self.end_results_doubt();
            }
        }
    }

    /// An `isready` was answered before the result of the running search.
    pub(super) fn prove_search(&mut self, asked: usize) {
        let certain =
            self.fences.extra(Asked::IsReady) == 0 && !self.doubts.has(DoubtKind::Deferral);
        if let Some(unsettled) = &mut self.uncertain_results
            && certain
            && asked > unsettled.began.1
        {
            unsettled.read.get_or_insert(self.now);
        }
    }

    pub(super) fn stop_in_doubt(&mut self, index: usize) {
        let last = self.nth(index);
        if let Some(unsettled) = &mut self.uncertain_results {
            unsettled.stopped = true;
            unsettled.last = last;
        }
    }

    /// An `isready` sent at `sent` was answered. A search that crossed the line that began the doubt may still be
    /// running, so a second of silence does not end the doubt.
    pub(super) fn fence_in_doubt(&mut self, sent: usize, fence: Fence) {
        let unsettled = self.uncertain_results.as_mut();
        if let Some(unsettled) = unsettled.filter(|it| sent > it.last) {
            let over = unsettled.stopped || unsettled.resulted && unsettled.small;
            unsettled.quiet |= fence != Fence::Read && (over || unsettled.weak);
            let renewed = unsettled.renewed.is_some_and(|it| sent > it);
            let unsettled = *unsettled;
            let ended = match fence {
                _ if renewed => true,
                Fence::LongQuiet => over,
                Fence::Quiet => over && unsettled.weak,
                Fence::Read => {
                    unsettled.resulted
                        && unsettled.weak
                        && self.has_had_its_time(unsettled.last_small)
                }
            };
            if ended {
                self.end_results_doubt();
            }
        }
    }

    /// A new game begins.
    pub(super) fn renew_results(&mut self, index: usize) {
        let line = self.nth(index);
        if let Some(unsettled) = &mut self.uncertain_results
            && D::NEW_GAME_ENDS_DOUBTS
            && unsettled.quiet
        {
            unsettled.renewed = Some(line);
        }
    }

    /// No search is running whose `go` the engine may have skipped: it is certain again which commands wait.
    pub(super) fn end_skipped_deferral(&mut self) {
        let skipped = self.doubts.reason(DoubtKind::Deferral) == Some(D::REASONS.skipped_deferral);
        if skipped && self.uncertain_results.is_none() {
            self.end_doubt(DoubtKind::Deferral);
        }
    }

    /// Whether a small search must be over if it began when the `go` of that time crossed a result; without timestamps,
    /// whether there is such a search.
    fn has_had_its_time(&self, sent: Option<Duration>) -> bool {
        sent.is_some_and(|sent| {
            let unstamped = sent == self.now;
            unstamped || self.view.timing.waited(sent, self.now, RACE) == Waited::Yes
        })
    }

    /// Whether the running search ends by itself and soon.
    fn runs_small(&self) -> bool {
        let running = self.view.searches.last();
        running.is_some_and(|it| self.is_small(it.entry))
    }

    /// Whether a search by this line ends by itself and soon, however an engine reads it.
    fn is_small(&self, index: usize) -> bool {
        D::is_small(&self.view.entries[index].line)
    }

    fn end_results_doubt(&mut self) {
        self.uncertain_results = None;
        self.end_doubt(DoubtKind::Results);
        self.end_skipped_deferral();
        if self.phase == Phase::Thinking {
            self.phase = Phase::Idle;
        }
    }
}
