//! Follows the board of a conversation: computes the position before each command. If an answer contradicts this
//! position, the module also looks for a mistake of the engine that explains the answer.
//!
//! The board is known after an accepted `clear_board`, if the size is known, until a command makes the board uncertain.
//! The game also follows alternatives to the board: each is the board of an engine that made a certain mistake, such as
//! not playing the move of `genmove`. If an answer contradicts the board and fits an alternative, the rule about the
//! alternative's mistake reports a violation. If an answer fits the board and contradicts an alternative, it proves
//! that the engine did not make the alternative's mistake.

mod record;

use std::sync::Arc;

use self::record::WrittenFile;
use super::{CommandExchange, Response, ViewLine};
use crate::protocol::gtp::{
    board::{Legality, Position},
    wire::{ArgumentKind, Color, Point, Vertex, parse_int},
};

/// What is known about the board before a command.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct BoardBefore {
    pub(in super::super) size: Option<u8>,
    pub(in super::super) position: Option<Arc<Position>>,
    /// The number of moves that `undo` can take back.
    pub(in super::super) move_count: usize,
    /// Whether the board is arbitrary, because no `clear_board` followed `boardsize` (`GTP G-132`).
    pub(in super::super) is_arbitrary: bool,
    /// Whether the move of a `play` leads to an earlier position again.
    pub(in super::super) is_repetition: bool,
    /// Whether the command is a `loadsgf` of a file that the harness wrote.
    pub(in super::super) loads_written_file: bool,
    /// The komi of the record that the command loads, if the harness wrote the record.
    pub(in super::super) komi_of_record: Option<f64>,
    /// Whether the command is a `loadsgf` of a file that the harness wrote, and that is no game record.
    pub(in super::super) loads_no_record: bool,
    /// The mistake of the engine that explains why its answer contradicts the board.
    pub(in super::super) explanation: Option<Explanation>,
    /// Possible mistakes of the engine that its answer rules out.
    pub(in super::super) disproved: Vec<BoardMistake>,
}

/// A mistake of the engine, and the command at which it was made.
#[derive(Clone, Debug)]
pub(in super::super) struct Explanation {
    pub(in super::super) mistake: BoardMistake,
    pub(in super::super) command: ViewLine,
}

/// The mistakes of an engine for which ponderhit also follows the wrong board that results from the mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum BoardMistake {
    /// A command that failed changed the board (`GTP G-75`).
    FailedCommandChanged,
    /// `clear_board` left stones on the board (`GTP G-111`).
    NotCleared,
    /// `undo` did not restore the position before the last move (`GTP G-122`).
    WrongUndo,
    /// The engine did not play the move that it answered to `genmove` (`GTP G-121`).
    GenmoveNotPlayed,
    /// The engine played the move that it answered to `genmove` as a stone of the other color (`GTP G-121`).
    GenmoveOtherColor,
    /// The engine played the move that it answered to `reg_genmove`, which must leave the board unchanged
    /// (`GTP G-128`).
    RegGenmovePlayed,
    /// The engine played a move of its analysis (`GTP A-11`).
    AnalysisPlayed,
    /// The engine did not play the move that it answered to `genmove_analyze` (`GTP A-3`).
    AnalyzedMoveNotPlayed,
    /// Captured stones stayed on the board (`GTP G-120`).
    NotCaptured,
    /// `loadsgf` loaded another position than the one that it must load (`GTP G-127`).
    WrongPositionLoaded,
}

/// The positions since the board was empty or got its handicap; the last one is the present position.
type History = Vec<Arc<Position>>;

/// The board as it would be if the engine had made a certain mistake.
#[derive(Clone, Debug)]
struct AlternativeBoard {
    mistake: BoardMistake,
    command: ViewLine,
    /// The positions of an engine that made this mistake, or `None` if they are unknown.
    history: Option<History>,
}

/// The board, as far as the conversation shows it.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Game {
    size: Option<u8>,
    history: Option<History>,
    is_arbitrary: bool,
    alternatives: Vec<AlternativeBoard>,
    /// The paths of the files that the harness wrote for the engine, and what is in them.
    files: Vec<(Vec<u8>, WrittenFile)>,
}

/// The maximum number of alternatives (boards of engines with a mistake) that are followed.
const MAX_ALTERNATIVE_BOARDS: usize = 6;

