//! Draws the board of a violation: the position after the moves, with the reported move highlighted.

use super::{
    BoardGame as _, BoardNotes as _, Command, Dialect, EntryContent, MAX_CAPTION_MOVES, MoveOf,
    Response, Search, View, Words, join_moves, position_before_moves,
};
use crate::{
    message::{Message, message},
    protocol::Diagram,
    rule::Culprit,
    transcript::EventIndex,
};

/// For a violation of a rule with this topic, a report shows a board even if the violation reports no move.
const LEGALITY_TOPIC: &str = "legality";

type PointOf<D> = <<D as Dialect>::Game as super::BoardGame>::Point;

/// The position at a violation, and the moves that led to this position.
#[derive(Clone, Debug)]
pub(in crate::protocol) struct ViolationPosition<D: Dialect> {
    pub(in crate::protocol) position: D::Game,
    /// The moves from the FEN or the initial position to this position.
    pub(in crate::protocol) played_moves: Vec<MoveOf<D>>,
    pub(in crate::protocol) banned_moves: Vec<MoveOf<D>>,
}

/// A word that a violation reports and that looks like a move, such as `h2e2` or `h10g8`.
#[derive(Clone, Debug)]
struct ReportedMove<P> {
    word: String,
    /// The points that the word names, without points off the board.
    board_points: Vec<P>,
}

impl<D: Dialect> View<D> {
    /// Draws the board of a violation that reports a move or whose topic is legality. Returns `None` if the violation
    /// neither reports a move nor has the topic legality, or if the engine's position is not certain.
    pub(in crate::protocol) fn violation_diagram(
        &self,
        topic: &str,
        culprit: &Culprit,
    ) -> Option<Diagram> {
        let start = culprit.span.as_ref()?.start;
        let index = self.entry_index_at(culprit.at, start)?;
        let entry = self.entry(index);
        let start = entry.earlier_chunks.offset_in_line(start, entry.offset)?;
        let word = Words::new(&entry.line).find(|it| it.span.start == start)?;
        let reported = D::Game::points_of_word(word.text).map(|points| ReportedMove {
            word: String::from_utf8_lossy(word.text).into_owned(),
            board_points: points,
        });
        if reported.is_none() && topic != LEGALITY_TOPIC {
            return None;
        }
        Some(
            self.position_before_byte(index, start)?
                .draw_diagram(reported.as_ref()),
        )
    }

    /// An event may contain several lines. Returns the index of the entry for the line in which byte number `byte` of
    /// the event `at` stands.
    fn entry_index_at(&self, at: EventIndex, byte: usize) -> Option<usize> {
        let first = self.entries.partition_point(|it| it.at < at);
        let of_event = self.entries[first..].iter().take_while(|it| it.at == at);
        let begun = of_event.take_while(|it| it.offset <= byte).count();
        begun.checked_sub(1).map(|it| first + it)
    }

    /// The position that results from the moves before the byte `start` of a line.
    fn position_before_byte(&self, index: usize, start: usize) -> Option<ViolationPosition<D>> {
        let entry = self.entry(index);
        let (position, played, banned) = match &entry.content {
            EntryContent::Command(Command::Position(it)) => (
                position_before_moves(it)?,
                moves_before::<D>(&entry.line, start),
                Vec::new(),
            ),
            EntryContent::Command(Command::Dialect(_)) => {
                return D::violation_position(self, index, start)?.play_moves();
            }
            EntryContent::Response(response) => {
                if let Response::Dialect(_) = **response {
                    return D::violation_position(self, index, start)?.play_moves();
                }
                let search = self.search_of_response(index)?;
                let played = match &**response {
                    Response::BestMove(it) => {
                        let best = it.best_move.iter().filter(|it| it.1.start < start);
                        best.map(|it| it.0).collect()
                    }
                    _ => moves_before::<D>(&entry.line, start),
                };
                let banned = search.board.notes.banned_moves().to_vec();
                (search.position()?.clone(), played, banned)
            }
            EntryContent::Command(_) | EntryContent::Other => return None,
        };
        ViolationPosition {
            position,
            played_moves: played,
            banned_moves: banned,
        }
        .play_moves()
    }

    /// The search that a response belongs to.
    fn search_of_response(&self, index: usize) -> Option<&Search<D>> {
        let owns = |it: &&Search<D>| {
            it.result_entry == Some(index) || it.info_entries.binary_search(&index).is_ok()
        };
        self.searches.iter().find(owns)
    }
}

/// The consecutive moves in a line directly before the byte `start`.
pub(in crate::protocol) fn moves_before<D: Dialect>(line: &[u8], start: usize) -> Vec<MoveOf<D>> {
    let mut moves = Vec::new();
    for word in Words::new(line).take_while(|it| it.span.start < start) {
        match word.parse_move::<D::Game>() {
            Some(it) => moves.push(it),
            None => moves.clear(),
        }
    }
    moves
}

impl<D: Dialect> ViolationPosition<D> {
    /// Plays the moves of `played_moves` on the position. Returns `None` if a move is illegal.
    fn play_moves(mut self) -> Option<ViolationPosition<D>> {
        for step in &self.played_moves {
            if !self.position.is_legal(*step) {
                return None;
            }
            self.position.play(*step);
            // A move is banned only in the position for which the interface sent the ban.
            self.banned_moves.clear();
        }
        Some(self)
    }

    fn draw_diagram(&self, reported: Option<&ReportedMove<PointOf<D>>>) -> Diagram {
        let marked = reported.map_or(&[][..], |it| &it.board_points);
        Diagram {
            caption: self.diagram_caption(reported),
            rows: self.position.draw_rows(marked),
        }
    }

    /// The caption of the board, such as `h2h5; red to move after b2e2 b9c7; banned: h2h5`.
    fn diagram_caption(&self, reported: Option<&ReportedMove<PointOf<D>>>) -> Vec<Message> {
        let word = reported.map(|it| message!("caption_move", "{word}", word = &it.word));
        let mut parts: Vec<Message> = word.into_iter().collect();
        parts.push(self.position.side_to_move_caption(&self.played_moves));
        // If the reported move is banned, it is the first banned move in the caption.
        let played =
            |it: &&MoveOf<D>| reported.is_some_and(|reported| reported.word == it.to_string());
        let (own, others): (Vec<_>, Vec<_>) = self.banned_moves.iter().partition(played);
        let banned: Vec<MoveOf<D>> = own.into_iter().chain(others).copied().collect();
        if let Some(shown) = banned.chunks(MAX_CAPTION_MOVES).next() {
            let moves = join_moves(shown);
            parts.push(match banned.len() > MAX_CAPTION_MOVES {
                true => message!("banned_and_more", "banned: {moves} and more", moves),
                false => message!("banned", "banned: {moves}", moves),
            });
        }
        parts
    }
}
