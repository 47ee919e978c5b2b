//! Doubts (ranges of ambiguous lines that are not judged): their kinds, and when they begin and
//! end.

use super::Tracker;
use std::time::Duration;

use crate::{
    message::Message,
    protocol::{
        deadline::WaitResult,
        search::{Command, Dialect, EnginePhase, QuestionKind},
    },
    rule::DoubtRange,
    transcript::EventIndex,
};

/// The time after which a thinking engine has certainly read a line (`UCCI RD2`). The run's timeout scale
/// (`--timeout-scale`) multiplies this time.
const MAX_READ_TIME: Duration = Duration::from_secs(10);

/// The longest time by which a `readyok` of one thread overtakes a result of another thread. The run's timeout scale
/// (`--timeout-scale`) multiplies this time.
const MAX_READYOK_OVERTAKING_TIME: Duration = Duration::from_secs(1);

/// The subject of a doubt: what is uncertain while lines are not judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum DoubtKind {
    /// It is uncertain which `go` a result belongs to, and whether the engine is searching.
    GoOfResult,
    /// The position or its banned moves are uncertain.
    Board,
    /// It is uncertain which question (such as `isready`) an answer belongs to.
    QuestionOfAnswer,
    /// It is uncertain whether lines of a handshake are expected.
    HandshakeLines,
    /// The unit of time is uncertain.
    TimeUnit,
    /// It is uncertain whether commands during a search wait for the end of the search (batch
    /// mode).
    DeferredCommands,
    /// It is uncertain whether the engine has accepted a line as `quit`.
    QuitAccepted,
    /// The rules of the game are uncertain.
    GameVariant,
    /// Everything is uncertain, because the engine may speak another protocol.
    Everything,
}

/// The doubts (ranges that are not judged) that have not ended, and those that ended in this
/// segment.
#[derive(Clone, Debug)]
pub(super) struct OpenDoubts {
    /// The weakest reason why lines are ambiguous: any other reason replaces it. If a doubt began with the weakest
    /// reason and then gets another reason, only the other reason is kept.
    weakest_reason: &'static Message,
    open_ranges: Vec<(DoubtKind, DoubtRange)>,
    ended_ranges: Vec<DoubtRange>,
}

impl OpenDoubts {
    pub(super) fn new(passing: &'static Message) -> OpenDoubts {
        OpenDoubts {
            weakest_reason: passing,
            open_ranges: Vec::new(),
            ended_ranges: Vec::new(),
        }
    }

    pub(super) fn begin_range(
        &mut self,
        touches: DoubtKind,
        since: EventIndex,
        reason: &'static Message,
    ) {
        let mut open = self.open_ranges.iter_mut();
        if let Some((_, range)) = open.find(|it| it.0 == touches) {
            if range.reason == self.weakest_reason {
                range.reason = reason;
            }
        } else {
            let range = DoubtRange {
                first_event: since,
                last_event: None,
                reason,
            };
            self.open_ranges.push((touches, range));
        }
    }

    pub(super) fn end_range(&mut self, touches: DoubtKind, at: EventIndex) {
        self.open_ranges.retain_mut(|(kind, range)| {
            if *kind != touches {
                return true;
            }
            range.last_event = Some(at);
            self.ended_ranges.push(range.clone());
            false
        });
    }

    pub(super) fn has_open_range(&self, touches: DoubtKind) -> bool {
        self.reason_of_open_range(touches).is_some()
    }

    /// Returns the reason of the open doubt of this kind, or `None` if no such doubt is open.
    pub(super) fn reason_of_open_range(&self, touches: DoubtKind) -> Option<&'static Message> {
        let mut open = self.open_ranges.iter();
        open.find(|it| it.0 == touches).map(|it| it.1.reason)
    }

    /// Returns the ranges of doubt in the segment that ends now, and removes those that have ended.
    pub(super) fn take_ranges(&mut self) -> Vec<DoubtRange> {
        let mut ranges = std::mem::take(&mut self.ended_ranges);
        ranges.extend(self.open_ranges.iter().map(|it| it.1.clone()));
        ranges.sort_by_key(|it| it.first_event);
        ranges
    }
}

/// A doubt about results: it is not certain which `go` the next results belong to, and whether the engine is searching.
#[derive(Clone, Copy, Debug)]
pub(super) struct UncertainResults {
    /// The number of searches that may be running or waiting to start.
    possible_search_count: usize,
    /// A result came after the last `go`.
    has_result: bool,
    /// A `stop` was sent after the last `go`.
    stop_was_sent: bool,
    /// The index of the last `go`, `stop` or result among all lines of the conversation.
    last_go_stop_or_result_index: usize,
    /// True if all lines that caused the doubt are outside the grammar, so that few engines accept them.
    caused_only_by_lenient_lines: bool,
    /// All searches that may be running have small limits, so they end soon by themselves.
    all_searches_small: bool,
    /// The time of the last `go`, if the `go` is within the grammar and its search has small limits.
    last_small_go_time: Option<Duration>,
    /// The time of the last `go`, and its index among all lines.
    last_go: (Duration, usize),
    /// The time at which an `isready` after the last `go` was answered before any result. If a result comes so long
    /// after the `readyok` that the `readyok` cannot have overtaken the result, only one search was running.
    early_readyok_time: Option<Duration>,
    /// The engine was silent for a second after an answered `isready`.
    silent_after_isready: bool,
    /// The index of the line that began a new game after a second of silence.
    new_game_line_index: Option<usize>,
}

