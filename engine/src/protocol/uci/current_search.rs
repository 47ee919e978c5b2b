//! The state of one search in the protocol core, from `go` to the result.

use std::{sync::Arc, time::Duration};

use super::{
    UciAction,
    go::GoCommand,
    info::{self, SearchStatistics},
    options::Options,
    push_line, strength,
    uci_game::UciGame,
};
use crate::{
    game::OptionLevel,
    protocol::{board::Board, deadline::SearchDeadline},
    search::{HashTable, MATE_SCORE, Progress, SearchLimits, SearchParams, SearchReport},
};

/// The maximum time between two `info` lines.
const MAX_INFO_INTERVAL: Duration = Duration::from_secs(1);

/// The engine sends `currmove`, `currline` and `refutation` only after a search has lasted this
/// time (`UCI U76`).
const CURRENT_MOVE_DELAY: Duration = Duration::from_secs(1);

/// The minimum time between two `currline` lines.
const CURRENT_LINE_INTERVAL: Duration = Duration::from_millis(200);

/// A principal variation that the search found.
#[derive(Clone, Debug)]
struct SearchLine<M> {
    depth: u32,
    /// The length of the longest variation that was searched, in plies.
    selective_depth: usize,
    score: i32,
    pv: Vec<M>,
}

/// The state of a search.
#[derive(Debug)]
pub(super) struct CurrentSearch<G: UciGame> {
    id: u64,
    go: GoCommand<G::Move>,
    limits: SearchLimits,
    options: Options,
    deadline: SearchDeadline,
    started_at: Duration,
    position: G,
    hash_table: Arc<HashTable>,
    /// The moves that the engine may play. The first move of this list is the result if the search
    /// finds no move in time.
    playable_moves: Vec<G::Move>,
    /// The best variations of the last complete iteration, or a single better variation that the
    /// search has found since then.
    best_lines: Vec<SearchLine<G::Move>>,
    /// The variations that the search has reported in the current iteration.
    iteration_lines: Vec<SearchLine<G::Move>>,
    nodes: u64,
    /// The time at which the engine sent its last `info` line.
    last_info_time: Duration,
    last_currline_time: Duration,
    /// The node count in the last `info` lines with a `pv`; `None` if the engine sent another
    /// `info` line after them.
    nodes_at_last_pv_lines: Option<u64>,
}

impl<G: UciGame> CurrentSearch<G> {
    pub(super) fn new(
        now: Duration,
        id: u64,
        go: GoCommand<G::Move>,
        board: &Board<G>,
        options: &Options,
        table: Arc<HashTable>,
    ) -> CurrentSearch<G> {
        let position = board.position.clone();
        let moves = sorted_playable_moves(&position, &go.searchmoves);
        let budget = go.time_budget(&position, options.ponder_on);
        let mut limits = go.search_limits(budget);
        if options.limit_strength && !options.analyse_mode {
            let most = strength::node_limit(options.elo);
            limits.nodes = Some(limits.nodes.map_or(most, |it| it.min(most)));
        }
        CurrentSearch {
            id,
            limits,
            deadline: SearchDeadline {
                time_budget: budget,
                clock_started_at: (!go.is_ponder).then_some(now),
                waits_for_stop: go.is_infinite,
                // With `movetime` the engine uses the whole time, even for the only legal move.
                has_only_one_move: moves.len() == 1 && go.movetime.is_none(),
                completed_iteration_time: None,
                search_ended: moves.is_empty()
                    || limits.nodes == Some(0)
                    || limits.depth == Some(0),
            },
            options: options.clone(),
            started_at: now,
            position,
            hash_table: table,
            playable_moves: moves,
            best_lines: Vec::new(),
            iteration_lines: Vec::new(),
            nodes: 0,
            last_info_time: now,
            last_currline_time: now,
            nodes_at_last_pv_lines: None,
            go,
        }
    }

    pub(super) fn id(&self) -> u64 {
        self.id
    }

    pub(super) fn search_limits(&self) -> SearchLimits {
        self.limits
    }

    /// The legal moves that `searchmoves` excludes.
    pub(super) fn banned_moves(&self) -> Vec<G::Move> {
        let mut bans: Vec<G::Move> = self.position.legal_moves().into_iter().collect();
        bans.retain(|it| !self.playable_moves.contains(it));
        bans
    }

