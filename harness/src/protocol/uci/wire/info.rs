//! Parses the items of an `info` line.

use std::ops::Range;

use super::{Info, Item};
use crate::{
    message::message,
    protocol::{
        search::{ExpectedValue, Word, Words},
        uci::{game::UciPosition, uci_move::UciMove},
    },
};

/// An item of an `info` line that only UCI has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum UciInfoItem {
    /// A key (first word of an item) that the specification defines; its value follows as another item.
    Key(&'static str, Range<usize>),
    /// A key that is followed by a number and has no enum variant of its own, such as `nps`, with the number and its
    /// place in the line.
    Number(&'static str, u64, Range<usize>),
    Score(Score),
    /// The moves after `refutation`: a move and its refutation. If only one move follows `refutation`, the engine found
    /// no refutation.
    Refutation(Vec<(UciMove, Range<usize>)>),
    /// The item `currline`: the optional number of the processor, and the moves that it is searching.
    CurrLine(Option<u64>, Vec<(UciMove, Range<usize>)>),
    /// A word that the specification does not define (`UCI U77`).
    UnknownWord(Range<usize>),
}

/// The item `score cp N` or `score mate N`, with an optional `lowerbound` or `upperbound`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Score {
    /// True if the number counts the moves to mate, and false if it is in hundredths of a pawn.
    pub(in super::super) is_mate: bool,
    pub(in super::super) value: i64,
    pub(in super::super) bound: Option<Bound>,
    /// The place of the score's number in the line.
    pub(in super::super) span: Range<usize>,
}

/// The word `lowerbound` or `upperbound`: the score is only a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Bound {
    Lower,
    Upper,
}

/// The keys of an `info` line that are followed by a number.
const NUMBER_KEYS: [&str; 11] = [
    "depth",
    "seldepth",
    "time",
    "nodes",
    "multipv",
    "currmovenumber",
    "hashfull",
    "nps",
    "tbhits",
    "sbhits",
    "cpuload",
];

/// The keys of an `info` line that are not followed by a number.
const KEYS_WITHOUT_NUMBER: [&str; 7] = [
    "pv",
    "currmove",
    "score",
    "refutation",
    "currline",
    "wdl",
    "string",
];

/// The usual number of items in an `info` line, where a key and its value are two items.
const USUAL_ITEM_COUNT: usize = 20;

/// Parses the words after `info`. If the specification does not define a word, only this word is skipped, not the word
/// after it (`UCI U77`).
pub(super) fn parse_info(mut words: Words<'_>) -> Info {
    let mut info = Info::default();
    info.items.reserve(USUAL_ITEM_COUNT);
    while let Some(word) = words.next() {
        let mut keys = NUMBER_KEYS.iter().chain(&KEYS_WITHOUT_NUMBER);
        let Some(key) = keys.find(|it| it.as_bytes() == word.text) else {
            info.items
                .push(Item::DialectItem(UciInfoItem::UnknownWord(word.span)));
            continue;
        };
        info.items
            .push(Item::DialectItem(UciInfoItem::Key(key, word.span.clone())));
        match *key {
            "string" => {
                info.items.push(Item::Message);
                return info;
            }
            "pv" => info.parse_pv(&word, &mut words),
            "currmove" => info.parse_currmove(&word, &mut words),
            "score" => parse_score(&mut info, &word, &mut words),
            "refutation" => {
                let moves = parse_variation_moves(&mut info, &word, &mut words);
                info.items
                    .push(Item::DialectItem(UciInfoItem::Refutation(moves)));
            }
            "currline" => {
                let cpu = words.peek().filter(|it| it.text != b"0000");
                let cpu = cpu.and_then(|it| it.parse_uint());
                if cpu.is_some() {
                    words.next();
                }
                let moves = parse_variation_moves(&mut info, &word, &mut words);
                info.items
                    .push(Item::DialectItem(UciInfoItem::CurrLine(cpu, moves)));
            }
            "wdl" => {
                for _ in 0..3 {
                    parse_number_item(&mut info, "wdl", &word, &mut words);
                }
            }
            _ => parse_number_item(&mut info, key, &word, &mut words),
        }
    }
    info
}

fn parse_number_item(info: &mut Info, name: &'static str, key: &Word<'_>, words: &mut Words<'_>) {
    // If the word after a key is another key, the number is missing.
    let mut after = words.clone();
    let value = after.next();
    let span = value
        .as_ref()
        .map_or(key.span.clone(), |it| it.span.clone());
    let item = |number| match name {
        "depth" => Item::Depth(number),
        "time" => Item::Time(number),
        "nodes" => Item::Nodes(number),
        _ => Item::DialectItem(UciInfoItem::Number(name, number, span.clone())),
    };
    if value.as_ref().is_some_and(|it| it.parse_int().is_some()) {
        *words = after;
    }
    info.parse_number(key, value, |it| it.parse_uint(), item);
}

/// Parses the moves of a variation, such as `pv`, up to a null move.
fn parse_variation_moves(
    info: &mut Info,
    key: &Word<'_>,
    words: &mut Words<'_>,
) -> Vec<(UciMove, Range<usize>)> {
    let mut moves = Vec::new();
    while let Some(word) = words.peek() {
        match word.parse_move::<UciPosition>() {
            Some(step) => moves.push((step, word.span)),
            None if word.text == b"0000" => {
                words.next();
                while words
                    .peek()
                    .is_some_and(|it| it.parse_move::<UciPosition>().is_some())
                {
                    words.next();
                }
                return moves;
            }
            None => break,
        }
        words.next();
    }
    if moves.is_empty() {
        info.store_value_error(key, words.peek(), ExpectedValue::Moves);
    }
    moves
}

fn parse_score(info: &mut Info, key: &Word<'_>, words: &mut Words<'_>) {
    let kind = words.peek();
    let mate = match kind.as_ref().map(|it| it.text) {
        Some(b"cp") => false,
        Some(b"mate") => true,
        _ => {
            let span = kind.map_or(key.span.clone(), |it| it.span);
            let why = message!(
                "score_kind",
                "`score` must be followed by `cp` or `mate` and a number"
            );
            info.grammar_error.get_or_insert((span, why));
            return;
        }
    };
    let Some(kind) = words.next() else { return };
    let value = words.peek();
    let Some((value, number)) = value.as_ref().and_then(|it| Some((it, it.parse_int()?))) else {
        return info.store_value_error(&kind, value, ExpectedValue::Number);
    };
    words.next();
    let mut bound = None;
    while let Some(word) = words.peek() {
        let more = match word.text {
            b"lowerbound" => Bound::Lower,
            b"upperbound" => Bound::Upper,
            _ => break,
        };
        if bound.is_some() {
            let why = message!("score_two_bounds", "a score has at most one bound");
            info.grammar_error.get_or_insert((word.span.clone(), why));
        }
        bound.get_or_insert(more);
        words.next();
    }
    info.items.push(Item::DialectItem(UciInfoItem::Score(Score {
        is_mate: mate,
        value: number,
        bound,
        span: value.span.clone(),
    })));
}

#[cfg(test)]
mod tests;
