//! The scores that the engine has given to the position on the board and to earlier games, each with its komi.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::{CommandExchange, Response};
use crate::protocol::gtp::wire::Vertex;

/// The maximum number of remembered scores.
const MAX_SCORES: usize = 4;

/// The number of moves that can be taken back without losing track of the game.
const MAX_UNDONE: usize = 8;

/// Engines print scores with one or two decimals.
pub(in super::super) const PRINTED_PRECISION: f64 = 0.051;

/// Commands that keep the board, but may change how it is scored.
const COMMANDS_CHANGING_RULES: [&str; 3] = ["kgs-rules", "kata-set-rules", "kata-set-param"];

/// The commands that change the board, but not how it is scored. Any other command may change that, too.
const COMMANDS_KEEPING_RULES: [&str; 9] = [
    "boardsize",
    "clear_board",
    "fixed_handicap",
    "genmove",
    "loadsgf",
    "place_free_handicap",
    "play",
    "set_free_handicap",
    "undo",
];

/// A score of `final_score`, from White's point of view, and the komi.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct KnownScore {
    pub(in super::super) komi: f64,
    pub(in super::super) score: f64,
    /// The komi is that of a game record, and no `komi` came after `loadsgf`.
    pub(in super::super) is_komi_of_record: bool,
}

/// A game that consists of `play` commands only, and the score at its end.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct FinishedGame {
    /// The number of the game in the conversation.
    number: u32,
    /// How often a move of the game was taken back.
    undo_count: u32,
    /// The hash of the size and the moves.
    hash: u64,
    komi: f64,
    score: f64,
    /// How often the engine has answered this score.
    count: u32,
}

/// The game on the board, if it consists of `play` commands only.
#[derive(Clone, Copy, Debug, Default)]
struct PlayedGame {
    /// The number of the game in the conversation.
    number: u32,
    /// How often a move of the game was taken back.
    undo_count: u32,
    /// The hash of the size and the moves, or `None` if other commands changed the board.
    hash: Option<u64>,
    /// The hashes before the last moves, the latest first.
    hashes_before: [Option<u64>; MAX_UNDONE],
    /// Whether `komi` was sent in this game. What `clear_board` does to the komi is not said (`GTP G-111`).
    has_own_komi: bool,
}

/// The komi, and the last scores of the position on the board.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct KnownScores {
    /// The komi, or `None` if it is unknown.
    pub(in super::super) komi: Option<f64>,
    /// The komi is that of a game record, and no `komi` came after `loadsgf`.
    pub(in super::super) is_komi_of_record: bool,
    game: PlayedGame,
    /// The last finished games, the latest first.
    finished_games: [Option<FinishedGame>; MAX_SCORES],
    latest_first: [Option<KnownScore>; MAX_SCORES],
    /// The number of successive passes up to now.
    pass_count: u32,
}

impl KnownScores {
    /// The last scores of the position on the board.
    pub(in super::super) fn of_position(&self) -> impl Iterator<Item = KnownScore> {
        self.latest_first.into_iter().flatten()
    }

    /// True if the game has ended with two passes, so the score is no estimate (`GTP G-125`).
    pub(in super::super) fn is_game_over(&self) -> bool {
        self.pass_count >= 2
    }

    /// The score of an earlier game with the same moves and the same komi, if the engine has repeated the score in that
    /// game, and no move of both games was taken back.
    pub(in super::super) fn of_same_game_before(&self) -> Option<f64> {
        let number = self.game.number;
        self.score_of_same_moves(|it| it.number < number && it.undo_count == 0)
            .filter(|_| self.game.undo_count == 0)
    }

    /// The score of this game with the same moves and the same komi before some moves were taken back, if the engine has
    /// repeated the score then.
    pub(in super::super) fn before_undo(&self) -> Option<f64> {
        let PlayedGame {
            number, undo_count, ..
        } = self.game;
        self.score_of_same_moves(|it| it.number == number && it.undo_count < undo_count)
    }

    fn score_of_same_moves(&self, is_wanted: impl Fn(&FinishedGame) -> bool) -> Option<f64> {
        let (hash, komi) = (self.game.hash?, self.komi?);
        let mut games = self.finished_games.iter().flatten();
        let before =
            games.find(|it| is_wanted(it) && it.hash == hash && (it.komi - komi).abs() < 0.001);
        let score = before.filter(|it| self.game.has_own_komi && it.count >= 2)?;
        Some(score.score)
    }

    fn store_score_of_game(&mut self, komi: f64, score: f64) {
        let Some(hash) = self
            .game
            .hash
            .filter(|_| self.game.has_own_komi && self.is_game_over())
        else {
            return;
        };
        let game = FinishedGame {
            number: self.game.number,
            undo_count: self.game.undo_count,
            hash,
            komi,
            score,
            count: 1,
        };
        let is_same = |it: &FinishedGame| FinishedGame { count: 1, ..*it } == game;
        match self.finished_games[0].as_mut().filter(|it| is_same(it)) {
            Some(same) => same.count += 1,
            None => {
                self.finished_games.rotate_right(1);
                self.finished_games[0] = Some(game);
            }
        }
    }