    pub(super) fn search_params(&self) -> SearchParams {
        let limited = self.options.limit_strength && !self.options.analyse_mode;
        SearchParams {
            threads: self.options.thread_count,
            multipv_line_count: self.options.multipv_line_count,
            reports_root_moves: true,
            reports_refutations: self.options.show_refutations,
            randomness: match limited {
                true => strength::randomness_at_elo(self.options.elo),
                false => OptionLevel::None,
            },
            ..SearchParams::FULL_STRENGTH
        }
    }

    /// The limits and the time budget of the search, as a text for debug mode.
    pub(super) fn limits_description(&self) -> String {
        let (budget, limits) = (self.deadline.time_budget, self.limits);
        format!("info string {limits:?}, {budget:?}")
    }

    /// True if the engine has a move to search, and the result is not yet due.
    pub(super) fn needs_search(&self, now: Duration) -> bool {
        !self.deadline.search_ended && !self.is_result_due(now)
    }

    /// True if the engine has no move to play.
    fn has_no_move(&self) -> bool {
        self.playable_moves.is_empty()
    }

    pub(super) fn ponderhit(&mut self, now: Duration) {
        self.deadline.start_clock(now);
    }

    /// Handles a report of the search, and sends `info` lines.
    pub(super) fn handle_report(
        &mut self,
        now: Duration,
        report: SearchReport<G::Move>,
        out: &mut Vec<UciAction>,
    ) {
        self.nodes = self.nodes.max(report.nodes);
        match report.progress {
            Progress::BestLine {
                depth,
                rank,
                score,
                pv,
                iteration_complete: complete,
            } => {
                let selective = report.longest_variation_length.max(pv.len());
                let line = SearchLine {
                    depth,
                    selective_depth: selective,
                    score,
                    pv,
                };
                match complete {
                    true => self.collect_line(now, rank, line, out),
                    false => self.replace_best_line(now, line, out),
                }
            }
            Progress::RootMove { step, number } => {
                if now >= self.started_at + CURRENT_MOVE_DELAY {
                    let step = self.position.format_move(step, self.options.variant);
                    self.send_line_without_pv(
                        out,
                        &format!("info currmove {step} currmovenumber {number}"),
                    );
                }
            }
            Progress::RefutedRootMove(line) => {
                if now >= self.started_at + CURRENT_MOVE_DELAY {
                    let line = self.format_moves(&line);
                    self.send_line_without_pv(out, &format!("info refutation{line}"));
                }
            }
            Progress::CurrentLine(line) => self.send_current_line(now, &line, out),
            Progress::GrantUsedUp => (),
            Progress::Ended => self.deadline.search_ended = true,
        }
    }

    /// Collects the variations of an iteration, and sends them together (`UCI U70`).
    fn collect_line(
        &mut self,
        now: Duration,
        rank: usize,
        line: SearchLine<G::Move>,
        out: &mut Vec<UciAction>,
    ) {
        if rank == 1 {
            self.iteration_lines.clear();
        }
        self.iteration_lines.push(line);
        if rank
            < self
                .options
                .multipv_line_count
                .min(self.playable_moves.len())
        {
            return;
        }
        self.best_lines = std::mem::take(&mut self.iteration_lines);
        self.deadline.completed_iteration_time = Some(now.saturating_sub(self.started_at));
        self.send_pv_lines(now, out);
    }

    /// Replaces the best variation by a better variation that was found before the end of the
    /// iteration.
    fn replace_best_line(
        &mut self,
        now: Duration,
        line: SearchLine<G::Move>,
        out: &mut Vec<UciAction>,
    ) {
        let best = self.best_lines.first().and_then(|it| it.pv.first());
        if best != line.pv.first() {
            self.best_lines = vec![line];
            self.send_pv_lines(now, out);
        }
    }

    /// Sends `currline` with the variation that the first processor is searching. The variations
    /// that the other processors are searching are unknown.
    fn send_current_line(&mut self, now: Duration, line: &[G::Move], out: &mut Vec<UciAction>) {
        let due = (self.started_at + CURRENT_MOVE_DELAY)
            .max(self.last_currline_time + CURRENT_LINE_INTERVAL);
        if !self.options.show_current_line || line.is_empty() || now < due {
            return;
        }
        self.last_currline_time = now;
        let processor = if self.options.thread_count > 1 {
            " 1"
        } else {
            ""
        };
        let line = self.format_moves(line);
        self.send_line_without_pv(out, &format!("info currline{processor}{line}"));
    }