/// The maximum number of positions that are kept for `undo`.
const MAX_HISTORY_POSITIONS: usize = 2048;

/// The effect of an answered command on a history of positions.
enum BoardEffect {
    Nothing,
    Play(Color, Vertex),
    Undo,
    Clear,
    Handicap(Vec<Point>),
    /// The board is no longer known.
    Unknown,
}

impl Game {
    /// Returns what is known about the board before an exchange (command and response), and updates the board after the
    /// exchange.
    pub(super) fn update_after_exchange(
        &mut self,
        exchange: &CommandExchange,
        response: &Response,
    ) -> BoardBefore {
        let mut before = self.board_before(exchange);
        if self.history.is_some() {
            self.compare_alternative_boards(exchange, response, &mut before);
        }
        self.apply(exchange, response);
        before
    }

    /// The present position, if it is known.
    pub(super) fn position(&self) -> Option<Arc<Position>> {
        self.history.as_ref()?.last().cloned()
    }

    /// Forgets the board, because it is uncertain what the engine did with a command.
    pub(super) fn forget_board(&mut self) {
        self.history = None;
        self.alternatives.clear();
    }

    /// Updates the board after a command whose answer is unknown, or that the engine may have read as another command.
    pub(super) fn update_after_unanswered_command(&mut self, exchange: &CommandExchange) {
        let command = &exchange.command;
        if exchange.spelling.may_hide_command() || command.has_name("boardsize") {
            self.size = None;
        }
        if command.has_name("loadsgf") {
            return self.forget_all_but_files();
        }
        self.forget_board();
    }

    /// Forgets the board and its size, but not the files that the harness wrote.
    pub(super) fn forget_all_but_files(&mut self) {
        *self = Game {
            files: std::mem::take(&mut self.files),
            ..Game::default()
        };
    }

    /// What is known about the board before a command, without looking at the command's answer.
    pub(super) fn board_before(&self, exchange: &CommandExchange) -> BoardBefore {
        let position = self.history.as_ref().and_then(|it| it.last()).cloned();
        let is_repetition = match (&self.history, played_move(exchange)) {
            (Some(history), Some((color, vertex))) => repeats_position(history, color, vertex),
            _ => false,
        };
        let is_loadsgf = exchange.command.has_name("loadsgf");
        let file = self.written_file_of(exchange);
        BoardBefore {
            size: self.size,
            position,
            move_count: self.history.as_ref().map_or(0, |it| it.len() - 1),
            is_arbitrary: self.is_arbitrary,
            is_repetition,
            loads_written_file: is_loadsgf && matches!(file, Some(WrittenFile::Record(_))),
            komi_of_record: match file {
                Some(WrittenFile::Record(record)) if is_loadsgf => record.komi,
                _ => None,
            },
            loads_no_record: is_loadsgf && matches!(file, Some(WrittenFile::NoRecord)),
            explanation: None,
            disproved: Vec::new(),
        }
    }

    /// Finds the alternative board that explains an answer, and the alternative boards that the answer disproves.
    fn compare_alternative_boards(
        &mut self,
        exchange: &CommandExchange,
        response: &Response,
        before: &mut BoardBefore,
    ) {
        let Some(history) = &self.history else {
            return;
        };
        let fits = |history: &History| !answer_contradicts_history(history, exchange, response);
        if fits(history) {
            let (kept, disproved): (Vec<_>, Vec<_>) = std::mem::take(&mut self.alternatives)
                .into_iter()
                .partition(|it| it.history.as_ref().is_none_or(fits));
            self.alternatives = kept;
            before.disproved = disproved.iter().map(|it| it.mistake).collect();
            return;
        }
        // An `undo` that succeeds although no move was played is a mistake by itself, so no earlier mistake has to
        // explain it.
        let is_undo = exchange.command.has_name("undo");
        let explaining = self.alternatives.iter().rev().filter(|_| !is_undo);
        let found = explaining
            .into_iter()
            .find(|it| it.history.as_ref().is_none_or(fits))
            .filter(|_| !refuses_retaking_as_ko(history, exchange, response));
        // An engine that accepts a handicap on a board with stones has another board, or does not look at its board.
        if found.is_some() && exchange.command.is_handicap() && response.status.is_success {
            before.position = None;
            return self.forget_board();
        }
        before.explanation = found.map(|it| Explanation {
            mistake: it.mistake,
            command: it.command.clone(),
        });
        // An engine that refuses a handicap may have kept something else than stones, such as an earlier handicap.
        let is_certain = !exchange.command.is_handicap();
        self.history = found
            .filter(|_| is_certain)
            .and_then(|it| it.history.clone());
        self.alternatives.clear();
    }

