//! A position in a UCI conversation. While it is undecided whether the game is chess or xiangqi, the position is read
//! both as chess and as xiangqi.

use super::{
    chess::{ChessPosition, ChessVariant},
    uci_move::{BoardPoint, UciMove, is_move_in_other_notation},
    variant::GameVariant,
    xiangqi::{FIRST_RANKS, XiangqiPosition},
};
use crate::{
    message::Message,
    protocol::{
        DiagramRow,
        search::{BoardGame, Word},
    },
};

/// A position with one or more readings (interpretations): one for each game, and each numbering of the ranks, that is
/// still possible.
///
/// A move is legal if it is legal in at least one reading. Playing a legal move keeps only the readings in which the
/// move is legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UciPosition {
    /// The list has at least one reading. A report draws the board of the first reading, and by default explains with
    /// this reading why a move is illegal.
    readings: Vec<PositionReading>,
}

/// One reading of a position: as a position of chess, or as a position of xiangqi.
#[derive(Clone, Debug, PartialEq, Eq)]
enum PositionReading {
    Chess(ChessPosition),
    Xiangqi(Box<XiangqiPosition>),
}

/// Evaluates an expression with the position of a reading, which is a position of chess or of xiangqi.
macro_rules! of_game {
    ($reading:expr, $it:ident => $call:expr) => {
        match $reading {
            PositionReading::Chess($it) => $call,
            PositionReading::Xiangqi($it) => $call,
        }
    };
}

impl PositionReading {
    fn is_legal(&self, step: UciMove) -> bool {
        of_game!(self, it => it.is_legal(step))
    }
}

/// The readings of a position that a game variant allows.
fn possible_readings(
    variant: GameVariant,
    chess: impl Fn(ChessVariant) -> Option<ChessPosition>,
    xiangqi: impl Fn(u8) -> Option<XiangqiPosition>,
) -> Option<UciPosition> {
    let (castling, ranks): (_, &[u8]) = match &variant {
        GameVariant::Undecided => (Some(ChessVariant::Chess), &FIRST_RANKS),
        GameVariant::Chess(castling) => (Some(*castling), &[]),
        GameVariant::Xiangqi { first_rank: None } => (None, &FIRST_RANKS),
        GameVariant::Xiangqi {
            first_rank: Some(0),
        } => (None, &FIRST_RANKS[..1]),
        GameVariant::Xiangqi { .. } => (None, &FIRST_RANKS[1..]),
        GameVariant::OtherGame => (None, &[]),
    };
    let chess = castling.and_then(chess).map(PositionReading::Chess);
    let xiangqi = ranks.iter().filter_map(|it| xiangqi(*it));
    let readings: Vec<PositionReading> = chess
        .into_iter()
        .chain(xiangqi.map(|it| PositionReading::Xiangqi(Box::new(it))))
        .collect();
    (!readings.is_empty()).then_some(UciPosition { readings })
}

impl UciPosition {
    /// The game variant that this position shows, or `Undecided` if chess and xiangqi are both still possible.
    pub(super) fn variant(&self) -> GameVariant {
        match &self.readings[..] {
            [PositionReading::Chess(it)] => GameVariant::Chess(it.variant()),
            [PositionReading::Xiangqi(it)] => GameVariant::Xiangqi {
                first_rank: Some(it.first_rank()),
            },
            [PositionReading::Xiangqi(_), ..] => GameVariant::Xiangqi { first_rank: None },
            _ => GameVariant::Undecided,
        }
    }

    /// True if the side to move is mated in at least one reading. In xiangqi a side without a legal move has lost, even
    /// if it is not in check.
    pub(super) fn is_mate(&self) -> bool {
        let mut readings = self.readings.iter();
        readings.any(|reading| of_game!(reading, it => it.is_mate()))
    }

    /// In chess, true if one side has a queen against a king alone, and this side is the side to move. `None` if no side
    /// has a queen against a king alone.
    pub(super) fn mover_has_queen_against_king(&self) -> Option<bool> {
        match &self.readings[..] {
            [PositionReading::Chess(it)] => it.mover_has_queen_against_king(),
            _ => None,
        }
    }

