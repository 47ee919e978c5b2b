//! The evaluation: material and piece squares, mobility, king safety, attack patterns, and scaling
//! of endgames.
//!
//! | `knowledge` | adds |
//! |---|---|
//! | `none` | material and piece squares |
//! | `small` | mobility |
//! | `medium` | king safety |
//! | `large` | cannon patterns, and scaling of endgames |

use super::{
    Kind, Position, Side, Square, attack,
    bits::Bits,
    generate::reach,
    squares::{piece_square, piece_value},
};
use crate::game::{Amount, EvalParams, Style};

/// Bonus for the side to move.
const TEMPO: i32 = 5;

/// The largest evaluation without a mate.
const MOST: i32 = 15_000;

impl Position {
    /// The evaluation for the side to move, in hundredths of a light piece.
    pub(super) fn value(&self, eval_params: EvalParams) -> i32 {
        let mut values = self.placed;
        if eval_params.knowledge >= Amount::Small {
            let attacks = [Side::Red, Side::Black].map(|side| self.attacks(side));
            for side in [Side::Red, Side::Black] {
                let [own, other] = [side as usize, side.other() as usize];
                values[own] += attacks[own].mobility;
                if eval_params.knowledge >= Amount::Medium {
                    let danger = self.danger(side, attacks[other].on_palace, eval_params);
                    values[own] -= weigh(danger, eval_params.style);
                }
            }
        }
        let [red, black] = values;
        let mut value = match self.side {
            Side::Red => red - black,
            Side::Black => black - red,
        };
        if eval_params.knowledge >= Amount::Large {
            value = self.winnable(value);
        }
        (value + TEMPO).clamp(-MOST, MOST)
    }

    fn own(&self, side: Side, kind: Kind) -> Bits {
        self.sides[side as usize] & self.kinds[kind as usize]
    }

    /// Computes the mobility of a side's attackers, and their attacks on the enemy's palace.
    fn attacks(&self, side: Side) -> Attacks {
        let own = self.sides[side as usize];
        let palace = palace(side.other());
        let mut attacks = Attacks::default();
        for (kind, usual, step, force) in [
            (Kind::Rook, 9, 2, 4),
            (Kind::Cannon, 9, 1, 3),
            (Kind::Knight, 4, 4, 4),
            (Kind::Pawn, 0, 0, 4),
        ] {
            for from in self.own(side, kind) {
                let Some(piece) = self.piece_at(from) else {
                    continue;
                };
                let targets = reach(piece, from, &self.occupied) & !own;
                if kind != Kind::Pawn {
                    attacks.mobility += step * (targets.count() as i32 - usual);
                }
                let hits = (targets & palace).count() as i32;
                attacks.on_palace += force * hits;
            }
        }
        attacks
    }

    /// The danger to the king of `side`.
    fn danger(&self, side: Side, on_palace: i32, eval_params: EvalParams) -> i32 {
        let enemy = side.other();
        let count = |side: Side, kind: Kind| self.own(side, kind).count() as i32;
        let missing = [Kind::Advisor, Kind::Bishop].map(|it| 2 - count(side, it));
        let [advisors, bishops] = missing;
        let chariots = count(enemy, Kind::Rook);
        let horses = count(enemy, Kind::Knight);
        let cannons = count(enemy, Kind::Cannon);
        let force = 2 * chariots + horses + cannons;
        // Advisors defend best against chariots and horses, elephants against cannons.
        let bare = advisors * (7 * chariots + 5 * horses + 2 * cannons)
            + bishops * (5 * cannons + 3 * chariots);
        let pressure = on_palace * (force + 2 * (advisors + bishops)) / 6;
        let patterns = match eval_params.knowledge {
            Amount::Large => self.cannon_patterns(side, force),
            _ => 0,
        };
        bare + pressure.min(160) + patterns
    }

    /// The danger from enemy cannons on the rank or file of the king of `side`.
    fn cannon_patterns(&self, side: Side, force: i32) -> i32 {
        let king = self.kings[side as usize];
        let cannons = self.own(side.other(), Kind::Cannon);
        let looking = cannons & attack::cross(king);
        if looking.is_empty() {
            return 0;
        }
        let first = attack::chariot(king, &self.occupied) & self.occupied.all;
        let second = attack::cannon(king, &self.occupied);
        let mut value = 0;
        for cannon in looking {
            let along = cannon.file() == king.file();
            value += if first.has(cannon) {
                // No piece is between cannon and king: the "hollow" cannon.
                if along { 14 * force } else { 6 * force }
            } else if second.has(cannon) {
                0
            } else if along {
                // Two pieces are between cannon and king: if one of them leaves, the cannon gives check.
                4 * force
            } else {
                2 * force
            };
        }
        value
    }