    /// Applies an answered command to the board, and to the alternatives (the boards of engines with a mistake).
    fn apply(&mut self, exchange: &CommandExchange, response: &Response) {
        let command = &exchange.command;
        if !response.status.is_success {
            self.add_board_of_partial_failure(exchange, response);
            return;
        }
        if command.has_name("boardsize") {
            let size = command.arguments.first().and_then(|it| parse_int(it));
            self.size = size
                .and_then(|it| u8::try_from(it).ok())
                .filter(|it| (1..=25).contains(it));
            self.is_arbitrary = true;
            return self.forget_board();
        }
        if command.has_name("loadsgf") {
            return self.load_record(exchange);
        }
        let effect = effect_of(exchange, response);
        if matches!(effect, BoardEffect::Unknown) && exchange.spelling.may_hide_command() {
            return self.update_after_unanswered_command(exchange);
        }
        if matches!(effect, BoardEffect::Clear) {
            let old = self.history.take();
            self.is_arbitrary = false;
            self.alternatives.clear();
            self.history = self.size.map(|it| vec![Arc::new(Position::empty(it))]);
            if let Some(old) = old.filter(|it| it.len() > 1 || it.iter().any(|it| !it.is_empty())) {
                self.add_alternative_board(BoardMistake::NotCleared, exchange, Some(old));
            }
            return;
        }
        self.add_boards_after_engine_mistakes(exchange, response, &effect);
        self.history = self.history.take().and_then(|it| apply_effect(it, &effect));
        if self.history.is_none() {
            return self.forget_board();
        }
        let own = self.history.as_ref().and_then(|it| it.last()).cloned();
        let length = self.history.as_ref().map_or(0, Vec::len);
        let new = |it: &AlternativeBoard| {
            it.command.at == exchange.line.at && it.command.offset == exchange.line.offset
        };
        for alternative in self.alternatives.iter_mut().filter(|it| !new(it)) {
            let Some(history) = alternative.history.take() else {
                continue;
            };
            alternative.history = apply_effect(history, &effect);
        }
        self.alternatives.retain(|it| {
            let differs = |it: &History| it.len() != length || it.last() != own.as_ref();
            it.mistake == BoardMistake::FailedCommandChanged
                || it.history.as_ref().is_some_and(differs)
        });
    }

    /// Adds the boards of engines that made a mistake at this command.
    fn add_boards_after_engine_mistakes(
        &mut self,
        exchange: &CommandExchange,
        response: &Response,
        effect: &BoardEffect,
    ) {
        let Some(history) = self.history.clone() else {
            return;
        };
        match effect {
            BoardEffect::Play(color, vertex @ Vertex::Point(point)) => {
                let mistake = if exchange.command.is_genmove_analyze() {
                    BoardMistake::AnalyzedMoveNotPlayed
                } else if exchange.command.is_genmove() {
                    BoardMistake::GenmoveNotPlayed
                } else {
                    return self.add_board_without_capture(exchange, &history, *color, *point);
                };
                let is_legal = |color| {
                    let position = history.last();
                    position.is_some_and(|it| it.legality(color, *vertex) == Legality::Legal)
                };
                let other = color.opponent();
                if is_legal(other) {
                    let played = apply_effect(history.clone(), &BoardEffect::Play(other, *vertex));
                    self.add_alternative_board(BoardMistake::GenmoveOtherColor, exchange, played);
                }
                if is_legal(*color) {
                    self.add_alternative_board(mistake, exchange, Some(history));
                }
            }
            BoardEffect::Undo => {
                let twice = apply_effect(history.clone(), &BoardEffect::Undo)
                    .and_then(|it| apply_effect(it, &BoardEffect::Undo));
                if twice.is_some() {
                    self.add_alternative_board(BoardMistake::WrongUndo, exchange, twice);
                }
                self.add_alternative_board(BoardMistake::WrongUndo, exchange, Some(history));
            }
            BoardEffect::Nothing => {
                let color = exchange.command.color_argument();
                let (mistake, vertex) = if exchange.command.has_name("reg_genmove") {
                    (BoardMistake::RegGenmovePlayed, response.vertex())
                } else if exchange.command.is_analysis() {
                    (
                        BoardMistake::AnalysisPlayed,
                        response.first_analyzed_vertex(),
                    )
                } else {
                    return;
                };
                let (Some(color), Some(vertex)) = (color, vertex) else {
                    return;
                };
                let legal = history.last().map(|it| it.legality(color, vertex));
                if legal == Some(Legality::Legal) && vertex != Vertex::Pass {
                    let played = apply_effect(history, &BoardEffect::Play(color, vertex));
                    self.add_alternative_board(mistake, exchange, played);
                }
            }
            _ => (),
        }
    }

