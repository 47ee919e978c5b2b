//! One search, from `go` to its result.

use std::{sync::Arc, time::Duration};

use super::{
    Act, Board, Report,
    go::GoCommand,
    info::{self, Figures},
    options::Options,
    send, strength,
};
use crate::{
    game::{Game as _, OptionAmount},
    games::chess::{Move, Position},
    protocol::deadline::Deadline,
    search::{HashTable, Limits, MATE, Progress, SearchParams},
};

/// The longest time without an `info` line.
const STILL_THINKING: Duration = Duration::from_secs(1);

/// Moves and lines being searched are shown after this time (`UCI U76`).
const PATIENCE: Duration = Duration::from_secs(1);

/// The time between two lines being searched.
const CURRENT_LINE_EVERY: Duration = Duration::from_millis(200);

/// A line found by the search.
#[derive(Clone, Debug)]
struct Line {
    depth: u32,
    /// The longest line that was searched.
    selective: usize,
    score: i32,
    pv: Vec<Move>,
}

/// The state of a search.
#[derive(Debug)]
pub(super) struct Thinking {
    id: u64,
    go: GoCommand,
    limits: Limits,
    options: Options,
    deadline: Deadline,
    started: Duration,
    position: Position,
    table: Arc<HashTable>,
    /// All moves that may be played. The first is the result if the search finds nothing in time.
    moves: Vec<Move>,
    /// The best lines of the last complete iteration, or a better first line since.
    lines: Vec<Line>,
    /// The lines of the iteration that is being reported.
    arriving: Vec<Line>,
    nodes: u64,
    /// When `info` was sent for the last time, and the current line.
    last_info: Duration,
    last_current_line: Duration,
    /// What was sent last: the lines, with these nodes.
    sent_with: Option<u64>,
}

impl Thinking {
    pub(super) fn begin(
        now: Duration,
        id: u64,
        go: GoCommand,
        board: &Board,
        options: &Options,
        table: Arc<HashTable>,
    ) -> Thinking {
        let position = board.position.clone();
        let moves = candidates(&position, &go.moves);
        let budget = go.budget(&position, options.ponder);
        let mut limits = go.limits(budget);
        if options.limit_strength && !options.analyse {
            let most = strength::nodes(options.elo);
            limits.nodes = Some(limits.nodes.map_or(most, |it| it.min(most)));
        }
        Thinking {
            id,
            limits,
            deadline: Deadline {
                budget,
                clock_started: (!go.ponder).then_some(now),
                infinite: go.infinite,
                // `movetime` is used up even for a forced move.
                has_single_move: moves.len() == 1 && go.movetime.is_none(),
                iteration_time: None,
                search_ended: moves.is_empty()
                    || limits.nodes == Some(0)
                    || limits.depth == Some(0),
            },
            options: options.clone(),
            started: now,
            position,
            table,
            moves,
            lines: Vec::new(),
            arriving: Vec::new(),
            nodes: 0,
            last_info: now,
            last_current_line: now,
            sent_with: None,
            go,
        }
    }

    pub(super) fn id(&self) -> u64 {
        self.id
    }

    pub(super) fn limits(&self) -> Limits {
        self.limits
    }

    /// The moves that `searchmoves` does not name.
    pub(super) fn bans(&self) -> Vec<Move> {
        let mut bans: Vec<Move> = self.position.legal_moves().into_iter().collect();
        bans.retain(|it| !self.moves.contains(it));
        bans
    }

    pub(super) fn params(&self) -> SearchParams {
        let limited = self.options.limit_strength && !self.options.analyse;
        SearchParams {
            threads: self.options.threads,
            lines: self.options.multi_pv,
            verbose: true,
            refutations: self.options.show_refutations,
            randomness: match limited {
                true => strength::randomness(self.options.elo),
                false => OptionAmount::None,
            },
            ..SearchParams::FULL_STRENGTH
        }
    }

    /// What the search may use, for debug mode.
    pub(super) fn description(&self) -> String {
        let (budget, limits) = (self.deadline.budget, self.limits);
        format!("info string {limits:?}, {budget:?}")
    }

    /// Whether there is anything to search, and time for it.
    pub(super) fn needs_search(&self, now: Duration) -> bool {
        !self.deadline.search_ended && !self.is_over(now)
    }

    /// Whether there is no move.
    fn is_dead(&self) -> bool {
        self.moves.is_empty()
    }

    pub(super) fn ponderhit(&mut self, now: Duration) {
        self.deadline.ponderhit(now);
    }

    /// Takes a report of the search, and sends `info` lines.
    pub(super) fn take_report(&mut self, now: Duration, report: Report, out: &mut Vec<Act>) {
        self.nodes = self.nodes.max(report.nodes);
        match report.progress {
            Progress::BestLine {
                depth,
                rank,
                score,
                pv,
                complete,
            } => {
                let selective = report.longest.max(pv.len());
                let line = Line {
                    depth,
                    selective,
                    score,
                    pv,
                };
                match complete {
                    true => self.take_line(now, rank, line, out),
                    false => self.take_better_move(now, line, out),
                }
            }
            Progress::RootMove { step, number } => {
                if now >= self.started + PATIENCE {
                    let step = self.position.write_move(step, self.options.variant);
                    self.send(
                        out,
                        &format!("info currmove {step} currmovenumber {number}"),
                    );
                }
            }
            Progress::Refuted(line) => {
                if now >= self.started + PATIENCE {
                    let line = self.written(&line);
                    self.send(out, &format!("info refutation{line}"));
                }
            }
            Progress::Working(line) => self.show_current_line(now, &line, out),
            Progress::GrantUsedUp => (),
            Progress::Ended => self.deadline.search_ended = true,
        }
    }