    /// Scales an advantage down if the stronger side has too little material to win.
    fn winnable(&self, value: i32) -> i32 {
        let stronger = match value >= 0 {
            true => self.side,
            false => self.side.other(),
        };
        let count = |side: Side, kind: Kind| self.own(side, kind).count() as i32;
        let heavy = count(stronger, Kind::Rook);
        let light = count(stronger, Kind::Knight) + count(stronger, Kind::Cannon);
        let pawns = (self.own(stronger, Kind::Pawn)).count() as i32;
        if heavy > 0 || light > 1 || pawns > 2 {
            return value;
        }
        let weaker = stronger.other();
        let guards = count(weaker, Kind::Advisor) + count(weaker, Kind::Bishop);
        match (light, pawns) {
            (0, 0) => 0,
            (1, 0) if guards > 0 => value / 8,
            (0, 1) if guards > 0 => value / 6,
            (1, 1) | (0, 2) if guards > 2 => value / 3,
            _ => value,
        }
    }

    /// The full evaluation, as `go depth 0` reports it (`UCCI G5`).
    pub fn static_value(&self) -> i32 {
        self.value(EvalParams {
            knowledge: Amount::Large,
            style: Style::Normal,
        })
    }

    /// Whether a side has a piece that can cross the river.
    pub fn can_win(&self, side: Side) -> bool {
        let pieces = [Kind::Rook, Kind::Cannon, Kind::Knight, Kind::Pawn];
        pieces.iter().any(|it| self.own(side, *it).any())
    }

    /// Whether the side to move has an attacker besides pawns; if not, zugzwang is likely.
    pub(super) fn has_attackers(&self) -> bool {
        let pieces = [Kind::Rook, Kind::Cannon, Kind::Knight];
        pieces.iter().any(|it| self.own(self.side, *it).any())
    }

    /// The value of the piece on a point, 0 if there is none.
    pub(super) fn value_on(&self, square: Square) -> i32 {
        self.piece_at(square).map_or(0, |it| match it.kind {
            // A pawn beyond the river is worth more.
            Kind::Pawn => piece_square(it, square).max(piece_value(Kind::Pawn)),
            kind => piece_value(kind),
        })
    }
}

/// The mobility and the attacks of all attackers of a side, added up.
#[derive(Clone, Copy, Debug, Default)]
struct Attacks {
    mobility: i32,
    /// The weighted number of attacks on points of the enemy's palace.
    on_palace: i32,
}

/// Scales the danger by the option `style`.
fn weigh(danger: i32, style: Style) -> i32 {
    match style {
        Style::Solid => danger * 3 / 4,
        Style::Normal => danger,
        Style::Risky => danger * 3 / 2,
    }
}

fn palace(side: Side) -> Bits {
    let rows = 0b111 | 0b111 << 9 | 0b111 << 18;
    match side {
        Side::Red => Bits(rows << 3),
        Side::Black => Bits(rows << (3 + 63)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: EvalParams = EvalParams {
        knowledge: Amount::Large,
        style: Style::Normal,
    };

    fn value(fen: &str) -> i32 {
        Position::from_fen(fen).unwrap().value(ALL)
    }

    /// The position with mirrored files.
    fn mirrored(fen: &str) -> String {
        let (board, side) = fen.split_once(' ').unwrap();
        let ranks = board.split('/').map(|it| it.chars().rev().collect());
        let ranks: Vec<String> = ranks.collect();
        format!("{} {side}", ranks.join("/"))
    }

    fn exchanged(fen: &str) -> String {
        let (board, side) = fen.split_once(' ').unwrap();
        let turn = |it: char| match it.is_ascii_uppercase() {
            true => it.to_ascii_lowercase(),
            false => it.to_ascii_uppercase(),
        };
        let board: String = board.split('/').rev().collect::<Vec<_>>().join("/");
        let board: String = board.chars().map(turn).collect();
        format!("{board} {}", if side.starts_with('w') { "b" } else { "w" })
    }

    #[test]
    fn both_sides_and_both_wings_are_judged_alike() {
        for fen in [
            super::super::START,
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w",
            "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w",
            "C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w",
        ] {
            assert_eq!(value(fen), value(&mirrored(fen)), "{fen}");
            assert_eq!(value(fen), value(&exchanged(fen)), "{fen}");
        }
    }

    #[test]
    fn nobody_wins_without_attackers() {
        let value = value("3k5/9/9/9/9/9/9/4B4/4A4/2BAK4 w");
        assert_eq!(value, TEMPO);
    }

    #[test]
    fn a_hollow_cannon_is_worth_much() {
        let hollow = "rnbakabnr/9/1c5c1/p1p3p1p/4C4/9/P1P1P1P1P/7C1/9/RNBAKABNR w";
        let plain = "rnbakabnr/9/1c5c1/p1p3p1p/3C5/9/P1P1P1P1P/7C1/9/RNBAKABNR w";
        assert!(value(hollow) > value(plain) + 50);
    }
}
