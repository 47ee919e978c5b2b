//! Parses the responses of the engine.

use std::ops::Range;

use ponderhit_engine::games::xiangqi::{Move, Position};

use super::{BestMove, Info, Item, OptionLine, Response};
use crate::message::{Message, message};
use crate::protocol::search::{self, IdLine, ResultFlag, Word, Words, next_is_number};

/// A response that only UCCI has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum UcciResponse {
    Pophash(Pophash),
}

/// The response `pophash [bestmove MOVE] [lowerbound N depth N] [upperbound N depth N]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Pophash {
    pub(in super::super) best_move: Option<(Move, Range<usize>)>,
    pub(in super::super) grammar_error: Option<search::GrammarError>,
}

/// Parses a line without its newline.
pub(in super::super) fn parse_response(line: &[u8]) -> Response {
    let mut words = Words::new(line);
    let Some(first) = words.next() else {
        return Response::Blank;
    };
    match first.text {
        b"id" => Response::Id(IdLine::parse_words(words)),
        b"option" => Response::Option(parse_option(words)),
        b"ucciok" => Response::GreetingAnswer,
        b"readyok" => Response::ReadyOk,
        b"info" => Response::Info(parse_info(words)),
        b"bestmove" => Response::BestMove(parse_bestmove(words)),
        b"nobestmove" => Response::NoBestMove,
        b"pophash" => Response::Dialect(UcciResponse::Pophash(parse_pophash(words))),
        b"bye" => Response::Bye,
        _ => Response::Other,
    }
}

/// The parts of an option line in their order (`UCCI O9`).
const OPTION_PART_ORDER: [&str; 5] = ["type", "min", "max", "var", "default"];

fn parse_option(mut words: Words<'_>) -> OptionLine {
    let mut option = OptionLine::default();
    let Some(name) = words.next() else {
        let end = words.rest_of_line().span;
        option.grammar_error = Some((end, message!("option_nameless", "the option has no name")));
        return option;
    };
    option.name = name.to_text();
    option.name_span = name.span;
    let mut reached = 0;
    while let Some(key) = words.next() {
        let Some(place) = OPTION_PART_ORDER
            .iter()
            .position(|it| it.as_bytes() == key.text)
        else {
            let message = message!(
                "option_part_unknown",
                "unrecognized `{word}`; expected one of type, min, max, var, default",
                word = key.to_text()
            );
            option.grammar_error.get_or_insert((key.span, message));
            continue;
        };
        if place < reached || (place == reached && place != 3 && reached > 0) {
            let message = message!(
                "option_part_order",
                "`{word}` is out of order; the order is type, min, max, var, default",
                word = key.to_text()
            );
            option
                .grammar_error
                .get_or_insert((key.span.clone(), message));
        }
        reached = place.max(reached);
        if place == 4 && !has_parts_after_default(&option, &words) {
            let rest = words.rest_of_line();
            option.default = Some((rest.to_text(), rest.span));
            break;
        }
        parse_option_part(&mut option, place, &key, words.next());
    }
    if option.kind.is_none() {
        let message = message!("option_without_type", "the option has no type");
        option
            .grammar_error
            .get_or_insert((option.name_span.clone(), message));
    }
    option
}

/// Whether other parts of the option follow the default, out of order. The default of a label or a
/// string extends to the end of the line, even if the text contains a word such as `min`
/// (`UCCI O9`).
fn has_parts_after_default(option: &OptionLine, words: &Words<'_>) -> bool {
    let text = option
        .kind
        .as_ref()
        .is_none_or(|(kind, _)| kind == "string" || kind == "label");
    let next = words.clone().nth(1);
    !text
        && next.is_some_and(|it| {
            OPTION_PART_ORDER
                .iter()
                .any(|part| part.as_bytes() == it.text)
        })
}

fn parse_option_part(
    option: &mut OptionLine,
    place: usize,
    key: &Word<'_>,
    value: Option<Word<'_>>,
) {
    let Some(value) = value else {
        let message = message!(
            "nothing_follows",
            "the value after `{word}` is missing",
            word = key.to_text()
        );
        option
            .grammar_error
            .get_or_insert((key.span.clone(), message));
        return;
    };
    match place {
        0 => option.kind = Some((value.to_text(), value.span)),
        3 => option.combo_values.push(value.to_text()),
        4 => option.default = Some((value.to_text(), value.span)),
        _ => {
            let number = value.parse_int();
            if number.is_none() {
                let message = message!(
                    "not_a_number",
                    "`{word}` is not a number",
                    word = value.to_text()
                );
                option
                    .grammar_error
                    .get_or_insert((value.span.clone(), message));
            }
            if place == 1 {
                option.min = number;
            } else {
                option.max = number;
                option.max_span = value.span;
            }
        }
    }
}

/// Keys of UCI that engines also send in UCCI. One number follows each of these keys.
const UCI_NUMBER_KEYS: [&[u8]; 8] = [
    b"seldepth",
    b"nps",
    b"hashfull",
    b"tbhits",
    b"sbhits",
    b"cpuload",
    b"multipv",
    b"currmovenumber",
];

