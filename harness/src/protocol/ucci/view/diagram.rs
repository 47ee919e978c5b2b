//! The board that a violation is about: the position after the moves, with the accused one marked.

use ponderhit_engine::games::xiangqi::{Kind, Move, Piece, Position, Side, Square};

use super::{Asked, Said, Search, View, resolve, set_up};
use crate::{
    protocol::{
        Cell, Diagram, Row,
        ucci::wire::{Command, Response, Words},
    },
    rule::Culprit,
    transcript::At,
};

/// The family of the rules that are about the board even where they accuse no move.
const LEGALITY: &str = "legality";

/// How many moves a caption names.
const NAMED: usize = 4;

/// What a violation happened on.
#[derive(Clone, Debug)]
struct Scene {
    position: Position,
    /// The moves that led here from the position that was told.
    played: Vec<Move>,
    banned: Vec<Move>,
}

/// A word that is to be a move: `h2e2`, and also `h10g8`.
#[derive(Clone, Debug)]
struct Accused {
    word: String,
    /// Those of its points that are on the board.
    squares: Vec<Square>,
}

impl View {
    /// The board that a culprit stands on, where it is a move or `topic` is legality. None where
    /// nobody knows for certain what the engine has on its board.
    pub(in super::super) fn diagram(&self, topic: &str, culprit: &Culprit) -> Option<Diagram> {
        let start = culprit.span.as_ref()?.start;
        let index = self.line_at(culprit.at, start)?;
        let entry = self.entry(index);
        let start = entry.earlier.place(start, entry.offset)?;
        let word = Words::new(&entry.line).find(|it| it.span.start == start)?;
        let accused = Accused::read(word.text);
        if accused.is_none() && topic != LEGALITY {
            return None;
        }
        Some(self.scene(index, start)?.draw(accused.as_ref()))
    }

    /// The line that a byte of an event belongs to: a chunk holds many.
    fn line_at(&self, at: At, byte: usize) -> Option<usize> {
        let first = self.entries.partition_point(|it| it.at < at);
        let of_event = self.entries[first..].iter().take_while(|it| it.at == at);
        let begun = of_event.take_while(|it| it.offset <= byte).count();
        begun.checked_sub(1).map(|it| first + it)
    }

    /// The position at a byte of a line, after what the line itself plays before it.
    fn scene(&self, index: usize, start: usize) -> Option<Scene> {
        let entry = self.entry(index);
        let (position, played, banned) = match &entry.what {
            Said::Command(Command::Position(it) | Command::Probe(it)) => {
                (set_up(&it.place)?, led_by(&entry.line, start), Vec::new())
            }
            Said::Command(Command::BanMoves(_)) => {
                let list = self.ban_lists.iter().find(|it| it.entry == index)?;
                (list.position.clone()?, Vec::new(), Vec::new())
            }
            Said::Response(Response::Pophash(_)) => {
                (self.probed_for(index)?, Vec::new(), Vec::new())
            }
            Said::Response(response) => {
                let search = self.search_of(index)?;
                let played = match response {
                    Response::BestMove(it) => {
                        let best = it.best.iter().filter(|it| it.1.start < start);
                        best.map(|it| it.0).collect()
                    }
                    _ => led_by(&entry.line, start),
                };
                let bans = &search.board.bans.all;
                (search.position()?.clone(), played, bans.clone())
            }
            Said::Command(_) | Said::Else => return None,
        };
        Scene {
            position,
            played,
            banned,
        }
        .after_the_moves()
    }

    /// The search that a response belongs to.
    fn search_of(&self, index: usize) -> Option<&Search> {
        let owns =
            |it: &&Search| it.result == Some(index) || it.infos.binary_search(&index).is_ok();
        self.searches.iter().find(owns)
    }

    /// The position whose hash entry an answer tells.
    fn probed_for(&self, answer: usize) -> Option<Position> {
        let asked = |it: &&super::Ask| it.kind == Asked::Probe && it.answer == Some(answer);
        let ask = self.asks.iter().find(asked)?;
        match self.entry(ask.entry).command() {
            Some(Command::Probe(it)) => resolve(it),
            _ => None,
        }
    }
}

/// The moves that stand directly before a byte of a line.
fn led_by(line: &[u8], start: usize) -> Vec<Move> {
    let mut moves = Vec::new();
    for word in Words::new(line).take_while(|it| it.span.start < start) {
        match word.as_move() {
            Some(it) => moves.push(it),
            None => moves.clear(),
        }
    }
    moves
}