/// What an answered `isready`, together with the silence after it, proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IsreadyProof {
    /// The engine has read the lines before the `isready`.
    LinesRead,
    /// After its answer to the `isready`, the engine sent nothing for longer than another thread of the engine needs to
    /// send an answer.
    SilentAfterwards,
    /// After its answer to the `isready`, the engine sent nothing for longer than the timeout of an answer.
    LongSilentAfterwards,
}

impl<D: Dialect> Tracker<D> {
    /// Begins a doubt (a range that is not judged) at the line with this index.
    pub(in crate::protocol) fn begin_doubt(
        &mut self,
        touches: DoubtKind,
        index: usize,
        reason: &'static Message,
    ) {
        let at = self.view.entries[index].at;
        self.open_doubts.begin_range(touches, at, reason);
    }

    /// Whether a doubt of this kind is open.
    pub(in crate::protocol) fn has_doubt(&self, touches: DoubtKind) -> bool {
        self.open_doubts.has_open_range(touches)
    }

    /// Ends the doubt of this kind (the range that is not judged) at the current event.
    pub(in crate::protocol) fn end_doubt(&mut self, touches: DoubtKind) {
        self.open_doubts
            .end_range(touches, EventIndex(self.event_count.saturating_sub(1)));
    }

    /// Begins a doubt about which `go` a result belongs to. The line `index` may start `more`
    /// searches in addition to the running search.
    pub(super) fn begin_results_doubt(
        &mut self,
        index: usize,
        more: usize,
        weak: bool,
        reason: &'static Message,
    ) {
        let (at, last) = (self.view.entries[index].at, self.conversation_index(index));
        let running = usize::from(self.phase == EnginePhase::Thinking);
        let small = (more == 0 || self.is_small_search_line(index))
            && (running == 0 || self.is_running_search_small());
        let began = (self.now, last);
        let by_grammar = matches!(self.view.entries[index].command(), Some(Command::Go(_)));
        let unsettled = self.uncertain_results.get_or_insert(UncertainResults {
            possible_search_count: running,
            has_result: false,
            stop_was_sent: false,
            last_go_stop_or_result_index: last,
            caused_only_by_lenient_lines: true,
            all_searches_small: true,
            last_small_go_time: None,
            last_go: began,
            early_readyok_time: None,
            silent_after_isready: false,
            new_game_line_index: None,
        });
        unsettled.possible_search_count += more;
        unsettled.caused_only_by_lenient_lines &= weak;
        unsettled.all_searches_small &= small;
        unsettled.last_go_stop_or_result_index = last;
        unsettled.has_result &= more == 0;
        unsettled.stop_was_sent &= more == 0;
        if more > 0 {
            unsettled.last_small_go_time = (small && by_grammar).then_some(self.now);
            unsettled.last_go = began;
            unsettled.early_readyok_time = None;
            (
                unsettled.silent_after_isready,
                unsettled.new_game_line_index,
            ) = (false, None);
        }
        self.open_doubts
            .begin_range(DoubtKind::GoOfResult, at, reason);
        if running > 0
            && let Some(search) = self.view.searches.last_mut()
        {
            if !search.is_doubtful && search.result_entry.is_none() {
                search.doubtful_since = Some(index);
            }
            search.is_doubtful = true;
        }
        self.begin_board_doubt(index, reason);
    }

    /// Begins a doubt about the position, which lasts until the next `position`.
    pub(in crate::protocol) fn begin_board_doubt(
        &mut self,
        index: usize,
        reason: &'static Message,
    ) {
        let at = self.view.entries[index].at;
        self.board.position = None;
        self.open_doubts.begin_range(DoubtKind::Board, at, reason);
    }

    /// Handles a result while it is uncertain which `go` a result belongs to.
    pub(super) fn handle_result_in_doubt(&mut self, index: usize) {
        let last = self.conversation_index(index);
        if let Some(unsettled) = &mut self.uncertain_results {
            unsettled.possible_search_count = unsettled.possible_search_count.saturating_sub(1);
            unsettled.has_result = true;
            unsettled.last_go_stop_or_result_index = last;
            // If the last `go` was sent long enough ago, the engine had read every `go` before it sent this result. A
            // `go` that the engine read during a search was invalid and gets no result.
            let long = self
                .view
                .timing
                .check_wait(unsettled.last_go.0, self.now, MAX_READ_TIME);
            let overtaken = |read| {
                self.view
                    .timing
                    .check_wait(read, self.now, MAX_READYOK_OVERTAKING_TIME)
                    != WaitResult::LongEnough
            };
            let read = unsettled
                .early_readyok_time
                .take()
                .is_some_and(|it| !overtaken(it));
            let read = read
                || long == WaitResult::LongEnough
                    && !self.open_doubts.has_open_range(DoubtKind::DeferredCommands);
            unsettled.last_go = (self.now, last);
            // The doubt ends when every search that may have started has ended.
            if unsettled.possible_search_count == 0 || read {
                self.end_results_doubt();
            }
        }
    }