    /// Follows the moves of the game after a command that changes the board.
    fn follow_game(&mut self, exchange: &CommandExchange, response: &Response) {
        let command = &exchange.command;
        let is_success = response.is_whole_success();
        if command.has_name("clear_board") && is_success {
            let mut hasher = DefaultHasher::new();
            exchange.board.size.hash(&mut hasher);
            self.game = PlayedGame {
                number: self.game.number + 1,
                hash: exchange.board.size.map(|_| hasher.finish()),
                ..PlayedGame::default()
            };
            return;
        }
        if command.has_name("undo") && is_success {
            self.game.undo_count = self.game.undo_count.saturating_add(1);
            self.game.hash = self.game.hashes_before[0];
            self.game.hashes_before.rotate_left(1);
            self.game.hashes_before[MAX_UNDONE - 1] = None;
            return;
        }
        let hash_before = self.game.hash;
        self.game.hash = match (self.game.hash, command.played_move()) {
            (Some(hash), Some(_)) if is_success => {
                let mut hasher = DefaultHasher::new();
                hash.hash(&mut hasher);
                for argument in &command.arguments {
                    argument.to_ascii_lowercase().hash(&mut hasher);
                }
                Some(hasher.finish())
            }
            // A move that fails changes nothing.
            (_, Some(_)) if !response.status.is_success => return,
            _ => None,
        };
        // It is not certain how many moves another command has played, so it is not known what `undo` takes back.
        if self.game.hash.is_none() {
            self.game.hashes_before = [None; MAX_UNDONE];
        } else {
            self.game.hashes_before.rotate_right(1);
            self.game.hashes_before[0] = hash_before;
        }
    }

    /// Stores the komi that a command has set, or the score that it has got.
    pub(super) fn update_after_exchange(
        &mut self,
        exchange: &CommandExchange,
        response: &Response,
    ) {
        let command = &exchange.command;
        let changes_rules = COMMANDS_CHANGING_RULES
            .iter()
            .any(|it| command.has_name(it));
        if !command.keeps_board_unchanged() || changes_rules {
            self.latest_first = [None; MAX_SCORES];
        }
        let keeps_rules =
            command.keeps_board_unchanged() || command.has_any_name(&COMMANDS_KEEPING_RULES);
        if changes_rules || !keeps_rules {
            self.finished_games = [None; MAX_SCORES];
        }
        if command.has_name("loadsgf") && response.status.is_success {
            self.komi = exchange.board.komi_of_record;
            self.is_komi_of_record = self.komi.is_some();
        }
        if !command.keeps_board_unchanged() {
            self.follow_game(exchange, response);
            self.pass_count = match is_pass(exchange, response) {
                true => self.pass_count.saturating_add(1),
                false => 0,
            };
        }
        if command.has_name("komi") {
            let number = command.arguments.first();
            let number = number.and_then(|it| std::str::from_utf8(it).ok()?.parse().ok());
            self.komi = number.filter(|_| response.status.is_success);
            self.is_komi_of_record = false;
            self.game.has_own_komi = true;
        }
        if command.has_name("final_score")
            && let (Some(komi), Some(score)) = (self.komi, response.score())
        {
            self.latest_first.rotate_right(1);
            self.latest_first[0] = Some(KnownScore {
                komi,
                score,
                is_komi_of_record: self.is_komi_of_record,
            });
            self.store_score_of_game(komi, score);
        }
    }
}

/// True if the command and its answer are a pass.
fn is_pass(exchange: &CommandExchange, response: &Response) -> bool {
    let command = &exchange.command;
    let is_success = response.is_whole_success();
    match command.played_move() {
        Some((_, vertex)) => is_success && vertex == Vertex::Pass,
        None => {
            let line = response.single_line().unwrap_or_default();
            is_success && command.has_name("genmove") && line.eq_ignore_ascii_case(b"pass")
        }
    }
}

impl Response {
    /// The score of `final_score` from White's point of view, such as 6.5 for `W+6.5`.
    pub(in super::super) fn score(&self) -> Option<f64> {
        let text = std::str::from_utf8(self.single_line()?).ok()?;
        let number = |it: &str| it.parse::<f64>().ok().filter(|it| it.is_finite());
        let score = match text.split_at_checked(2)? {
            ("W+", rest) => number(rest)?,
            ("B+", rest) => -number(rest)?,
            _ => return None,
        };
        self.is_whole_success().then_some(score)
    }
}

/// A score as `final_score` writes it.
pub(in super::super) fn format_score(score: f64) -> String {
    let rounded = (score * 100.0).round() / 100.0;
    match rounded {
        it if it > 0.0 => format!("W+{it}"),
        it if it < 0.0 => format!("B+{}", -it),
        _ => "0".to_owned(),
    }
}
