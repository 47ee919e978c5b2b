//! The commands that start a search, such as `genmove` and the analysis commands.

use std::time::Duration;

use super::{
    Engine, GtpAction,
    analysis::{AnalysisArguments, AnalysisForm},
    arguments::{join_items, syntax_error},
    command_line::CommandLine,
    commands::Reply,
    current_search::{Answer, CurrentSearch, SearchPurpose},
    final_commands,
};
use crate::{
    games::go::{Color, Vertex},
    monte_carlo::{self, GoJob},
};

/// The playouts of a `genmove` without time settings.
const UNTIMED_PLAYOUTS: u64 = 400;

/// The largest number of playouts of a search with a clock.
const MAX_TIMED_PLAYOUTS: u64 = 5_000;

/// The largest number of playouts of an analysis. After the last playout, the reports of the analysis repeat the same
/// numbers.
const MAX_ANALYSIS_PLAYOUTS: u64 = 20_000;

/// The seed of every search, so that equal commands have equal answers.
const SEARCH_SEED: u64 = 2002;

/// A search that a command asks for.
#[derive(Clone, Debug)]
pub(super) struct SearchRequest {
    pub(super) purpose: SearchPurpose,
    pub(super) color: Color,
    /// The moves from which the search chooses; an empty list means all sensible moves.
    pub(super) root_moves: Vec<Vertex>,
}

pub(super) fn genmove(_: &mut Engine, arguments: &[&str]) -> Reply {
    request_move(arguments, SearchPurpose::Play)
}

pub(super) fn reg_genmove(_: &mut Engine, arguments: &[&str]) -> Reply {
    request_move(arguments, SearchPurpose::Suggest)
}

/// Executes `kgs-genmove_cleanup`, which is like `genmove`, but does not pass while dead stones of the opponent are on
/// the board (`GTP K-1`).
pub(super) fn kgs_genmove_cleanup(engine: &mut Engine, arguments: &[&str]) -> Reply {
    let [color] = arguments else {
        return syntax_error();
    };
    let Some(color) = Color::parse(color) else {
        return syntax_error();
    };
    let board = engine.position.board();
    let dead = final_commands::dead_stones_of(board, color.opponent());
    if dead.is_empty() {
        return request_move(arguments, SearchPurpose::Play);
    }
    // A move beside the dead stones leads to their capture. If all moves beside the dead stones are illegal, any other
    // move is better than a pass.
    let mut beside: Vec<Vertex> = Vec::new();
    for stone in dead {
        beside.extend(board.liberties(stone).into_iter().map(Vertex::Point));
    }
    let is_good = |it: &Vertex| match it {
        Vertex::Point(point) => monte_carlo::is_sensible(&engine.position, color, *point),
        Vertex::Pass => false,
    };
    let is_legal = |it: &Vertex| engine.position.is_legal(color, *it);
    let all = engine.position.board().empty_points().map(Vertex::Point);
    let all: Vec<Vertex> = all.collect();
    let good = beside.iter().chain(&all).copied().find(is_good);
    let legal = beside.iter().chain(&all).copied().find(is_legal);
    let vertex = good.or(legal).unwrap_or(Vertex::Pass);
    let _ = engine.position.play(color, vertex);
    Reply::Success(join_items([vertex]))
}

fn request_move(arguments: &[&str], purpose: SearchPurpose) -> Reply {
    let [color] = arguments else {
        return syntax_error();
    };
    match Color::parse(color) {
        Some(color) => Reply::Search(SearchRequest {
            purpose,
            color,
            root_moves: Vec::new(),
        }),
        None => syntax_error(),
    }
}

pub(super) fn analyze(engine: &mut Engine, arguments: &[&str]) -> Reply {
    request_analysis(engine, arguments, AnalysisForm::Sabaki, false)
}

pub(super) fn genmove_analyze(engine: &mut Engine, arguments: &[&str]) -> Reply {
    request_analysis(engine, arguments, AnalysisForm::Sabaki, true)
}