    /// Handles an answered `isready` before the result of the running search.
    pub(super) fn handle_isready_before_result(&mut self, asked: usize) {
        let certain = self.fences.extra_answer_count(QuestionKind::IsReady) == 0
            && !self.open_doubts.has_open_range(DoubtKind::DeferredCommands);
        if let Some(unsettled) = &mut self.uncertain_results
            && certain
            && asked > unsettled.last_go.1
        {
            unsettled.early_readyok_time.get_or_insert(self.now);
        }
    }

    pub(super) fn store_stop_in_doubt(&mut self, index: usize) {
        let last = self.conversation_index(index);
        if let Some(unsettled) = &mut self.uncertain_results {
            unsettled.stop_was_sent = true;
            unsettled.last_go_stop_or_result_index = last;
        }
    }

    /// Handles the answer to the `isready` in line `sent` while results are uncertain. A search may
    /// have started when the doubt began and may still be running, so a second of silence alone
    /// does not end the doubt.
    pub(super) fn handle_isready_in_doubt(&mut self, sent: usize, fence: IsreadyProof) {
        let unsettled = self.uncertain_results.as_mut();
        if let Some(unsettled) = unsettled.filter(|it| sent > it.last_go_stop_or_result_index) {
            let over =
                unsettled.stop_was_sent || unsettled.has_result && unsettled.all_searches_small;
            unsettled.silent_after_isready |= fence != IsreadyProof::LinesRead
                && (over || unsettled.caused_only_by_lenient_lines);
            let renewed = unsettled.new_game_line_index.is_some_and(|it| sent > it);
            let unsettled = *unsettled;
            let ended = match fence {
                _ if renewed => true,
                IsreadyProof::LongSilentAfterwards => over,
                IsreadyProof::SilentAfterwards => over && unsettled.caused_only_by_lenient_lines,
                IsreadyProof::LinesRead => {
                    unsettled.has_result
                        && unsettled.caused_only_by_lenient_lines
                        && self.is_small_search_over(unsettled.last_small_go_time)
                }
            };
            if ended {
                self.end_results_doubt();
            }
        }
    }

    /// Handles the beginning of a new game while results are uncertain.
    pub(super) fn handle_new_game(&mut self, index: usize) {
        let line = self.conversation_index(index);
        if let Some(unsettled) = &mut self.uncertain_results
            && D::NEW_GAME_ENDS_DOUBTS
            && unsettled.silent_after_isready
        {
            unsettled.new_game_line_index = Some(line);
        }
    }

    /// Ends the doubt about a `go` that the engine may have skipped in batch mode. While it is uncertain which `go` a
    /// result belongs to, it is also uncertain which commands wait for a search, so the doubt does not end.
    pub(super) fn end_skipped_go_doubt(&mut self) {
        let skipped = self
            .open_doubts
            .reason_of_open_range(DoubtKind::DeferredCommands)
            == Some(D::DOUBT_REASONS.skipped_deferred_go);
        if skipped && self.uncertain_results.is_none() {
            self.end_doubt(DoubtKind::DeferredCommands);
        }
    }

    /// Whether a search with small limits must be over by now if its `go` was sent at the time `sent`. In a log without
    /// timestamps, the function only checks that `sent` is known.
    fn is_small_search_over(&self, sent: Option<Duration>) -> bool {
        sent.is_some_and(|sent| {
            let unstamped = sent == self.now;
            unstamped
                || self
                    .view
                    .timing
                    .check_wait(sent, self.now, MAX_READYOK_OVERTAKING_TIME)
                    == WaitResult::LongEnough
        })
    }

    /// Whether the running search ends soon by itself.
    fn is_running_search_small(&self) -> bool {
        let running = self.view.searches.last();
        running.is_some_and(|it| self.is_small_search_line(it.entry))
    }

    /// Whether this line starts a search that ends soon by itself, even if an engine parses the
    /// line leniently.
    fn is_small_search_line(&self, index: usize) -> bool {
        D::is_small_search(&self.view.entries[index].line)
    }

    fn end_results_doubt(&mut self) {
        self.uncertain_results = None;
        self.end_doubt(DoubtKind::GoOfResult);
        self.end_skipped_go_doubt();
        if self.phase == EnginePhase::Thinking {
            self.phase = EnginePhase::Idle;
        }
    }
}
