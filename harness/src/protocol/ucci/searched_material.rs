//! The pieces of the positions that the engine has searched. A search cannot reach a position with a piece that its
//! first position does not have, so the hash table cannot contain such a position (`UCCI Q2`).

use ponderhit_engine::games::xiangqi::{Piece, Position};

use super::{
    view::{Search, View},
    wire::Command,
};

/// From this number of entries on, it is no coincidence that the hash keys of two positions are equal: engines may
/// compare only 16 bits of a key.
const MIN_FALSE_ENTRIES: usize = 2;

/// The options that add no position to the hash table, and no piece to the board.
const OPTIONS_WITHOUT_POSITIONS: [&[u8]; 8] = [
    b"batch",
    b"debug",
    b"hashsize",
    b"newgame",
    b"ponder",
    b"threads",
    b"usebook",
    b"usemillisec",
];

/// The searched pieces since the beginning of the conversation.
#[derive(Clone, Debug, Default)]
pub(super) struct SearchedMaterial {
    state: MaterialState,
    /// The number of probes of unreachable positions that the engine answered with an entry.
    false_entry_count: usize,
}

#[derive(Clone, Debug, Default)]
enum MaterialState {
    /// The conversation has no command yet.
    #[default]
    Unstarted,
    /// For each piece, the highest number of such pieces in a searched position.
    Known(Vec<(Piece, usize)>),
    /// The position of a search is not known, or the conversation may begin earlier.
    Unknown,
}

/// A probe of a position that no search can have reached.
pub(super) struct UnreachableProbe {
    /// The index of the answer.
    pub(super) answer_entry: usize,
    /// True if the answer has an entry of the hash table.
    pub(super) has_entry: bool,
    /// The number of such probes up to this one that were answered with an entry.
    pub(super) false_entry_count: usize,
}

impl UnreachableProbe {
    /// Whether the number of wrong entries proves that the engine does not compare the positions.
    pub(super) fn is_proof(&self) -> bool {
        self.has_entry && self.false_entry_count >= MIN_FALSE_ENTRIES
    }
}

impl SearchedMaterial {
    /// Calls `judge` for each probe of an unreachable position, and returns what the next segment needs.
    pub(super) fn follow(
        mut self,
        view: &View,
        mut judge: impl FnMut(&UnreachableProbe),
    ) -> SearchedMaterial {
        let mut searches = view.searches.iter().peekable();
        let mut probes = view
            .questions
            .iter()
            .filter(|it| it.position.is_some())
            .peekable();
        for (index, entry) in view.entries.iter().enumerate() {
            if let Some(command) = entry.command() {
                self.observe_command(command);
            }
            while let Some(search) = searches.next_if(|it| it.entry <= index) {
                self.add_search(search);
            }
            let Some(probe) = probes.next_if(|it| it.entry == index) else {
                continue;
            };
            let is_clear = !probe.is_doubtful && !probe.may_be_skipped;
            let position = probe.position.as_ref().filter(|_| is_clear);
            let answer = probe.answer_entry.zip(position);
            if let Some((answer_entry, position)) = answer
                && self.is_unreachable(position)
            {
                let has_entry = view.entry(answer_entry).line.trim_ascii() != b"pophash";
                self.false_entry_count += usize::from(has_entry);
                judge(&UnreachableProbe {
                    answer_entry,
                    has_entry,
                    false_entry_count: self.false_entry_count,
                });
            }
        }
        self
    }

    /// A conversation that begins with the greeting begins with the process of the engine. Later, an unknown command or
    /// option may start a search, load a hash table, or let pawns promote (`UCCI O26`).
    fn observe_command(&mut self, command: &Command) {
        if matches!(self.state, MaterialState::Unstarted) {
            self.state = match command {
                Command::Greet => MaterialState::Known(Vec::new()),
                _ => MaterialState::Unknown,
            };
        }
        let is_known = match command {
            Command::Other => false,
            Command::SetOption { name, .. } => OPTIONS_WITHOUT_POSITIONS.contains(&name.as_slice()),
            _ => true,
        };
        if !is_known {
            self.state = MaterialState::Unknown;
        }
    }

    /// Whether it is unknown which positions the engine has searched, so that no probe can be judged.
    pub(super) fn is_unknown(&self) -> bool {
        matches!(self.state, MaterialState::Unknown)
    }

    fn add_search(&mut self, search: &Search) {
        let MaterialState::Known(most) = &mut self.state else {
            return;
        };
        let Some(position) = search.position() else {
            self.state = MaterialState::Unknown;
            return;
        };
        for (piece, count) in count_pieces(position) {
            match most.iter_mut().find(|it| it.0 == piece) {
                Some(known) => known.1 = known.1.max(count),
                None => most.push((piece, count)),
            }
        }
    }

    /// Whether the position has more pieces of one kind than any searched position.
    fn is_unreachable(&self, position: &Position) -> bool {
        let MaterialState::Known(most) = &self.state else {
            return false;
        };
        count_pieces(position).iter().any(|(piece, count)| {
            let known = most.iter().find(|it| it.0 == *piece);
            known.is_none_or(|it| it.1 < *count)
        })
    }
}

fn count_pieces(position: &Position) -> Vec<(Piece, usize)> {
    let mut counts: Vec<(Piece, usize)> = Vec::new();
    for (_, piece) in position.pieces() {
        match counts.iter_mut().find(|it| it.0 == piece) {
            Some(known) => known.1 += 1,
            None => counts.push((piece, 1)),
        }
    }
    counts
}
