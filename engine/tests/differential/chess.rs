//! Compares chess and Chess960 with Stockfish: the legal moves and the checks in 20,000 positions,
//! and the perft counts at depth 2 in some of these positions.

use std::{
    collections::{BTreeMap, HashSet},
    io::{BufRead as _, BufReader, Write},
    path::PathBuf,
    process::{Child, Command, Stdio},
    thread,
};

use ponderhit_engine::games::chess::{Move, Position, START_FEN, Variant, perft_per_move};

use crate::{assert_no_differences, find_program_or_skip, random::RandomGenerator};

/// The number of compared positions from random games, for each variant of chess.
const GAME_POSITION_COUNT: usize = 7_000;

/// The number of compared positions with pieces on random squares, for each variant of chess.
const RARE_POSITION_COUNT: usize = 3_000;

/// The perft counts at depth 2 are compared in one position out of this number of positions.
const POSITIONS_PER_DEPTH_TWO_COMPARISON: usize = 50;

/// The maximum length of a game. Longer games would only repeat moves.
const MAX_PLIES: usize = 200;

/// The minimum number of positions of each kind, over both variants. The test compares about twice as many positions of
/// each kind as this minimum requires.
const REQUIRED_POSITION_COUNTS: [(&str, usize); 8] = [
    ("in check", 800),
    ("in double check", 60),
    ("mated", 16),
    ("stalemated", 1),
    ("can castle", 300),
    ("a move to the en passant square", 35),
    ("can promote", 190),
    ("six pieces or fewer", 1400),
];

#[test]
fn stockfish_finds_the_same_legal_moves_of_chess() {
    compare_with_stockfish(Variant::Standard);
}

#[test]
fn stockfish_finds_the_same_legal_moves_of_chess960() {
    compare_with_stockfish(Variant::Chess960);
}

fn compare_with_stockfish(variant: Variant) {
    let Some(program) = find_program_or_skip("stockfish") else {
        return;
    };
    let positions = positions_to_compare(variant);
    let fens: Vec<String> = positions.iter().map(Position::to_fen).collect();
    let mut differences = Vec::new();
    let mut census = BTreeMap::new();
    let answers = ask_stockfish(&program, &fens, 1, variant);
    for (position, answer) in positions.iter().zip(&answers) {
        count_position(position, answer, variant, &mut census);
        differences.extend(describe_difference(position, answer, 1, variant));
    }
    let deeper: Vec<Position> = positions
        .into_iter()
        .step_by(POSITIONS_PER_DEPTH_TWO_COMPARISON)
        .collect();
    let fens: Vec<String> = deeper.iter().map(Position::to_fen).collect();
    let answers = ask_stockfish(&program, &fens, 2, variant);
    for (position, answer) in deeper.iter().zip(&answers) {
        differences.extend(describe_difference(position, answer, 2, variant));
    }
    assert_no_differences(&differences);
    for (name, least) in REQUIRED_POSITION_COUNTS {
        let met: usize = census.get(name).copied().unwrap_or_default();
        let _ = writeln!(std::io::stderr(), "{met:6} {name}");
        assert!(
            met >= least,
            "{name}: {met} positions, expected at least {least}"
        );
    }
}

/// Different positions from random games. The random games prefer captures, promotions and checks.
fn positions_to_compare(variant: Variant) -> Vec<Position> {
    let mut random = RandomGenerator(1997);
    let (mut seen, mut positions) = (HashSet::new(), Vec::new());
    while positions.len() < GAME_POSITION_COUNT {
        let mut position = initial_position(&mut random, variant);
        for _ in 0..MAX_PLIES {
            let fen = position.to_fen();
            let board = fen.rsplitn(3, ' ').last().unwrap_or_default().to_owned();
            if seen.insert(board) {
                positions.push(position.clone());
            }
            let Some(step) = choose_move(&mut random, &position) else {
                break;
            };
            position.play_move(step);
        }
    }
    positions.truncate(GAME_POSITION_COUNT);
    while positions.len() < GAME_POSITION_COUNT + RARE_POSITION_COUNT {
        let position = Position::from_fen(&random_rare_fen(&mut random), variant);
        positions.extend(position);
    }
    positions
}