impl Accused {
    fn read(word: &[u8]) -> Option<Accused> {
        let second = word.iter().rposition(u8::is_ascii_lowercase)?;
        let (from, to) = word.split_at(second);
        let points = [from, to];
        let fits = |it: &[u8]| {
            it.first().is_some_and(u8::is_ascii_lowercase)
                && (2..=3).contains(&it.len())
                && it[1..].iter().all(u8::is_ascii_digit)
        };
        points.iter().all(|it| fits(it)).then(|| Accused {
            word: String::from_utf8_lossy(word).into_owned(),
            squares: points.iter().filter_map(|it| square(it)).collect(),
        })
    }
}

/// A point by its name; `None` if it is off the board.
fn square(name: &[u8]) -> Option<Square> {
    let &[file, rank] = name else { return None };
    let mut all = Square::all();
    all.find(|it| it.to_string().as_bytes() == [file, rank])
}

impl Scene {
    /// Plays what leads here; `None` if that cannot be played.
    fn after_the_moves(mut self) -> Option<Scene> {
        for step in &self.played {
            if !self.position.is_legal(*step) {
                return None;
            }
            self.position.play(*step);
            // Bans are for the position they were sent for.
            self.banned.clear();
        }
        Some(self)
    }

    fn draw(&self, accused: Option<&Accused>) -> Diagram {
        let marked = accused.map_or(&[][..], |it| &it.squares);
        let mut rows = Vec::new();
        for rank in (0..10).rev() {
            let squares = (0..9).filter_map(|file| Square::new(file, rank));
            let cells = squares.map(|it| Cell {
                marked: marked.contains(&it),
                ..cell(self.position.piece_at(it))
            });
            rows.push(Row {
                label: rank.to_string(),
                cells: cells.collect(),
            });
            if rank == 5 {
                let river = vec![Cell::new('~', '～'); 9];
                rows.push(unnamed(river));
            }
        }
        let files = "abcdefghi".chars().zip("ａｂｃｄｅｆｇｈｉ".chars());
        let files = files.map(|(ascii, unicode)| Cell::new(ascii, unicode));
        rows.push(unnamed(files.collect()));
        Diagram {
            caption: self.caption(accused),
            rows,
        }
    }

    /// `h2h5; red to move after b2e2 b9c7; banned: h2h5`.
    fn caption(&self, accused: Option<&Accused>) -> String {
        let mut parts: Vec<String> = accused.map(|it| it.word.clone()).into_iter().collect();
        let side = self.position.side_to_move().name();
        parts.push(match self.played.len() {
            0 => format!("{side} to move"),
            1..=NAMED => format!("{side} to move after {}", words(&self.played)),
            many => format!("{side} to move after {many} moves"),
        });
        // The one that was played anyway is named first.
        let played = |it: &&Move| accused.is_some_and(|accused| accused.word == it.to_string());
        let (own, others): (Vec<_>, Vec<_>) = self.banned.iter().partition(played);
        let banned: Vec<Move> = own.into_iter().chain(others).copied().collect();
        if let Some(shown) = banned.chunks(NAMED).next() {
            let more = if banned.len() > NAMED { " ..." } else { "" };
            parts.push(format!("banned: {}{more}", words(shown)));
        }
        parts.join("; ")
    }
}

fn words(moves: &[Move]) -> String {
    let words: Vec<String> = moves.iter().map(ToString::to_string).collect();
    words.join(" ")
}

fn unnamed(cells: Vec<Cell>) -> Row {
    Row {
        label: String::new(),
        cells,
    }
}

/// An empty point is as wide as a piece: full width in Unicode.
fn cell(piece: Option<Piece>) -> Cell {
    let Some(piece) = piece else {
        return Cell::new('.', '．');
    };
    let (red, black) = match piece.kind {
        Kind::King => ('帥', '將'),
        Kind::Advisor => ('仕', '士'),
        Kind::Bishop => ('相', '象'),
        Kind::Knight => ('傌', '馬'),
        Kind::Rook => ('俥', '車'),
        Kind::Cannon => ('炮', '砲'),
        Kind::Pawn => ('兵', '卒'),
    };
    let unicode = match piece.side {
        Side::Red => red,
        Side::Black => black,
    };
    Cell::new(piece.letter(), unicode)
}
