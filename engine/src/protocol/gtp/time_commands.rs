//! The commands about time.

use std::time::Duration;

use super::{
    Engine,
    arguments::{parse_int, syntax_error},
    commands::Reply,
    time_control::{TimeControl, TimeSystem},
};
use crate::games::go::Color;

/// Executes `time_settings MAIN PERIOD STONES`, with times in seconds (`GTP G-123`).
pub(super) fn time_settings(engine: &mut Engine, arguments: &[&str]) -> Reply {
    let Some([main, period, stones]) = parse_ints(arguments) else {
        return syntax_error();
    };
    set_time_system(
        engine,
        match (period, stones) {
            (0, _) => TimeSystem::Absolute {
                main: seconds(main),
            },
            (_, 0) => TimeSystem::Unlimited,
            _ => TimeSystem::Canadian {
                main: seconds(main),
                period: seconds(period),
                stones,
            },
        },
    )
}

/// Executes `kgs-time_settings`, which selects one of four time systems (`GTP K-2`).
pub(super) fn kgs_time_settings(engine: &mut Engine, arguments: &[&str]) -> Reply {
    let Some((system, numbers)) = arguments.split_first() else {
        return syntax_error();
    };
    let system = match (*system, numbers.len()) {
        ("none", 0) => Some(TimeSystem::Unlimited),
        ("absolute", 1) => parse_ints(numbers).map(|[main]| TimeSystem::Absolute {
            main: seconds(main),
        }),
        ("byoyomi", 3) => parse_ints(numbers).map(|[main, period, periods]| TimeSystem::ByoYomi {
            main: seconds(main),
            period: seconds(period),
            periods,
        }),
        ("canadian", 3) => parse_ints(numbers).map(|[main, period, stones]| TimeSystem::Canadian {
            main: seconds(main),
            period: seconds(period),
            stones,
        }),
        _ => None,
    };
    match system {
        Some(system) => set_time_system(engine, system),
        None => syntax_error(),
    }
}

/// Executes `time_left COLOR SECONDS STONES` (`GTP G-124`).
pub(super) fn time_left(engine: &mut Engine, arguments: &[&str]) -> Reply {
    let Some((color, numbers)) = arguments.split_first() else {
        return syntax_error();
    };
    let (Some(color), Some([time, count])) = (Color::parse(color), parse_ints(numbers)) else {
        return syntax_error();
    };
    engine
        .time_control
        .set_time_left(color, seconds(time), count);
    Reply::empty()
}

fn set_time_system(engine: &mut Engine, system: TimeSystem) -> Reply {
    engine.time_control = TimeControl::new(system);
    Reply::empty()
}

/// Parses exactly `N` ints.
fn parse_ints<const N: usize>(arguments: &[&str]) -> Option<[u32; N]> {
    let numbers: Option<Vec<u32>> = arguments.iter().map(|it| parse_int(it)).collect();
    numbers?.try_into().ok()
}

fn seconds(number: u32) -> Duration {
    Duration::from_secs(u64::from(number))
}
