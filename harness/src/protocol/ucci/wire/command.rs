//! Parses the commands of the interface.

use std::{ops::Range, time::Duration};

use super::{Command, PositionSpec};
use crate::protocol::{
    search::{BasePosition, GoCommand, LenientCommand, Moves, SearchLimits, Words, parse_moves},
    ucci::{dialect::UcciDialect, vocabulary::COMMAND_WORDS},
};

/// A command that only UCCI has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum UcciCommand {
    BanMoves(Moves<UcciDialect>),
    Probe(ProbeSpec),
}

/// Whether every engine must accept the FEN of a position, because the FEN has all fields, and has only letters that
/// the protocol's text defines (`UCCI F1`, `F2`, `P6`).
pub(in super::super) fn must_accept_fen(spec: &PositionSpec) -> bool {
    match &spec.base_position {
        BasePosition::Start => true,
        BasePosition::UnclearPosition => false,
        BasePosition::Fen(fen) => {
            let fields: Vec<&str> = fen.split(' ').collect();
            let letter = |it: char| "KABNRCPkabnrcp123456789/".contains(it);
            match fields[..] {
                [board, "w" | "b", _, _, _, _] => board.chars().all(letter),
                _ => false,
            }
        }
    }
}

/// The position in a `probe` command.
pub(in super::super) type ProbeSpec = PositionSpec;

/// The parameters of a `go` command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct UcciGo {
    pub(in super::super) is_ponder: bool,
    pub(in super::super) offers_draw: bool,
    pub(in super::super) mode: GoMode,
    /// The byte range of the mode, such as `depth 5`, in the line.
    pub(in super::super) span: Range<usize>,
}

/// The four modes of thinking (`UCCI G4`, `G6`, `G11`, `G12`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum GoMode {
    Depth(u64),
    Infinite,
    Nodes(u64),
    Time(Clock),
    /// The mode is missing or malformed, or there are several modes (not specified, `UCCI G10`).
    UnclearMode,
}

/// The clock of a `go time`, in the session's unit of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Clock {
    pub(in super::super) time: u64,
    pub(in super::super) increment: u64,
    /// The line has an `increment`, possibly 0. With an `increment`, the time is the rest of a clock (`UCCI G14`), unless
    /// each move has the same time (`UCCI G18`).
    pub(in super::super) has_increment: bool,
    /// The value of `movestogo`: the time is for this number of moves.
    pub(in super::super) moves_to_go: Option<u64>,
    /// The value of `opptime`.
    pub(in super::super) opponent_time: Option<u64>,
    /// The value of `oppincrement`, or 0.
    pub(in super::super) opponent_increment: u64,
}

impl Clock {
    /// The time left on the clock. `unit` is the unit of time.
    pub(in super::super) fn remaining_time(self, unit: Duration) -> Duration {
        let micros = u128::from(self.time) * unit.as_micros();
        Duration::from_micros(u64::try_from(micros).unwrap_or(u64::MAX))
    }
}

impl GoCommand for UcciGo {
    fn is_ponder(&self) -> bool {
        self.is_ponder
    }

    fn limits(&self, unit: Duration, _first: Option<bool>) -> SearchLimits {
        let mut limits = SearchLimits::default();
        match self.mode {
            GoMode::Depth(depth) => limits.depth = Some(depth),
            GoMode::Nodes(nodes) => limits.nodes = Some(nodes),
            GoMode::Time(clock) => limits.clock = Some(clock.remaining_time(unit)),
            GoMode::Infinite => limits.is_infinite = true,
            GoMode::UnclearMode => limits.is_unclear = true,
        }
        limits
    }
}

/// Whether a new game, or a session with another engine, begins with this command. Earlier clocks, bans and ponder
/// moves do not apply to a new game. `line` contains the bytes as they were sent.
pub(in super::super) fn begins_new_game(command: &Command, line: &[u8]) -> bool {
    match command {
        Command::Greet | Command::Quit => true,
        Command::SetOption { name, .. } => name == b"newgame",
        Command::Other => {
            let word = Words::new(line).next();
            word.is_some_and(|it| matches!(it.text, b"newgame" | b"uccinewgame" | b"ucinewgame"))
        }
        _ => false,
    }
}

/// Parses a line without its newline.
pub(in super::super) fn parse_command(line: &[u8]) -> Command {
    let mut words = Words::new(line);
    let Some(first) = words.next() else {
        return Command::Blank;
    };
    match first.text {
        b"ucci" => Command::Greet.accept_if_only_word(&words),
        b"isready" => Command::IsReady.accept_if_only_word(&words),
        b"stop" => Command::Stop.accept_if_only_word(&words),
        b"quit" => Command::Quit.accept_if_only_word(&words),
        b"ponderhit" => {
            let draw = words.take_if("draw");
            Command::PonderHit { offers_draw: draw }.accept_if_only_word(&words)
        }
        b"setoption" => parse_setoption(words),
        b"position" => Command::Position(PositionSpec::parse_words(words)),
        b"probe" => Command::Dialect(UcciCommand::Probe(PositionSpec::parse_words(words))),
        b"banmoves" => Command::Dialect(UcciCommand::BanMoves(parse_moves::<UcciDialect>(words))),
        b"go" => Command::Go(parse_go(words)),
        _ => Command::Other,
    }
}

