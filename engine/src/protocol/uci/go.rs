//! Parses the arguments of `go`.

use std::time::Duration;

use super::uci_game::UciGame;
use crate::{
    games::chess::Variant,
    protocol::clock::{Clock, TimeBudget},
    search::SearchLimits,
};

/// The search depth of a `go` without a limit (`UCI U58`, `A5`).
const DEFAULT_DEPTH: u32 = 10;

/// The arguments of `go`.
#[derive(Clone, Debug)]
pub(super) struct GoCommand<M> {
    pub(super) is_ponder: bool,
    pub(super) is_infinite: bool,
    pub(super) limits: SearchLimits,
    /// The legal moves after `searchmoves`. An empty list does not restrict the search.
    pub(super) searchmoves: Vec<M>,
    pub(super) movetime: Option<Duration>,
    /// The time left on the clocks of white and black.
    clock_times: [Option<Duration>; 2],
    increments: [Duration; 2],
    movestogo: Option<u64>,
}

impl<M> Default for GoCommand<M> {
    fn default() -> GoCommand<M> {
        GoCommand {
            is_ponder: false,
            is_infinite: false,
            limits: SearchLimits::default(),
            searchmoves: Vec::new(),
            movetime: None,
            clock_times: [None; 2],
            increments: [Duration::ZERO; 2],
            movestogo: None,
        }
    }
}

impl<M> GoCommand<M> {
    /// Parses the words after `go`. Unrecognized words are ignored, and negative numbers become
    /// zero.
    pub(super) fn parse<G: UciGame<Move = M>>(
        words: &[&str],
        position: &G,
        variant: Variant,
    ) -> GoCommand<M> {
        let mut go = GoCommand::default();
        let mut rest = words;
        while let Some((word, after)) = rest.split_first() {
            rest = after;
            match *word {
                "ponder" => go.is_ponder = true,
                "infinite" => go.is_infinite = true,
                "searchmoves" => {
                    // The list of moves after `searchmoves` ends at the first word that is not a
                    // move (`UCI A3`).
                    let end = rest.iter().position(|it| !looks_like_move(it));
                    let (list, after) = rest.split_at(end.unwrap_or(rest.len()));
                    let legal = list
                        .iter()
                        .filter_map(|it| position.parse_move(it, variant));
                    go.searchmoves.extend(legal);
                    rest = after;
                }
                _ => {
                    if let Some(n) = rest.first().and_then(|it| parse_number(it))
                        && go.set_parameter(word, n)
                    {
                        rest = &rest[1..];
                    }
                }
            }
        }
        go
    }

    /// Sets the parameter `word` to the number `n`. Returns false if no parameter has this name.
    fn set_parameter(&mut self, word: &str, n: u64) -> bool {
        let small = u32::try_from(n).unwrap_or(u32::MAX);
        let time = Duration::from_millis(u64::from(small));
        match word {
            "depth" => self.limits.depth = Some(small),
            "nodes" => self.limits.nodes = Some(n),
            // No mate takes zero moves, so `mate 0` sets no limit.
            "mate" => self.limits.mate_in_moves = (n > 0).then_some(small),
            "movetime" => self.movetime = Some(time),
            "wtime" => self.clock_times[0] = Some(time),
            "btime" => self.clock_times[1] = Some(time),
            "winc" => self.increments[0] = time,
            "binc" => self.increments[1] = time,
            // `UCI U109`
            "movestogo" => self.movestogo = (n > 0).then_some(n),
            _ => return false,
        }
        true
    }

    /// The limits of the search. If `go` has no limit, the limit is [`DEFAULT_DEPTH`].
    pub(super) fn search_limits(&self, budget: Option<TimeBudget>) -> SearchLimits {
        let endless =
            self.limits == SearchLimits::default() && budget.is_none() && !self.is_infinite;
        match endless {
            true => SearchLimits {
                depth: Some(DEFAULT_DEPTH),
                ..SearchLimits::default()
            },
            false => self.limits,
        }
    }

    /// The time budget of the move, from `movetime` and the clock of the side to move.
    pub(super) fn time_budget<G: UciGame>(
        &self,
        position: &G,
        may_ponder: bool,
    ) -> Option<TimeBudget> {
        if self.is_infinite {
            return None;
        }
        let side = usize::from(position.is_black_to_move());
        let clock = self.clock_times[side].map(|left| {
            let clock = Clock {
                remaining: left,
                increment: self.increments[side],
                moves_to_go: self.movestogo,
                opponent_remaining: self.clock_times[1 - side],
            };
            clock.time_budget(may_ponder)
        });
        let movetime = self.movetime.map(movetime_budget);
        let least = |a: TimeBudget, b: TimeBudget| TimeBudget {
            soft_limit: a.soft_limit.min(b.soft_limit),
            hard_limit: a.hard_limit.min(b.hard_limit),
        };
        match (clock, movetime) {
            (Some(clock), Some(movetime)) => Some(least(clock, movetime)),
            (clock, movetime) => clock.or(movetime),
        }
    }
}

/// The time budget of `movetime`: the whole time, except the time for sending the result
/// (`UCI U52`).
fn movetime_budget(time: Duration) -> TimeBudget {
    let most = time - (time / 50).min(Duration::from_millis(2));
    TimeBudget {
        soft_limit: most,
        hard_limit: most,
    }
}

/// True if a word has the form of a move of chess or of xiangqi.
fn looks_like_move(word: &str) -> bool {
    let square = |it: &[u8]| matches!(it, [b'a'..=b'i', b'0'..=b'9']);
    match word.as_bytes() {
        [from @ .., b'q' | b'r' | b'b' | b'n'] if from.len() == 4 => {
            square(&from[..2]) && square(&from[2..])
        }
        it => it.len() == 4 && square(&it[..2]) && square(&it[2..]),
    }
}

/// Parses a number. Too large numbers are clamped, and negative numbers become zero.
fn parse_number(word: &str) -> Option<u64> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let valid = !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit());
    let negative = digits.len() < word.len();
    valid.then(|| match negative {
        true => 0,
        false => digits.parse().unwrap_or(u64::MAX),
    })
}
