//! Chess, for the judge: positions, moves and legality, by crate `cozy-chess`.

mod fen;
mod illegal;

use cozy_chess::{Board, Color, File, Piece, Rank, Square};

use super::step::{Point, Step, is_other_notation};
use crate::message::{Message, message};
use crate::protocol::{
    DiagramCell, DiagramRow,
    search::{BoardGame, MAX_CAPTION_MOVES, Word, join_moves},
};

/// Which game is played, and how castling is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Rules {
    /// Castling is the king's move of two squares (`UCI U42`).
    #[default]
    Chess,
    /// Castling is the king taking its own rook (`UCI U43`).
    Chess960,
    /// Another game, or it is not certain which: no position is known.
    Unknown,
}

/// A position of chess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chess {
    board: Board,
    rules: Rules,
}

impl BoardGame for Chess {
    type Move = Step;
    type Point = Point;
    type Rules = Rules;

    fn start_position(rules: Rules) -> Option<Chess> {
        let board = Board::startpos();
        (rules != Rules::Unknown).then_some(Chess { board, rules })
    }

    fn parse_position(text: &str, rules: Rules) -> Option<Chess> {
        let board = match rules {
            Rules::Unknown => return None,
            Rules::Chess => fen::read(text).filter(fen::castles_as_usual)?,
            Rules::Chess960 => fen::read(text)?,
        };
        Some(Chess { board, rules })
    }

    fn first_to_move(&self) -> bool {
        self.board.side_to_move() == Color::White
    }

    fn parse_move(word: &[u8]) -> Option<Step> {
        Step::read(word)
    }

    fn looks_like_move(word: &Word<'_>) -> bool {
        is_other_notation(word.text)
    }

    fn is_legal(&self, step: Step) -> bool {
        let known = self.known(step);
        known.is_some_and(|it| self.board.is_legal(it))
    }

    fn why_illegal(&self, step: Step) -> Option<Message> {
        illegal::why(self, step)
    }

    fn play(&mut self, step: Step) {
        if let Some(known) = self.known(step) {
            // An illegal move changes nothing.
            let _ = self.board.try_play(known);
        }
    }

    fn legal_moves(&self) -> Vec<Step> {
        let mut moves = Vec::new();
        self.board.generate_moves(|some| {
            moves.extend(some.into_iter().map(|it| self.written(it)));
            false
        });
        moves
    }

    fn is_capture(&self, step: Step) -> bool {
        let Some(known) = self.known(step) else {
            return false;
        };
        let pawn = self.board.piece_on(known.from) == Some(Piece::Pawn);
        let aside = pawn && known.from.file() != known.to.file();
        aside || self.board.color_on(known.to) == Some(!self.board.side_to_move())
    }

    fn hash_key(&self) -> u64 {
        self.board.hash()
    }

    fn side_to_move_caption(&self, after: &[Step]) -> Message {
        let (white, count) = (self.first_to_move(), after.len());
        let moves = join_moves(after);
        match (white, count) {
            (true, 0) => message!("white_to_move", "white to move"),
            (false, 0) => message!("black_to_move", "black to move"),
            (true, 1..=MAX_CAPTION_MOVES) => {
                message!("white_to_move_after", "white to move after {moves}", moves)
            }
            (false, 1..=MAX_CAPTION_MOVES) => {
                message!("black_to_move_after", "black to move after {moves}", moves)
            }
            (true, _) => message!(
                "white_to_move_after_many",
                "white to move after {count} moves",
                count
            ),
            (false, _) => message!(
                "black_to_move_after_many",
                "black to move after {count} moves",
                count
            ),
        }
    }

    fn all_moves(&self) -> Box<dyn Iterator<Item = Step> + '_> {
        let own = self.board.colors(self.board.side_to_move());
        let others = (!own).into_iter();
        let origins = own.into_iter().chain(others);
        let pairs = origins.flat_map(|from| {
            let others = Square::ALL.into_iter().filter(move |to| *to != from);
            others.map(move |to| (from, to))
        });
        let promotion = None;
        Box::new(pairs.map(move |(from, to)| Step {
            from: point(from),
            to: point(to),
            promotion,
        }))
    }

    fn points_of_word(word: &[u8]) -> Option<Vec<Point>> {
        let points = Step::points(word)?;
        let on_board = points.into_iter().filter(|it| square(*it).is_some());
        Some(on_board.collect())
    }

    fn draw_rows(&self, marked: &[Point]) -> Vec<DiagramRow> {
        let mut rows = Vec::new();
        for rank in Rank::ALL.into_iter().rev() {
            let squares = File::ALL.into_iter().map(|file| Square::new(file, rank));
            let cells = squares.map(|it| DiagramCell {
                highlighted: marked.contains(&point(it)),
                ..self.cell(it)
            });
            rows.push(DiagramRow {
                label: rank.to_string(),
                cells: cells.collect(),
            });
        }
        let files = ('a'..='h').map(|it| DiagramCell::new(it, it));
        rows.push(DiagramRow::without_label(files.collect()));
        rows
    }
}