/// A random FEN that is usually valid, with few pieces on random squares. The king and a rook of
/// each side are often on their initial squares.
fn random_rare_fen(random: &mut RandomGenerator) -> String {
    const PIECE_LETTERS: &[u8] = b"QRBNPPPqrbnppp";
    let mut board = [b'1'; 64];
    let mut castling = String::new();
    for (king, rook, home, right) in [(b'K', b'R', 56, 'K'), (b'k', b'r', 0, 'k')] {
        match random.random_bool_with_percent(40) {
            true => {
                (board[home + 4], board[home + 7]) = (king, rook);
                castling.push(right);
            }
            false => board[random.random_below(64)] = king,
        }
    }
    for _ in 0..2 + random.random_below(12) {
        let square = random.random_below(64);
        if board[square] == b'1' {
            board[square] = random.pick_item(PIECE_LETTERS).unwrap();
        }
    }
    let ranks: Vec<&str> = board
        .chunks(8)
        .map(|it| std::str::from_utf8(it).unwrap())
        .collect();
    let castling = if castling.is_empty() { "-" } else { &castling };
    let side = random.pick_item(&["w", "b"]).unwrap();
    format!("{} {side} {castling} - 0 1", ranks.join("/"))
}

/// The initial position of chess, or a random initial position of Chess960 with each king between
/// its rooks.
fn initial_position(random: &mut RandomGenerator, variant: Variant) -> Position {
    let fen = match variant {
        Variant::Standard => START_FEN.to_owned(),
        Variant::Chess960 => {
            let [white, black] = [(); 2].map(|()| random_first_rank(random));
            let upper = white.to_ascii_uppercase();
            let files = |rank: &str| -> String {
                let rooks = rank.match_indices('r');
                rooks.map(|it| char::from(b'a' + it.0 as u8)).collect()
            };
            let rights = format!("{}{}", files(&white).to_ascii_uppercase(), files(&black));
            format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{upper} w {rights} - 0 1")
        }
    };
    Position::from_fen(&fen, variant).unwrap()
}

fn random_first_rank(random: &mut RandomGenerator) -> String {
    let mut rank = [' '; 8];
    for piece in ['b', 'b', 'n', 'n', 'q'] {
        let free: Vec<usize> = (0..8).filter(|it| rank[*it] == ' ').collect();
        let same_colour = |it: &usize| {
            let other = rank.iter().position(|piece| *piece == 'b');
            piece != 'b' || other.is_none_or(|other| other % 2 != it % 2)
        };
        let free: Vec<usize> = free.into_iter().filter(same_colour).collect();
        rank[random.pick_item(&free).unwrap()] = piece;
    }
    let mut rest = ['r', 'k', 'r'].into_iter();
    let fill = |it: char| if it == ' ' { rest.next().unwrap() } else { it };
    rank.into_iter().map(fill).collect()
}

fn choose_move(random: &mut RandomGenerator, position: &Position) -> Option<Move> {
    let mut legal: Vec<Move> = position.legal_moves().into_iter().collect();
    // The moves are sorted, so that the games do not depend on the engine's order of moves.
    legal.sort_unstable();
    let wish = random.random_below(100);
    let after = |it: &Move| {
        let mut after = position.clone();
        after.play_move(*it);
        after
    };
    let pieces = |it: &Position| {
        let fen = it.to_fen();
        let board = fen.split(' ').next().unwrap_or_default().to_owned();
        board.chars().filter(char::is_ascii_alphabetic).count()
    };
    let wanted: Vec<Move> = legal
        .iter()
        .copied()
        .filter(|it| match wish {
            0..15 => pieces(&after(it)) < pieces(position),
            15..35 => after(it).in_check(),
            35..45 => it.to_string().len() == 5,
            // Moves from rank 2 to 4 or from rank 7 to 5 are often double steps of pawns, which
            // allow en passant captures.
            45..70 => matches!(
                it.to_string().as_bytes()[..],
                [_, b'2', _, b'4'] | [_, b'7', _, b'5']
            ),
            _ => false,
        })
        .collect();
    random
        .pick_item(&wanted)
        .or_else(|| random.pick_item(&legal))
}

