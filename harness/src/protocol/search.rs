//! The code that is shared by protocols in which an engine searches for moves, such as UCCI and
//! UCI.
//!
//! The trait [`BoardGame`] contains the rules of a board game. The trait [`Dialect`] contains the differences between
//! the protocols with searches. Only the code in `protocol/` uses the traits `BoardGame` and `Dialect`.

mod answer_deadlines;
mod board;
mod board_game;
pub(super) mod checks;
mod clock_deadline;
mod clock_habits;
mod clock_jumps;
mod coverage;
mod diagram;
mod dialect;
mod fault_values;
pub(super) mod fuzz;
mod interface_habits;
mod interface_records;
mod live_interface;
mod missed_clocks;
mod narrowly_late;
mod no_board_notes;
mod position_habits;
mod searches;
mod segment_tracker;
mod sent_searches;
#[cfg(test)]
mod tests;
mod time_controls;
mod tracker;
mod unspecified_input;
mod view;
mod wire;
pub(super) mod xiangqi;

pub(super) use self::{
    answer_deadlines::{Deadline, OverdueAnswer},
    board::{Board, BoardNotes, position_after_moves, position_before_moves},
    board_game::{BoardGame, MAX_CAPTION_MOVES, any_illegal_move, join_moves, position_after},
    clock_deadline::clock_tolerance,
    diagram::{ViolationPosition, moves_before},
    dialect::{
        Dialect, DoubtReasons, GoCommand, MoveOf, OtherProtocol, ProtocolWords, QuestionProperties,
        SearchLimits, VariantOf,
    },
    fault_values::new_value_generator,
    interface_habits::{ClockPair, GoClock, InterfaceHabits},
    interface_records::{AnsweredReply, PositionAfterPonderhit, UnterminatedLine},
    missed_clocks::{MissedClockMistake, MissedClocks},
    narrowly_late::NarrowlyLateResults,
    no_board_notes::NoBoardNotes,
    searches::{CommandDuringSearch, PreviousSearch, Search},
    sent_searches::{PonderhitState, SentSearches},
    time_controls::WrongBeginning,
    tracker::{DoubtKind, Tracker},
    unspecified_input::{UnspecifiedInput, UnspecifiedLine},
    view::{
        AskedQuestion, EndKind, EndRecord, EnginePhase, EntryContent, ExceededLimit, Expectation,
        HandshakeRecord, IdleStop, QuestionKind, QuitRecord, SessionLimit, View, ViewEntry,
    },
    wire::{
        BasePosition, BestMove, Command, ExpectedValue, GrammarError, IdLine, Info, InfoItem,
        LenientCommand, MisspeltMove, Moves, OptionLine, PositionSpec, Response, ResultFlag, Word,
        Words, next_is_number, parse_moves,
    },
};
