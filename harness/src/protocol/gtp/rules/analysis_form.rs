//! Each report of an analysis has `move`, `visits` and `winrate` for every move.
//!
//! A controller draws the visits and the win rate of each move on the board. A controller cannot draw a report in which
//! a value is missing or out of its range.
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > 20 lz-analyze b 50
//! < =20
//! < info move E5 visits 10 winrate 5000 prior 900 lcb 4800 order 0 pv E5 C3
//! >| \n
//! <
//! ```
//!
//! The keys may come in any order, unknown keys are skipped, and `winrate` may be a fraction:
//!
//! ```conforms
//! > boardsize 9
//! < =
//! <
//! > clear_board
//! < =
//! <
//! > 20 lz-analyze b 50
//! < =20
//! < info order 0 note move visits 2 winrate 0.5 move D4 lcb -0.2 pv
//! >| \n
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
//! > 20 lz-analyze b 50
//! < =20
//! < info move E5 winrate 5000 pv E5
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ `visits` is missing or malformed in a report of a move
//! >| \n
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
//! > 20 lz-analyze b 50
//! < =20
//! < info move E5 visits 10 winrate 10500 pv E5
//!   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ `winrate` is missing or malformed in a report of a move
//! >| \n
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/analysis_form",
    level: Level::Must,
    topic: "analysis",
    spec: "GTP A-4, A-10, G-58",
    measures: Measurement::Nothing,
    since: "0.2.0",
    check,
};

fn check(view: &View, out: &mut Findings) {
    checks::mark_inapplicable_if_unlisted(
        view,
        out,
        &[
            "analyze",
            "lz-analyze",
            "kata-analyze",
            "genmove_analyze",
            "lz-genmove_analyze",
            "kata-genmove_analyze",
        ],
    );
    for (exchange, response) in view.answered_exchanges() {
        let is_stream = exchange.owes_analysis() || exchange.owes_genmove_analysis();
        if !is_stream || !response.status.is_success {
            continue;
        }
        for line in response.complete_lines() {
            let text = line.bytes.trim_ascii();
            let is_last = exchange.command.is_genmove_analyze() && text.starts_with(b"play");
            if text.is_empty() || is_last {
                continue;
            }
            match find_wrong_key(text) {
                Some(key) => out.violates(
                    line.culprit(),
                    message!(
                        "gtp_report_key",
                        "`{key}` is missing or malformed in a report of a move",
                        key
                    ),
                ),
                None => out.conforms(line.at),
            }
        }
    }
}

/// The first key that is missing or malformed in a report, or `None` if the report is well-formed.
fn find_wrong_key(text: &[u8]) -> Option<&'static str> {
    let words = text.split(|it| it.is_ascii_whitespace());
    let words: Vec<&[u8]> = words.filter(|it| !it.is_empty()).collect();
    let is_extra = matches!(words.first(), Some(&b"rootInfo" | &b"ownership"));
    if is_extra {
        return None;
    }
    if words.first() != Some(&&b"info"[..]) {
        return Some("info");
    }
    // The words from `ownership`, `ownershipStdev` or `rootInfo` on are not judged, because they are not pairs of key
    // and value.
    let end = words
        .iter()
        .position(|it| matches!(*it, b"ownership" | b"ownershipStdev" | b"rootInfo"));
    let words = words.get(..end.unwrap_or(words.len())).unwrap_or_default();
    let mut blocks = words.split(|it| *it == b"info").skip(1);
    blocks.find_map(find_wrong_key_in_block)
}

fn find_wrong_key_in_block(block: &[&[u8]]) -> Option<&'static str> {
    let end = block
        .chunks(2)
        .position(|it| it.first() == Some(&&b"pv"[..]));
    let (pairs, rest) = block.split_at_checked(end.map_or(block.len(), |it| 2 * it))?;
    let value = |key: &str| {
        let same = |it: &&[&[u8]]| it.first() == Some(&key.as_bytes());
        let found = pairs.chunks(2).find(same).and_then(|it| it.get(1));
        // After `pv`, a pair of key and value looks like two further vertices. So if no pair before `pv` has a key, the
        // function looks for the key among all words after `pv`.
        let later = rest.iter().skip_while(|it| **it != key.as_bytes()).nth(1);
        found.or(later).copied().unwrap_or_default()
    };
    if Vertex::parse(value("move")).is_none() {
        return Some("move");
    }
    if parse_int(value("visits")).is_none() {
        return Some("visits");
    }
    (!is_winrate(value("winrate"))).then_some("winrate")
}

/// Whether a word is a win rate: an integer from 0 to 10000, or a number with a decimal point from 0.0 to 1.0.
fn is_winrate(word: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(word) else {
        return false;
    };
    let number: Option<f64> = text.parse().ok().filter(|it: &f64| it.is_finite());
    let is_fraction = text.contains(['.', 'e', 'E']);
    let most = if is_fraction { 1.0 } else { 10000.0 };
    number.is_some_and(|it| (0.0..=most).contains(&it))
}
