//! The search of a GTP command that is not answered yet.

use std::{fmt, time::Duration};

use super::{
    GtpAction,
    analysis::{self, AnalysisSettings},
    command_line::CommandLine,
    final_commands, push_line,
    search_commands::SearchRequest,
};
use crate::{
    games::go::{Color, Position, Vertex},
    monte_carlo::{GoProgress, GoReport, MoveStatistics, SearchStatistics},
};

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchPurpose {
    Play,
    /// The search of `reg_genmove`, whose move is not played.
    Suggest,
    Analyze(AnalysisSettings),
    AnalyzeAndPlay(AnalysisSettings),
}

/// The answer of a search for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Move(Vertex),
    Resign,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Move(vertex) => vertex.fmt(f),
            Answer::Resign => f.write_str("resign"),
        }
    }
}

/// The engine resigns if its best move wins less than this share of the playouts.
const RESIGN_WINRATE: f64 = 0.04;

/// The engine resigns only after a search of at least this number of playouts.
const MIN_PLAYOUTS_TO_RESIGN: u64 = 200;

/// A point is settled if one color owns it in nearly all playouts.
const SETTLED_OWNERSHIP: f64 = 0.8;

/// A search whose command is not answered yet.
#[derive(Debug)]
pub(super) struct CurrentSearch {
    id: u64,
    command: CommandLine,
    purpose: SearchPurpose,
    color: Color,
    /// The move of the answer if the search finds no move in time.
    fallback_move: Vertex,
    started_at: Duration,
    time_limit: Option<Duration>,
    statistics: Option<SearchStatistics>,
    has_ended: bool,
    next_report_at: Duration,
}

impl CurrentSearch {
    pub(super) fn new(
        id: u64,
        now: Duration,
        command: CommandLine,
        request: &SearchRequest,
        time_limit: Option<Duration>,
    ) -> CurrentSearch {
        let mut search = CurrentSearch {
            id,
            command,
            purpose: request.purpose,
            color: request.color,
            fallback_move: request.root_moves.first().copied().unwrap_or(Vertex::Pass),
            started_at: now,
            time_limit,
            statistics: None,
            has_ended: false,
            next_report_at: now,
        };
        search.next_report_at = now
            + search
                .analysis_settings()
                .map_or(Duration::ZERO, |it| it.interval);
        search
    }

    fn analysis_settings(&self) -> Option<AnalysisSettings> {
        match self.purpose {
            SearchPurpose::Play | SearchPurpose::Suggest => None,
            SearchPurpose::Analyze(settings) | SearchPurpose::AnalyzeAndPlay(settings) => {
                Some(settings)
            }
        }
    }

    pub(super) fn color(&self) -> Color {
        self.color
    }

    pub(super) fn elapsed(&self, now: Duration) -> Duration {
        now.saturating_sub(self.started_at)
    }

    /// True if the engine also plays the found move on the board.
    pub(super) fn plays_found_move(&self) -> bool {
        matches!(
            self.purpose,
            SearchPurpose::Play | SearchPurpose::AnalyzeAndPlay(_)
        )
    }

    /// True if the search is an analysis, which ends with the next line of the controller.
    pub(super) fn ends_with_next_line(&self) -> bool {
        matches!(self.purpose, SearchPurpose::Analyze(_))
    }

    /// Sends the first line of the response, if the engine sends report lines before the result.
    pub(super) fn send_header(&self, out: &mut Vec<GtpAction>) {
        if self.analysis_settings().is_some() {
            self.command.send_header(out);
        }
    }

    pub(super) fn send_end_of_analysis(&self, out: &mut Vec<GtpAction>) {
        push_line(out, "");
    }

    /// Sets a pass as the result without a search, because a pass is the only move.
    pub(super) fn skip_search(&mut self) {
        self.statistics = Some(SearchStatistics {
            playouts: 1,
            moves: vec![MoveStatistics {
                vertex: Vertex::Pass,
                visits: 1,
                winrate: 0.5,
                prior: 1.0,
                pv: vec![Vertex::Pass],
            }],
            ..SearchStatistics::default()
        });
        self.has_ended = true;
    }

