//! What the search asks of a game. Everything xiangqi is behind this trait; chess and gomoku fit
//! the same one, Go wants another search.

use std::fmt;

use arrayvec::ArrayVec;

/// The moves of one position: more than xiangqi's 119 or chess's 218.
pub type Moves<M> = ArrayVec<M, 256>;

/// Which moves are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    All,
    Captures,
    Quiet,
}

/// How much of something: the values of the options `pruning`, `knowledge`, `randomness` and
/// `idle` (`UCCI O25`, `O27` to `O29`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Amount {
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

/// How a position is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taste {
    pub knowledge: Amount,
    pub style: Style,
}

/// What the rules say when a position comes back, as the side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Return {
    Draw,
    Wins,
    Loses,
}

/// A position of a two-player game with a king, or something like it, that can be attacked.
pub trait Game: Clone + fmt::Debug + Send + Sync + 'static {
    type Move: Copy + Eq + Ord + fmt::Display + fmt::Debug + Send + Sync + 'static;

    /// What tells legal moves from pseudo-legal ones; computed once for a position.
    type Care: Copy;

    /// After so many half-moves without progress the game is drawn.
    const LIMIT: u32;

    /// One more than the largest [`Game::lane`].
    const LANES: usize;

    /// A hash of the position and of the side to move.
    fn key(&self) -> u64;

    /// Adds pseudo-legal moves, in an order that depends on nothing but the position.
    fn generate(&self, which: Which, out: &mut Moves<Self::Move>);

    fn care(&self) -> Self::Care;

    fn in_check(&self) -> bool;

    /// The same, from what was computed already.
    fn is_in_check(care: &Self::Care) -> bool;

    /// Whether a pseudo-legal move is legal.
    fn is_safe(&self, care: &Self::Care, it: Self::Move) -> bool;

    fn is_pseudo_legal(&self, it: Self::Move) -> bool;

    fn play(&mut self, it: Self::Move);

    /// Lets the other side move twice; not in check.
    fn pass(&mut self);

    /// Whether to pass is likely to be worse than to move.
    fn may_pass(&self) -> bool;

    /// The value of what a move captures, 0 if nothing.
    fn gain(&self, it: Self::Move) -> i32;

    /// Whether the captures on one point that a move begins win at least `least`.
    fn wins(&self, it: Self::Move, least: i32) -> bool;

    /// The value for the side to move, in hundredths of a light piece.
    fn evaluate(&self, taste: Taste) -> i32;

    /// The half-moves without progress that led here.
    fn idle_moves(&self) -> u32;

    /// What the rules say of `moves` that lead from `start` back to `start`.
    fn returns(start: &Self, moves: &[Self::Move]) -> Return;

    /// A number for the moving piece and where it goes: what is learned of one move holds for
    /// others in the same lane.
    fn lane(&self, it: Self::Move) -> usize;

    /// A move as a number from 1, for the hash table.
    fn pack(it: Self::Move) -> u16;

    /// The move with this number, if it is one.
    fn unpack(packed: u16) -> Option<Self::Move>;
}