fn parse_info(mut words: Words<'_>) -> Info {
    let mut info = Info::default();
    while let Some(key) = words.next() {
        match key.text {
            b"message" => {
                info.items.push(Item::Message);
                return info;
            }
            b"time" => info.parse_number(
                &key,
                words.next(),
                |it| it.parse_uint_with_sign(),
                Item::Time,
            ),
            b"nodes" => info.parse_number(
                &key,
                words.next(),
                |it| it.parse_uint_with_sign(),
                Item::Nodes,
            ),
            b"depth" => info.parse_number(
                &key,
                words.next(),
                |it| it.parse_uint_with_sign(),
                Item::Depth,
            ),
            b"score" => parse_score(&mut info, &key, &mut words),
            b"currmove" => info.parse_currmove(&key, &mut words),
            b"pv" => info.parse_pv(&key, &mut words),
            // Skips the number after the key.
            it if UCI_NUMBER_KEYS.contains(&it) && next_is_number(&words) => {
                words.next();
            }
            // Any words may follow an unknown key such as `string`.
            _ => return info,
        }
    }
    info
}

/// Parses `score N`. The word `cp` of UCI is not allowed in UCCI (`UCCI I3`). The protocol does not specify mates and
/// bounds, so such scores are skipped (`UCCI I10`).
fn parse_score(info: &mut Info, key: &Word<'_>, words: &mut Words<'_>) {
    let value = words.next();
    match value.as_ref() {
        Some(it) if it.text == b"mate" => {
            if words.peek().is_some_and(|it| it.looks_like_mate()) {
                words.next();
            }
        }
        Some(it) if it.text == b"lowerbound" || it.text == b"upperbound" => {
            if next_is_number(words) {
                words.next();
            }
        }
        Some(it) if it.parse_int().is_none() && it.looks_like_mate() => (),
        _ => {
            let cp = value.as_ref().is_some_and(|it| it.text == b"cp");
            info.parse_number(key, value, |it| it.parse_int(), Item::Score);
            if cp && next_is_number(words) {
                words.next();
            }
        }
    }
    while words.take_if("lowerbound") || words.take_if("upperbound") {}
}

fn parse_bestmove(mut words: Words<'_>) -> BestMove {
    let mut it = BestMove::default();
    match words.next() {
        None => {
            let end = words.rest_of_line().span;
            it.grammar_error = Some((end, move_missing_message("bestmove")));
        }
        Some(word) => match word.parse_move::<Position>() {
            Some(best) => it.best_move = Some((best, word.span)),
            None => it.grammar_error = Some((word.span.clone(), not_a_move_message(&word))),
        },
    }
    if words.take_if("ponder") {
        match words.next() {
            Some(word) if word.parse_move::<Position>().is_some() => {
                it.ponder_move = word
                    .parse_move::<Position>()
                    .map(|reply| (reply, word.span));
            }
            other => {
                let span = other.map_or_else(|| words.rest_of_line().span, |word| word.span);
                it.grammar_error
                    .get_or_insert((span, move_missing_message("ponder")));
            }
        }
    }
    if words.take_if("draw") {
        it.flag = Some(ResultFlag::Draw);
    } else if words.take_if("resign") {
        it.flag = Some(ResultFlag::Resign);
    }
    if let Some(word) = words.next() {
        let message = unexpected_word_message(&word);
        it.grammar_error.get_or_insert((word.span, message));
    }
    it
}

fn not_a_move_message(word: &Word<'_>) -> Message {
    message!(
        "word_not_a_move",
        "`{word}` is not a move",
        word = word.to_text()
    )
}

fn move_missing_message(word: &str) -> Message {
    message!(
        "move_missing",
        "`{key}` must be followed by a move",
        key = word
    )
}

fn unexpected_word_message(word: &Word<'_>) -> Message {
    message!(
        "word_unexpected",
        "unexpected `{word}`",
        word = word.to_text()
    )
}

fn parse_pophash(mut words: Words<'_>) -> Pophash {
    let mut it = Pophash::default();
    if words.take_if("bestmove") {
        match words.next() {
            Some(word) if word.parse_move::<Position>().is_some() => {
                it.best_move = word.parse_move::<Position>().map(|best| (best, word.span));
            }
            other => {
                let span = other.map_or_else(|| words.rest_of_line().span, |word| word.span);
                it.grammar_error = Some((span, move_missing_message("bestmove")));
            }
        }
    }
    for bound in ["lowerbound", "upperbound"] {
        if words.take_if(bound) {
            let value = words.next().and_then(|word| word.parse_int());
            let depth = words.take_if("depth");
            let size = words.next().and_then(|word| word.parse_uint_with_sign());
            if value.is_none() || !depth || size.is_none() {
                let message = message!(
                    "bound_incomplete",
                    "`{bound}` must be followed by a value, the word `depth` and a number",
                    bound
                );
                it.grammar_error
                    .get_or_insert((words.rest_of_line().span, message));
            }
        }
    }
    if let Some(word) = words.next() {
        let message = unexpected_word_message(&word);
        it.grammar_error.get_or_insert((word.span, message));
    }
    it
}