/// The commands that a lenient parser may accept in a line outside the grammar. A lenient parser ignores case, other
/// words, and bytes that are not letters or digits.
pub(in super::super) fn lenient_commands(line: &[u8]) -> impl Iterator<Item = LenientCommand> {
    let words = line.split(|it| !it.is_ascii_alphanumeric());
    words.filter_map(|word| {
        let same = |it: &&(&str, LenientCommand)| word.eq_ignore_ascii_case(it.0.as_bytes());
        // The words `fen` and `startpos` without `position` are a dialect of `position` (`UCCI D3`).
        let dialect = word.starts_with(b"fen") || word.starts_with(b"startpos");
        let known = COMMAND_WORDS.iter().find(same).map(|it| it.1);
        known.or_else(|| dialect.then_some(LenientCommand::BoardCommand))
    })
}

fn parse_setoption(mut words: Words<'_>) -> Command {
    let Some(name) = words.next() else {
        return Command::Other;
    };
    Command::SetOption {
        name: name.text.to_vec(),
        value: words.rest_of_line().text.to_vec(),
    }
}

fn parse_go(mut words: Words<'_>) -> UcciGo {
    let ponder = words.take_if("ponder");
    let draw = !ponder && words.take_if("draw");
    let span = words.rest_of_line().span;
    let mode = parse_go_mode(words).unwrap_or(GoMode::UnclearMode);
    UcciGo {
        is_ponder: ponder,
        offers_draw: draw,
        mode,
        span,
    }
}

fn parse_go_mode(mut words: Words<'_>) -> Option<GoMode> {
    let mode = match words.next()?.text {
        b"infinite" => GoMode::Infinite,
        b"depth" => GoMode::Depth(words.next()?.parse_uint()?),
        b"nodes" => GoMode::Nodes(words.next()?.parse_uint()?),
        b"time" => {
            let time = words.next()?.parse_uint()?;
            GoMode::Time(parse_clock(time, &mut words)?)
        }
        _ => return None,
    };
    words.next().is_none().then_some(mode)
}

/// Parses the parameters after `time N`: `[movestogo N | increment N] [opptime N [oppmovestogo N | oppincrement N]]`.
fn parse_clock(time: u64, words: &mut Words<'_>) -> Option<Clock> {
    let mut clock = Clock {
        time,
        increment: 0,
        has_increment: false,
        moves_to_go: None,
        opponent_time: None,
        opponent_increment: 0,
    };
    if words.take_if("movestogo") {
        clock.moves_to_go = Some(words.next()?.parse_uint()?);
    } else if words.take_if("increment") {
        clock.increment = words.next()?.parse_uint()?;
        clock.has_increment = true;
    }
    if words.take_if("opptime") {
        clock.opponent_time = Some(words.next()?.parse_uint()?);
        if words.take_if("oppmovestogo") {
            words.next()?.parse_uint()?;
        } else if words.take_if("oppincrement") {
            clock.opponent_increment = words.next()?.parse_uint()?;
        }
    }
    Some(clock)
}

#[cfg(test)]
#[expect(clippy::panic, reason = "a test that meets another command fails")]
mod tests {
    use super::*;

    #[test]
    fn every_command_of_the_grammar_is_known() {
        for (line, command) in [
            ("ucci", Command::Greet),
            ("isready", Command::IsReady),
            ("stop", Command::Stop),
            ("quit\r", Command::Quit),
            (
                "  ponderhit   draw ",
                Command::PonderHit { offers_draw: true },
            ),
            ("", Command::Blank),
            ("ucci now", Command::Other),
        ] {
            assert_eq!(Command::parse(line.as_bytes()), command, "{line}");
        }
    }

    #[test]
    fn a_lenient_parser_may_accept_a_malformed_line() {
        let found = |line: &[u8]| lenient_commands(line).collect::<Vec<_>>();
        assert_eq!(found(b"quit\r\r,\r0"), [LenientCommand::Quit]);
        assert_eq!(found(b"quit\0junk"), [LenientCommand::Quit]);
        assert_eq!(
            found(b"please STOP and Go depth 1"),
            [LenientCommand::Stop, LenientCommand::Go]
        );
        assert_eq!(found(b"fen 9/9 w"), [LenientCommand::BoardCommand]);
        assert!(found(b"quitter \xff gone").is_empty());
    }

    #[test]
    fn an_option_value_is_the_rest_of_the_line() {
        let command = Command::parse(b"setoption bookfiles C:\\my books\\a.dat;b.dat");
        let Command::SetOption { name, value } = command else {
            panic!("no setoption: {command:?}");
        };
        assert_eq!(name, b"bookfiles");
        assert_eq!(value, b"C:\\my books\\a.dat;b.dat");
    }

    #[test]
    fn a_fen_ends_where_its_moves_begin() {
        let command = Command::parse(b"position fen 9/9 w - - 0 1 moves h2e2 h9g7");
        let Command::Position(spec) = command else {
            panic!("no position: {command:?}");
        };
        assert_eq!(
            spec.base_position,
            BasePosition::Fen("9/9 w - - 0 1".to_owned())
        );
        assert_eq!(spec.moves.map(|it| it.len()), Some(2));
    }

    #[test]
    fn a_malformed_go_mode_is_parsed_as_unclear() {
        let mode = |line: &str| match Command::parse(line.as_bytes()) {
            Command::Go(go) => (go.mode, go.is_ponder, go.offers_draw),
            other => panic!("no go: {other:?}"),
        };
        assert_eq!(mode("go depth 4"), (GoMode::Depth(4), false, false));
        assert_eq!(mode("go ponder infinite"), (GoMode::Infinite, true, false));
        let time = GoMode::Time(Clock {
            time: 5,
            increment: 0,
            has_increment: true,
            moves_to_go: None,
            opponent_time: Some(7),
            opponent_increment: 0,
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
            assert_eq!(mode(line).0, GoMode::UnclearMode, "{line}");
        }
    }
}
