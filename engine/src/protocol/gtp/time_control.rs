//! The clocks of both colors, and the time for the next move.

use std::time::Duration;

use crate::{games::go::Color, protocol::clock::Clock};

/// How the time of a game is limited (`GTP G-123`, `K-2`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum TimeSystem {
    #[default]
    Unlimited,
    /// Each color has a fixed amount of time for the whole game.
    Absolute { main: Duration },
    /// After the main time, a color must play `stones` moves in each period.
    Canadian {
        main: Duration,
        period: Duration,
        stones: u32,
    },
    /// After the main time, a color has one period for each move; a move that takes longer uses up the period.
    ByoYomi {
        main: Duration,
        period: Duration,
        periods: u32,
    },
}

impl TimeSystem {
    fn main_time(self) -> Duration {
        match self {
            TimeSystem::Unlimited => Duration::ZERO,
            TimeSystem::Absolute { main }
            | TimeSystem::Canadian { main, .. }
            | TimeSystem::ByoYomi { main, .. } => main,
        }
    }

    /// The length of a period, and the number of stones in a period (Canadian) or the number of periods (byo-yomi).
    fn period_length_and_count(self) -> (Duration, u32) {
        match self {
            TimeSystem::Unlimited | TimeSystem::Absolute { .. } => (Duration::ZERO, 0),
            TimeSystem::Canadian { period, stones, .. } => (period, stones),
            TimeSystem::ByoYomi {
                period, periods, ..
            } => (period, periods),
        }
    }
}

/// The time that one color has left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ColorClock {
    main_time_left: Duration,
    /// The time left in the present period; used when the main time is over.
    period: Duration,
    /// The stones left in the present period (Canadian) or the periods left (byo-yomi).
    stones_or_periods_left: u32,
    /// True if `time_left` has set this clock.
    is_set_by_controller: bool,
}

/// The clocks of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct TimeControl {
    system: TimeSystem,
    /// Black's clock, and then white's clock.
    clocks: [ColorClock; 2],
}

impl TimeControl {
    pub(super) fn new(system: TimeSystem) -> TimeControl {
        let mut control = TimeControl {
            system,
            clocks: Default::default(),
        };
        control.start_game();
        control
    }

    /// Gives both colors their full time.
    pub(super) fn start_game(&mut self) {
        let (period, count) = self.system.period_length_and_count();
        let clock = ColorClock {
            main_time_left: self.system.main_time(),
            period,
            stones_or_periods_left: count,
            is_set_by_controller: false,
        };
        self.clocks = [clock; 2];
    }

    /// Sets a clock to the time that the controller measured. While the main time runs, `count` is 0 (`GTP G-124`).
    pub(super) fn set_time_left(&mut self, color: Color, time: Duration, count: u32) {
        let (period, full_count) = self.system.period_length_and_count();
        self.clocks[color as usize] = match count {
            0 => ColorClock {
                main_time_left: time,
                period,
                stones_or_periods_left: full_count,
                is_set_by_controller: true,
            },
            _ => ColorClock {
                main_time_left: Duration::ZERO,
                period: time,
                stones_or_periods_left: count,
                is_set_by_controller: true,
            },
        };
    }

    /// The time that the engine uses for its next move; `None` if the time is not limited.
    pub(super) fn move_time_budget(&self, color: Color) -> Option<Duration> {
        let clock = self.clocks[color as usize];
        let in_period = |moves: u32| {
            let clock = Clock {
                remaining: clock.period,
                moves_to_go: Some(u64::from(moves.max(1))),
                ..Clock::default()
            };
            clock.time_budget(false).soft_limit
        };
        let in_main_time = Clock {
            remaining: clock.main_time_left,
            ..Clock::default()
        };
        let in_main_time = in_main_time.time_budget(false).soft_limit;
        match self.system {
            TimeSystem::Unlimited if !clock.is_set_by_controller => None,
            TimeSystem::ByoYomi { .. } if clock.main_time_left.is_zero() => Some(in_period(1)),
            TimeSystem::Canadian { .. } | TimeSystem::Unlimited
                if clock.main_time_left.is_zero() =>
            {
                Some(in_period(clock.stones_or_periods_left))
            }
            _ => Some(in_main_time),
        }
    }

    /// Subtracts the time that a move took from a color's clock.
    pub(super) fn subtract_move_time(&mut self, color: Color, spent: Duration) {
        let (period, full_count) = self.system.period_length_and_count();
        let clock = &mut self.clocks[color as usize];
        let in_main_time = spent.min(clock.main_time_left);
        clock.main_time_left -= in_main_time;
        let over = spent - in_main_time;
        if !clock.main_time_left.is_zero() || (over.is_zero() && !in_main_time.is_zero()) {
            return;
        }
        clock.period = clock.period.saturating_sub(over);
        match self.system {
            TimeSystem::ByoYomi { .. } => {
                if clock.period.is_zero() {
                    clock.stones_or_periods_left = clock.stones_or_periods_left.saturating_sub(1);
                }
                clock.period = period;
            }
            TimeSystem::Canadian { .. } => {
                clock.stones_or_periods_left = clock.stones_or_periods_left.saturating_sub(1);
                if clock.stones_or_periods_left == 0 {
                    (clock.period, clock.stones_or_periods_left) = (period, full_count);
                }
            }
            TimeSystem::Unlimited | TimeSystem::Absolute { .. } => (),
        }
    }
}
