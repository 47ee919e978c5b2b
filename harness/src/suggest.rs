//! Suggests the known id that is nearest to a misspelt id.

/// Returns the known id with the smallest edit distance to `text`, if the distance is small enough.
pub(crate) fn nearest_id<'a>(text: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let last = |id: &'a str| id.rsplit('/').next().unwrap_or(id);
    let distance = |id: &'a str| edit_distance(text, id).min(edit_distance(text, last(id)));
    let best = known.map(|it| (distance(it), it)).min()?;
    let near = text.chars().count().div_ceil(3);
    (best.0 <= near).then_some(best.1)
}

/// Returns the edit distance: the number of characters to insert, remove or replace.
fn edit_distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typo_has_a_suggestion() {
        let known = || ["ucci/quit/idle", "ucci/bye_before_end"].into_iter();
        assert_eq!(
            nearest_id("ucci/quit/idel", known()),
            Some("ucci/quit/idle")
        );
        assert_eq!(
            nearest_id("bye_befor_end", known()),
            Some("ucci/bye_before_end")
        );
        assert_eq!(nearest_id("something else", known()), None);
    }
}
