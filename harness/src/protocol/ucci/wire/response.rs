//! What an engine says.

use std::ops::Range;

use ponderhit_engine::games::xiangqi::Move;

use super::words::{Word, Words};

/// A line from the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Response {
    Id(Id),
    Option(OptionLine),
    UcciOk,
    ReadyOk,
    Info(Info),
    BestMove(BestMove),
    NoBestMove,
    Pophash(Pophash),
    Bye,
    /// A line with no word in it.
    Blank,
    /// A line that no message begins like: `UCCI T4` is silent about them.
    Other,
}

/// Something wrong in a line: where, and what.
pub(in super::super) type Flaw = (Range<usize>, String);

/// `id KIND TEXT`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Id {
    pub(in super::super) kind: String,
    pub(in super::super) span: Range<usize>,
    pub(in super::super) text: String,
}

/// `option NAME type TYPE ...`
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct OptionLine {
    pub(in super::super) name: String,
    pub(in super::super) name_span: Range<usize>,
    /// The type, if there is one.
    pub(in super::super) kind: Option<(String, Range<usize>)>,
    pub(in super::super) min: Option<i64>,
    pub(in super::super) max: Option<i64>,
    /// Where the number after `max` stands.
    pub(in super::super) max_span: Range<usize>,
    pub(in super::super) vars: Vec<String>,
    /// All that follows the word `default`.
    pub(in super::super) default: Option<(String, Range<usize>)>,
    pub(in super::super) flaw: Option<Flaw>,
}

/// `info ITEM...`
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Info {
    pub(in super::super) items: Vec<Item>,
    pub(in super::super) flaw: Option<Flaw>,
    /// The first move after `pv` or `currmove` in another notation than the text's (`UCCI MV1`).
    pub(in super::super) notation: Option<Misspelt>,
}

/// A move in another notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Misspelt {
    pub(in super::super) key: &'static str,
    pub(in super::super) word: String,
    pub(in super::super) span: Range<usize>,
}

/// One item of an `info` line. A key that the text does not name is skipped together with all that
/// follows it, unless it is one of `NUMBERED` (`UCCI I10`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Item {
    Time(u64),
    Nodes(u64),
    Depth(u64),
    Score(i64),
    Pv(Vec<(Move, Range<usize>)>),
    CurrMove(Move, Range<usize>),
    Message,
}

/// `bestmove MOVE [ponder MOVE] [draw | resign]`
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct BestMove {
    pub(in super::super) best: Option<(Move, Range<usize>)>,
    pub(in super::super) ponder: Option<(Move, Range<usize>)>,
    pub(in super::super) flag: Option<Flag>,
    pub(in super::super) flaw: Option<Flaw>,
}

/// What a `bestmove` says beside its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Flag {
    Draw,
    Resign,
}

/// `pophash [bestmove MOVE] [lowerbound N depth N] [upperbound N depth N]`
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Pophash {
    pub(in super::super) best: Option<(Move, Range<usize>)>,
    pub(in super::super) flaw: Option<Flaw>,
}

impl Response {
    /// Reads a line without its newline.
    pub(in super::super) fn parse(line: &[u8]) -> Response {
        let mut words = Words::new(line);
        let Some(first) = words.next() else {
            return Response::Blank;
        };
        match first.text {
            b"id" => Response::Id(id(words)),
            b"option" => Response::Option(option(words)),
            b"ucciok" => Response::UcciOk,
            b"readyok" => Response::ReadyOk,
            b"info" => Response::Info(info(words)),
            b"bestmove" => Response::BestMove(bestmove(words)),
            b"nobestmove" => Response::NoBestMove,
            b"pophash" => Response::Pophash(pophash(words)),
            b"bye" => Response::Bye,
            _ => Response::Other,
        }
    }
}

fn id(mut words: Words<'_>) -> Id {
    let end = words.rest().span.end;
    let kind = words.next();
    Id {
        kind: kind.as_ref().map(Word::shown).unwrap_or_default(),
        span: kind.map_or(end..end, |it| it.span),
        text: words.rest().shown(),
    }
}

/// The parts of an option line in their order (`UCCI O9`).
const ORDER: [&str; 5] = ["type", "min", "max", "var", "default"];

