//! The games that the engine plays over UCI: the notation of each game, and one type for the searches in all games.

use std::{io, thread::JoinHandle};

use crate::{
    game::{Game, GenType, MoveList},
    games::{
        chess::{self, Variant},
        xiangqi,
    },
    protocol::{CoreJob, CoreReport},
    search::{NodeGrantReceiver, Search, SearchJob, SearchReport},
};

/// A game that the engine plays over UCI, with its notation in UCI.
pub(super) trait UciGame: Game {
    /// Parses a FEN; `None` stands for the start position.
    fn parse_position(fen: Option<&str>, variant: Variant) -> Result<Self, String>;

    /// Parses a legal move.
    fn parse_move(&self, word: &str, variant: Variant) -> Option<Self::Move>;

    fn format_move(&self, step: Self::Move, variant: Variant) -> String;

    /// True if it is black's turn. Black is the side that makes the second move of a game.
    fn is_black_to_move(&self) -> bool;

    fn wrap_job(job: SearchJob<Self>) -> UciJob;

    fn legal_moves(&self) -> MoveList<Self::Move> {
        let mut moves = MoveList::new();
        self.generate_moves(GenType::All, &mut moves);
        let info = self.check_info();
        moves.retain(|it| self.is_legal_by_info(&info, *it));
        moves
    }
}

impl UciGame for chess::Position {
    fn parse_position(fen: Option<&str>, variant: Variant) -> Result<chess::Position, String> {
        let fen = fen.unwrap_or(chess::START_FEN);
        chess::Position::from_fen(fen, variant).map_err(|it| it.to_string())
    }

    fn parse_move(&self, word: &str, variant: Variant) -> Option<chess::Move> {
        chess::Position::parse_move(self, word, variant)
    }

    fn format_move(&self, step: chess::Move, variant: Variant) -> String {
        chess::Position::format_move(self, step, variant)
    }

    fn is_black_to_move(&self) -> bool {
        chess::Position::is_black_to_move(self)
    }

    fn wrap_job(job: SearchJob<chess::Position>) -> UciJob {
        UciJob::Chess(job)
    }
}

impl UciGame for xiangqi::Position {
    fn parse_position(fen: Option<&str>, _variant: Variant) -> Result<xiangqi::Position, String> {
        match fen {
            None => Ok(xiangqi::Position::start()),
            Some(fen) => xiangqi::Position::from_fen(fen).map_err(|it| it.to_string()),
        }
    }

    /// Parses a xiangqi move, whose ranks count from 0 (`UCI Q1`).
    fn parse_move(&self, word: &str, _variant: Variant) -> Option<xiangqi::Move> {
        let step = xiangqi::Move::from_bytes(word.as_bytes());
        step.filter(|it| self.is_legal(*it))
    }

    fn format_move(&self, step: xiangqi::Move, _variant: Variant) -> String {
        step.to_string()
    }

    fn is_black_to_move(&self) -> bool {
        self.side_to_move() == xiangqi::Side::Black
    }

    fn wrap_job(job: SearchJob<xiangqi::Position>) -> UciJob {
        UciJob::Xiangqi(job)
    }
}

/// A search in chess or xiangqi.
#[derive(Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "a search has one job, so its size does not matter"
)]
pub enum UciJob {
    Chess(SearchJob<chess::Position>),
    Xiangqi(SearchJob<xiangqi::Position>),
}

/// A report of a search in chess or xiangqi.
#[derive(Debug)]
pub enum UciReport {
    Chess(SearchReport<chess::Move>),
    Xiangqi(SearchReport<xiangqi::Move>),
}

impl CoreJob for UciJob {
    type Report = UciReport;

    fn start(self, report: impl Fn(UciReport) -> bool + Send + 'static) -> io::Result<Search> {
        match self {
            UciJob::Chess(job) => job.start(move |it| report(UciReport::Chess(it))),
            UciJob::Xiangqi(job) => job.start(move |it| report(UciReport::Xiangqi(it))),
        }
    }

    fn start_with_node_grants(
        self,
        grants: NodeGrantReceiver,
        report: impl Fn(UciReport) -> bool + Send + 'static,
    ) -> io::Result<(Search, JoinHandle<()>)> {
        match self {
            UciJob::Chess(job) => {
                job.start_with_node_grants(grants, move |it| report(UciReport::Chess(it)))
            }
            UciJob::Xiangqi(job) => {
                job.start_with_node_grants(grants, move |it| report(UciReport::Xiangqi(it)))
            }
        }
    }
}

impl CoreReport for UciReport {
    fn is_node_grant_used_up(&self) -> bool {
        match self {
            UciReport::Chess(it) => it.is_node_grant_used_up(),
            UciReport::Xiangqi(it) => it.is_node_grant_used_up(),
        }
    }

    fn has_ended(&self) -> bool {
        match self {
            UciReport::Chess(it) => it.has_ended(),
            UciReport::Xiangqi(it) => it.has_ended(),
        }
    }
}
