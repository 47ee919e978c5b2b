//! Draws the board of a violation: the position after the moves, with the reported move highlighted.

use super::{
    BoardGame as _, BoardNotes as _, Command, Content, Dialect, MoveOf, NAMED, Response, Search,
    View, Words, set_up, words,
};
use crate::{
    message::{Message, message},
    protocol::Diagram,
    rule::Culprit,
    transcript::At,
};

/// The topic of the rules whose violations get a board even without a reported move.
const LEGALITY: &str = "legality";

type PointOf<D> = <<D as Dialect>::Game as super::BoardGame>::Point;

/// The position of a violation, and how it was reached.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct Scene<D: Dialect> {
    pub(in crate::protocol) position: D::Game,
    /// The moves from the FEN or the initial position to this position.
    pub(in crate::protocol) played: Vec<MoveOf<D>>,
    pub(in crate::protocol) banned: Vec<MoveOf<D>>,
}

/// A reported word that looks like a move: `h2e2`, and also `h10g8`.
#[derive(Clone, Debug)]
struct Reported<P> {
    word: String,
    /// The points of the word that are on the board.
    points: Vec<P>,
}

impl<D: Dialect> View<D> {
    /// The board of a culprit that is a move, or of any culprit of the topic legality. Returns `None` if the engine's
    /// position is not certain.
    pub(in crate::protocol) fn diagram(&self, topic: &str, culprit: &Culprit) -> Option<Diagram> {
        let start = culprit.span.as_ref()?.start;
        let index = self.line_at(culprit.at, start)?;
        let entry = self.entry(index);
        let start = entry.earlier.place(start, entry.offset)?;
        let word = Words::new(&entry.line).find(|it| it.span.start == start)?;
        let reported = D::Game::points(word.text).map(|points| Reported {
            word: String::from_utf8_lossy(word.text).into_owned(),
            points,
        });
        if reported.is_none() && topic != LEGALITY {
            return None;
        }
        Some(self.scene(index, start)?.draw(reported.as_ref()))
    }

    /// The index of the line that contains a byte of an event. A chunk may contain several lines.
    fn line_at(&self, at: At, byte: usize) -> Option<usize> {
        let first = self.entries.partition_point(|it| it.at < at);
        let of_event = self.entries[first..].iter().take_while(|it| it.at == at);
        let begun = of_event.take_while(|it| it.offset <= byte).count();
        begun.checked_sub(1).map(|it| first + it)
    }

    /// The position after the moves that come before a byte of a line.
    fn scene(&self, index: usize, start: usize) -> Option<Scene<D>> {
        let entry = self.entry(index);
        let (position, played, banned) = match &entry.content {
            Content::Command(Command::Position(it)) => {
                (set_up(it)?, led_by::<D>(&entry.line, start), Vec::new())
            }
            Content::Command(Command::Own(_)) => {
                return D::scene(self, index, start)?.after_the_moves();
            }
            Content::Response(response) => {
                if let Response::Own(_) = **response {
                    return D::scene(self, index, start)?.after_the_moves();
                }
                let search = self.search_of(index)?;
                let played = match &**response {
                    Response::BestMove(it) => {
                        let best = it.best.iter().filter(|it| it.1.start < start);
                        best.map(|it| it.0).collect()
                    }
                    _ => led_by::<D>(&entry.line, start),
                };
                let banned = search.board.notes.banned().to_vec();
                (search.position()?.clone(), played, banned)
            }
            Content::Command(_) | Content::Other => return None,
        };
        Scene {
            position,
            played,
            banned,
        }
        .after_the_moves()
    }

    /// The search that a response belongs to.
    fn search_of(&self, index: usize) -> Option<&Search<D>> {
        let owns =
            |it: &&Search<D>| it.result == Some(index) || it.infos.binary_search(&index).is_ok();
        self.searches.iter().find(owns)
    }
}

/// The sequence of moves that ends before a byte of a line.
pub(in crate::protocol) fn led_by<D: Dialect>(line: &[u8], start: usize) -> Vec<MoveOf<D>> {
    let mut moves = Vec::new();
    for word in Words::new(line).take_while(|it| it.span.start < start) {
        match word.as_move::<D::Game>() {
            Some(it) => moves.push(it),
            None => moves.clear(),
        }
    }
    moves
}

impl<D: Dialect> Scene<D> {
    /// Plays the moves. Returns `None` if a move is illegal.
    fn after_the_moves(mut self) -> Option<Scene<D>> {
        for step in &self.played {
            if !self.position.is_legal(*step) {
                return None;
            }
            self.position.play(*step);
            // Bans apply only to the position for which they were sent.
            self.banned.clear();
        }
        Some(self)
    }

    fn draw(&self, reported: Option<&Reported<PointOf<D>>>) -> Diagram {
        let marked = reported.map_or(&[][..], |it| &it.points);
        Diagram {
            caption: self.caption(reported),
            rows: self.position.draw(marked),
        }
    }

    /// The caption of the board: `h2h5; red to move after b2e2 b9c7; banned: h2h5`.
    fn caption(&self, reported: Option<&Reported<PointOf<D>>>) -> Vec<Message> {
        let word = reported.map(|it| message!("caption_move", "{word}", word = &it.word));
        let mut parts: Vec<Message> = word.into_iter().collect();
        parts.push(self.position.to_move(&self.played));
        // If the reported move is banned, it is the first banned move in the caption.
        let played =
            |it: &&MoveOf<D>| reported.is_some_and(|reported| reported.word == it.to_string());
        let (own, others): (Vec<_>, Vec<_>) = self.banned.iter().partition(played);
        let banned: Vec<MoveOf<D>> = own.into_iter().chain(others).copied().collect();
        if let Some(shown) = banned.chunks(NAMED).next() {
            let moves = words(shown);
            parts.push(match banned.len() > NAMED {
                true => message!("banned_and_more", "banned: {moves} and more", moves),
                false => message!("banned", "banned: {moves}", moves),
            });
        }
        parts
    }
}