fn option(mut words: Words<'_>) -> OptionLine {
    let mut option = OptionLine::default();
    let Some(name) = words.next() else {
        let end = words.rest().span;
        option.flaw = Some((end, "the option has no name".to_owned()));
        return option;
    };
    option.name = name.shown();
    option.name_span = name.span;
    let mut reached = 0;
    while let Some(key) = words.next() {
        let Some(place) = ORDER.iter().position(|it| it.as_bytes() == key.text) else {
            let message = format!("`{}` is no part of an option line", key.shown());
            option.flaw.get_or_insert((key.span, message));
            continue;
        };
        if place < reached || (place == reached && place != 3 && reached > 0) {
            let message = format!("`{}` stands out of order", key.shown());
            option.flaw.get_or_insert((key.span.clone(), message));
        }
        reached = place.max(reached);
        if place == 4 && !goes_on(&option, &words) {
            let rest = words.rest();
            option.default = Some((rest.shown(), rest.span));
            break;
        }
        part(&mut option, place, &key, words.next());
    }
    if option.kind.is_none() {
        let message = "the option has no type".to_owned();
        option
            .flaw
            .get_or_insert((option.name_span.clone(), message));
    }
    option
}

/// Whether other parts follow the one word of a default: out of order, but plain to see. The text
/// of a label or a string goes on to the end of the line, also if it has such words (`UCCI O9`).
fn goes_on(option: &OptionLine, words: &Words<'_>) -> bool {
    let text = option
        .kind
        .as_ref()
        .is_none_or(|(kind, _)| kind == "string" || kind == "label");
    let next = words.clone().nth(1);
    !text && next.is_some_and(|it| ORDER.iter().any(|part| part.as_bytes() == it.text))
}

