//! Parses the engine's responses of AGI.

use std::ops::Range;

use ponderhit_engine::games::gomoku::Point;

use super::{BestMove, Info, Item, OptionLine, Response, Words, is_keyword};
use crate::{
    message::{Message, message},
    protocol::{
        agi::game::parse_points,
        search::{IdLine, Word},
    },
};

/// An empty type: every response of AGI also exists in other protocols with searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum NoResponse {}

/// An item of `INFO` that only AGI has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum AgiInfoItem {
    /// The number after `NPS`, or a negative number after `DEPTH`.
    Number,
    /// The points after `SEARCH`, `WIN` or `LOSE`.
    Points,
    /// An item that the AGI specification does not name, or a number with a plus sign.
    Unusual(Range<usize>),
}

/// Parses a line of the engine, without its newline.
pub(in super::super) fn parse_response(line: &[u8]) -> Response {
    let mut words = Words::new(line);
    let Some(first) = words.next() else {
        return Response::Blank;
    };
    match first.text.to_ascii_uppercase().as_slice() {
        b"ID" => Response::Id(parse_id(words)),
        b"OPTION" => Response::Option(parse_option(&first, words)),
        b"AGIOK" => Response::GreetingAnswer,
        b"READYOK" => Response::ReadyOk,
        b"BYE" => Response::Bye,
        b"INFO" => Response::Info(parse_info(words)),
        b"BESTMOVE" => Response::BestMove(parse_best_move(&first, words)),
        _ => Response::Other,
    }
}

/// Parses `NAME text [AUTHOR text]` or `AUTHOR text`. The text of a name ends before the word `AUTHOR`.
fn parse_id(words: Words<'_>) -> IdLine {
    let mut id = IdLine::parse_words(words.clone());
    id.kind = id.kind.to_ascii_lowercase();
    if id.kind == "name" {
        // The first word after `NAME` belongs to the name, even if it is `AUTHOR`.
        let text = words.skip(1).enumerate();
        let text = text.take_while(|(index, it)| *index == 0 || !is_keyword(it, "AUTHOR"));
        let text: Vec<String> = text.map(|(_, it)| it.to_text()).collect();
        id.text = text.join(" ");
    }
    id
}

/// The option name under which AGI's `OPTION` line is stored. The features that the line announces with `TRUE` are
/// stored as the option's values.
const OPTION_LINE_NAME: &str = "OWNBOOK PONDER";

/// Parses `OWNBOOK bool PONDER bool`, in either order.
fn parse_option(first: &Word<'_>, mut words: Words<'_>) -> OptionLine {
    let mut line = OptionLine {
        name: OPTION_LINE_NAME.to_owned(),
        name_span: first.span.clone(),
        ..OptionLine::default()
    };
    let mut seen: Vec<&str> = Vec::new();
    while let Some(name) = words.next() {
        let known = ["OWNBOOK", "PONDER"].into_iter();
        let Some(feature) = known.into_iter().find(|it| is_keyword(&name, it)) else {
            let why = message!(
                "option_unknown_feature",
                "`{word}` is neither OWNBOOK nor PONDER",
                word = name.to_text()
            );
            line.grammar_error.get_or_insert((name.span, why));
            return line;
        };
        let value = words.next();
        match &value {
            Some(it) if is_keyword(it, "TRUE") => line.combo_values.push(feature.to_owned()),
            Some(it) if is_keyword(it, "FALSE") => (),
            _ => {
                let span = value.map_or(name.span.clone(), |it| it.span);
                let why = message!(
                    "option_no_truth_value",
                    "`{feature}` must be followed by TRUE or FALSE",
                    feature
                );
                line.grammar_error.get_or_insert((span, why));
                return line;
            }
        }
        if seen.contains(&feature) {
            let why = message!("option_feature_twice", "`{feature}` comes twice", feature);
            line.grammar_error.get_or_insert((name.span, why));
        }
        seen.push(feature);
    }
    for feature in ["OWNBOOK", "PONDER"] {
        if !seen.contains(&feature) {
            let why = message!("option_feature_missing", "`{feature}` is missing", feature);
            line.grammar_error.get_or_insert((first.span.clone(), why));
        }
    }
    line
}

