//! Suggests known names that are near to a misspelt name.

/// Returns the known id that is nearest to `text`, if their distance is small. A short name such as `idle` or
/// `quit/idle` is compared with the last parts of each id.
pub(crate) fn nearest_id<'a>(text: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let parts = text.matches('/').count() + 1;
    let distance = |id: &'a str| {
        let surplus = (id.matches('/').count() + 1).saturating_sub(parts);
        let end = id.splitn(surplus + 1, '/').last().unwrap_or(id);
        strsim::osa_distance(text, id).min(strsim::osa_distance(text, end))
    };
    let best = known.map(|it| (distance(it), it)).min()?;
    let name = text.rsplit('/').next().unwrap_or(text);
    (best.0 <= max_edit_distance(name)).then_some(best.1)
}

/// The largest edit distance at which a suggestion for a misspelt name is likely to be right.
fn max_edit_distance(name: &str) -> usize {
    (name.chars().count() / 4).clamp(1, 3)
}

/// Returns a suggestion for a glob that matches no id: a glob for a folder of that name, a glob for ids that contain
/// the text, or the nearest id.
pub(crate) fn nearest_glob<'a>(
    glob: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> Option<String> {
    let text = glob.trim_matches(['*', '?', '/']);
    if text.is_empty() {
        return None;
    }
    let folder = format!("/{text}/");
    let in_folder = known.clone().find_map(|id| {
        let slashed = format!("/{id}");
        let at = slashed.find(&folder)?;
        Some(format!("{}*", slashed.get(1..at + folder.len())?))
    });
    let in_middle = || {
        let is_long = text.chars().count() >= 3;
        let mut ids = known.clone();
        (is_long && ids.any(|it| it.contains(text))).then(|| format!("*{text}*"))
    };
    let by_name = || nearest_id(text, known.clone()).map(str::to_owned);
    in_folder.or_else(in_middle).or_else(by_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const IDS: [&str; 3] = ["ucci/quit/idle", "ucci/bye_before_end", "ucci/bans_end"];

    #[test]
    fn a_typo_has_a_suggestion() {
        let nearest = |text| nearest_id(text, IDS.into_iter());
        assert_eq!(nearest("ucci/quit/idel"), Some("ucci/quit/idle"));
        assert_eq!(nearest("quit/idel"), Some("ucci/quit/idle"));
        assert_eq!(nearest("bye_befor_end"), Some("ucci/bye_before_end"));
        assert_eq!(nearest("something else"), None);
        assert_eq!(nearest("ucci/nonsense"), None);
        assert_eq!(
            nearest_id("timeout_scale", ["timeout-scale"].into_iter()),
            Some("timeout-scale")
        );
        assert_eq!(
            nearest_id("mvoe", ["move", "int"].into_iter()),
            Some("move")
        );
        assert_eq!(nearest_id("x", ["int"].into_iter()), None);
    }

    #[test]
    fn a_glob_without_a_match_has_a_suggestion() {
        let nearest = |glob| nearest_glob(glob, IDS.into_iter());
        assert_eq!(nearest("quit").as_deref(), Some("ucci/quit/*"));
        assert_eq!(nearest("before").as_deref(), Some("*before*"));
        assert_eq!(nearest("ucci/bans_edn").as_deref(), Some("ucci/bans_end"));
        assert_eq!(nearest("*"), None);
        assert_eq!(nearest("ucci/nonsense"), None);
    }
}
