//! The trait `Game`, which a game implements so that the search can play it. Xiangqi, chess and gomoku implement the
//! trait. The game of Go does not implement the trait, because Go needs another kind of search.

use std::fmt;

use arrayvec::ArrayVec;

/// A list of the moves of one position. The list has room for all moves of any position in a game
/// of xiangqi (119), chess (218) or gomoku (225).
pub type MoveList<M> = ArrayVec<M, 256>;

/// The kind of moves to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GenType {
    All,
    Captures,
    Quiet,
}

/// A value of one of the options `pruning`, `knowledge`, `randomness` and `idle` (`UCCI O25`, `O27`
/// to `O29`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OptionLevel {
    None,
    Small,
    Medium,
    Large,
}

/// The option `style` (`UCCI O30`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Solid,
    Normal,
    Risky,
}

/// Parameters of the evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvalParams {
    pub knowledge: OptionLevel,
    pub style: Style,
}

/// The result of a repeated position for the side to move, by the rules of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    Draw,
    SideToMoveWins,
    SideToMoveLoses,
}

/// A position of a two-player game that the alpha-beta search can play.
pub trait Game: Clone + fmt::Debug + Send + Sync + 'static {
    type Move: Copy + Eq + Ord + fmt::Display + fmt::Debug + Send + Sync + 'static;

    /// The pins and checks of a position. The search computes the `CheckInfo` once per position, and uses it to decide
    /// which moves are legal.
    type CheckInfo: Copy;

    /// The game is drawn after this many half-moves without a capture (in chess: without a capture
    /// and without a pawn move).
    const NO_CAPTURE_LIMIT: u32;

    /// True if checks and replies to checks count for [`Game::NO_CAPTURE_LIMIT`].
    const CHECKS_COUNT_FOR_DRAW_LIMIT: bool;

    /// True if every repetition is a draw; then [`Game::judge_repetition`] is never called.
    const REPETITION_IS_DRAW: bool;

    /// True if a stalemated side loses; false if stalemate is a draw.
    const STALEMATE_LOSES: bool;

    /// The size of the history tables: one more than the largest [`Game::history_index`].
    const HISTORY_SIZE: usize;

    /// A hash of the position and of the side to move.
    fn hash_key(&self) -> u64;

    /// Adds pseudo-legal moves to `out`. The order of the moves depends only on the position.
    fn generate_moves(&self, gen_type: GenType, out: &mut MoveList<Self::Move>);

    fn check_info(&self) -> Self::CheckInfo;

    fn in_check(&self) -> bool;

    /// Whether the side to move is in check, read from the position's
    /// [`CheckInfo`](Game::CheckInfo).
    fn is_in_check_by_info(info: &Self::CheckInfo) -> bool;

    /// Whether a pseudo-legal move is legal, decided with the position's
    /// [`CheckInfo`](Game::CheckInfo).
    fn is_legal_by_info(&self, info: &Self::CheckInfo, it: Self::Move) -> bool;

    fn is_pseudo_legal(&self, it: Self::Move) -> bool;

    fn play_move(&mut self, it: Self::Move);

    /// Plays a null move: only the side to move changes. A null move is not allowed in check.
    fn play_null_move(&mut self);

    /// Whether a null move may be tried; false if zugzwang is likely.
    fn allows_null_move(&self) -> bool;

    /// The value of the captured piece, plus the gain by a promotion to the strongest piece. The
    /// value is 0 if the move neither captures nor promotes.
    fn captured_value(&self, it: Self::Move) -> i32;

    /// True if no earlier position can occur again after the move.
    fn is_irreversible(&self, it: Self::Move) -> bool {
        self.captured_value(it) > 0
    }

    /// True if neither side has enough material to win.
    fn has_insufficient_material(&self) -> bool {
        false
    }

    /// Static exchange evaluation: whether the move gains at least `least` if the captures that follow on its target
    /// point are counted, too.
    fn see_ge(&self, it: Self::Move, least: i32) -> bool;

    /// The static evaluation for the side to move. The unit of the evaluation is a hundredth of a pawn in chess, and a
    /// hundredth of a horse in xiangqi.
    fn evaluate(&self, eval_params: EvalParams) -> i32;

    /// The number of half-moves so far that count for [`Game::NO_CAPTURE_LIMIT`].
    fn halfmove_clock(&self) -> u32;

    /// The result of a repetition, by the rules of the game. The cycle `moves` leads from `start`
    /// back to `start`.
    fn judge_repetition(start: &Self, moves: &[Self::Move]) -> Repetition;

    /// The index of a move in the history tables. Moves of the same piece to the same target point
    /// share an index.
    fn history_index(&self, it: Self::Move) -> usize;

    /// Packs a move into a number for the hash table. The number of a packed move is never 0.
    fn pack_move(it: Self::Move) -> u16;

    /// Unpacks a move; returns `None` if the number is not a packed move.
    fn unpack_move(packed: u16) -> Option<Self::Move>;
}
