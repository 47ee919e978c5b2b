//! Words with a meaning.

/// Whether a word is a vertex: a letter from A to Z without I and a number from 1 to 25, or `pass`
/// (`GTP G-53`, `G-58`).
pub(in super::super) fn is_vertex(word: &[u8]) -> bool {
    if word.eq_ignore_ascii_case(b"pass") {
        return true;
    }
    let Some((letter, number)) = word.split_first() else {
        return false;
    };
    let letter = letter.is_ascii_alphabetic() && !letter.eq_ignore_ascii_case(&b'i');
    let plain = number.first().is_some_and(|it| (b'1'..=b'9').contains(it));
    let number = std::str::from_utf8(number)
        .ok()
        .and_then(|it| it.parse::<u8>().ok());
    letter && plain && number.is_some_and(|it| it <= 25)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_have_no_i_and_no_zero() {
        for vertex in ["a1", "Q16", "z25", "PASS", "j9"] {
            assert!(is_vertex(vertex.as_bytes()), "{vertex}");
        }
        for other in [
            "i5", "a0", "a01", "a26", "aa1", "a", "5", "resign", "", "a+1",
        ] {
            assert!(!is_vertex(other.as_bytes()), "{other}");
        }
    }
}