pub(super) fn lz_analyze(engine: &mut Engine, arguments: &[&str]) -> Reply {
    request_analysis(engine, arguments, AnalysisForm::LeelaZero, false)
}

pub(super) fn lz_genmove_analyze(engine: &mut Engine, arguments: &[&str]) -> Reply {
    request_analysis(engine, arguments, AnalysisForm::LeelaZero, true)
}

pub(super) fn kata_analyze(engine: &mut Engine, arguments: &[&str]) -> Reply {
    request_analysis(engine, arguments, AnalysisForm::KataGo, false)
}

pub(super) fn kata_genmove_analyze(engine: &mut Engine, arguments: &[&str]) -> Reply {
    request_analysis(engine, arguments, AnalysisForm::KataGo, true)
}

fn request_analysis(engine: &Engine, arguments: &[&str], form: AnalysisForm, plays: bool) -> Reply {
    let Some(parsed) = AnalysisArguments::parse(arguments, form) else {
        return syntax_error();
    };
    let color = parsed.color.unwrap_or(engine.next_color());
    let purpose = match plays {
        true => SearchPurpose::AnalyzeAndPlay(parsed.settings),
        false => SearchPurpose::Analyze(parsed.settings),
    };
    let mut root_moves = monte_carlo::sensible_moves(&engine.position, color);
    root_moves.retain(|it| parsed.may_play(color, *it));
    Reply::Search(SearchRequest {
        purpose,
        color,
        root_moves: root_moves.into_iter().map(Vertex::Point).collect(),
    })
}

impl Engine {
    /// Starts a search, or answers at once if there is nothing to search.
    pub(super) fn start_search(
        &mut self,
        now: Duration,
        command: &CommandLine,
        mut request: SearchRequest,
        out: &mut Vec<GtpAction>,
    ) {
        if request.root_moves.is_empty() {
            let moves = monte_carlo::sensible_moves(&self.position, request.color);
            request.root_moves = moves.into_iter().map(Vertex::Point).collect();
        }
        let time_limit = self.time_control.move_time_budget(request.color);
        let max_playouts = match request.purpose {
            SearchPurpose::Analyze(_) => MAX_ANALYSIS_PLAYOUTS,
            _ if time_limit.is_some() => MAX_TIMED_PLAYOUTS,
            _ => UNTIMED_PLAYOUTS,
        };
        self.search_count += 1;
        let mut search = CurrentSearch::new(
            self.search_count,
            now,
            command.clone(),
            &request,
            time_limit,
        );
        search.send_header(out);
        let job = GoJob {
            id: self.search_count,
            position: self.position.clone(),
            color: request.color,
            komi: self.komi,
            max_playouts,
            root_moves: request.root_moves,
            seed: SEARCH_SEED,
        };
        if job.root_moves.is_empty() {
            search.skip_search();
        } else if !search.is_result_due(now) {
            out.push(GtpAction::StartSearch(Box::new(job)));
        }
        self.current_search = Some(search);
        if self
            .current_search
            .as_ref()
            .is_some_and(|it| it.is_result_due(now))
        {
            self.finish_search(now, out);
        }
    }

    /// Answers the command of the search, and plays the found move if the command asks for it.
    pub(super) fn finish_search(&mut self, now: Duration, out: &mut Vec<GtpAction>) {
        let Some(search) = self.current_search.take() else {
            return;
        };
        out.push(GtpAction::StopSearch);
        let answer = search.choose_answer(&self.position, self.komi);
        if let (Answer::Move(vertex), true) = (answer, search.plays_found_move()) {
            // The found move is legal under the strictest rules of suicide and ko, so it is also legal under the rules
            // of this game.
            let _ = self.position.play(search.color(), vertex);
            self.time_control
                .subtract_move_time(search.color(), search.elapsed(now));
        }
        search.send_result(answer, out);
    }
}