    /// Stores the statistics that a report of the search contains. Reports of earlier searches are ignored.
    pub(super) fn handle_report(&mut self, report: GoReport) {
        if report.id != self.id {
            return;
        }
        match report.progress {
            GoProgress::Statistics(statistics) => self.statistics = Some(statistics),
            GoProgress::Ended => self.has_ended = true,
            GoProgress::GrantUsedUp => (),
        }
    }

    /// True if the answer is due: the search has ended, or its time is over.
    pub(super) fn is_result_due(&self, now: Duration) -> bool {
        let is_time_over = self
            .time_limit
            .is_some_and(|it| now >= self.started_at + it);
        !self.ends_with_next_line() && (self.has_ended || is_time_over)
    }

    pub(super) fn next_wakeup(&self) -> Option<Duration> {
        let report_at = self.analysis_settings().map(|_| self.next_report_at);
        let limit_at = self.time_limit.map(|it| self.started_at + it);
        let limit_at = limit_at.filter(|_| !self.ends_with_next_line());
        report_at.into_iter().chain(limit_at).min()
    }

    /// Sends a report line if the interval of the analysis has passed.
    pub(super) fn send_report_if_due(&mut self, now: Duration, out: &mut Vec<GtpAction>) {
        let Some(settings) = self
            .analysis_settings()
            .filter(|_| now >= self.next_report_at)
        else {
            return;
        };
        self.next_report_at = now + settings.interval;
        self.send_report(settings, out);
    }

    fn send_report(&self, settings: AnalysisSettings, out: &mut Vec<GtpAction>) {
        if let Some(statistics) = &self.statistics {
            push_line(
                out,
                &analysis::format_report_line(settings, statistics, self.color),
            );
        }
    }

    /// The answer of a search for a move: the best move, a pass or a resignation.
    pub(super) fn choose_answer(&self, position: &Position, komi: f64) -> Answer {
        let none = SearchStatistics::default();
        let statistics = self.statistics.as_ref().unwrap_or(&none);
        let Some(best) = statistics.moves.first() else {
            return Answer::Move(self.fallback_move);
        };
        if self.may_pass(position, komi, statistics) {
            return Answer::Move(Vertex::Pass);
        }
        let is_lost =
            statistics.playouts >= MIN_PLAYOUTS_TO_RESIGN && best.winrate < RESIGN_WINRATE;
        match is_lost {
            true => Answer::Resign,
            false => Answer::Move(best.vertex),
        }
    }

    /// True if a pass loses nothing: all empty points are settled, or the opponent has passed and the engine would win
    /// if the game ended now.
    fn may_pass(&self, position: &Position, komi: f64, statistics: &SearchStatistics) -> bool {
        let board = position.board();
        if board.is_empty() {
            return false;
        }
        let is_settled = |place: usize| {
            let ownership = statistics.ownership.get(place).copied();
            ownership.is_some_and(|it| it.abs() >= SETTLED_OWNERSHIP)
        };
        let size = usize::from(board.size());
        let mut empty = board.empty_points();
        if empty.all(|it| is_settled(usize::from(it.row) * size + usize::from(it.column))) {
            return true;
        }
        let last = position.moves().last();
        let opponent_passed =
            last.is_some_and(|it| it.color == self.color.opponent() && it.vertex == Vertex::Pass);
        opponent_passed && final_commands::would_win_if_game_ended(board, komi, self.color)
    }

    /// Sends the answer. If the search sends report lines, sends a last report line before the answer.
    pub(super) fn send_result(&self, answer: Answer, out: &mut Vec<GtpAction>) {
        match self.analysis_settings() {
            None => self.command.send_success(&answer.to_string(), out),
            Some(settings) => {
                self.send_report(settings, out);
                push_line(out, &format!("play {answer}"));
                push_line(out, "");
            }
        }
    }
}
