//! Parses a line as the simulated engine does: it returns the words of a command, or nothing.

use crate::temper::{COMMANDS, Lenience, Words};

/// Commands without arguments.
const ALONE: [&str; 4] = ["ucci", "isready", "stop", "quit"];

/// Returns the words of the command that an engine finds in the line.
pub(crate) fn read(line: &[u8], lenience: &Lenience) -> Option<Vec<String>> {
    let text = String::from_utf8_lossy(line);
    let mut text: &str = &text;
    if let Some(body) = text.strip_suffix('\r') {
        text = Some(body).filter(|_| lenience.returns)?;
    }
    let body = text.trim_end();
    if body.len() < text.len() && !lenience.blanks_at_end {
        return None;
    }
    let wide = body.starts_with(' ') || body.contains('\t') || body.contains("  ");
    if wide && !lenience.blanks {
        return None;
    }
    let mut words: Vec<String> = body.split_whitespace().map(str::to_owned).collect();
    let command = |it: &String| {
        COMMANDS.into_iter().find(|command| match lenience.case {
            true => it.eq_ignore_ascii_case(command),
            false => it == command,
        })
    };
    let first = words.first().and_then(command);
    let (place, found) = match (first, lenience.words) {
        (Some(found), _) => (0, found),
        (None, Words::Any) => {
            let mut all = words.iter().enumerate();
            all.find_map(|(place, it)| Some((place, command(it)?)))?
        }
        _ => return None,
    };
    words.drain(..place);
    let plain = words[0] == found && (words.len() == 1 || !ALONE.contains(&found));
    if lenience.exact.contains(&found) && !plain {
        return None;
    }
    found.clone_into(&mut words[0]);
    if lenience.case {
        // The letters of a FEN keep their case, because it shows the side of each piece.
        let board = |it: &String| it.contains('/');
        let rest = words.iter_mut().filter(|it| !board(it));
        rest.for_each(|it| it.make_ascii_lowercase());
    }
    let exact = words.len() == 1 || (found == "ponderhit" && words[1..] == ["draw"]);
    let alone = ALONE.contains(&found) || found == "ponderhit";
    (exact || !alone || lenience.words != Words::Exact).then_some(words)
}

/// The limit of a search, parsed from the words after `go`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// The number of plies of the search.
    Depth(u64),
    Nodes(u64),
    /// The time on the clock, in milliseconds or seconds.
    Time(u64),
    Infinite,
    Unclear,
}

/// Returns whether the first word is `ponder`, and the limit of the search.
pub(crate) fn read_go(words: &[String]) -> (bool, Limit) {
    let mut words: Vec<&str> = words[1..].iter().map(String::as_str).collect();
    let ponder = words.first() == Some(&"ponder");
    if ponder || words.first() == Some(&"draw") {
        words.remove(0);
    }
    let number = |it: &str| it.parse::<u64>().ok();
    let limit = match words[..] {
        ["infinite"] => Some(Limit::Infinite),
        ["depth", it] => number(it).map(Limit::Depth),
        ["nodes", it] => number(it).map(Limit::Nodes),
        ["time", it, ..] => number(it).map(Limit::Time),
        _ => None,
    };
    (ponder, limit.unwrap_or(Limit::Unclear))
}
