//! The drawing of `showboard` has the stones at the coordinates that its letters and numbers name.
//!
//! A person who compares two engines reads the drawing. In a drawing that is upside down, the stones seem to stand on
//! other points.
//!
//! ```conforms
//! > boardsize 3
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play b C1
//! < =
//! <
//! > showboard
//! < =
//! < A B C
//! < 3 . . . 3
//! < 2 . + . 2
//! < 1 . . X 1
//! < A B C
//! <
//! ```
//!
//! Any signs may stand for the stones, and text may follow a row:
//!
//! ```conforms
//! > boardsize 3
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play w A2
//! < =
//! <
//! > play b C1
//! < =
//! <
//! > showboard
//! < = A B C
//! < 3 - - -
//! < 2 o - -   White has captured 0 stones
//! < 1 - - #   Black has captured 0 stones
//! <
//! ```
//!
//! ```violates
//! > boardsize 3
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play b C1
//! < =
//! <
//! > showboard
//! < =
//!   ^ the stones of this drawing are mirrored
//! < A B C
//! < 3 . . X 3
//! < 2 . + . 2
//! < 1 . . . 1
//! < A B C
//! <
//! ```
//!
//! ```violates
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > play b J1
//! < =
//! <
//! > showboard
//! < =   A B C D E F G H I
//!   ^^^^^^^^^^^^^^^^^^^^^ the letter I names no column
//! < 9 . . . . . . . . .
//! < 8 . . . . . . . . .
//! < 7 . . . . . . . . .
//! < 6 . . . . . . . . .
//! < 5 . . . . . . . . .
//! < 4 . . . . . . . . .
//! < 3 . . . . . . . . .
//! < 2 . . . . . . . . .
//! < 1 . . . . . . . . X
//! <
//! ```

use super::super::{board::Position, prelude::*};

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/showboard_coordinates",
    level: Level::Must,
    topic: "commands",
    spec: "GTP G-129, G-58",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

/// The ways to read a drawing: the row and the column of a point, from the row, the column and the last index.
type Reading = fn(usize, usize, usize) -> (usize, usize);

/// Drawings that are mirrored at one or two axes, or at a diagonal.
const MIRRORED: [Reading; 4] = [
    |row, column, last| (last - row, column),
    |row, column, last| (row, last - column),
    |row, column, last| (last - row, last - column),
    |row, column, _| (column, row),
];

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(view, out, &["showboard"]);
    for (exchange, response) in view.completely_answered_exchanges() {
        let is_drawing = exchange.is_valid_command(&["showboard"]) && response.status.is_success;
        let Some(position) = exchange.board.position.as_ref().filter(|_| is_drawing) else {
            continue;
        };
        let lines: Vec<Vec<&[u8]>> = response.text_lines().map(|it| words_of(it.1)).collect();
        let size = usize::from(position.size());
        if lines.iter().any(|it| is_header(it, size, true)) && size > 8 {
            let message = message!("gtp_column_i", "the letter I names no column");
            out.violates(response.line.culprit(), message);
            continue;
        }
        let rows = rows_from_bottom(&lines, size);
        let is_judged = position.all_stones().next().is_some()
            && lines.iter().any(|it| is_header(it, size, false));
        match rows.filter(|_| is_judged) {
            Some(rows) if shows(&rows, position, |row, column, _| (row, column)) => {
                out.conforms(response.line.at);
            }
            Some(rows) if MIRRORED.iter().any(|it| shows(&rows, position, *it)) => {
                let message = message!(
                    "gtp_drawing_mirrored",
                    "the stones of this drawing are mirrored"
                );
                out.violates(response.line.culprit(), message);
            }
            _ => out.not_applicable(message!(
                "gtp_drawing_unread",
                "ponderhit cannot read the drawing of `showboard`"
            )),
        }
    }
}

fn words_of(line: &[u8]) -> Vec<&[u8]> {
    let words = line.split(u8::is_ascii_whitespace);
    words.filter(|it| !it.is_empty()).collect()
}

/// Whether the words are the letters of the columns, with or without I.
fn is_header(words: &[&[u8]], size: usize, with_i: bool) -> bool {
    let letters = (b'A'..=b'Z').filter(|it| with_i || *it != b'I');
    let letters: Vec<u8> = letters.take(size).collect();
    words.len() == size
        && words
            .iter()
            .zip(letters)
            .all(|(word, letter)| word.eq_ignore_ascii_case(&[letter]))
}

/// The signs of the rows, the lowest row first. Returns `None` unless each row has its number and one sign for each
/// point.
fn rows_from_bottom(lines: &[Vec<&[u8]>], size: usize) -> Option<Vec<Vec<u8>>> {
    let row = |number: usize| {
        let is_row = |words: &&Vec<&[u8]>| {
            let first = words.first().and_then(|it| parse_int(it));
            first.is_some_and(|it| usize::try_from(it) == Ok(number))
        };
        let mut found = lines.iter().filter(is_row);
        let words = found.next().filter(|_| found.next().is_none())?;
        let signs = words.get(1..=size)?.iter().map(|word| match word {
            [sign] => Some(*sign),
            _ => None,
        });
        signs.collect::<Option<Vec<u8>>>()
    };
    (1..=size).map(row).collect()
}

/// Whether the drawing, read in this way, shows the stones of the position: one sign for all stones of a color, and this
/// sign on no other point.
fn shows(rows: &[Vec<u8>], position: &Position, reading: Reading) -> bool {
    let last = rows.len().saturating_sub(1);
    let mut signs: [Vec<u8>; 3] = Default::default();
    for (row, column) in (0..rows.len()).flat_map(|row| (0..rows.len()).map(move |it| (row, it))) {
        let (drawn_row, drawn_column) = reading(row, column, last);
        let Some(sign) = rows.get(drawn_row).and_then(|it| it.get(drawn_column)) else {
            return false;
        };
        let (Ok(column), Ok(row)) = (u8::try_from(column), u8::try_from(row)) else {
            return false;
        };
        let kind = match position.stone_at(Point { column, row }) {
            Some(Color::Black) => 0,
            Some(Color::White) => 1,
            None => 2,
        };
        if !signs[kind].contains(sign) {
            signs[kind].push(*sign);
        }
    }
    let [black, white, empty] = signs;
    let is_apart = |one: &[u8], other: &[u8]| one.iter().all(|it| !other.contains(it));
    black.len() <= 1
        && white.len() <= 1
        && is_apart(&black, &white)
        && is_apart(&black, &empty)
        && is_apart(&white, &empty)
}
