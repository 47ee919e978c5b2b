//! Finds and prints one requirement of a protocol's text: the words of the requirement, and the rules that judge it.

use std::io::{self, Write};

use crate::{
    message::{Language, message},
    protocol::{self, Protocol, RuleInfo},
    readable::wrap_text,
    report::text::{LINE_WIDTH, TextStyle, style_rule_id, style_text},
};

/// One row (a requirement) of a page in `docs/spec/`.
pub(super) struct Requirement {
    protocol: &'static dyn Protocol,
    /// The id of the requirement, such as `E1`.
    id: String,
    /// The cells between the id and the rules, each with the title of its column.
    cells: Vec<(String, String)>,
    /// The cell with the rules that judge the requirement, or with the reason why no rule does.
    judged_by: String,
    /// The passage of the protocol's text in which the requirement is stated, if the page names the passage.
    passage: Option<String>,
}

/// The text of an empty cell; for example, a requirement may come from no section of the protocol's text.
const EMPTY_CELL: &str = "–";

/// Returns the requirements that the words name, for example `UCCI E1`, `ucci e1` or `E1`. Without a protocol, an id
/// may name requirements of several protocols.
pub(super) fn find_requirements(words: &[String]) -> Vec<Requirement> {
    let words: Vec<&str> = words.iter().flat_map(|it| it.split_whitespace()).collect();
    let (name, id) = match words[..] {
        [id] => (None, id),
        [name, id] => (Some(name), id),
        _ => return Vec::new(),
    };
    let is_named =
        |it: &&&'static dyn Protocol| name.is_none_or(|name| name.eq_ignore_ascii_case(it.name()));
    let protocols = protocol::ALL_PROTOCOLS.iter().filter(is_named);
    protocols
        .filter_map(|it| find_requirement(*it, id))
        .collect()
}

fn find_requirement(protocol: &'static dyn Protocol, id: &str) -> Option<Requirement> {
    let page = protocol.requirements_page();
    let mut titles: Vec<&str> = Vec::new();
    for line in page.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let ["", ids, between @ .., judged_by, ""] = cells.as_slice() else {
            continue;
        };
        if *ids == "requirement" {
            titles = between.to_vec();
        }
        let found = ids
            .split(',')
            .map(str::trim)
            .find(|it| it.eq_ignore_ascii_case(id));
        let Some(found) = found else {
            continue;
        };
        let titled = titles.iter().zip(between);
        return Some(Requirement {
            protocol,
            id: found.to_owned(),
            cells: titled
                .map(|(title, cell)| ((*title).to_owned(), (*cell).to_owned()))
                .collect(),
            judged_by: (*judged_by).to_owned(),
            passage: find_passage(page, found),
        });
    }
    None
}

/// Returns the passage of the protocol's text that the letters in the requirement's id stand for. The first paragraph
/// of a page may list the letters of the passages, as in `(MV moves, F FEN, ...)`.
fn find_passage(page: &str, id: &str) -> Option<String> {
    let letters = id.trim_end_matches(|it: char| it.is_ascii_digit());
    let head = page.split("\n\n").nth(1)?.replace('\n', " ");
    let list = head.split_once('(')?.1.split(" (").last()?;
    let list = list
        .split_once(": a letter for the passage (")
        .map_or(list, |it| it.1);
    let list = list.split_once(')')?.0;
    let mut entries = list.split(", ").filter_map(|it| it.split_once(' '));
    let found = entries.find(|it| it.0 == letters)?;
    Some(found.1.to_owned())
}

impl Requirement {
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let title = format!("{} {}", self.protocol.title(), self.id);
        write!(out, "{}", style_text(TextStyle::Emphasis, &title))?;
        if let Some(passage) = &self.passage {
            write!(out, "  {}", style_text(TextStyle::Unimportant, passage))?;
        }
        writeln!(out, "\n")?;
        for (title, cell) in self.cells.iter().rev().filter(|it| it.1 != EMPTY_CELL) {
            for line in wrap_text(&format!("{title}: {cell}"), LINE_WIDTH) {
                writeln!(out, "{line}")?;
            }
        }
        writeln!(out)?;
        let judging = self.protocol.rules().into_iter();
        let ids: Vec<&str> = self.judged_by.split(", ").collect();
        let judging: Vec<RuleInfo> = judging.filter(|it| ids.contains(&it.id)).collect();
        if judging.is_empty() {
            let why = message!(
                "requirement_without_rule",
                "no rule judges this requirement; {why}",
                why = &self.judged_by
            );
            for line in wrap_text(&why.to_string(), LINE_WIDTH) {
                writeln!(out, "{line}")?;
            }
        }
        for rule in judging {
            writeln!(out, "  {:6} {}", rule.level.name(), style_rule_id(rule.id))?;
            for line in wrap_text(
                &rule.title_in(Language::selected_for_texts()),
                LINE_WIDTH - 9,
            ) {
                writeln!(out, "         {line}")?;
            }
        }
        let note = message!(
            "requirement_numbers",
            "this project numbers the requirements; docs/spec/{protocol}.md lists all of them; `ponderhit explain RULE` shows what a rule accepts, and what it does not",
            protocol = self.protocol.name()
        );
        writeln!(out)?;
        for line in wrap_text(&note.to_string(), LINE_WIDTH) {
            writeln!(out, "{}", style_text(TextStyle::Unimportant, &line))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(words: &[&str]) -> Vec<String> {
        let words: Vec<String> = words.iter().map(|it| (*it).to_owned()).collect();
        let found = find_requirements(&words);
        found
            .iter()
            .map(|it| format!("{} {}", it.protocol.name(), it.id))
            .collect()
    }

    #[test]
    fn every_requirement_of_a_rule_is_found() {
        for rule in protocol::ALL_PROTOCOLS.iter().flat_map(|it| it.rules()) {
            let (protocol, ids) = rule.spec.split_once(' ').unwrap();
            for id in ids.split(", ") {
                assert_eq!(find(&[protocol, id]).len(), 1, "{} {id}", rule.id);
            }
        }
    }

    #[test]
    fn a_requirement_is_found_without_case_and_without_its_protocol() {
        for words in [&["UCCI E1"][..], &["ucci", "e1"], &["E1"]] {
            assert_eq!(find(words), ["ucci E1"]);
        }
        assert!(find(&["ucci", "E999"]).is_empty());
    }

    #[test]
    fn the_letters_in_a_requirement_id_name_a_passage_of_the_protocol() {
        let passage = |id: &str| {
            find_requirement(protocol::ALL_PROTOCOLS[0], id)
                .unwrap()
                .passage
        };
        assert_eq!(passage("E1").as_deref(), Some("quit"));
        assert_eq!(passage("MV1").as_deref(), Some("moves"));
    }
}
