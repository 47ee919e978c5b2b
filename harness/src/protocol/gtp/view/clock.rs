//! The clocks of a game: how much time `genmove` has.

use std::time::Duration;

use super::{CommandExchange, Response};
use crate::protocol::gtp::wire::{Color, parse_int};

/// The time settings of a game, and the clock of each color.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct Clocks {
    settings: Option<TimeSettings>,
    black: Option<Clock>,
    white: Option<Clock>,
}

#[derive(Clone, Copy, Debug)]
struct TimeSettings {
    main: Duration,
    extra: Overtime,
}

/// The extra time (overtime) after the main time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Overtime {
    Nothing,
    Unlimited,
    /// Canadian overtime: the time for a block of stones, and the number of stones in the block.
    Canadian(Duration, u32),
    /// Byo-yomi: the length of a period, and the number of periods that are left. A move within a period uses up no
    /// period.
    ByoYomi(Duration, u32),
}

/// The time that a color has left.
#[derive(Clone, Copy, Debug)]
struct Clock {
    main: Duration,
    extra: Overtime,
    /// The time and the number of stones that are left in the current block of Canadian overtime, or `None` before the
    /// first move in this overtime.
    canadian_time_and_stones: Option<(Duration, u32)>,
}

impl Clocks {
    fn clock_mut(&mut self, color: Color) -> &mut Option<Clock> {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }

    /// The most time that the clock allows for the `genmove` of an exchange.
    pub(super) fn allowed_time(&self, exchange: &CommandExchange) -> Option<Duration> {
        if !exchange.command.is_genmove() {
            return None;
        }
        let clock = match exchange.command.color_argument()? {
            Color::Black => self.black,
            Color::White => self.white,
        }?;
        clock.allowed_time()
    }

    /// Updates the clocks after an answered command. `used` is the time that the engine took for its answer.
    pub(super) fn update_after_exchange(
        &mut self,
        exchange: &CommandExchange,
        response: &Response,
        used: Duration,
    ) {
        let command = &exchange.command;
        if !response.status.is_success {
            return;
        }
        if command.has_name("time_settings") || command.has_name("kgs-time_settings") {
            let words: Vec<&[u8]> = command.arguments.iter().map(Vec::as_slice).collect();
            self.settings = match command.has_name("time_settings") {
                true => parse_time_settings(&words),
                false => parse_kgs_settings(&words),
            };
            self.reset_clocks();
        } else if command.has_name("clear_board") || command.has_name("loadsgf") {
            self.reset_clocks();
        } else if command.has_name("time_left") {
            self.set_time_left(exchange);
        } else if command.is_genmove()
            && let Some(color) = command.color_argument()
            && let Some(clock) = self.clock_mut(color)
        {
            clock.subtract_used_time(used);
        }
    }

    /// Sets the clocks of both colors to the time settings.
    fn reset_clocks(&mut self) {
        let clock = self.settings.map(|it| Clock {
            main: it.main,
            extra: it.extra,
            canadian_time_and_stones: None,
        });
        self.black = clock;
        self.white = clock;
    }

    fn set_time_left(&mut self, exchange: &CommandExchange) {
        let arguments = &exchange.command.arguments;
        let number = |at: usize| arguments.get(at).and_then(|it| parse_int(it));
        let (Some(color), Some(time), Some(stones), 3) = (
            exchange.command.color_argument(),
            number(1),
            number(2),
            arguments.len(),
        ) else {
            return;
        };
        let time = Duration::from_secs(time.into());
        let extra = self.settings.map(|it| it.extra);
        *self.clock_mut(color) = extra.map(|extra| match (extra, stones) {
            (_, 0) => Clock {
                main: time,
                extra,
                canadian_time_and_stones: None,
            },
            (Overtime::ByoYomi(period, _), periods) => Clock {
                main: time,
                extra: Overtime::ByoYomi(period, periods.saturating_sub(1)),
                canadian_time_and_stones: None,
            },
            (_, stones) => Clock {
                main: Duration::ZERO,
                extra,
                canadian_time_and_stones: Some((time, stones)),
            },
        });
    }
}

impl Clock {
    fn allowed_time(&self) -> Option<Duration> {
        let extra = match (self.canadian_time_and_stones, self.extra) {
            (_, Overtime::Unlimited) => return None,
            (Some((time, _)), _) => time,
            (None, Overtime::Nothing) => Duration::ZERO,
            (None, Overtime::Canadian(time, _)) => time,
            (None, Overtime::ByoYomi(period, count)) => period.saturating_mul(count),
        };
        Some(self.main.saturating_add(extra))
    }

    fn subtract_used_time(&mut self, used: Duration) {
        let over = used.saturating_sub(self.main);
        self.main = self.main.saturating_sub(used);
        if !self.main.is_zero() {
            return;
        }
        match self.extra {
            Overtime::Canadian(full, stones) => {
                let (time, left) = self.canadian_time_and_stones.unwrap_or((full, stones));
                self.canadian_time_and_stones = Some(match left {
                    // The next block of stones has the full Canadian time again.
                    0 | 1 => (full, stones),
                    _ => (time.saturating_sub(over), left - 1),
                });
            }
            Overtime::ByoYomi(period, count) if !period.is_zero() => {
                let lost = over.as_nanos() / period.as_nanos().max(1);
                let lost = u32::try_from(lost).unwrap_or(u32::MAX);
                self.extra = Overtime::ByoYomi(period, count.saturating_sub(lost).max(1));
            }
            _ => (),
        }
    }
}

fn parse_seconds(word: &[u8]) -> Option<Duration> {
    Some(Duration::from_secs(parse_int(word)?.into()))
}

/// The settings of `time_settings MAIN BYO STONES` (`GTP G-123`).
fn parse_time_settings(words: &[&[u8]]) -> Option<TimeSettings> {
    let [main, byo, stones] = words else {
        return None;
    };
    let (main, byo, stones) = (
        parse_seconds(main)?,
        parse_seconds(byo)?,
        parse_int(stones)?,
    );
    let extra = match (byo.is_zero(), stones) {
        (true, _) => Overtime::Nothing,
        (false, 0) => Overtime::Unlimited,
        (false, _) => Overtime::Canadian(byo, stones),
    };
    Some(TimeSettings { main, extra })
}

/// The settings of `kgs-time_settings` (`GTP K-2`).
fn parse_kgs_settings(words: &[&[u8]]) -> Option<TimeSettings> {
    match words {
        [b"absolute", main] => Some(TimeSettings {
            main: parse_seconds(main)?,
            extra: Overtime::Nothing,
        }),
        [b"byoyomi", main, period, count] => Some(TimeSettings {
            main: parse_seconds(main)?,
            extra: Overtime::ByoYomi(parse_seconds(period)?, parse_int(count)?),
        }),
        [b"canadian", rest @ ..] => parse_time_settings(rest),
        _ => None,
    }
}
