//! The state of one search in the protocol core, from `GO` to the result.

use std::{sync::Arc, time::Duration};

use super::{AgiAction, GoCommand, push_line};
use crate::{
    games::gomoku::{Point, Position, find_continuous_fours},
    protocol::{clock::TimeBudget, deadline::SearchDeadline},
    search::{HashTable, Progress, SearchJob, SearchLimits, SearchParams, SearchReport},
};

/// The largest number of nodes in the search for continuous fours, which runs before the main search.
const MAX_FOURS_SEARCH_NODES: usize = 2000;

/// The largest number of nodes in a search that the engine starts by itself (pondering without `GO PONDER`).
const MAX_PONDER_NODES: u64 = 2000;

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchKind {
    Thinking,
    /// Pondering after `GO PONDER`.
    Pondering,
    /// Pondering that begins after a result, without a command.
    PonderingByItself,
}

/// The state of a search.
#[derive(Debug)]
pub(super) struct CurrentSearch {
    pub(super) id: u64,
    pub(super) kind: SearchKind,
    pub(super) position: Position,
    /// The points that the engine may play.
    playable_points: Vec<Point>,
    deadline: SearchDeadline,
    started_at: Duration,
    /// The best variation so far.
    pv: Vec<Point>,
}

impl CurrentSearch {
    pub(super) fn new(
        now: Duration,
        id: u64,
        kind: SearchKind,
        position: Position,
        go: &GoCommand,
        budget: Option<TimeBudget>,
    ) -> CurrentSearch {
        let is_listed = |it: &Point| go.points.as_ref().is_none_or(|list| list.contains(it));
        let mut playable: Vec<Point> = position.empty_points().collect();
        playable.retain(|it| position.is_legal(*it));
        if playable.iter().any(is_listed) {
            playable.retain(is_listed);
        }
        // Some interfaces forbid these moves (`AGI F-9`), so they are played only if there are no others.
        let is_undisputed = |it: &Point| !position.is_disputed_three_move(*it);
        if playable.iter().any(is_undisputed) {
            playable.retain(is_undisputed);
        }
        let fours = find_continuous_fours(&position, MAX_FOURS_SEARCH_NODES)
            .filter(|it| it.first().is_some_and(|it| playable.contains(it)));
        CurrentSearch {
            id,
            kind,
            deadline: SearchDeadline {
                time_budget: budget,
                clock_started_at: (kind == SearchKind::Thinking).then_some(now),
                waits_for_stop: go.is_infinite,
                has_only_one_move: playable.len() == 1,
                completed_iteration_time: None,
                search_ended: fours.is_some() || playable.is_empty() || position.is_decided(),
            },
            playable_points: playable,
            position,
            started_at: now,
            pv: fours.unwrap_or_default(),
        }
    }

    pub(super) fn needs_search(&self) -> bool {
        !self.deadline.search_ended
    }

    /// The description of the search.
    pub(super) fn job(&self, table: &Arc<HashTable>) -> SearchJob<Position> {
        let excluded = |it: &Point| !self.playable_points.contains(it);
        SearchJob {
            id: self.id,
            start_position: self.position.clone(),
            moves: Vec::new(),
            banned_moves: self.position.empty_points().filter(excluded).collect(),
            limits: SearchLimits {
                nodes: (self.kind == SearchKind::PonderingByItself).then_some(MAX_PONDER_NODES),
                ..SearchLimits::default()
            },
            params: SearchParams::FULL_STRENGTH,
            hash_table: Arc::clone(table),
        }
    }

    /// Sends `INFO` lines with the points that are searched, and with a win by continuous fours that was found before
    /// the search.
    pub(super) fn send_first_info(&self, out: &mut Vec<AgiAction>) {
        if self.kind == SearchKind::PonderingByItself || self.playable_points.is_empty() {
            return;
        }
        if self.playable_points.len() < 20 {
            push_line(
                out,
                &format!("INFO SEARCH {}", join_points(&self.playable_points)),
            );
        }
        if let [first, ..] = self.pv.as_slice() {
            let pv = join_points(&self.pv);
            push_line(
                out,
                &format!("INFO WIN {first} DEPTH {} PV {pv}", self.pv.len()),
            );
        }
    }

    /// Handles a report of the search, and sends `INFO` lines.
    pub(super) fn handle_report(
        &mut self,
        now: Duration,
        report: SearchReport<Point>,
        out: &mut Vec<AgiAction>,
    ) {
        match report.progress {
            Progress::BestLine {
                depth,
                rank: 1,
                score,
                pv,
                iteration_complete,
            } => {
                self.pv = pv;
                let passed = now.saturating_sub(self.started_at);
                if iteration_complete {
                    self.deadline.completed_iteration_time = Some(passed);
                }
                if self.kind != SearchKind::PonderingByItself && iteration_complete {
                    let nps =
                        report.nodes * 1000 / u64::try_from(passed.as_millis()).unwrap_or(1).max(1);
                    let pv = join_points(&self.pv);
                    push_line(
                        out,
                        &format!("INFO DEPTH {depth} SCORE {score} NPS {nps} PV {pv}"),
                    );
                }
            }
            Progress::Ended => self.deadline.search_ended = true,
            _ => (),
        }
    }

    pub(super) fn is_result_due(&self, now: Duration) -> bool {
        let thinking = self.kind == SearchKind::Thinking;
        let ended = self.deadline.search_ended && self.deadline.may_end_without_stop();
        thinking && (ended || self.deadline.is_time_used_up(now))
    }

    pub(super) fn next_wakeup(&self) -> Option<Duration> {
        let thinking = self.kind == SearchKind::Thinking;
        self.deadline.hard_limit_at().filter(|_| thinking)
    }

    /// The best move, and the expected reply. If no point is legal, the returned move is the centre and has no meaning.
    pub(super) fn result(&self) -> (Point, Option<Point>) {
        let found = self
            .pv
            .first()
            .copied()
            .filter(|it| self.playable_points.contains(it));
        let best = found.or(self.playable_points.first().copied());
        let mut after = self.position.clone();
        let Some(best) = best.filter(|it| after.play(*it)) else {
            return (Point::CENTRE, None);
        };
        let replies = || after.empty_points().find(|it| after.is_legal(*it));
        let reply = self
            .pv
            .get(1)
            .copied()
            .filter(|it| found.is_some() && after.is_legal(*it));
        let over = after.is_decided();
        (best, reply.or_else(replies).filter(|_| !over))
    }
}

/// Formats points as a list without separators.
fn join_points(points: &[Point]) -> String {
    points.iter().map(ToString::to_string).collect()
}