impl Chess {
    /// The move as the crate knows it, castling as the king taking its own rook; `None` if no square or piece fits.
    fn known(&self, step: Step) -> Option<cozy_chess::Move> {
        let (from, mut to) = (square(step.from)?, square(step.to)?);
        let own = self.board.color_on(to) == Some(self.board.side_to_move());
        if self.rules == Rules::Chess {
            if own {
                return None;
            }
            to = self.castles_with(from, to).unwrap_or(to);
        }
        let promotion = match step.promotion {
            None => None,
            Some(letter) => Some(Piece::try_from(letter).ok()?),
        };
        Some(cozy_chess::Move {
            from,
            to,
            promotion,
        })
    }

    /// The rook, if this is the king's move of two squares, to the side on which it has a right to castle.
    fn castles_with(&self, from: Square, to: Square) -> Option<Square> {
        let side = self.board.side_to_move();
        let rights = self.board.castle_rights(side);
        let king = self.board.king(side) == from && from.file() == File::E;
        let rook = match to.file() {
            File::G => rights.short,
            File::C => rights.long,
            _ => None,
        };
        let aside = king && from.rank() == to.rank();
        rook.filter(|_| aside)
            .map(|file| Square::new(file, from.rank()))
    }

    /// The move as the protocol writes it.
    fn written(&self, known: cozy_chess::Move) -> Step {
        let mut to = known.to;
        let castles = self.board.color_on(to) == Some(self.board.side_to_move());
        if castles && self.rules == Rules::Chess {
            let short = known.from.file() < to.file();
            to = Square::new(if short { File::G } else { File::C }, to.rank());
        }
        Step {
            from: point(known.from),
            to: point(to),
            promotion: known.promotion.map(char::from),
        }
    }

    fn cell(&self, square: Square) -> DiagramCell {
        let Some((piece, color)) = self.board.piece_on(square).zip(self.board.color_on(square))
        else {
            return DiagramCell::new('.', '·');
        };
        let (white, black) = match piece {
            Piece::King => ('♔', '♚'),
            Piece::Queen => ('♕', '♛'),
            Piece::Rook => ('♖', '♜'),
            Piece::Bishop => ('♗', '♝'),
            Piece::Knight => ('♘', '♞'),
            Piece::Pawn => ('♙', '♟'),
        };
        let letter = char::from(piece);
        match color {
            Color::White => DiagramCell::new(letter.to_ascii_uppercase(), white),
            Color::Black => DiagramCell::new(letter, black),
        }
    }

    /// Whether the side to move is mated.
    pub(super) fn is_mate(&self) -> bool {
        self.in_check() && self.legal_moves().is_empty()
    }

    /// Whether the side to move is in check.
    fn in_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }
}

/// A square of the board; `None` if the point is beyond it.
fn square(point: Point) -> Option<Square> {
    let rank = Rank::try_index(usize::from(point.rank.checked_sub(1)?))?;
    Some(Square::new(File::try_index(usize::from(point.file))?, rank))
}

fn point(square: Square) -> Point {
    Point {
        file: square.file() as u8,
        rank: square.rank() as u8 + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(text: &str) -> Step {
        Step::read(text.as_bytes()).unwrap()
    }

    const ROOKS: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

    #[test]
    fn castling_is_written_as_the_rules_say() {
        let usual = Chess::parse_position(ROOKS, Rules::Chess).unwrap();
        let other = Chess::parse_position(ROOKS, Rules::Chess960).unwrap();
        for (position, legal, illegal) in [(&usual, "e1g1", "e1h1"), (&other, "e1h1", "e1g1")] {
            assert!(position.is_legal(step(legal)));
            assert!(position.legal_moves().contains(&step(legal)));
            assert!(!position.is_legal(step(illegal)));
            assert!(!position.legal_moves().contains(&step(illegal)));
        }
        let (mut one, mut two) = (usual, other);
        one.play(step("e1c1"));
        two.play(step("e1a1"));
        assert_eq!(one.hash_key(), two.hash_key());
    }

    #[test]
    fn every_generated_move_is_legal_and_no_other_is() {
        for fen in [
            ROOKS,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        ] {
            let position = Chess::parse_position(fen, Rules::Chess).unwrap();
            let legal = position.legal_moves();
            let promotions = [None, Some('q'), Some('n')];
            for one in position.all_moves() {
                for promotion in promotions {
                    let step = Step { promotion, ..one };
                    let listed = legal.contains(&step);
                    assert_eq!(position.is_legal(step), listed, "{step} in {fen}");
                    let why = position.why_illegal(step);
                    assert_eq!(why.is_none(), listed, "{step} in {fen}: {why:?}");
                }
            }
        }
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let mut position = Chess::start_position(Rules::Chess).unwrap();
        let before = position.clone();
        for text in ["e2e5", "e5e6", "i1i2", "e1g1", "a9a10"] {
            position.play(step(text));
        }
        assert_eq!(position, before);
    }
}
