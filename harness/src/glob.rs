//! Globs for the ids of rules and scenarios. `*` matches any text, including `/`, and `?` matches one character.

/// True if the glob matches the whole text.
pub(crate) fn matches_glob(glob: &str, text: &str) -> bool {
    let (glob, text): (Vec<char>, Vec<char>) = (glob.chars().collect(), text.chars().collect());
    let (mut g, mut t) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        match glob.get(g) {
            Some('*') => {
                star = Some((g, t));
                g += 1;
            }
            Some(it) if *it == '?' || *it == text[t] => {
                g += 1;
                t += 1;
            }
            _ => {
                // Backtracks: the last star now matches one more character.
                let Some((star_g, star_t)) = star else {
                    return false;
                };
                star = Some((star_g, star_t + 1));
                g = star_g + 1;
                t = star_t + 1;
            }
        }
    }
    glob[g..].iter().all(|it| *it == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_match_anything_and_question_marks_one_character() {
        assert!(matches_glob("ucci/quit/*", "ucci/quit/idle"));
        assert!(matches_glob("*bye*", "ucci/bye_before_end"));
        assert!(matches_glob("ucci/p?", "ucci/pv"));
        assert!(matches_glob("*a*b", "xaab"));
        assert!(!matches_glob("ucci/quit", "ucci/quit/idle"));
        assert!(!matches_glob("ucci/p?", "ucci/p"));
    }
}