/// The answer of Stockfish about one position.
#[derive(Debug, Default)]
struct StockfishAnswer {
    /// The legal moves, each with its perft count.
    counts_by_move: BTreeMap<String, u64>,
    /// The number of pieces that give check.
    checker_count: usize,
}

fn ask_stockfish(
    program: &PathBuf,
    fens: &[String],
    depth: u32,
    variant: Variant,
) -> Vec<StockfishAnswer> {
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let chess960 = variant == Variant::Chess960;
    let mut write = move || -> std::io::Result<()> {
        writeln!(input, "setoption name UCI_Chess960 value {chess960}")?;
        for fen in fens {
            writeln!(input, "position fen {fen}\nd\ngo perft {depth}")?;
        }
        Ok(())
    };
    // Writing and reading happen at the same time, so that a full pipe cannot block either program.
    // At its end, the writing thread closes the input of Stockfish, and Stockfish exits.
    let answers = thread::scope(|scope| {
        scope.spawn(move || write().unwrap());
        read_answers(&mut child)
    });
    assert!(child.wait().unwrap().success());
    assert_eq!(
        answers.len(),
        fens.len(),
        "Stockfish must answer once per position"
    );
    answers
}

/// Stockfish prints perft counts and boards from two threads. Each thread of Stockfish prints in the order of the
/// commands, so the n-th counts belong to the n-th board.
fn read_answers(child: &mut Child) -> Vec<StockfishAnswer> {
    let output = BufReader::new(child.stdout.take().unwrap());
    let (mut answers, mut checkers) = (Vec::new(), Vec::new());
    let mut answer = StockfishAnswer::default();
    for line in output.lines() {
        let line = line.unwrap();
        if let Some(list) = line.strip_prefix("Checkers:") {
            checkers.push(list.split_whitespace().count());
        } else if line.starts_with("Nodes searched: ") {
            answers.push(std::mem::take(&mut answer));
        } else if let Some((step, nodes)) = line.split_once(": ")
            && let (4..=5, Ok(nodes)) = (step.len(), nodes.parse())
        {
            answer.counts_by_move.insert(step.to_owned(), nodes);
        }
    }
    assert_eq!(checkers.len(), answers.len());
    for (answer, checkers) in answers.iter_mut().zip(checkers) {
        answer.checker_count = checkers;
    }
    answers
}

/// The differences between the two engines' answers to a position, as text.
fn describe_difference(
    position: &Position,
    theirs: &StockfishAnswer,
    depth: u32,
    variant: Variant,
) -> Option<String> {
    let parts = perft_per_move(position, depth).into_iter();
    let ours: BTreeMap<String, u64> = parts
        .map(|(it, nodes)| (position.format_move(it, variant), nodes))
        .collect();
    let same = ours == theirs.counts_by_move
        && position.in_check() == (theirs.checker_count > 0)
        && position.has_no_legal_move() == ours.is_empty();
    let fen = position.to_fen();
    (!same).then(|| format!("{fen}: this engine has {ours:?}, Stockfish has {theirs:?}"))
}

fn count_position(
    position: &Position,
    answer: &StockfishAnswer,
    variant: Variant,
    census: &mut BTreeMap<&str, usize>,
) {
    let fen = position.to_fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let moves: Vec<Move> = position.legal_moves().into_iter().collect();
    let castles = |it: &Move| {
        position.format_move(*it, other_variant(variant)) != position.format_move(*it, variant)
    };
    let captures = |it: &Move| fields[3] != "-" && it.to_string().ends_with(fields[3]);
    let mated = moves.is_empty();
    let pieces = fields[0].chars().filter(char::is_ascii_alphabetic).count();
    let kinds = [
        answer.checker_count > 0,
        answer.checker_count > 1,
        mated && answer.checker_count > 0,
        mated && answer.checker_count == 0,
        moves.iter().any(castles),
        moves.iter().any(captures),
        moves.iter().any(|it| it.to_string().len() == 5),
        pieces <= 6,
    ];
    for ((name, _), met) in REQUIRED_POSITION_COUNTS.into_iter().zip(kinds) {
        *census.entry(name).or_default() += usize::from(met);
    }
}

fn other_variant(variant: Variant) -> Variant {
    match variant {
        Variant::Standard => Variant::Chess960,
        Variant::Chess960 => Variant::Standard,
    }
}
