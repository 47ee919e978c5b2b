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
    PieceKind, Position, Side, Square, attack,
    bitboard::Bitboard,
    move_generation::reachable_points_of_piece,
    piece_square_tables::{piece_square_value, piece_value},
};
use crate::game::{EvalParams, OptionLevel, Style};

/// Bonus for the side to move.
const TEMPO_BONUS: i32 = 5;

/// The largest evaluation without a mate.
const MAX_EVALUATION: i32 = 15_000;

impl Position {
    /// The evaluation for the side to move, in hundredths of a horse.
    pub(super) fn evaluate_with_params(&self, eval_params: EvalParams) -> i32 {
        let mut values = self.piece_square_sums;
        if eval_params.knowledge >= OptionLevel::Small {
            let attacks = [Side::Red, Side::Black].map(|side| self.attack_sums(side));
            for side in [Side::Red, Side::Black] {
                let [own, other] = [side as usize, side.opponent() as usize];
                values[own] += attacks[own].mobility;
                if eval_params.knowledge >= OptionLevel::Medium {
                    let danger = self.king_danger(side, attacks[other].palace_attacks, eval_params);
                    values[own] -= scale_danger_by_style(danger, eval_params.style);
                }
            }
        }
        let [red, black] = values;
        let mut value = match self.moving_side {
            Side::Red => red - black,
            Side::Black => black - red,
        };
        if eval_params.knowledge >= OptionLevel::Large {
            value = self.scale_endgame(value);
        }
        (value + TEMPO_BONUS).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    fn pieces_of_kind(&self, side: Side, kind: PieceKind) -> Bitboard {
        self.points_by_side[side as usize] & self.points_by_kind[kind as usize]
    }

    /// Computes the mobility of a side's attackers, and their attacks on the enemy's palace.
    fn attack_sums(&self, side: Side) -> AttackSums {
        let own = self.points_by_side[side as usize];
        let palace = palace_points(side.opponent());
        let mut attacks = AttackSums::default();
        for (kind, usual, step, force) in [
            (PieceKind::Rook, 9, 2, 4),
            (PieceKind::Cannon, 9, 1, 3),
            (PieceKind::Knight, 4, 4, 4),
            (PieceKind::Pawn, 0, 0, 4),
        ] {
            for from in self.pieces_of_kind(side, kind) {
                let Some(piece) = self.piece_at(from) else {
                    continue;
                };
                let targets = reachable_points_of_piece(piece, from, &self.occupancy) & !own;
                if kind != PieceKind::Pawn {
                    attacks.mobility += step * (targets.count() as i32 - usual);
                }
                let hits = (targets & palace).count() as i32;
                attacks.palace_attacks += force * hits;
            }
        }
        attacks
    }

    /// The danger to the king of `side`.
    fn king_danger(&self, side: Side, on_palace: i32, eval_params: EvalParams) -> i32 {
        let enemy = side.opponent();
        let count = |side: Side, kind: PieceKind| self.pieces_of_kind(side, kind).count() as i32;
        let missing = [PieceKind::Advisor, PieceKind::Bishop].map(|it| 2 - count(side, it));
        let [advisors, bishops] = missing;
        let chariots = count(enemy, PieceKind::Rook);
        let horses = count(enemy, PieceKind::Knight);
        let cannons = count(enemy, PieceKind::Cannon);
        let force = 2 * chariots + horses + cannons;
        // If a side lacks advisors, the enemy's chariots and horses gain most; if a side lacks
        // elephants, the enemy's cannons gain most.
        let bare = advisors * (7 * chariots + 5 * horses + 2 * cannons)
            + bishops * (5 * cannons + 3 * chariots);
        let pressure = on_palace * (force + 2 * (advisors + bishops)) / 6;
        let patterns = match eval_params.knowledge {
            OptionLevel::Large => self.cannon_danger(side, force),
            _ => 0,
        };
        bare + pressure.min(160) + patterns
    }

    /// The danger from enemy cannons on the rank or file of the king of `side`.
    fn cannon_danger(&self, side: Side, force: i32) -> i32 {
        let king = self.king_points[side as usize];
        let cannons = self.pieces_of_kind(side.opponent(), PieceKind::Cannon);
        let looking = cannons & attack::rank_and_file_points(king);
        if looking.is_empty() {
            return 0;
        }
        let first = attack::chariot_attacks(king, &self.occupancy) & self.occupancy.occupied_points;
        let second = attack::cannon_captures(king, &self.occupancy);
        let mut value = 0;
        for cannon in looking {
            let along = cannon.file() == king.file();
            value += if first.contains(cannon) {
                // A cannon with no piece between itself and the king is a "hollow" cannon.
                if along { 14 * force } else { 6 * force }
            } else if second.contains(cannon) {
                0
            } else if along {
                // At least two pieces are between the cannon and the king. If there are exactly two
                // pieces between the cannon and the king, the cannon gives check when one of the
                // two pieces leaves the line.
                4 * force
            } else {
                2 * force
            };
        }
        value
    }

    /// Scales an advantage down if the stronger side has too little material to win.
    fn scale_endgame(&self, value: i32) -> i32 {
        let stronger = match value >= 0 {
            true => self.moving_side,
            false => self.moving_side.opponent(),
        };
        let count = |side: Side, kind: PieceKind| self.pieces_of_kind(side, kind).count() as i32;
        let heavy = count(stronger, PieceKind::Rook);
        let light = count(stronger, PieceKind::Knight) + count(stronger, PieceKind::Cannon);
        let pawns = (self.pieces_of_kind(stronger, PieceKind::Pawn)).count() as i32;
        if heavy > 0 || light > 1 || pawns > 2 {
            return value;
        }
        let weaker = stronger.opponent();
        let guards = count(weaker, PieceKind::Advisor) + count(weaker, PieceKind::Bishop);
        match (light, pawns) {
            (0, 0) => 0,
            (1, 0) if guards > 0 => value / 8,
            (0, 1) if guards > 0 => value / 6,
            (1, 1) | (0, 2) if guards > 2 => value / 3,
            _ => value,
        }
    }

    /// The full evaluation, as `go depth 0` reports it (`UCCI G5`).
    pub fn static_evaluation(&self) -> i32 {
        self.evaluate_with_params(EvalParams {
            knowledge: OptionLevel::Large,
            style: Style::Normal,
        })
    }

    /// Whether a side has a piece that can cross the river.
    pub fn has_winning_material(&self, side: Side) -> bool {
        let pieces = [
            PieceKind::Rook,
            PieceKind::Cannon,
            PieceKind::Knight,
            PieceKind::Pawn,
        ];
        pieces
            .iter()
            .any(|it| self.pieces_of_kind(side, *it).is_not_empty())
    }

    /// Whether the side to move has a chariot, cannon or horse; without one, zugzwang is likely.
    pub(super) fn has_chariot_cannon_or_horse(&self) -> bool {
        let pieces = [PieceKind::Rook, PieceKind::Cannon, PieceKind::Knight];
        pieces
            .iter()
            .any(|it| self.pieces_of_kind(self.moving_side, *it).is_not_empty())
    }

    /// The value of the piece on a point, 0 if there is none.
    pub(super) fn piece_value_on(&self, square: Square) -> i32 {
        self.piece_at(square).map_or(0, |it| match it.kind {
            // A pawn beyond the river is worth more.
            PieceKind::Pawn => piece_square_value(it, square).max(piece_value(PieceKind::Pawn)),
            kind => piece_value(kind),
        })
    }
}

/// The sums of the mobility and of the palace attacks of one side's pieces.
#[derive(Clone, Copy, Debug, Default)]
struct AttackSums {
    mobility: i32,
    /// The weighted number of attacks on points of the enemy's palace.
    palace_attacks: i32,
}

/// Scales the danger to a king by the option `style`.
fn scale_danger_by_style(danger: i32, style: Style) -> i32 {
    match style {
        Style::Solid => danger * 3 / 4,
        Style::Normal => danger,
        Style::Risky => danger * 3 / 2,
    }
}

fn palace_points(side: Side) -> Bitboard {
    let rows = 0b111 | 0b111 << 9 | 0b111 << 18;
    match side {
        Side::Red => Bitboard(rows << 3),
        Side::Black => Bitboard(rows << (3 + 63)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL_EVAL_PARAMS: EvalParams = EvalParams {
        knowledge: OptionLevel::Large,
        style: Style::Normal,
    };

    fn evaluate_fen(fen: &str) -> i32 {
        Position::from_fen(fen)
            .unwrap()
            .evaluate_with_params(FULL_EVAL_PARAMS)
    }

    /// The FEN of the mirror image of a position: file `a` becomes file `i`, and so on.
    fn mirror_files(fen: &str) -> String {
        let (board, side) = fen.split_once(' ').unwrap();
        let ranks = board.split('/').map(|it| it.chars().rev().collect());
        let ranks: Vec<String> = ranks.collect();
        format!("{} {side}", ranks.join("/"))
    }

    fn swap_colours(fen: &str) -> String {
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
    fn the_evaluation_ignores_colour_and_mirroring() {
        for fen in [
            super::super::START_FEN,
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w",
            "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w",
            "C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w",
        ] {
            assert_eq!(evaluate_fen(fen), evaluate_fen(&mirror_files(fen)), "{fen}");
            assert_eq!(evaluate_fen(fen), evaluate_fen(&swap_colours(fen)), "{fen}");
        }
    }

    #[test]
    fn a_side_without_attackers_cannot_win() {
        let value = evaluate_fen("3k5/9/9/9/9/9/9/4B4/4A4/2BAK4 w");
        assert_eq!(value, TEMPO_BONUS);
    }

    #[test]
    fn a_hollow_cannon_has_a_high_value() {
        let hollow = "rnbakabnr/9/1c5c1/p1p3p1p/4C4/9/P1P1P1P1P/7C1/9/RNBAKABNR w";
        let plain = "rnbakabnr/9/1c5c1/p1p3p1p/3C5/9/P1P1P1P1P/7C1/9/RNBAKABNR w";
        assert!(evaluate_fen(hollow) > evaluate_fen(plain) + 50);
    }
}
