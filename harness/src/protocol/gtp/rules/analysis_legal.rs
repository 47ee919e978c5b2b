//! An analyzed move is on an empty point of the board.
//!
//! A controller draws the values of an analyzed move on the point of the move. If a stone is already on the point of
//! the analyzed move, the engine analyzes another position than the controller shows.
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
//! < info move E5 visits 10 winrate 5000 pv E5
//! >| \n
//! <
//! ```
//!
//! The engine may analyze a pass:
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
//! < info move pass visits 10 winrate 5000 pv pass
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
//! > play b E5
//! < =
//! <
//! > 20 lz-analyze w 50
//! < =20
//! < info move E5 visits 10 winrate 5000 pv E5
//!             ^^ E5 is occupied
//! >| \n
//! <
//! ```

use super::super::prelude::*;

pub(super) const RULE: Rule<View> = Rule {
    id: "gtp/analysis_legal",
    level: Level::Must,
    topic: "legality",
    spec: "GTP A-4",
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
        let Some(position) = exchange.board.position.as_ref().filter(|_| is_stream) else {
            continue;
        };
        for line in response.complete_lines() {
            let words = line.bytes.split(|it| it.is_ascii_whitespace());
            let words: Vec<&[u8]> = words.filter(|it| !it.is_empty()).collect();
            // A line has one part for each move.
            let parts = words.windows(3);
            let parts = parts.filter(|it| it[0] == b"info" && it[1] == b"move");
            let moves = parts.filter_map(|it| Some((it[2], Vertex::parse(it[2])?)));
            let mut moves =
                moves.map(|(word, vertex)| (word, position.legality(Color::Black, vertex)));
            let is_wrong =
                |it: &(&[u8], Legality)| matches!(it.1, Legality::Occupied | Legality::OffBoard);
            let Some(first) = moves.next() else {
                continue;
            };
            let (word, legality) = match is_wrong(&first) {
                true => first,
                false => moves.find(is_wrong).unwrap_or(first),
            };
            let point = readable_text(word).into_owned();
            let culprit = checks::word_culprit(line, word);
            match legality {
                Legality::Occupied => out.violates(
                    culprit,
                    message!("gtp_move_occupied", "{point} is occupied", point),
                ),
                Legality::OffBoard => out.violates(
                    culprit,
                    message!(
                        "gtp_move_off_board",
                        "{point} is not on the board, whose size is {size}",
                        point,
                        size = u64::from(position.size())
                    ),
                ),
                _ => out.conforms(line.at),
            }
        }
    }
}
