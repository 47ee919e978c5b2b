//! Limits the strength of the engine (`UCI_LimitStrength`, `UCI_Elo`) with fewer nodes and with
//! noise in the evaluation.

use crate::game::OptionLevel;

/// The default, minimum and maximum Elo. The Elo values are estimates that no rating list has
/// measured.
pub(super) const ELO_RANGE: [usize; 3] = [1500, 1000, 2200];

/// The node limit of a search at the minimum Elo.
const NODES_AT_MIN_ELO: f64 = 24.0;

/// The approximate gain in Elo if the engine searches twice as many nodes.
const ELO_PER_DOUBLING: f64 = 100.0;

/// The maximum number of nodes in a search at this Elo.
pub(super) fn node_limit(elo: usize) -> u64 {
    let doublings = (elo.max(ELO_RANGE[1]) - ELO_RANGE[1]) as f64 / ELO_PER_DOUBLING;
    (NODES_AT_MIN_ELO * doublings.exp2()) as u64
}

/// The amount of noise in the evaluation at this Elo.
pub(super) fn randomness_at_elo(elo: usize) -> OptionLevel {
    match elo {
        ..1300 => OptionLevel::Large,
        1300..1700 => OptionLevel::Medium,
        1700..2000 => OptionLevel::Small,
        _ => OptionLevel::None,
    }
}
