//! The code that is shared by protocols in which an engine searches for moves, such as UCCI and
//! UCI.
//!
//! The trait [`BoardGame`] contains the rules of the game. The trait [`Dialect`] contains the
//! differences between these protocols. Only the code in `protocol/` uses these traits.

mod answer_deadlines;
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
mod tracker;
mod unspecified;
mod view;
mod wire;
pub(super) mod xiangqi;

pub(super) use self::{
    answer_deadlines::{Deadline, OverdueAnswer},
    board::{Board, BoardNotes, position_after_moves, position_before_moves},
    diagram::{ViolationPosition, moves_before},
    dialect::{
        Dialect, DoubtReasons, GoCommand, MoveOf, OtherProtocol, ProtocolWords, Question,
        SearchLimits, VariantOf,
    },
    game::{BoardGame, MAX_CAPTION_MOVES, any_illegal_move, join_moves, position_after},
    generator::new_generator,
    interface::{PositionAfterPonderhit, UnterminatedLine},
    reference::ReferenceEngine,
    searches::{CommandDuringSearch, PreviousSearch, Search},
    tracker::{DoubtKind, Tracker},
    unspecified::{UnspecifiedInput, UnspecifiedLine},
    view::{
        AskedQuestion, EndKind, Ending, EnginePhase, EntryContent, ExceededLimit, Expected,
        HandshakeRecord, IdleStop, QuestionKind, QuitRecord, SessionLimit, View, ViewEntry,
    },
    wire::{
        BasePosition, BestMove, Command, ExpectedValue, GrammarError, IdLine, Info, InfoItem,
        LenientCommand, MisspeltMove, Moves, OptionLine, PositionSpec, Response, ResultFlag, Word,
        Words, next_is_number, parse_moves,
    },
};
