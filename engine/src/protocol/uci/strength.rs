//! Limited strength (`UCI_LimitStrength`, `UCI_Elo`): fewer nodes, and noise in the evaluation.

use crate::game::OptionAmount;

/// The default, least and largest Elo. They are estimates: no rating list has measured them.
pub(super) const ELO: [usize; 3] = [1500, 1000, 2200];

/// The nodes of a search at the least Elo.
const LEAST_NODES: f64 = 24.0;

/// An engine of twice the nodes is stronger by about this.
const ELO_PER_DOUBLING: f64 = 100.0;

/// The most nodes of a search.
pub(super) fn nodes(elo: usize) -> u64 {
    let doublings = (elo.max(ELO[1]) - ELO[1]) as f64 / ELO_PER_DOUBLING;
    (LEAST_NODES * doublings.exp2()) as u64
}

/// The noise in the evaluation.
pub(super) fn randomness(elo: usize) -> OptionAmount {
    match elo {
        ..1300 => OptionAmount::Large,
        1300..1700 => OptionAmount::Medium,
        1700..2000 => OptionAmount::Small,
        _ => OptionAmount::None,
    }
}
