//! What an interface says.

use std::{ops::Range, time::Duration};

use ponderhit_engine::games::xiangqi::Move;

use super::words::{Word, Words};
use crate::protocol::ucci::vocabulary::COMMANDS;

/// A line from the interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Command {
    Ucci,
    IsReady,
    /// `setoption NAME [TEXT]`; bytes, because paths are in whatever encoding.
    SetOption {
        name: Vec<u8>,
        value: Vec<u8>,
    },
    Position(Posspec),
    BanMoves(Moves),
    Go(Go),
    PonderHit {
        draw: bool,
    },
    Stop,
    Probe(Probe),
    Quit,
    /// A line with no word in it.
    Blank,
    /// Anything else, and commands whose parameters cannot be understood.
    Other,
}

/// Moves as far as they could be read; `None` if a word among them is no move.
pub(in super::super) type Moves = Option<Vec<Move>>;

/// What `position` and `probe` name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Posspec {
    pub(in super::super) place: Place,
    pub(in super::super) moves: Moves,
}

/// Where the moves start from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Place {
    Start,
    /// The FEN as it was sent.
    Fen(String),
    /// Neither `fen` nor `startpos`.
    Unclear,
}

impl Posspec {
    /// Whether every engine must take its place: the letters of the text, and all of its fields
    /// (`UCCI F1`, `F2`, `P6`).
    pub(in super::super) fn is_plain(&self) -> bool {
        match &self.place {
            Place::Start => true,
            Place::Unclear => false,
            Place::Fen(fen) => {
                let fields: Vec<&str> = fen.split(' ').collect();
                let letter = |it: char| "KABNRCPkabnrcp123456789/".contains(it);
                match fields[..] {
                    [board, "w" | "b", _, _, _, _] => board.chars().all(letter),
                    _ => false,
                }
            }
        }
    }
}

/// `probe` and the position it asks for.
pub(in super::super) type Probe = Posspec;

/// `go` and its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Go {
    pub(in super::super) ponder: bool,
    pub(in super::super) draw: bool,
    pub(in super::super) mode: Mode,
    /// Where the mode stands in the line.
    pub(in super::super) span: Range<usize>,
}

/// The four modes of thinking (`UCCI G4`, `G6`, `G11`, `G12`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Mode {
    Depth(u64),
    Infinite,
    Nodes(u64),
    Time(Clock),
    /// No mode, several, or one that cannot be read (`UCCI G10` is silent).
    Unclear,
}

/// The clock given with `go time`, in the unit of the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Clock {
    pub(in super::super) time: u64,
    pub(in super::super) increment: u64,
    /// `increment` was given, be it 0: a clock that runs down, and no time for each move (`UCCI G14`).
    pub(in super::super) runs_down: bool,
    /// `movestogo` was given: the time is for a period.
    pub(in super::super) period: bool,
}

impl Clock {
    /// The time left, when a unit lasts `unit`.
    pub(in super::super) fn left(self, unit: Duration) -> Duration {
        let micros = u128::from(self.time) * unit.as_micros();
        Duration::from_micros(u64::try_from(micros).unwrap_or(u64::MAX))
    }
}

impl Command {
    /// Whether the interface turns to another game, or to another engine: what it knew of clocks,
    /// bans and guesses is of no use from there on. `line` is what was said.
    pub(in super::super) fn begins_game(&self, line: &[u8]) -> bool {
        match self {
            Command::Ucci | Command::Quit => true,
            Command::SetOption { name, .. } => name == b"newgame",
            Command::Other => {
                let word = Words::new(line).next();
                word.is_some_and(|it| {
                    matches!(it.text, b"newgame" | b"uccinewgame" | b"ucinewgame")
                })
            }
            _ => false,
        }
    }

    /// Reads a line without its newline.
    pub(in super::super) fn parse(line: &[u8]) -> Command {
        let mut words = Words::new(line);
        let Some(first) = words.next() else {
            return Command::Blank;
        };
        match first.text {
            b"ucci" => alone(&words, Command::Ucci),
            b"isready" => alone(&words, Command::IsReady),
            b"stop" => alone(&words, Command::Stop),
            b"quit" => alone(&words, Command::Quit),
            b"ponderhit" => {
                let draw = words.eat("draw");
                alone(&words, Command::PonderHit { draw })
            }
            b"setoption" => setoption(words),
            b"position" => Command::Position(posspec(words)),
            b"probe" => Command::Probe(posspec(words)),
            b"banmoves" => Command::BanMoves(moves(words)),
            b"go" => Command::Go(go(words)),
            _ => Command::Other,
        }
    }
}

/// The commands that a generous reader may find in a line that is none by the grammar: with other
/// case, with something before or behind, with bytes in between that are no letters.
pub(in super::super) fn hints(line: &[u8]) -> impl Iterator<Item = &'static str> {
    let words = line.split(|it| !it.is_ascii_alphanumeric());
    words.filter_map(|word| {
        let same = |it: &&str| word.eq_ignore_ascii_case(it.as_bytes());
        // `fen` and `startpos` alone are a dialect's `position` (`UCCI D3`).
        let dialect = word.starts_with(b"fen") || word.starts_with(b"startpos");
        let known = COMMANDS.into_iter().find(same);
        known.or_else(|| dialect.then_some("position"))
    })
}

/// A command that takes nothing more; with something more it is not that command for certain.
fn alone(words: &Words<'_>, command: Command) -> Command {
    match words.peek() {
        None => command,
        Some(_) => Command::Other,
    }
}

