//! The parameters of `go`.

use std::{ops::Range, time::Duration};

use crate::protocol::{
    search::{GoCommand, SearchLimits, Word, Words},
    uci::{game::UciPosition, uci_move::UciMove},
};

/// The command `go` with its parameters, in any order (`UCI U47`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct UciGo {
    pub(in super::super) is_ponder: bool,
    pub(in super::super) is_infinite: bool,
    /// The time left on the clocks of white and black, in milliseconds.
    pub(in super::super) clock_millis: [Option<i64>; 2],
    pub(in super::super) increment_millis: [Option<i64>; 2],
    pub(in super::super) movestogo: Option<i64>,
    pub(in super::super) depth: Option<i64>,
    pub(in super::super) nodes: Option<i64>,
    pub(in super::super) mate: Option<i64>,
    pub(in super::super) movetime: Option<i64>,
    /// The moves after `searchmoves`, up to the first word that is not a move (`UCI A3`). An empty list does not
    /// restrict the search.
    pub(in super::super) searchmoves: Vec<UciMove>,
    /// True if other words follow the moves of `searchmoves`. Some engines parse words that follow the moves of
    /// `searchmoves` as part of the list of moves (`UCI A3`).
    pub(in super::super) are_searchmoves_ambiguous: bool,
    /// The place of the first invalid word, or of the first parameter whose number is missing.
    pub(in super::super) flaw: Option<Range<usize>>,
    /// True if the flaw in the command `go` is a missing or wrong number, and false if the flaw is an unknown word.
    pub(in super::super) is_flaw_in_number: bool,
    /// True if the flaw is the rest of a number with a blank in it, as in `wtime 58 231`.
    pub(in super::super) has_split_number: bool,
}

impl GoCommand for UciGo {
    fn is_ponder(&self) -> bool {
        self.is_ponder
    }

    /// An engine that ponders waits for `ponderhit` even if it reaches a limit of the search (`UCI U55`).
    fn waits_for_ponderhit(&self, _limits: &SearchLimits) -> bool {
        self.is_ponder
    }

    fn limits(&self, _unit: Duration, first: Option<bool>) -> SearchLimits {
        // An engine may interpret a limit of 0 in any way (`UCI A5`), so 0 does not count as a limit here.
        let count = |it: Option<i64>| {
            it.and_then(|it| u64::try_from(it).ok())
                .filter(|it| *it > 0)
        };
        let clock = match first {
            Some(true) => self.time_left(0),
            Some(false) => self.time_left(1),
            // If the side to move is unknown, the longer of the two clocks limits the search; if one of the clocks is
            // missing, no clock limits the search.
            None => self
                .time_left(0)
                .zip(self.time_left(1))
                .map(|(one, other)| one.max(other)),
        };
        let movetime = count(self.movetime).map(Duration::from_millis);
        let unclear = self.flaw.is_some() || self.has_negative_limit();
        if self.are_searchmoves_ambiguous {
            return SearchLimits {
                is_infinite: self.is_infinite,
                is_unclear: unclear,
                ..SearchLimits::default()
            };
        }
        SearchLimits {
            depth: count(self.depth),
            nodes: count(self.nodes),
            clock: clock.into_iter().chain(movetime).min(),
            is_infinite: self.is_infinite,
            is_unclear: unclear,
        }
    }

    fn excludes_move(&self, step: &str) -> bool {
        let moves = &self.searchmoves;
        !moves.is_empty() && moves.iter().all(|it| it.to_string() != step)
    }
}

impl UciGo {
    /// The time left on the clock of a side; a negative clock counts as 0.
    pub(in super::super) fn time_left(&self, side: usize) -> Option<Duration> {
        let left = self.clock_millis.get(side).copied().flatten()?;
        Some(Duration::from_millis(u64::try_from(left).unwrap_or(0)))
    }

    /// True if a limit of this search is negative. An engine may ignore a `go` with a negative limit (`UCI` section
    /// 12).
    fn has_negative_limit(&self) -> bool {
        let limits = [self.depth, self.nodes, self.mate, self.movetime];
        limits.into_iter().flatten().any(|it| it < 0)
    }
}

/// Parses the words after `go`.
pub(super) fn parse_go(mut words: Words<'_>) -> UciGo {
    let mut go = UciGo::default();
    while let Some(word) = words.next() {
        match word.text {
            b"ponder" => go.is_ponder = true,
            b"infinite" => go.is_infinite = true,
            b"searchmoves" => {
                while let Some(step) = words.peek().and_then(|it| it.parse_move::<UciPosition>()) {
                    go.searchmoves.push(step);
                    words.next();
                }
                // Some interfaces send `searchmoves 0000` in place of an empty list of moves.
                words.take_if("0000");
                go.are_searchmoves_ambiguous |= words.peek().is_some();
            }
            _ => go.parse_number_parameter(&word, &mut words),
        }
    }
    go
}

impl UciGo {
    fn parse_number_parameter(&mut self, key: &Word<'_>, words: &mut Words<'_>) {
        let place = match key.text {
            b"wtime" => &mut self.clock_millis[0],
            b"btime" => &mut self.clock_millis[1],
            b"winc" => &mut self.increment_millis[0],
            b"binc" => &mut self.increment_millis[1],
            b"movestogo" => &mut self.movestogo,
            b"depth" => &mut self.depth,
            b"nodes" => &mut self.nodes,
            b"mate" => &mut self.mate,
            b"movetime" => &mut self.movetime,
            _ => {
                self.flaw.get_or_insert(key.span.clone());
                return;
            }
        };
        let value = words.peek();
        // A number with a plus sign counts as invalid, because some engines do not accept it.
        let unsigned = value.as_ref().filter(|it| !it.text.starts_with(b"+"));
        match unsigned.and_then(Word::parse_int) {
            Some(number) if place.is_none() => {
                *place = Some(number);
                words.next();
                let rest = words.peek();
                let rest = rest.filter(|it| it.text.iter().all(u8::is_ascii_digit));
                if let Some(rest) = rest.filter(|_| self.flaw.is_none()) {
                    self.flaw = Some(rest.span);
                    self.is_flaw_in_number = true;
                    self.has_split_number = true;
                }
            }
            _ => {
                self.is_flaw_in_number |= self.flaw.is_none();
                let span = value.map_or(key.span.clone(), |it| it.span);
                self.flaw.get_or_insert(span);
            }
        }
    }
}

#[cfg(test)]
mod tests;
