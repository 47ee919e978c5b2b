//! The game of a conversation, which `--game`, an option or the first position decides (`UCI Q1` to `Q4`).

use super::{
    chess::ChessVariant,
    game::UciPosition,
    uci_move::UciMove,
    wire::{BasePosition, PositionSpec},
};
use crate::protocol::search::{BoardGame as _, position_after_moves};

/// The game of a conversation, and the notation of its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum GameVariant {
    /// Chess or xiangqi: no position has shown yet which game is played.
    #[default]
    Undecided,
    Chess(ChessVariant),
    Xiangqi {
        /// The number of the first rank, 0 or 1; `None` until a move shows the number.
        first_rank_number: Option<u8>,
    },
    /// A game other than chess and xiangqi, which `UCI_Variant` selects or may select. In such a game, `UCI_Chess960`
    /// decides only how castling is written (`UCI U43`).
    OtherGame,
    /// A game that no option names.
    Unknown,
}

/// The names of the games on the command line, each with its variant. Most scripts are for the first game of the list.
pub(super) const GAME_NAMES: [(&str, GameVariant); 3] = [
    ("chess", GameVariant::Chess(ChessVariant::Chess)),
    ("chess960", GameVariant::Chess(ChessVariant::Chess960)),
    (
        "xiangqi",
        GameVariant::Xiangqi {
            first_rank_number: None,
        },
    ),
];

/// The values of the option `UCI_Variant` that select standard chess.
const STANDARD_CHESS_OPTION_VALUES: [&[u8]; 3] = [b"chess", b"standard", b"normal"];

impl GameVariant {
    /// True if ponderhit knows the rules of the game, or will know them after the first position.
    pub(super) fn has_known_rules(self) -> bool {
        !matches!(self, GameVariant::OtherGame | GameVariant::Unknown)
    }

    /// The game variant that the option selects with this value. Returns `None` if the option does not select a game
    /// (`UCI U43`, `Q4`).
    pub(super) fn variant_after_option(self, name: &[u8], value: &[u8]) -> Option<GameVariant> {
        let is_xiangqi = matches!(self, GameVariant::Xiangqi { .. });
        if name.eq_ignore_ascii_case(b"UCI_Chess960") {
            return Some(match &value.to_ascii_lowercase()[..] {
                // The option `UCI_Chess960` has no effect in xiangqi.
                _ if is_xiangqi || self == GameVariant::OtherGame => self,
                b"true" => GameVariant::Chess(ChessVariant::Chess960),
                b"false" => GameVariant::Chess(ChessVariant::Chess),
                _ => GameVariant::Unknown,
            });
        }
        let same = |it: &&[u8]| value.eq_ignore_ascii_case(it);
        name.eq_ignore_ascii_case(b"UCI_Variant").then(|| {
            if STANDARD_CHESS_OPTION_VALUES.iter().any(same) {
                GameVariant::Chess(ChessVariant::Chess)
            } else if !value.eq_ignore_ascii_case(b"xiangqi") {
                GameVariant::OtherGame
            } else if is_xiangqi {
                self
            } else {
                GameVariant::Xiangqi {
                    first_rank_number: None,
                }
            }
        })
    }

    /// The game variant in which a `position` command is read, if the conversation has this variant so far.
    pub(super) fn variant_of_position(self, spec: &PositionSpec) -> GameVariant {
        match self {
            GameVariant::Undecided => match (&spec.base_position, is_on_chess_board(spec)) {
                (BasePosition::Fen(_), true) => GameVariant::Chess(ChessVariant::Chess),
                (BasePosition::Start, true) => self,
                (BasePosition::Start, false) if position_if_xiangqi(spec).is_some() => ANY_XIANGQI,
                // A chess engine may ignore a FEN of xiangqi, so the game stays undecided until the engine's answer.
                _ => GameVariant::Unknown,
            },
            GameVariant::Chess(_) if !is_on_chess_board(spec) => GameVariant::Unknown,
            GameVariant::Xiangqi { first_rank_number }
                if !is_on_xiangqi_board(spec, first_rank_number) =>
            {
                GameVariant::Unknown
            }
            _ => self,
        }
    }

