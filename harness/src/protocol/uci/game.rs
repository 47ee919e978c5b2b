//! A position in a UCI conversation. While it is undecided whether the game is chess or xiangqi, the position is read
//! both as chess and as xiangqi.

use super::{
    chess::{ChessPosition, ChessVariant},
    uci_move::{BoardPoint, UciMove, is_move_in_other_notation},
    variant::GameVariant,
    xiangqi::{FIRST_RANK_NUMBERS, XiangqiPosition},
};
use crate::{
    message::Message,
    protocol::{
        DiagramRow,
        search::{BoardGame, Word},
    },
};

/// A position with one or more interpretations: one for each game, and each numbering of the ranks,
/// that is still possible.
///
/// A move is legal if it is legal in at least one interpretation. Playing a legal move keeps only the interpretations
/// in which the move is legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UciPosition {
    /// The list has at least one interpretation. A report draws the board of the first interpretation, and by default
    /// explains with this interpretation why a move is illegal.
    interpretations: Vec<PositionInterpretation>,
}

/// One interpretation of a position: as a position of chess, or as a position of xiangqi.
#[derive(Clone, Debug, PartialEq, Eq)]
enum PositionInterpretation {
    Chess(ChessPosition),
    Xiangqi(Box<XiangqiPosition>),
}

/// Evaluates an expression with the position of an interpretation, which is a position of chess or of xiangqi.
macro_rules! of_game {
    ($interpretation:expr, $it:ident => $call:expr) => {
        match $interpretation {
            PositionInterpretation::Chess($it) => $call,
            PositionInterpretation::Xiangqi($it) => $call,
        }
    };
}

impl PositionInterpretation {
    fn is_legal(&self, step: UciMove) -> bool {
        of_game!(self, it => it.is_legal(step))
    }
}

/// The interpretations of a position that a game variant allows.
fn interpret_position(
    variant: GameVariant,
    chess: impl Fn(ChessVariant) -> Option<ChessPosition>,
    xiangqi: impl Fn(u8) -> Option<XiangqiPosition>,
) -> Option<UciPosition> {
    let (castling, ranks): (_, &[u8]) = match &variant {
        GameVariant::Undecided => (Some(ChessVariant::Chess), &FIRST_RANK_NUMBERS),
        GameVariant::Chess(castling) => (Some(*castling), &[]),
        GameVariant::Xiangqi {
            first_rank_number: None,
        } => (None, &FIRST_RANK_NUMBERS),
        GameVariant::Xiangqi {
            first_rank_number: Some(0),
        } => (None, &FIRST_RANK_NUMBERS[..1]),
        GameVariant::Xiangqi { .. } => (None, &FIRST_RANK_NUMBERS[1..]),
        GameVariant::OtherGame | GameVariant::Unknown => (None, &[]),
    };
    let chess = castling.and_then(chess).map(PositionInterpretation::Chess);
    let xiangqi = ranks.iter().filter_map(|it| xiangqi(*it));
    let interpretations: Vec<PositionInterpretation> = chess
        .into_iter()
        .chain(xiangqi.map(|it| PositionInterpretation::Xiangqi(Box::new(it))))
        .collect();
    (!interpretations.is_empty()).then_some(UciPosition { interpretations })
}

impl UciPosition {
    /// The game variant that this position shows, or `Undecided` if chess and xiangqi are both still possible.
    pub(super) fn variant(&self) -> GameVariant {
        match &self.interpretations[..] {
            [PositionInterpretation::Chess(it)] => GameVariant::Chess(it.variant()),
            [PositionInterpretation::Xiangqi(it)] => GameVariant::Xiangqi {
                first_rank_number: Some(it.first_rank_number()),
            },
            [PositionInterpretation::Xiangqi(_), ..] => GameVariant::Xiangqi {
                first_rank_number: None,
            },
            _ => GameVariant::Undecided,
        }
    }

    /// True if the side to move is mated in at least one interpretation. In xiangqi a side without a legal move has
    /// lost, even if it is not in check.
    pub(super) fn is_mate(&self) -> bool {
        let mut interpretations = self.interpretations.iter();
        interpretations.any(|interpretation| of_game!(interpretation, it => it.is_mate()))
    }

    /// In chess, true if one side has a queen against a king alone, and this side is the side to move. `None` if no
    /// side has a queen against a king alone.
    pub(super) fn mover_has_queen_against_king(&self) -> Option<bool> {
        match &self.interpretations[..] {
            [PositionInterpretation::Chess(it)] => it.mover_has_queen_against_king(),
            _ => None,
        }
    }

    /// The position, if the game is certainly chess.
    pub(super) fn as_chess(&self) -> Option<&ChessPosition> {
        match &self.interpretations[..] {
            [PositionInterpretation::Chess(it)] => Some(it),
            _ => None,
        }
    }