    /// Collects the lines of an iteration, so that nothing comes between them (`UCI U70`).
    fn take_line(&mut self, now: Duration, rank: usize, line: Line, out: &mut Vec<Act>) {
        if rank == 1 {
            self.arriving.clear();
        }
        self.arriving.push(line);
        if rank < self.options.multi_pv.min(self.moves.len()) {
            return;
        }
        self.lines = std::mem::take(&mut self.arriving);
        self.deadline.iteration_time = Some(now.saturating_sub(self.started));
        self.send_lines(now, out);
    }

    /// A better move before the end of the iteration.
    fn take_better_move(&mut self, now: Duration, line: Line, out: &mut Vec<Act>) {
        let best = self.lines.first().and_then(|it| it.pv.first());
        if best != line.pv.first() {
            self.lines = vec![line];
            self.send_lines(now, out);
        }
    }

    /// The first processor's line; the others' are not known.
    fn show_current_line(&mut self, now: Duration, line: &[Move], out: &mut Vec<Act>) {
        let due = (self.started + PATIENCE).max(self.last_current_line + CURRENT_LINE_EVERY);
        if !self.options.show_current_line || line.is_empty() || now < due {
            return;
        }
        self.last_current_line = now;
        let processor = if self.options.threads > 1 { " 1" } else { "" };
        let line = self.written(line);
        self.send(out, &format!("info currline{processor}{line}"));
    }

    /// Sends `info` if the last one is long ago.
    pub(super) fn tick(&mut self, now: Duration, out: &mut Vec<Act>) {
        if now >= self.last_info + STILL_THINKING && !self.deadline.search_ended {
            self.send_figures(now, out);
        }
    }

    /// Whether the result is due. Only time ends a search with nothing but `movetime`.
    pub(super) fn is_over(&self, now: Duration) -> bool {
        let waits = self.go.movetime.is_some() && self.limits == Limits::default();
        let waits = waits && !self.is_dead();
        let may_end = self.deadline.ends_by_itself() && !waits;
        (self.deadline.search_ended && may_end) || self.deadline.is_over(now)
    }

    /// When the result or the next `info` is due.
    pub(super) fn wake_at(&self) -> Option<Duration> {
        let still = (!self.deadline.search_ended).then_some(self.last_info + STILL_THINKING);
        self.deadline.due().into_iter().chain(still).min()
    }

    /// Sends the final figures and the result (`UCI U65`, `U66`).
    pub(super) fn send_result(&mut self, now: Duration, out: &mut Vec<Act>) {
        if self.is_dead() {
            let score = match self.position.in_check() {
                true => -MATE,
                false => 0,
            };
            let score = info::score(score);
            send(out, &format!("info depth 0 {score}"));
            send(out, "bestmove (none)");
            return;
        }
        if self.lines.is_empty() {
            self.send_figures(now, out);
        } else if self.sent_with != Some(self.nodes) {
            self.send_lines(now, out);
        }
        let first = self.lines.first().map(|it| it.pv.as_slice());
        let pv = first.unwrap_or(&self.moves[..1]);
        let pv = self.written(&pv[..pv.len().min(2)]);
        let mut words = pv.split_whitespace();
        let best = words.next().unwrap_or_default();
        match words.next() {
            Some(reply) => send(out, &format!("bestmove {best} ponder {reply}")),
            None => send(out, &format!("bestmove {best}")),
        }
    }

    fn send_lines(&mut self, now: Duration, out: &mut Vec<Act>) {
        let figures = self.figures(now).fields();
        for (rank, line) in (1..).zip(&self.lines) {
            let (depth, selective) = (line.depth, line.selective);
            let mut score = info::score(line.score);
            if self.options.show_wdl {
                score = format!("{score} {}", info::wdl(line.score));
            }
            let pv = self.written(&line.pv);
            let numbers = format!("depth {depth} seldepth {selective} multipv {rank}");
            send(out, &format!("info {numbers} {score} {figures} pv{pv}"));
        }
        self.sent_with = Some(self.nodes);
        self.last_info = now;
    }

    fn send_figures(&mut self, now: Duration, out: &mut Vec<Act>) {
        let figures = self.figures(now).fields();
        self.send(out, &format!("info {figures}"));
        self.last_info = now;
    }

    /// Sends a line that is none of the best lines.
    fn send(&mut self, out: &mut Vec<Act>, line: &str) {
        send(out, line);
        self.sent_with = None;
    }

    fn figures(&self, now: Duration) -> Figures {
        Figures {
            nodes: self.nodes,
            time: now.saturating_sub(self.started),
            hashfull: self.table.permille(),
        }
    }

    fn written(&self, moves: &[Move]) -> String {
        info::moves(&self.position, moves, self.options.variant)
    }
}

/// The moves that may be played, the most promising first: those that lose no material, by the
/// evaluation after them.
fn candidates(position: &Position, wanted: &[Move]) -> Vec<Move> {
    let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
    if !wanted.is_empty() {
        moves.retain(|it| wanted.contains(it));
    }
    moves.sort_by_cached_key(|it| {
        let mut after = position.clone();
        after.play(*it);
        (!position.see_ge(*it, 0), after.static_value())
    });
    moves
}