fn setoption(mut words: Words<'_>) -> Command {
    let Some(name) = words.next() else {
        return Command::Other;
    };
    Command::SetOption {
        name: name.text.to_vec(),
        value: words.rest().text.to_vec(),
    }
}

fn posspec(mut words: Words<'_>) -> Posspec {
    let place = match words.next() {
        Some(Word {
            text: b"startpos", ..
        }) => Place::Start,
        Some(Word { text: b"fen", .. }) => Place::Fen(fen(&mut words)),
        _ => Place::Unclear,
    };
    let moves = match words.next() {
        None => Some(Vec::new()),
        Some(word) if word.text == b"moves" => moves(words),
        Some(_) => None,
    };
    Posspec { place, moves }
}

/// The words up to `moves`.
fn fen(words: &mut Words<'_>) -> String {
    let mut fields = Vec::new();
    while words.peek().is_some_and(|it| it.text != b"moves") {
        fields.extend(words.next().map(|it| it.shown()));
    }
    fields.join(" ")
}

fn moves(words: Words<'_>) -> Moves {
    words.map(|word| word.as_move()).collect()
}

fn go(mut words: Words<'_>) -> Go {
    let ponder = words.eat("ponder");
    let draw = !ponder && words.eat("draw");
    let span = words.rest().span;
    let mode = mode(words).unwrap_or(Mode::Unclear);
    Go {
        ponder,
        draw,
        mode,
        span,
    }
}

fn mode(mut words: Words<'_>) -> Option<Mode> {
    let mode = match words.next()?.text {
        b"infinite" => Mode::Infinite,
        b"depth" => Mode::Depth(words.next()?.uint()?),
        b"nodes" => Mode::Nodes(words.next()?.uint()?),
        b"time" => {
            let time = words.next()?.uint()?;
            let (increment, period) = clocks(&mut words)?;
            Mode::Time(Clock {
                time,
                increment: increment.unwrap_or_default(),
                runs_down: increment.is_some(),
                period,
            })
        }
        _ => return None,
    };
    words.next().is_none().then_some(mode)
}

/// `[movestogo N | increment N] [opptime N [oppmovestogo N | oppincrement N]]`
fn clocks(words: &mut Words<'_>) -> Option<(Option<u64>, bool)> {
    let (mut increment, period) = (None, words.eat("movestogo"));
    if period {
        words.next()?.uint()?;
    } else if words.eat("increment") {
        increment = Some(words.next()?.uint()?);
    }
    if words.eat("opptime") {
        words.next()?.uint()?;
        if words.eat("oppmovestogo") || words.eat("oppincrement") {
            words.next()?.uint()?;
        }
    }
    Some((increment, period))
}

#[cfg(test)]
#[expect(clippy::panic, reason = "a test that meets another command fails")]
mod tests {
    use super::*;

    #[test]
    fn every_command_of_the_grammar_is_known() {
        for (line, command) in [
            ("ucci", Command::Ucci),
            ("isready", Command::IsReady),
            ("stop", Command::Stop),
            ("quit\r", Command::Quit),
            ("  ponderhit   draw ", Command::PonderHit { draw: true }),
            ("", Command::Blank),
            ("ucci now", Command::Other),
        ] {
            assert_eq!(Command::parse(line.as_bytes()), command, "{line}");
        }
    }

    #[test]
    fn a_line_that_is_no_command_may_be_taken_for_one() {
        let found = |line: &[u8]| hints(line).collect::<Vec<_>>();
        assert_eq!(found(b"quit\r\r,\r0"), ["quit"]);
        assert_eq!(found(b"quit\0junk"), ["quit"]);
        assert_eq!(found(b"please STOP and Go depth 1"), ["stop", "go"]);
        assert_eq!(found(b"fen 9/9 w"), ["position"]);
        assert!(found(b"quitter \xff gone").is_empty());
    }

    #[test]
    fn the_value_of_an_option_is_all_that_follows() {
        let command = Command::parse(b"setoption bookfiles C:\\my books\\a.dat;b.dat");
        let Command::SetOption { name, value } = command else {
            panic!("no setoption: {command:?}");
        };
        assert_eq!(name, b"bookfiles");
        assert_eq!(value, b"C:\\my books\\a.dat;b.dat");
    }

    #[test]
    fn a_position_ends_where_its_moves_begin() {
        let command = Command::parse(b"position fen 9/9 w - - 0 1 moves h2e2 h9g7");
        let Command::Position(spec) = command else {
            panic!("no position: {command:?}");
        };
        assert_eq!(spec.place, Place::Fen("9/9 w - - 0 1".to_owned()));
        assert_eq!(spec.moves.map(|it| it.len()), Some(2));
    }

    #[test]
    fn a_mode_is_clear_or_unclear_but_never_guessed() {
        let mode = |line: &str| match Command::parse(line.as_bytes()) {
            Command::Go(go) => (go.mode, go.ponder, go.draw),
            other => panic!("no go: {other:?}"),
        };
        assert_eq!(mode("go depth 4"), (Mode::Depth(4), false, false));
        assert_eq!(mode("go ponder infinite"), (Mode::Infinite, true, false));
        let time = Mode::Time(Clock {
            time: 5,
            increment: 0,
            runs_down: true,
            period: false,
        });
        assert_eq!(
            mode("go draw time 5 increment 0 opptime 7 oppmovestogo 3"),
            (time, false, true)
        );
        for line in [
            "go",
            "go depth",
            "go depth x",
            "go depth 4 nodes 7",
            "go wtime 5",
            "go time -1",
        ] {
            assert_eq!(mode(line).0, Mode::Unclear, "{line}");
        }
    }
}