    /// Sends an `info` line if [`MAX_INFO_INTERVAL`] has passed since the last `info` line.
    pub(super) fn send_info_if_due(&mut self, now: Duration, out: &mut Vec<UciAction>) {
        if now >= self.last_info_time + MAX_INFO_INTERVAL && !self.deadline.search_ended {
            self.send_statistics(now, out);
        }
    }

    /// True if the result is due. With `movetime` and no other limit, only the time ends the
    /// search.
    pub(super) fn is_result_due(&self, now: Duration) -> bool {
        let waits = self.go.movetime.is_some() && self.limits == SearchLimits::default();
        let waits = waits && !self.has_no_move();
        let may_end = self.deadline.may_end_without_stop() && !waits;
        (self.deadline.search_ended && may_end) || self.deadline.is_time_used_up(now)
    }

    /// The time at which the result or the next `info` line is due.
    pub(super) fn next_wakeup(&self) -> Option<Duration> {
        let still =
            (!self.deadline.search_ended).then_some(self.last_info_time + MAX_INFO_INTERVAL);
        self.deadline.hard_limit_at().into_iter().chain(still).min()
    }

    /// Sends the final `info` lines and the result (`UCI U65`, `U66`).
    pub(super) fn send_result(&mut self, now: Duration, out: &mut Vec<UciAction>) {
        if self.has_no_move() {
            let score = match self.position.in_check() || G::STALEMATE_LOSES {
                true => -MATE_SCORE,
                false => 0,
            };
            let score = info::score_field(score);
            push_line(out, &format!("info depth 0 {score}"));
            push_line(out, "bestmove (none)");
            return;
        }
        if self.best_lines.is_empty() {
            self.send_statistics(now, out);
        } else if self.nodes_at_last_pv_lines != Some(self.nodes) {
            self.send_pv_lines(now, out);
        }
        let first = self.best_lines.first().map(|it| it.pv.as_slice());
        let pv = first.unwrap_or(&self.playable_moves[..1]);
        let pv = self.format_moves(&pv[..pv.len().min(2)]);
        let mut words = pv.split_whitespace();
        let best = words.next().unwrap_or_default();
        match words.next() {
            Some(reply) => push_line(out, &format!("bestmove {best} ponder {reply}")),
            None => push_line(out, &format!("bestmove {best}")),
        }
    }

    fn send_pv_lines(&mut self, now: Duration, out: &mut Vec<UciAction>) {
        let figures = self.search_statistics(now).info_fields();
        for (rank, line) in (1..).zip(&self.best_lines) {
            let (depth, selective) = (line.depth, line.selective_depth);
            let mut score = info::score_field(line.score);
            if self.options.show_wdl {
                score = format!("{score} {}", info::wdl_field(line.score));
            }
            let pv = self.format_moves(&line.pv);
            let numbers = format!("depth {depth} seldepth {selective} multipv {rank}");
            push_line(out, &format!("info {numbers} {score} {figures} pv{pv}"));
        }
        self.nodes_at_last_pv_lines = Some(self.nodes);
        self.last_info_time = now;
    }

    fn send_statistics(&mut self, now: Duration, out: &mut Vec<UciAction>) {
        let figures = self.search_statistics(now).info_fields();
        self.send_line_without_pv(out, &format!("info {figures}"));
        self.last_info_time = now;
    }

    /// Sends an `info` line without a principal variation.
    fn send_line_without_pv(&mut self, out: &mut Vec<UciAction>, line: &str) {
        push_line(out, line);
        self.nodes_at_last_pv_lines = None;
    }

    fn search_statistics(&self, now: Duration) -> SearchStatistics {
        SearchStatistics {
            nodes: self.nodes,
            time: now.saturating_sub(self.started_at),
            hashfull: self.hash_table.filled_permille(),
        }
    }

    fn format_moves(&self, moves: &[G::Move]) -> String {
        info::format_moves(&self.position, moves, self.options.variant)
    }
}

/// The moves that the engine may play. Moves that lose no material come before moves that lose
/// material. Among the moves that lose material, and among the moves that lose none, the move with
/// the best evaluation comes first.
fn sorted_playable_moves<G: UciGame>(position: &G, wanted: &[G::Move]) -> Vec<G::Move> {
    let mut moves: Vec<G::Move> = position.legal_moves().into_iter().collect();
    if !wanted.is_empty() {
        moves.retain(|it| wanted.contains(it));
    }
    moves.sort_by_cached_key(|it| {
        let mut after = position.clone();
        after.play_move(*it);
        (
            !position.see_ge(*it, 0),
            after.evaluate(SearchParams::FULL_STRENGTH.eval_params),
        )
    });
    moves
}
