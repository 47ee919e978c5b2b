//! Static exchange evaluation: the gain of captures on one point, without a search.

use super::{
    Move, PieceKind, Position, Side, Square,
    attack::{self, Occupancy},
    bitboard::Bitboard,
    piece_square_tables::piece_value,
};

/// The kinds of pieces in the order in which they capture: the cheapest first.
const KINDS_BY_VALUE: [PieceKind; 7] = [
    PieceKind::Pawn,
    PieceKind::Advisor,
    PieceKind::Bishop,
    PieceKind::Knight,
    PieceKind::Cannon,
    PieceKind::Rook,
    PieceKind::King,
];

impl Position {
    /// Whether the captures on one point gain at least `least`; the move `it` is the first capture.
    /// Both sides capture with the cheapest piece first, and stop when another capture would lose
    /// material.
    pub(super) fn exchange_gains_at_least(&self, it: Move, least: i32) -> bool {
        let Some(mover) = self.piece_at(it.from) else {
            return false;
        };
        let mut balance = self.piece_value_on(it.to) - least;
        if balance < 0 {
            return false;
        }
        // Now the moving piece counts as lost. If the balance is still not negative, the gain is
        // large enough even if the side loses the moving piece and captures nothing more.
        balance -= piece_value(mover.kind);
        if balance >= 0 {
            return true;
        }
        let mut occupied = self.occupancy;
        occupied.toggle_point(it.from);
        if !occupied.occupied_points.contains(it.to) {
            occupied.toggle_point(it.to);
        }
        let mut side = mover.side.opponent();
        while let Some((from, kind)) = self.cheapest_attacker(it.to, side, &occupied) {
            // Now `side` captures, and the opponent may recapture, so the piece that captures
            // counts as lost.
            balance = -balance - 1 - piece_value(kind);
            occupied.toggle_point(from);
            side = side.opponent();
            if balance >= 0 {
                break;
            }
        }
        side != mover.side
    }

    /// Whether the enemy could recapture if the piece on `from` captured the piece on `on`. The
    /// function ignores pins, so a pinned piece can recapture, too.
    pub(super) fn can_be_recaptured(&self, from: Square, on: Square) -> bool {
        let Some(prey) = self.piece_at(on) else {
            return false;
        };
        let mut occupied = self.occupancy;
        occupied.toggle_point(from);
        self.cheapest_attacker(on, prey.side, &occupied).is_some()
    }

    fn cheapest_attacker(
        &self,
        to: Square,
        side: Side,
        occupied: &Occupancy,
    ) -> Option<(Square, PieceKind)> {
        let own = self.points_by_side[side as usize]
            & occupied.occupied_points
            & !Bitboard::from_square(to);
        let find = |kind: PieceKind| {
            let own = own & self.points_by_kind[kind as usize];
            if own.is_empty() {
                return None;
            }
            let from = match kind {
                PieceKind::Pawn => attack::pawn_attackers(side, to),
                PieceKind::Advisor => attack::advisor_attacks(to),
                PieceKind::Bishop => attack::elephant_attacks(to, occupied),
                PieceKind::Knight => attack::horse_attackers(to, occupied),
                PieceKind::Cannon => attack::cannon_captures(to, occupied),
                PieceKind::Rook => attack::chariot_attacks(to, occupied),
                PieceKind::King => attack::king_attacks(to),
            };
            Some(((from & own).first_square()?, kind))
        };
        KINDS_BY_VALUE.iter().find_map(|it| find(*it))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gains_at_least(fen: &str, it: &str, least: i32) -> bool {
        let position = Position::from_fen(fen).unwrap();
        position.exchange_gains_at_least(it.parse().unwrap(), least)
    }

    #[test]
    fn capturing_an_unprotected_piece_gains_its_value() {
        let fen = "3k5/9/9/9/4n4/9/9/4R4/9/4K4 w";
        assert!(gains_at_least(fen, "e2e5", 100));
        assert!(!gains_at_least(fen, "e2e5", 101));
    }

    #[test]
    fn capturing_a_protected_horse_with_a_chariot_loses_material() {
        let fen = "3k5/9/4r4/9/4n4/9/9/4R4/9/4K4 w";
        assert!(!gains_at_least(fen, "e2e5", 0));
        assert!(gains_at_least(fen, "e2e5", -110));
    }

    #[test]
    fn an_attacker_behind_another_attacker_counts() {
        let fen = "3k5/9/4r4/9/4r4/9/4R4/4R4/9/4K4 w";
        assert!(gains_at_least(fen, "e3e5", 210));
    }

    #[test]
    fn a_cannon_captures_over_a_screen() {
        let fen = "3k5/4r4/9/9/4n4/9/4P4/4C4/9/5K3 w";
        assert!(!gains_at_least(fen, "e2e5", 0), "the chariot takes back");
        let fen = "3k5/4r4/4b4/9/4n4/9/4P4/4C4/9/5K3 w";
        assert!(
            gains_at_least(fen, "e2e5", 100),
            "an elephant of its own is in the way"
        );
    }
}