    /// True if the game is or may be xiangqi, where a perpetual check or a perpetual chase loses (`UCI Q5`).
    pub(super) fn may_repetition_lose(&self) -> bool {
        let mut interpretations = self.interpretations.iter();
        interpretations.any(|it| matches!(it, PositionInterpretation::Xiangqi(_)))
    }

    /// The number of legal moves in the interpretation with the fewest legal moves. `legal_moves` returns the legal
    /// moves of all interpretations.
    pub(super) fn legal_move_count(&self) -> usize {
        let counts = self.interpretations.iter();
        let counts =
            counts.map(|interpretation| of_game!(interpretation, it => it.legal_moves().len()));
        counts.min().unwrap_or_default()
    }

    fn first_interpretation(&self) -> &PositionInterpretation {
        &self.interpretations[0]
    }
}

impl BoardGame for UciPosition {
    type Move = UciMove;
    type Point = BoardPoint;
    type Variant = GameVariant;

    fn start_position(variant: GameVariant) -> Option<UciPosition> {
        interpret_position(
            variant,
            |it| Some(ChessPosition::start_position(it)),
            |it| Some(XiangqiPosition::start_position(it)),
        )
    }

    fn parse_position(text: &str, variant: GameVariant) -> Option<UciPosition> {
        interpret_position(
            variant,
            |it| ChessPosition::parse_position(text, it),
            |it| XiangqiPosition::parse_position(text, it),
        )
    }

    fn is_first_player_to_move(&self) -> bool {
        of_game!(self.first_interpretation(), it => it.is_first_player_to_move())
    }

    fn parse_move(word: &[u8]) -> Option<UciMove> {
        UciMove::parse(word)
    }

    fn looks_like_move(word: &Word<'_>) -> bool {
        is_move_in_other_notation(word.text)
    }

    fn is_legal(&self, step: UciMove) -> bool {
        self.interpretations.iter().any(|it| it.is_legal(step))
    }

    fn why_illegal(&self, step: UciMove) -> Option<Message> {
        if self.is_legal(step) {
            return None;
        }
        let fits = |interpretation: &&PositionInterpretation| {
            let mut points = [step.from, step.to].into_iter();
            points.all(|point| of_game!(interpretation, it => it.has_point(point)))
        };
        let interpretation = self.interpretations.iter().find(fits);
        of_game!(interpretation.unwrap_or(self.first_interpretation()), it => it.why_illegal(step))
    }

    fn play(&mut self, step: UciMove) {
        if self.interpretations.len() > 1 && self.is_legal(step) {
            self.interpretations.retain(|it| it.is_legal(step));
        }
        for interpretation in &mut self.interpretations {
            of_game!(interpretation, it => it.play(step));
        }
    }

    fn play_if_legal(&mut self, step: UciMove) -> bool {
        // If there is only one interpretation, the `play_if_legal` of its position tests only once whether the move is
        // legal.
        if let [only] = &mut self.interpretations[..] {
            return of_game!(only, it => it.play_if_legal(step));
        }
        let is_legal = self.is_legal(step);
        if is_legal {
            self.play(step);
        }
        is_legal
    }

    fn legal_moves(&self) -> Vec<UciMove> {
        let mut moves = Vec::new();
        for interpretation in &self.interpretations {
            for step in of_game!(interpretation, it => it.legal_moves()) {
                // The same move may be legal in two interpretations, but the list contains it once.
                if self.interpretations.len() == 1 || !moves.contains(&step) {
                    moves.push(step);
                }
            }
        }
        moves
    }

    fn has_same_board(&self, other: &UciPosition) -> bool {
        match (self.as_chess(), other.as_chess()) {
            (Some(one), Some(other)) => one.has_same_board(other),
            _ => self.hash_key() == other.hash_key(),
        }
    }

    fn hash_key(&self) -> u64 {
        of_game!(self.first_interpretation(), it => it.hash_key())
    }

    fn side_to_move_caption(&self, after: &[UciMove]) -> Message {
        of_game!(self.first_interpretation(), it => it.side_to_move_caption(after))
    }

    fn legal_and_illegal_moves(&self) -> Box<dyn Iterator<Item = UciMove> + '_> {
        match self.first_interpretation() {
            PositionInterpretation::Chess(it) => Box::new(it.legal_and_illegal_moves()),
            PositionInterpretation::Xiangqi(it) => Box::new(it.legal_and_illegal_moves()),
        }
    }

    fn points_of_word(word: &[u8]) -> Option<Vec<BoardPoint>> {
        UciMove::parse_points(word).map(Vec::from)
    }

    fn draw_rows(&self, marked: &[BoardPoint]) -> Vec<DiagramRow> {
        of_game!(self.first_interpretation(), it => it.draw_rows(marked))
    }
}

#[cfg(test)]
mod tests;