    /// Adds the board of an engine that leaves captured stones on the board.
    fn add_board_without_capture(
        &mut self,
        exchange: &CommandExchange,
        history: &History,
        color: Color,
        point: Point,
    ) {
        let Some(position) = history.last() else {
            return;
        };
        let after = position.position_after_move(color, Vertex::Point(point));
        if after.all_stones().count() > position.all_stones().count() {
            return;
        }
        let mut kept = Position::clone(position);
        kept.put_stone(color, point);
        let history = [history.as_slice(), &[Arc::new(kept)]].concat();
        self.add_alternative_board(BoardMistake::NotCaptured, exchange, Some(history));
    }

    /// Adds the board of an engine that executed a part of a command although the command failed.
    fn add_board_of_partial_failure(&mut self, exchange: &CommandExchange, response: &Response) {
        let (command, Some(history)) = (&exchange.command, self.history.clone()) else {
            return;
        };
        if exchange.fails_as_unknown(response) {
            return;
        }
        let mistake = BoardMistake::FailedCommandChanged;
        if command.has_name("set_free_handicap") {
            let vertices = command.arguments.iter();
            let points = vertices.map_while(|it| Vertex::parse(it)?.point());
            let points: Vec<Point> = points.collect();
            if !points.is_empty() {
                let changed = apply_effect(history, &BoardEffect::Handicap(points));
                self.add_alternative_board(mistake, exchange, changed);
            }
        } else if command.has_name("loadsgf") {
            self.add_alternative_board(mistake, exchange, None);
        } else if command.has_name("undo") && history.len() > 1 {
            let changed = apply_effect(history, &BoardEffect::Undo);
            self.add_alternative_board(mistake, exchange, changed);
        }
    }

    fn add_alternative_board(
        &mut self,
        mistake: BoardMistake,
        exchange: &CommandExchange,
        history: Option<History>,
    ) {
        if self.alternatives.len() >= MAX_ALTERNATIVE_BOARDS {
            self.alternatives.remove(0);
        }
        self.alternatives.push(AlternativeBoard {
            mistake,
            command: exchange.line.clone(),
            history,
        });
    }
}

/// The move of `play`, if the command is a `play` with valid arguments.
fn played_move(exchange: &CommandExchange) -> Option<(Color, Vertex)> {
    exchange.command.played_move()
}

/// Whether a move repeats an earlier position, which a rule of superko forbids.
fn repeats_position(history: &History, color: Color, vertex: Vertex) -> bool {
    let Some(position) = history.last() else {
        return false;
    };
    let legal = position.legality(color, vertex) == Legality::Legal;
    let after = position.position_after_move(color, vertex);
    legal && vertex != Vertex::Pass && history.iter().any(|it| it.stones() == after.stones())
}

/// Whether the engine refuses a legal move on the only point where the last move captured a stone. The engine then
/// probably takes the move for a ko, so an earlier mistake does not have to explain the refusal.
fn refuses_retaking_as_ko(
    history: &History,
    exchange: &CommandExchange,
    response: &Response,
) -> bool {
    let (Some((_, Vertex::Point(point))), [.., before, after]) =
        (played_move(exchange), history.as_slice())
    else {
        return false;
    };
    let points = before.all_stones().map(|it| it.0);
    let captured = points.filter(|it| after.stone_at(*it).is_none());
    exchange.is_refusal(response) && captured.eq([point])
}

