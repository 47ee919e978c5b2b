//! Asks one process of fairy-stockfish about many positions.

use std::{
    collections::BTreeMap,
    env,
    io::{BufRead as _, BufReader, Write},
    path::PathBuf,
    process::{Child, Command, Stdio},
    thread,
};

use ponderhit_engine::games::xiangqi::{Move, Square};

/// The answer of fairy-stockfish about one position.
#[derive(Clone, Debug, Default)]
pub(crate) struct FairyAnswer {
    /// The legal moves, each with its perft count.
    pub(crate) counts_by_move: BTreeMap<Move, u64>,
    /// The number of pieces that give check.
    pub(crate) checker_count: usize,
}

/// The path of a program, if the program is installed and `PONDERHIT_REAL_ENGINES` is not `skip`. The function also
/// searches `/usr/games`, which is often missing in `PATH`.
pub(crate) fn find_program(name: &str) -> Option<PathBuf> {
    let wanted = env::var_os("PONDERHIT_REAL_ENGINES").unwrap_or_default();
    if wanted == "skip" {
        return None;
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let places = env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    let mut programs = places.map(|it| it.join(name));
    let found = programs.find(|it| it.is_file());
    assert!(
        found.is_some() || wanted != "required",
        "{name} is required but not installed"
    );
    found
}

/// Asks fairy-stockfish for the legal moves of each position, and for the perft count of each move
/// at `depth`.
pub(crate) fn ask_fairy_stockfish(
    program: &PathBuf,
    fens: &[String],
    depth: u32,
) -> Vec<FairyAnswer> {
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    // The lines are written and read at the same time, so that no full pipe blocks the program. At its end, the writing
    // thread closes the input of fairy-stockfish, and fairy-stockfish exits.
    let answers = thread::scope(|scope| {
        scope.spawn(move || write_commands(&mut input, fens, depth).unwrap());
        read_answers(&mut child)
    });
    let status = child.wait().unwrap();
    assert!(status.success(), "fairy-stockfish: {status}");
    assert_eq!(
        answers.len(),
        fens.len(),
        "fairy-stockfish must answer once per position"
    );
    answers
}

fn write_commands(input: &mut impl Write, fens: &[String], depth: u32) -> std::io::Result<()> {
    writeln!(input, "uci\nsetoption name UCI_Variant value xiangqi")?;
    for fen in fens {
        writeln!(input, "position fen {fen}\nd\ngo perft {depth}")?;
    }
    Ok(())
}

/// fairy-stockfish prints the perft counts and the boards in two threads, so their lines can be
/// mixed. Each thread prints whole lines in the order of the commands, so the n-th counts belong to
/// the n-th board.
fn read_answers(child: &mut Child) -> Vec<FairyAnswer> {
    let output = BufReader::new(child.stdout.take().unwrap());
    let (mut answers, mut checkers) = (Vec::new(), Vec::new());
    let mut answer = FairyAnswer::default();
    for line in output.lines() {
        let line = line.unwrap();
        if let Some(list) = line.strip_prefix("Checkers:") {
            checkers.push(list.split_whitespace().count());
        } else if let Some(total) = line.strip_prefix("Nodes searched: ") {
            let sum: u64 = answer.counts_by_move.values().sum();
            assert_eq!(total.parse(), Ok(sum), "a line of the answer was not read");
            answers.push(std::mem::take(&mut answer));
        } else if let Some((step, nodes)) = line.split_once(": ")
            && let (Some(step), Ok(nodes)) = (parse_move(step), nodes.parse())
        {
            answer.counts_by_move.insert(step, nodes);
        }
    }
    assert_eq!(checkers.len(), answers.len());
    for (answer, checkers) in answers.iter_mut().zip(checkers) {
        answer.checker_count = checkers;
    }
    answers
}

/// Parses a move of fairy-stockfish, such as `h3e3` or `a1a10`, whose ranks are 1 to 10.
fn parse_move(text: &str) -> Option<Move> {
    let second = text
        .char_indices()
        .skip(1)
        .find(|(_, it)| it.is_ascii_lowercase());
    let (from, to) = text.split_at(second?.0);
    Some(Move {
        from: parse_square(from)?,
        to: parse_square(to)?,
    })
}

fn parse_square(text: &str) -> Option<Square> {
    let file = text.bytes().next().filter(u8::is_ascii_lowercase)?;
    let rank: i8 = text.get(1..)?.parse().ok()?;
    Square::new((file - b'a') as i8, rank - 1)
}
