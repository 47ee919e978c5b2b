//! What protocols that set an engine searching share: UCCI, UCI, AGI, later USI.
//!
//! The game is a trait ([`BoardGame`]), and so is what one protocol has and others have not ([`Dialect`]). Both are
//! resolved when we are compiled, and neither leaves `protocol/`.

mod board;
pub(super) mod checks;
mod coverage;
mod diagram;
mod dialect;
mod dialogue;
mod follow;
pub(super) mod fuzz;
mod game;
mod generator;
mod interface;
mod searches;
#[cfg(test)]
mod tests;
mod time;
mod tracker;
mod unspecified;
mod view;
mod wire;

pub(super) use self::{
    board::{Board, BoardNotes, resolve, set_up},
    diagram::{Scene, led_by},
    dialect::{Dialect, GoCommand, Limit, MoveOf, Names, OtherProtocol, Question, Reasons},
    game::{BoardGame, after, any_illegal},
    generator::generator,
    interface::{AfterHit, UnterminatedLine},
    searches::{CommandDuringSearch, PreviousSearch, Search},
    time::{Deadline, said},
    tracker::{DoubtKind, Tracker},
    unspecified::{Unspecified, UnspecifiedLine},
    view::{
        Ask, Asked, Content, EndKind, Ending, Entry, Exceeded, Excess, Expected, Handshake,
        IdleStop, Phase, Quit, View,
    },
    wire::{
        BestMove, Command, Flag, Flaw, Hint, Id, Info, Item, Misspelt, Moves, OptionLine, Place,
        Posspec, Response, Word, Words, follows_number, moves,
    },
};