/// Whether the engine's answer contradicts the last position of a history.
fn answer_contradicts_history(
    history: &History,
    exchange: &CommandExchange,
    response: &Response,
) -> bool {
    let (Some(position), command) = (history.last(), &exchange.command) else {
        return false;
    };
    let is_success = response.status.is_success;
    let is_refusal = exchange.is_refusal(response);
    if let Some((color, vertex)) = played_move(exchange) {
        return match position.legality(color, vertex) {
            Legality::Occupied | Legality::OffBoard => is_success,
            Legality::Legal => is_refusal && !repeats_position(history, color, vertex),
            Legality::Ko | Legality::Suicide => false,
        };
    }
    if command.is_genmove() || command.has_name("reg_genmove") {
        let (Some(color), Some(vertex)) = (command.color_argument(), response.vertex()) else {
            return false;
        };
        let legality = position.legality(color, vertex);
        return is_success && matches!(legality, Legality::Occupied | Legality::OffBoard);
    }
    if command.has_name("undo") {
        return is_success && history.len() == 1;
    }
    if command.is_handicap() && command.argument_kind() == ArgumentKind::Valid {
        // If the board is empty although moves were played (for example two passes), a handicap command may succeed or
        // fail.
        let is_clean = position.is_empty() && history.len() == 1;
        return match position.is_empty() {
            true => is_refusal && is_clean && command.is_allowed_handicap(position.size()),
            false => is_success,
        };
    }
    false
}

fn effect_of(exchange: &CommandExchange, response: &Response) -> BoardEffect {
    let command = &exchange.command;
    if exchange.is_private_analysis() {
        return BoardEffect::Unknown;
    }
    if let Some((color, vertex)) = played_move(exchange) {
        return BoardEffect::Play(color, vertex);
    }
    if command.is_genmove() {
        return match (command.color_argument(), response.vertex()) {
            (Some(color), Some(vertex)) => BoardEffect::Play(color, vertex),
            _ if response.is_resignation() => BoardEffect::Nothing,
            _ => BoardEffect::Unknown,
        };
    }
    let name = command.name.as_deref().unwrap_or_default();
    match name {
        b"clear_board" => BoardEffect::Clear,
        b"undo" => BoardEffect::Undo,
        b"set_free_handicap" => handicap_effect(command.arguments.iter().map(Vec::as_slice)),
        b"fixed_handicap" | b"place_free_handicap" => handicap_effect(response.words()),
        _ if command.is_analysis() => BoardEffect::Nothing,
        _ if command.keeps_board_unchanged() => BoardEffect::Nothing,
        _ => BoardEffect::Unknown,
    }
}

fn handicap_effect<'a>(words: impl Iterator<Item = &'a [u8]>) -> BoardEffect {
    let points: Option<Vec<Point>> = words.map(|it| Vertex::parse(it)?.point()).collect();
    match points.filter(|it| !it.is_empty()) {
        Some(points) => BoardEffect::Handicap(points),
        None => BoardEffect::Unknown,
    }
}

/// Applies the effect of a command to a history of positions. Returns `None` if the board is unknown afterwards.
fn apply_effect(mut history: History, effect: &BoardEffect) -> Option<History> {
    let position = history.last()?;
    match effect {
        BoardEffect::Nothing => (),
        BoardEffect::Play(color, vertex) => {
            // Which stones remain after an accepted suicide depends on the rules of play, so the board is unknown.
            let legality = position.legality(*color, *vertex);
            if !matches!(legality, Legality::Legal | Legality::Ko) {
                return None;
            }
            let after = position.position_after_move(*color, *vertex);
            if history.len() >= MAX_HISTORY_POSITIONS {
                return None;
            }
            history.push(Arc::new(after));
        }
        BoardEffect::Undo => {
            history.pop();
            if history.is_empty() {
                return None;
            }
        }
        BoardEffect::Clear => history = vec![Arc::new(Position::empty(position.size()))],
        // After passes, `undo` takes back the last pass and keeps the handicap, or it takes back nothing.
        BoardEffect::Handicap(_) if history.len() > 1 => return None,
        BoardEffect::Handicap(points) => {
            let mut after = Position::clone(position);
            for point in points {
                if !point.is_on_board(after.size()) {
                    break;
                }
                after.put_stone(Color::Black, *point);
            }
            history = vec![Arc::new(after)];
        }
        BoardEffect::Unknown => return None,
    }
    Some(history)
}
