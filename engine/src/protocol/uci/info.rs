//! Formats the fields of `info`.

use std::time::Duration;

use super::uci_game::UciGame;
use crate::{
    games::chess::Variant,
    search::{MATE_SCORE, MIN_MATE_SCORE},
};

/// The nodes and the time that a search has used so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SearchStatistics {
    pub(super) nodes: u64,
    pub(super) time: Duration,
    pub(super) hashfull: u32,
}

impl SearchStatistics {
    /// The fields `nodes`, `nps`, `hashfull` and `time`. During the first millisecond `nps` is
    /// omitted.
    pub(super) fn info_fields(self) -> String {
        let SearchStatistics {
            nodes,
            time,
            hashfull,
        } = self;
        let millis = time.as_millis();
        let speed = u128::from(nodes) * 1000;
        let speed = speed.checked_div(millis);
        let nps = speed.map_or(String::new(), |it| format!(" nps {it}"));
        format!("nodes {nodes}{nps} hashfull {hashfull} time {millis}")
    }
}

/// The field `score`, in moves to mate or in hundredths of a pawn (`UCI U71`).
pub(super) fn score_field(score: i32) -> String {
    match score {
        MIN_MATE_SCORE.. => format!("score mate {}", (MATE_SCORE - score + 1) / 2),
        _ if score <= -MIN_MATE_SCORE => format!("score mate {}", -((MATE_SCORE + score) / 2)),
        _ => format!("score cp {score}"),
    }
}

/// The field `wdl`: an estimate of how many of 1,000 games with this score are won, drawn and lost.
pub(super) fn wdl_field(score: i32) -> String {
    /// The score at which half of the games are won.
    const CENTIPAWNS_AT_50_PERCENT_WINS: f64 = 130.0;
    /// The larger this value, the more slowly the share of won games changes with the score.
    const WIN_SHARE_SPREAD: f64 = 90.0;
    let wins = |score: i32| -> u32 {
        match score {
            MIN_MATE_SCORE.. => 1000,
            _ if score <= -MIN_MATE_SCORE => 0,
            _ => {
                (1000.0
                    / (1.0
                        + ((CENTIPAWNS_AT_50_PERCENT_WINS - f64::from(score)) / WIN_SHARE_SPREAD)
                            .exp())) as u32
            }
        }
    };
    let (won, lost) = (wins(score), wins(-score));
    format!("wdl {won} {} {lost}", 1000 - won - lost)
}

/// Formats moves that begin in a position, with a blank before each move.
pub(super) fn format_moves<G: UciGame>(
    position: &G,
    moves: &[G::Move],
    variant: Variant,
) -> String {
    let mut position = position.clone();
    let mut text = String::new();
    for step in moves {
        text.push(' ');
        text.push_str(&position.format_move(*step, variant));
        position.play_move(*step);
    }
    text
}