/// Parses the items of an `INFO` line. After an unknown item the rest of the `INFO` line is skipped.
fn parse_info(mut words: Words<'_>) -> Info {
    let mut info = Info::default();
    let mut list_before = None;
    while let Some(key) = words.next() {
        let list = list_before.take();
        let value = words.clone().next();
        match key.text.to_ascii_uppercase().as_slice() {
            b"DEPTH" | b"SCORE" | b"NPS" => {
                words.next();
                match value.as_ref().and_then(Word::parse_int) {
                    Some(number) => {
                        info.items.push(new_number_item(&key, number));
                        let plus = value.filter(|it| it.text.starts_with(b"+"));
                        info.items.extend(plus.map(|it| new_unusual_item(it.span)));
                    }
                    None => {
                        record_grammar_error(&mut info, &key, value, |key| {
                            message!("info_number_missing", "`{key}` needs a number", key)
                        });
                        break;
                    }
                }
            }
            b"PV" | b"SEARCH" | b"WIN" | b"LOSE" => {
                words.next();
                match value.as_ref().and_then(points_with_spans) {
                    Some(points) if is_keyword(&key, "PV") => info.items.push(Item::Pv(points)),
                    Some(_) => info.items.push(Item::DialectItem(AgiInfoItem::Points)),
                    None => {
                        record_grammar_error(&mut info, &key, value, |key| {
                            message!("info_points_missing", "`{key}` needs a list of points", key)
                        });
                        break;
                    }
                }
                list_before = Some(key);
            }
            _ if list.is_some() && points_with_spans(&key).is_some() => {
                let list = list.unwrap_or_else(|| key.clone());
                record_grammar_error(&mut info, &list, Some(key), |key| {
                    message!(
                        "info_points_separated",
                        "the points of `{key}` must not be separated",
                        key
                    )
                });
                break;
            }
            _ => {
                info.items.push(new_unusual_item(key.span));
                break;
            }
        }
    }
    info
}

fn new_unusual_item(span: Range<usize>) -> Item {
    Item::DialectItem(AgiInfoItem::Unusual(span))
}

fn new_number_item(key: &Word<'_>, number: i64) -> Item {
    match u64::try_from(number) {
        Ok(depth) if is_keyword(key, "DEPTH") => Item::Depth(depth),
        _ if is_keyword(key, "SCORE") => Item::Score(number),
        _ => Item::DialectItem(AgiInfoItem::Number),
    }
}

fn record_grammar_error(
    info: &mut Info,
    key: &Word<'_>,
    value: Option<Word<'_>>,
    why: impl Fn(String) -> Message,
) {
    let span = value.map_or(key.span.clone(), |it| it.span);
    info.grammar_error
        .get_or_insert_with(|| (span, why(key.to_text())));
}

/// The points of a list, each with its byte range in the line.
fn points_with_spans(list: &Word<'_>) -> Option<Vec<(Point, Range<usize>)>> {
    let points = parse_points(list.text)?;
    let starts = (list.span.start..).step_by(2);
    Some(
        points
            .into_iter()
            .zip(starts.map(|it| it..it + 2))
            .collect(),
    )
}

/// Parses `point [PONDER point]` or `CHANGE`.
fn parse_best_move(first: &Word<'_>, mut words: Words<'_>) -> BestMove {
    let mut result = BestMove::default();
    let Some(word) = words.next() else {
        let why = message!("bestmove_empty", "no move follows");
        result.grammar_error = Some((first.span.clone(), why));
        return result;
    };
    match Point::parse(word.text) {
        Some(point) => result.best_move = Some((point, word.span)),
        None if is_keyword(&word, "CHANGE") => result.no_move_word = Some(word.span),
        None => {
            let why = message!(
                "bestmove_no_point",
                "`{word}` is no point; points are written like 78, or CHANGE",
                word = word.to_text()
            );
            result.grammar_error = Some((word.span, why));
            return result;
        }
    }
    let Some(next) = words.next() else {
        return result;
    };
    let reply = words.next();
    let point = reply.as_ref().and_then(|it| Point::parse(it.text));
    match (is_keyword(&next, "PONDER"), point, reply) {
        (true, Some(point), Some(reply)) => result.ponder_move = Some((point, reply.span)),
        (true, _, reply) => {
            let why = message!("ponder_no_point", "`PONDER` must be followed by a point");
            let span = reply.map_or(next.span, |it| it.span);
            result.grammar_error = Some((span, why));
        }
        (false, ..) => {
            let why = message!(
                "bestmove_rest",
                "only `PONDER` may follow, not `{word}`",
                word = next.to_text()
            );
            result.grammar_error = Some((next.span, why));
        }
    }
    if let (Some(rest), None) = (words.next(), &result.grammar_error) {
        let why = message!(
            "bestmove_more",
            "unexpected `{word}`: the line is already complete",
            word = rest.to_text()
        );
        result.grammar_error = Some((rest.span, why));
    }
    result
}
