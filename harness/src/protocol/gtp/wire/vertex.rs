//! The syntax of GTP vertices.

/// A regular expression for a vertex: a letter from A to Z except I and a number from 1 to 25, or `pass` (`GTP G-53`,
/// `G-58`).
pub(in super::super) const VERTEX_PATTERN: &str =
    "[A-HJ-Za-hj-z](?:[1-9]|1[0-9]|2[0-5])|[Pp][Aa][Ss][Ss]";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transcript::is_move;

    #[test]
    fn vertices_have_no_column_i_and_no_row_zero() {
        for vertex in ["a1", "Q16", "z25", "PASS", "j9"] {
            assert!(is_move(vertex.as_bytes(), VERTEX_PATTERN), "{vertex}");
        }
        for other in [
            "i5", "a0", "a01", "a26", "aa1", "a", "5", "resign", "", "a+1",
        ] {
            assert!(!is_move(other.as_bytes(), VERTEX_PATTERN), "{other}");
        }
    }
}
