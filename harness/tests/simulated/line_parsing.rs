//! The parser of the simulated engine: it returns the words of the command in a line, or nothing.

use super::choices::{ExtraWords, LineLenience, UCCI_COMMANDS};

/// The UCCI commands that have no arguments.
const COMMANDS_WITHOUT_ARGUMENTS: [&str; 4] = ["ucci", "isready", "stop", "quit"];

/// Returns the words of the command that an engine with this lenience finds in the line.
pub(crate) fn parse_line(line: &[u8], lenience: &LineLenience) -> Option<Vec<String>> {
    let text = String::from_utf8_lossy(line);
    let mut text: &str = &text;
    if let Some(body) = text.strip_suffix('\r') {
        text = Some(body).filter(|_| lenience.accepts_cr)?;
    }
    let body = text.trim_end();
    if body.len() < text.len() && !lenience.accepts_trailing_blanks {
        return None;
    }
    let wide = body.starts_with(' ') || body.contains('\t') || body.contains("  ");
    if wide && !lenience.accepts_extra_blanks {
        return None;
    }
    let mut words: Vec<String> = body.split_whitespace().map(str::to_owned).collect();
    let command = |it: &String| {
        UCCI_COMMANDS
            .into_iter()
            .find(|command| match lenience.accepts_upper_case {
                true => it.eq_ignore_ascii_case(command),
                false => it == command,
            })
    };
    let first = words.first().and_then(command);
    let (place, found) = match (first, lenience.extra_words) {
        (Some(found), _) => (0, found),
        (None, ExtraWords::AnyWord) => {
            let mut all = words.iter().enumerate();
            all.find_map(|(place, it)| Some((place, command(it)?)))?
        }
        _ => return None,
    };
    words.drain(..place);
    let plain =
        words[0] == found && (words.len() == 1 || !COMMANDS_WITHOUT_ARGUMENTS.contains(&found));
    if lenience.commands_accepted_only_exactly.contains(&found) && !plain {
        return None;
    }
    found.clone_into(&mut words[0]);
    if lenience.accepts_upper_case {
        // The letters of a FEN keep their case, because the case shows the side of each piece.
        let board = |it: &String| it.contains('/');
        let rest = words.iter_mut().filter(|it| !board(it));
        rest.for_each(|it| it.make_ascii_lowercase());
    }
    let exact = words.len() == 1 || (found == "ponderhit" && words[1..] == ["draw"]);
    let alone = COMMANDS_WITHOUT_ARGUMENTS.contains(&found) || found == "ponderhit";
    (exact || !alone || lenience.extra_words != ExtraWords::Rejected).then_some(words)
}

/// The limit of a search, parsed from the words after `go`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchLimit {
    /// The number of plies of the search.
    Depth(u64),
    Nodes(u64),
    /// The time on the clock, in milliseconds or in seconds, as in the `go` line.
    Time(u64),
    Infinite,
    Unrecognized,
}

/// Returns two values: true if the first word after `go` is `ponder`, and the limit of the search.
pub(crate) fn parse_go(words: &[String]) -> (bool, SearchLimit) {
    let mut words: Vec<&str> = words[1..].iter().map(String::as_str).collect();
    let ponder = words.first() == Some(&"ponder");
    if ponder || words.first() == Some(&"draw") {
        words.remove(0);
    }
    let number = |it: &str| it.parse::<u64>().ok();
    let limit = match words[..] {
        ["infinite"] => Some(SearchLimit::Infinite),
        ["depth", it] => number(it).map(SearchLimit::Depth),
        ["nodes", it] => number(it).map(SearchLimit::Nodes),
        ["time", it, ..] => number(it).map(SearchLimit::Time),
        _ => None,
    };
    (ponder, limit.unwrap_or(SearchLimit::Unrecognized))
}
