//! Commands that set the board and that come during a search. The engine must ignore a command that sets the board
//! during a search.

use super::Tracker;
use crate::protocol::search::{Command, CommandDuringSearch, Dialect, EnginePhase, QuestionKind};

impl<D: Dialect> Tracker<D> {
    /// Stores a command that was sent during a search and that the engine must ignore.
    pub(super) fn store_command_during_search(&mut self, index: usize, command: &Command<D>) {
        // Only the latest command that sets the board during a search is tracked.
        self.forget_command_during_search();
        let Some(search) = self.view.searches.last_mut().filter(|it| !it.is_doubtful) else {
            return;
        };
        let mut applied = search.board.clone();
        match command {
            Command::Position(spec) => applied.set_position(spec),
            Command::Dialect(own) => D::apply_to_board(&mut applied, own),
            _ => return,
        }
        let command = Box::new(CommandDuringSearch {
            command: command.clone(),
            board_if_ignored: search.board.clone(),
            board_if_executed: applied,
            entry: index,
            is_proven: false,
        });
        search.command_during_search = Some(command.clone());
        self.command_during_search = Some(command);
    }

    /// Handles an `isready` that was answered before the result. The answer proves that the commands between the `go`
    /// and the `isready` came during the search.
    pub(super) fn confirm_commands_during_search(&mut self, asked: usize) {
        let search = self.view.searches.last_mut();
        let certain = self.fences.extra_answer_count(QuestionKind::IsReady) == 0;
        let thinking = self.phase == EnginePhase::Thinking && certain;
        let search =
            search.filter(|it| thinking && it.result_entry.is_none() && it.stop_entry.is_none());
        let Some(search) = search else {
            return;
        };
        // If a command came after the `go` of this search, the result of an earlier search was not on its way when the
        // command was sent.
        let lines_during_search = search.entry + 1..asked;
        if let Some(command) = &mut self.command_during_search {
            command.is_proven |= lines_during_search.contains(&command.entry);
            if command.is_proven {
                search.command_during_search = self.command_during_search.clone();
            }
        }
        if !search.is_doubtful {
            D::on_lines_read_during_search(self, lines_during_search);
        }
    }

    /// Forgets the command that was sent during the search, because even an engine that executed this command has
    /// another position now.
    pub(in crate::protocol) fn forget_command_during_search(&mut self) {
        self.command_during_search = None;
        let running = self.view.searches.last_mut();
        if let Some(search) = running.filter(|it| it.result_entry.is_none()) {
            let command = search.command_during_search.take();
            search.command_during_search = command.filter(|it| it.is_proven);
        }
    }
}
