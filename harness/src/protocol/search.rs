//! The code that is shared by protocols in which an engine searches for moves: UCCI, later UCI, AGI and USI.
//!
//! The trait [`BoardGame`] is the game, and the trait [`Dialect`] has the differences between these protocols. Both
//! traits are resolved at compile time and are not used outside of `protocol/`.

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
mod reference;
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
    dialect::{
        Dialect, GoCommand, Limits, MoveOf, Names, OtherProtocol, Question, Reasons, RulesOf,
    },
    game::{BoardGame, NAMED, after, any_illegal, words},
    generator::generator,
    interface::{AfterHit, UnterminatedLine},
    reference::Reference,
    searches::{CommandDuringSearch, PreviousSearch, Search},
    time::{Deadline, Overdue},
    tracker::{DoubtKind, Tracker},
    unspecified::{Unspecified, UnspecifiedLine},
    view::{
        Ask, Asked, Content, EndKind, Ending, Entry, Exceeded, Excess, Expected, Handshake,
        IdleStop, Phase, Quit, View,
    },
    wire::{
        BestMove, Command, Flag, Flaw, Hint, Id, Info, Item, Misspelt, Moves, OptionLine, Place,
        Posspec, Response, Wanted, Word, Words, follows_number, moves,
    },
};