fn part(option: &mut OptionLine, place: usize, key: &Word<'_>, value: Option<Word<'_>>) {
    let Some(value) = value else {
        let message = format!("nothing follows `{}`", key.shown());
        option.flaw.get_or_insert((key.span.clone(), message));
        return;
    };
    match place {
        0 => option.kind = Some((value.shown(), value.span)),
        3 => option.vars.push(value.shown()),
        4 => option.default = Some((value.shown(), value.span)),
        _ => {
            let number = value.int();
            if number.is_none() {
                let message = format!("`{}` is no number", value.shown());
                option.flaw.get_or_insert((value.span.clone(), message));
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

/// Keys of UCI that engines print in UCCI as well: each is followed by one number.
const NUMBERED: [&[u8]; 8] = [
    b"seldepth",
    b"nps",
    b"hashfull",
    b"tbhits",
    b"sbhits",
    b"cpuload",
    b"multipv",
    b"currmovenumber",
];

fn info(mut words: Words<'_>) -> Info {
    let mut info = Info::default();
    while let Some(key) = words.next() {
        match key.text {
            b"message" => {
                info.items.push(Item::Message);
                return info;
            }
            b"time" => number(
                &mut info,
                &key,
                words.next(),
                |it| it.uint_with_sign(),
                Item::Time,
            ),
            b"nodes" => number(
                &mut info,
                &key,
                words.next(),
                |it| it.uint_with_sign(),
                Item::Nodes,
            ),
            b"depth" => number(
                &mut info,
                &key,
                words.next(),
                |it| it.uint_with_sign(),
                Item::Depth,
            ),
            b"score" => score(&mut info, &key, &mut words),
            b"currmove" => currmove(&mut info, &key, &mut words),
            b"pv" => pv(&mut info, &key, &mut words),
            // The number of such a key belongs to it; then the next key follows.
            it if NUMBERED.contains(&it) && follows_number(&words) => {
                words.next();
            }
            // What follows any other key is that key's affair, `string` among them.
            _ => return info,
        }
    }
    info
}

fn follows_number(words: &Words<'_>) -> bool {
    words.peek().is_some_and(|it| it.int().is_some())
}

fn currmove(info: &mut Info, key: &Word<'_>, words: &mut Words<'_>) {
    let value = words.next();
    match value.as_ref().map(|it| (it.as_move(), it)) {
        Some((Some(step), word)) => info.items.push(Item::CurrMove(step, word.span.clone())),
        Some((None, word)) if word.is_like_move() => misspelt(info, "currmove", word),
        _ => missing(info, key, value, "a move"),
    }
}

fn misspelt(info: &mut Info, key: &'static str, word: &Word<'_>) {
    info.notation.get_or_insert_with(|| Misspelt {
        key,
        word: word.shown(),
        span: word.span.clone(),
    });
}

fn number<T>(
    info: &mut Info,
    key: &Word<'_>,
    value: Option<Word<'_>>,
    read: fn(&Word<'_>) -> Option<T>,
    item: impl Fn(T) -> Item,
) {
    match value.as_ref().and_then(read) {
        Some(number) => info.items.push(item(number)),
        None => missing(info, key, value, "a number"),
    }
}

fn missing(info: &mut Info, key: &Word<'_>, value: Option<Word<'_>>, what: &str) {
    let (span, message) = match value {
        None => (key.span.clone(), format!("`{}` lacks {what}", key.shown())),
        Some(value) => (
            value.span.clone(),
            format!("`{}` wants {what}, not `{}`", key.shown(), value.shown()),
        ),
    };
    info.flaw.get_or_insert((span, message));
}

/// `score N`. The `cp` of UCI is no word of UCCI (`UCCI I3`). Of mates and bounds the text says
/// nothing (`UCCI I10`): such a score is skipped.
fn score(info: &mut Info, key: &Word<'_>, words: &mut Words<'_>) {
    let value = words.next();
    match value.as_ref() {
        Some(it) if it.text == b"mate" => {
            if words.peek().is_some_and(|it| it.is_like_mate()) {
                words.next();
            }
        }
        Some(it) if it.text == b"lowerbound" || it.text == b"upperbound" => {
            if follows_number(words) {
                words.next();
            }
        }
        Some(it) if it.int().is_none() && it.is_like_mate() => (),
        _ => {
            let cp = value.as_ref().is_some_and(|it| it.text == b"cp");
            number(info, key, value, |it| it.int(), Item::Score);
            if cp && follows_number(words) {
                words.next();
            }
        }
    }
    while words.eat("lowerbound") || words.eat("upperbound") {}
}

/// The moves up to the first word that is none. A move in another notation ends what can be read,
/// and so do the words after it.
fn pv(info: &mut Info, key: &Word<'_>, words: &mut Words<'_>) {
    let mut moves = Vec::new();
    let mut misspelt_at = None;
    while let Some(word) = words.peek() {
        match word.as_move() {
            Some(step) if misspelt_at.is_none() => moves.push((step, word.span)),
            None if word.is_like_move() => {
                misspelt_at.get_or_insert(word);
            }
            Some(_) => (),
            None => break,
        }
        words.next();
    }
    if let Some(word) = &misspelt_at {
        misspelt(info, "pv", word);
    } else if moves.is_empty() {
        missing(info, key, words.peek(), "moves");
    }
    if !moves.is_empty() {
        info.items.push(Item::Pv(moves));
    }
}

fn bestmove(mut words: Words<'_>) -> BestMove {
    let mut it = BestMove::default();
    match words.next() {
        None => {
            let end = words.rest().span;
            it.flaw = Some((end, "no move follows `bestmove`".to_owned()));
        }
        Some(word) => match word.as_move() {
            Some(best) => it.best = Some((best, word.span)),
            None => it.flaw = Some((word.span.clone(), format!("`{}` is no move", word.shown()))),
        },
    }
    if words.eat("ponder") {
        match words.next() {
            Some(word) if word.as_move().is_some() => {
                it.ponder = word.as_move().map(|reply| (reply, word.span));
            }
            other => {
                let span = other.map_or_else(|| words.rest().span, |word| word.span);
                let message = "a move must follow `ponder`".to_owned();
                it.flaw.get_or_insert((span, message));
            }
        }
    }
    if words.eat("draw") {
        it.flag = Some(Flag::Draw);
    } else if words.eat("resign") {
        it.flag = Some(Flag::Resign);
    }
    if let Some(word) = words.next() {
        let message = format!("`{}` has no place here", word.shown());
        it.flaw.get_or_insert((word.span, message));
    }
    it
}

fn pophash(mut words: Words<'_>) -> Pophash {
    let mut it = Pophash::default();
    if words.eat("bestmove") {
        match words.next() {
            Some(word) if word.as_move().is_some() => {
                it.best = word.as_move().map(|best| (best, word.span));
            }
            other => {
                let span = other.map_or_else(|| words.rest().span, |word| word.span);
                it.flaw = Some((span, "a move must follow `bestmove`".to_owned()));
            }
        }
    }
    for bound in ["lowerbound", "upperbound"] {
        if words.eat(bound) {
            let value = words.next().and_then(|word| word.int());
            let depth = words.eat("depth");
            let size = words.next().and_then(|word| word.uint_with_sign());
            if value.is_none() || !depth || size.is_none() {
                let message = format!("`{bound}` wants a value, `depth` and a depth");
                it.flaw.get_or_insert((words.rest().span, message));
            }
        }
    }
    if let Some(word) = words.next() {
        let message = format!("`{}` has no place here", word.shown());
        it.flaw.get_or_insert((word.span, message));
    }
    it
}
