//! Limited strength (`UCI_LimitStrength`, `UCI_Elo`): fewer nodes, and noise in the evaluation.

use crate::game::OptionAmount;

/// The default, least and largest Elo. They are estimates: no rating list has measured them.
pub(super) const ELO_RANGE: [usize; 3] = [1500, 1000, 2200];

/// The nodes of a search at the least Elo.
const NODES_AT_MIN_ELO: f64 = 24.0;

/// An engine of twice the nodes is stronger by about this.
const ELO_PER_DOUBLING: f64 = 100.0;

/// The most nodes of a search.
pub(super) fn node_limit(elo: usize) -> u64 {
    let doublings = (elo.max(ELO_RANGE[1]) - ELO_RANGE[1]) as f64 / ELO_PER_DOUBLING;
    (NODES_AT_MIN_ELO * doublings.exp2()) as u64
}

/// The noise in the evaluation.
pub(super) fn randomness_at_elo(elo: usize) -> OptionAmount {
    match elo {
        ..1300 => OptionAmount::Large,
        1300..1700 => OptionAmount::Medium,
        1700..2000 => OptionAmount::Small,
        _ => OptionAmount::None,
    }
}
