//! The mistakes with the clocks, one in each file. To add a mistake, write a file and add it to the list.

mod after_ponderhit;
mod also_other_late;
mod both_run;
mod charged_twice;
mod free_after_ponderhit;
mod gains_untold;
mod given_time;
mod grows;
mod hardly_runs;
mod in_centiseconds;
mod in_seconds;
mod in_seconds_with_increment;
mod increment_in_seconds;
mod increment_is_clock;
mod increment_is_swapped;
mod increment_missing;
mod increment_of_opponent;
mod increment_twice;
mod missed_pondering_counted;
mod no_increment_after_ponderhit;
mod one_move_late;
mod only_increments;
mod only_other_runs;
mod pondering_counted;
mod precise_clocks;
mod runs_always;
mod same_for_both;
mod seconds_not_counted;
mod seconds_taken_off;
mod small_increments_missing;
mod stays;
mod swapped;

use super::{
    ClockLoss, MAX_LAG, MEASURING_ERROR, MIN_SIDES_DIFFERENCE, MIN_UNCOUNTED,
    clock_mistake::{ClockMistake, EachMove, MIN_FITTING_MOVES},
    showing_moves::{are_different, range_of},
};

/// All mistakes. If the clocks prove several, the first one is reported, so `both_run`, which others imply, is the last
/// one.
pub(super) const ALL: &[ClockMistake] = &[
    swapped::MISTAKE,
    only_increments::MISTAKE,
    grows::MISTAKE,
    in_seconds::MISTAKE,
    one_move_late::MISTAKE,
    increment_missing::MISTAKE,
    increment_of_opponent::MISTAKE,
    increment_twice::MISTAKE,
    increment_in_seconds::MISTAKE,
    pondering_counted::MISTAKE,
    hardly_runs::MISTAKE,
    stays::MISTAKE,
    gains_untold::MISTAKE,
    same_for_both::MISTAKE,
    only_other_runs::MISTAKE,
    seconds_not_counted::MISTAKE,
    seconds_taken_off::MISTAKE,
    increment_is_clock::MISTAKE,
    increment_is_swapped::MISTAKE,
    runs_always::MISTAKE,
    also_other_late::MISTAKE,
    free_after_ponderhit::MISTAKE,
    no_increment_after_ponderhit::MISTAKE,
    small_increments_missing::MISTAKE,
    in_centiseconds::MISTAKE,
    charged_twice::MISTAKE,
    missed_pondering_counted::MISTAKE,
    in_seconds_with_increment::MISTAKE,
    both_run::MISTAKE,
];
