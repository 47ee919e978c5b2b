//! Reads the main line of a game record in SGF: its nodes with their properties.

/// The properties of a node, in the order of the record: the name, and the values without their escapes.
pub(super) type Node<'a> = Vec<(&'a str, Vec<String>)>;

/// The nodes of the main line, which takes the first variation everywhere. Returns `None` if the text is no complete game
/// record.
pub(super) fn parse_main_line(text: &str) -> Option<Vec<Node<'_>>> {
    let mut rest = text.trim().strip_prefix('(')?;
    let mut nodes: Vec<Node<'_>> = Vec::new();
    let (mut depth, mut is_in_main_line) = (1_usize, true);
    while depth > 0 {
        rest = rest.trim_start();
        let next = rest.chars().next()?;
        match next {
            '(' => depth += 1,
            ')' => {
                depth -= 1;
                is_in_main_line = false;
            }
            ';' if is_in_main_line => nodes.push(Node::new()),
            ';' => (),
            'A'..='Z' => {
                let (name, values, after) = parse_property(rest)?;
                if is_in_main_line {
                    nodes.last_mut()?.push((name, values));
                }
                rest = after;
                continue;
            }
            _ => return None,
        }
        rest = &rest[1..];
    }
    (rest.is_empty() && !nodes.is_empty()).then_some(nodes)
}

/// Parses a property at the beginning of the text. Returns the rest of the text, too.
fn parse_property(text: &str) -> Option<(&str, Vec<String>, &str)> {
    let end = text.find(|it: char| !it.is_ascii_uppercase())?;
    let (name, mut rest) = text.split_at(end);
    let mut values = Vec::new();
    while let Some(inside) = rest.trim_start().strip_prefix('[') {
        let (value, after) = parse_value(inside)?;
        values.push(value);
        rest = after;
    }
    (!values.is_empty()).then_some((name, values, rest))
}

/// Parses a value up to the `]` that ends it. A backslash hides the character after it.
fn parse_value(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            ']' => return Some((value, &text[at + 1..])),
            '\\' => value.push(characters.next()?.1),
            _ => value.push(character),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The properties of the main line as one text.
    fn main_line(text: &str) -> Option<String> {
        let nodes = parse_main_line(text)?;
        let property = |it: &(&str, Vec<String>)| format!("{}{:?}", it.0, it.1);
        let node = |it: &Node<'_>| it.iter().map(property).collect::<Vec<_>>().join(" ");
        Some(nodes.iter().map(node).collect::<Vec<_>>().join(" ; "))
    }

    #[test]
    fn the_main_line_takes_the_first_variation() {
        let read = |text| main_line(text).unwrap();
        assert_eq!(
            read("(;SZ[9]\n;B[ee] ; W[])"),
            r#"SZ["9"] ; B["ee"] ; W[""]"#
        );
        assert_eq!(
            read("(;B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee]))"),
            r#"B["aa"] ; W["bb"] ; B["cc"]"#
        );
        assert_eq!(
            read(r"(;AB[aa][bb]C[a \] b];W[cc])"),
            r#"AB["aa", "bb"] C["a ] b"] ; W["cc"]"#
        );
    }

    #[test]
    fn other_texts_are_no_record() {
        for text in [
            "",
            "hello",
            "(",
            "()",
            "(;B[aa]",
            "(;B[aa)",
            "(;B)",
            "(;B[aa]))",
            "(B[aa])",
            "(;b[aa])",
        ] {
            assert_eq!(main_line(text), None, "{text}");
        }
    }
}