    /// True if the game is or may be xiangqi, where a perpetual check or a perpetual chase loses (`UCI Q5`).
    pub(super) fn may_repetition_lose(&self) -> bool {
        let mut readings = self.readings.iter();
        readings.any(|it| matches!(it, PositionReading::Xiangqi(_)))
    }

    /// The number of legal moves in the reading with the fewest legal moves. `legal_moves` returns the legal moves of
    /// all readings.
    pub(super) fn legal_move_count(&self) -> usize {
        let counts = self.readings.iter();
        let counts = counts.map(|reading| of_game!(reading, it => it.legal_moves().len()));
        counts.min().unwrap_or_default()
    }

    fn first_reading(&self) -> &PositionReading {
        &self.readings[0]
    }
}

impl BoardGame for UciPosition {
    type Move = UciMove;
    type Point = BoardPoint;
    type Variant = GameVariant;

    fn start_position(variant: GameVariant) -> Option<UciPosition> {
        possible_readings(
            variant,
            |it| Some(ChessPosition::start_position(it)),
            |it| Some(XiangqiPosition::start_position(it)),
        )
    }

    fn parse_position(text: &str, variant: GameVariant) -> Option<UciPosition> {
        possible_readings(
            variant,
            |it| ChessPosition::parse_position(text, it),
            |it| XiangqiPosition::parse_position(text, it),
        )
    }

    fn is_first_player_to_move(&self) -> bool {
        of_game!(self.first_reading(), it => it.is_first_player_to_move())
    }

    fn parse_move(word: &[u8]) -> Option<UciMove> {
        UciMove::parse(word)
    }

    fn looks_like_move(word: &Word<'_>) -> bool {
        is_move_in_other_notation(word.text)
    }

    fn is_legal(&self, step: UciMove) -> bool {
        self.readings.iter().any(|it| it.is_legal(step))
    }

    fn why_illegal(&self, step: UciMove) -> Option<Message> {
        if self.is_legal(step) {
            return None;
        }
        let fits = |reading: &&PositionReading| {
            let mut points = [step.from, step.to].into_iter();
            points.all(|point| of_game!(reading, it => it.has_point(point)))
        };
        let reading = self.readings.iter().find(fits);
        of_game!(reading.unwrap_or(self.first_reading()), it => it.why_illegal(step))
    }

    fn play(&mut self, step: UciMove) {
        if self.readings.len() > 1 && self.is_legal(step) {
            self.readings.retain(|it| it.is_legal(step));
        }
        for reading in &mut self.readings {
            of_game!(reading, it => it.play(step));
        }
    }

    fn play_if_legal(&mut self, step: UciMove) -> bool {
        // If there is only one reading, the `play_if_legal` of its position tests only once whether the move is legal.
        if let [only] = &mut self.readings[..] {
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
        for reading in &self.readings {
            for step in of_game!(reading, it => it.legal_moves()) {
                // The same move may be legal in two readings, but the list contains it once.
                if self.readings.len() == 1 || !moves.contains(&step) {
                    moves.push(step);
                }
            }
        }
        moves
    }

    fn is_capture(&self, step: UciMove) -> bool {
        let mut readings = self.readings.iter();
        readings.any(|reading| of_game!(reading, it => it.is_capture(step)))
    }

    fn hash_key(&self) -> u64 {
        of_game!(self.first_reading(), it => it.hash_key())
    }

    fn side_to_move_caption(&self, after: &[UciMove]) -> Message {
        of_game!(self.first_reading(), it => it.side_to_move_caption(after))
    }

    fn legal_and_illegal_moves(&self) -> Box<dyn Iterator<Item = UciMove> + '_> {
        match self.first_reading() {
            PositionReading::Chess(it) => Box::new(it.legal_and_illegal_moves()),
            PositionReading::Xiangqi(it) => Box::new(it.legal_and_illegal_moves()),
        }
    }

    fn points_of_word(word: &[u8]) -> Option<Vec<BoardPoint>> {
        UciMove::parse_points(word).map(Vec::from)
    }

    fn draw_rows(&self, marked: &[BoardPoint]) -> Vec<DiagramRow> {
        of_game!(self.first_reading(), it => it.draw_rows(marked))
    }
}

#[cfg(test)]
mod tests;