    /// The game variant after a `position` command. If the game of the first position of a conversation is unknown, the
    /// games of all later positions are unknown, too.
    pub(super) fn variant_after_position(self, spec: &PositionSpec, first: bool) -> GameVariant {
        match self {
            GameVariant::Undecided if position_if_xiangqi_fen(spec).is_some() => self,
            _ if first && !spec.variant().has_known_rules() => spec.variant(),
            GameVariant::Undecided | ANY_XIANGQI => {
                position_after_moves(spec).map_or(self, |it: UciPosition| it.variant())
            }
            _ => self,
        }
    }

    /// The game variant after the best move of a search in this position. The best move may show that the engine
    /// accepted a FEN of xiangqi, and whether its first rank is 0 or 1.
    pub(super) fn variant_after_best_move(self, spec: &PositionSpec, best: UciMove) -> GameVariant {
        let position = match self {
            GameVariant::Undecided => position_if_xiangqi_fen(spec),
            ANY_XIANGQI => position_after_moves(spec),
            _ => None,
        };
        match position.filter(|it| it.is_legal(best)) {
            Some(mut position) => {
                position.play(best);
                position.variant()
            }
            None => self,
        }
    }
}

/// Whether a best move is legal in this position only if the game is xiangqi.
pub(super) fn fits_only_xiangqi(position: Option<&UciPosition>, best: UciMove) -> bool {
    position.filter(|it| it.is_legal(best)).is_some_and(|it| {
        let mut after = it.clone();
        after.play(best);
        matches!(after.variant(), GameVariant::Xiangqi { .. })
    })
}

/// Xiangqi, when it is unknown whether the engine's first rank is 0 or 1.
const ANY_XIANGQI: GameVariant = GameVariant::Xiangqi {
    first_rank_number: None,
};

/// The position after the moves of a `position` command, if the command is read as xiangqi.
fn position_if_xiangqi(spec: &PositionSpec) -> Option<UciPosition> {
    let mut spec = spec.clone();
    spec.set_variant(ANY_XIANGQI);
    position_after_moves(&spec)
}

/// The position after the moves of a `position` command, if the command has a FEN that is valid in xiangqi.
fn position_if_xiangqi_fen(spec: &PositionSpec) -> Option<UciPosition> {
    match &spec.base_position {
        BasePosition::Fen(_) => position_if_xiangqi(spec),
        BasePosition::Start | BasePosition::UnclearPosition => None,
    }
}

/// True if the FEN and the moves of a `position` command fit on a board with eight files and eight ranks.
fn is_on_chess_board(spec: &PositionSpec) -> bool {
    let wide = fen_board(spec).is_some_and(|board| {
        board.matches('/').count() > 7 || board.split('/').all(|it| rank_width(it) > 8)
    });
    let moves = spec.moves.iter().flatten();
    let mut points = moves.flat_map(|it| [it.from, it.to]);
    !wide && points.all(|it| it.file < 8 && (1..=8).contains(&it.rank))
}

/// True if the FEN and the moves of a `position` command fit on a board with nine files and ten ranks.
fn is_on_xiangqi_board(spec: &PositionSpec, first_rank_number: Option<u8>) -> bool {
    let ten = fen_board(spec).is_none_or(|board| board.matches('/').count() != 7);
    let ranks = match first_rank_number {
        Some(first) => first..=first + 9,
        None => 0..=10,
    };
    let mut moves = spec.moves.iter().flatten();
    ten && moves.all(|it| ranks.contains(&it.from.rank) && ranks.contains(&it.to.rank))
}

/// The number of squares in one rank of a FEN's board; a wrong number if the rank has more than nine empty squares side
/// by side.
pub(super) fn rank_width(rank: &str) -> u32 {
    rank.chars().map(|it| it.to_digit(10).unwrap_or(1)).sum()
}

fn fen_board(spec: &PositionSpec) -> Option<&str> {
    match &spec.base_position {
        BasePosition::Fen(fen) => fen.split(' ').next(),
        BasePosition::Start | BasePosition::UnclearPosition => None,
    }
}
