//! The scores that the engine has given to the position on the board, each with its komi.

use super::{CommandExchange, Response};
use crate::protocol::gtp::wire::Vertex;

/// The maximum number of remembered scores.
const MAX_SCORES: usize = 4;

/// Commands that keep the board, but may change how it is scored.
const COMMANDS_CHANGING_RULES: [&str; 3] = ["kgs-rules", "kata-set-rules", "kata-set-param"];

/// A score of `final_score`, from White's point of view, and the komi.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct KnownScore {
    pub(in super::super) komi: f64,
    pub(in super::super) score: f64,
}

/// The komi, and the last scores of the position on the board.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct KnownScores {
    /// The komi, or `None` if it is unknown.
    pub(in super::super) komi: Option<f64>,
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
        if !command.keeps_board_unchanged() {
            self.pass_count = match is_pass(exchange, response) {
                true => self.pass_count.saturating_add(1),
                false => 0,
            };
        }
        if command.has_name("komi") {
            let number = command.arguments.first();
            let number = number.and_then(|it| std::str::from_utf8(it).ok()?.parse().ok());
            self.komi = number.filter(|_| response.status.is_success);
        }
        if command.has_name("final_score")
            && let (Some(komi), Some(score)) = (self.komi, response.score())
        {
            self.latest_first.rotate_right(1);
            self.latest_first[0] = Some(KnownScore { komi, score });
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
