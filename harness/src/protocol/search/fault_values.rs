//! Generates the values in the text of faults that depend on the position or on the clock.
//!
//! | name | stands for |
//! |---|---|
//! | `legal`, `other` | a legal move that is not banned; `other` is not the last best move |
//! | `outside-list` | a legal move that is not in the list of the last `go` |
//! | `illegal` | an illegal move |
//! | `illegal-reply` | a reply that is illegal after the last best move |
//! | `other-reply` | a legal reply to the last best move, but not the expected reply |
//! | `illegal-pv` | a legal move and an illegal reply |
//! | `reply-to-last` | a legal reply to the best move of the previous search in the same position |
//! | `clock`, `clock*1.5` | the time left on the clock at the last `go`, and a multiple of it |
//!
//! A dialect can add more names of generated values; see [`Dialect::generate_move`].

use std::time::Duration;

use super::{
    Board, BoardGame, BoardNotes as _, Command, Dialect, GoCommand as _, MoveOf, Response,
    VariantOf, any_illegal_move, position_after,
};
use crate::protocol::FaultValueGenerator;

/// Creates a generator that follows the conversation from its first line. `variant` is the variant of the game before
/// an option sets another one.
pub(in crate::protocol) fn new_value_generator<D: Dialect>(
    variant: VariantOf<D>,
) -> Box<dyn FaultValueGenerator> {
    Box::new(ConversationGenerator::<D> {
        engine_state: "boot",
        board: Board::default(),
        time_unit: D::time_unit(&D::DialectState::default()),
        variant,
        clock: None,
        last_go: None,
        best_move: None,
        previous_best_move: None,
        expected_reply: None,
    })
}

/// The states of the engine that a fault can name as its condition. A pondering engine is in the state `pondering`, not
/// in `thinking`.
const ENGINE_STATES: &[&str] = &["boot", "idle", "thinking", "pondering", "leaving"];

const COMMON_VALUE_NAMES: &[&str] = &[
    "legal",
    "other",
    "outside-list",
    "illegal",
    "illegal-reply",
    "other-reply",
    "illegal-pv",
    "reply-to-last",
];

/// Follows the commands and responses of a conversation, as they are before faults change them, and generates values
/// from them.
struct ConversationGenerator<D: Dialect> {
    engine_state: &'static str,
    board: Board<D>,
    time_unit: Duration,
    variant: VariantOf<D>,
    clock: Option<Duration>,
    last_go: Option<D::Go>,
    best_move: Option<MoveOf<D>>,
    /// The best move of the previous search in the same position.
    previous_best_move: Option<MoveOf<D>>,
    expected_reply: Option<MoveOf<D>>,
}

impl<D: Dialect> FaultValueGenerator for ConversationGenerator<D> {
    fn observe_command(&mut self, line: &[u8]) {
        let busy = ["thinking", "pondering"].contains(&self.engine_state);
        match D::parse_command(line) {
            Command::Quit => self.engine_state = "leaving",
            Command::PonderHit { .. } if self.engine_state == "pondering" => {
                self.engine_state = "thinking"
            }
            Command::SetOption { name, value } => {
                self.time_unit =
                    D::time_unit_set_by_option(&name, &value).unwrap_or(self.time_unit);
                self.variant =
                    D::variant_after_option(self.variant, &name, &value).unwrap_or(self.variant);
            }
            Command::Position(mut spec) if !busy => {
                spec.set_variant(self.variant);
                self.board.set_position(&spec);
                (self.best_move, self.previous_best_move) = (None, None);
            }
            Command::Dialect(own) if !busy || D::is_allowed_in_search(&own) => {
                D::apply_to_board(&mut self.board, &own)
            }
            Command::Go(go) if !busy => self.begin_search(&go),
            _ => (),
        }
    }

    fn observe_response(&mut self, line: &[u8]) {
        match D::parse_response(line) {
            Response::GreetingAnswer if self.engine_state == "boot" => self.engine_state = "idle",
            Response::BestMove(it) => {
                self.previous_best_move = self.best_move;
                self.best_move = it.best_move.map(|(best, _)| best);
                self.expected_reply = it.ponder_move.map(|(reply, _)| reply);
                self.become_idle();
            }
            Response::NoBestMove => self.become_idle(),
            _ => (),
        }
    }

    fn engine_state(&self) -> &'static str {
        self.engine_state
    }

    fn all_engine_states(&self) -> &'static [&'static str] {
        ENGINE_STATES
    }

    fn can_generate(&self, name: &str) -> bool {
        COMMON_VALUE_NAMES.contains(&name)
            || D::GENERATED_MOVE_NAMES.contains(&name)
            || parse_clock_factor(name).is_some()
    }

    fn generate_value(&mut self, name: &str) -> Option<Vec<u8>> {
        if let Some(factor) = parse_clock_factor(name) {
            let time = self.clock?.mul_f64(factor);
            return Some(format!("{}us", time.as_micros()).into_bytes());
        }
        let position = self.board.position.as_ref()?;
        let made = match name {
            "legal" => self.allowed_move(position, None)?.to_string(),
            "other" => self.allowed_move(position, self.best_move)?.to_string(),
            "outside-list" => {
                let go = self.last_go.as_ref()?;
                let mut legal = position.legal_moves().into_iter().map(|it| it.to_string());
                legal.find(|it| go.excludes_move(it))?
            }
            "illegal" => any_illegal_move(position)?.to_string(),
            "illegal-reply" => {
                any_illegal_move(&position_after(position, self.best_move?)?)?.to_string()
            }
            "other-reply" => {
                let replies = position_after(position, self.best_move?)?.legal_moves();
                let other = replies.iter().find(|it| Some(**it) != self.expected_reply);
                other?.to_string()
            }
            "reply-to-last" => position_after(position, self.previous_best_move?)?
                .legal_moves()
                .first()?
                .to_string(),
            "illegal-pv" => {
                let first = *position.legal_moves().first()?;
                let reply = any_illegal_move(&position_after(position, first)?)?;
                format!("{first} {reply}")
            }
            _ => D::generate_move(&self.board, position, name)?.to_string(),
        };
        Some(made.into_bytes())
    }
}

impl<D: Dialect> ConversationGenerator<D> {
    fn begin_search(&mut self, go: &D::Go) {
        self.engine_state = if go.is_ponder() {
            "pondering"
        } else {
            "thinking"
        };
        let position = self.board.position.as_ref();
        self.clock = go
            .limits(
                self.time_unit,
                position.map(BoardGame::is_first_player_to_move),
            )
            .clock;
        self.last_go = Some(go.clone());
    }

    fn become_idle(&mut self) {
        if self.engine_state != "leaving" {
            self.engine_state = "idle";
        }
    }

    /// A legal move that is not banned and is not equal to `but`.
    fn allowed_move(&self, position: &D::Game, but: Option<MoveOf<D>>) -> Option<MoveOf<D>> {
        let mut legal = position.legal_moves().into_iter();
        legal.find(|it| Some(*it) != but && self.board.notes.allows_move(*it))
    }
}

/// The factor in the name of a generated value such as `clock*1.5`.
fn parse_clock_factor(name: &str) -> Option<f64> {
    match name.strip_prefix("clock")? {
        "" => Some(1.0),
        rest => rest
            .strip_prefix('*')?
            .parse()
            .ok()
            .filter(|it| (0.0..1e3).contains(it)),
    }
}
