//! The address of a rule's documentation in the published pages.

use crate::protocol;

/// The page with the documentation of all rules, in the version of this program.
const RULES_PAGE_ADDRESS: &str = concat!(
    env!("CARGO_PKG_REPOSITORY"),
    "/blob/v",
    env!("CARGO_PKG_VERSION"),
    "/docs/rules.md"
);

/// Returns the address of a rule's documentation, or `None` if this version of ponderhit has no such rule.
pub(crate) fn rule_page_address(rule: &str) -> Option<String> {
    let (protocol, _) = rule.split_once('/')?;
    let mut rules = protocol::find_protocol(protocol)?.rules().into_iter();
    rules.find(|it| it.id == rule)?;
    // The anchor of a heading has no slashes.
    Some(format!("{RULES_PAGE_ADDRESS}#{}", rule.replace('/', "")))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_rule_has_an_own_address() {
        let mut addresses = BTreeSet::new();
        for protocol in protocol::ALL_PROTOCOLS {
            for rule in protocol.rules() {
                let address = rule_page_address(rule.id).unwrap();
                let anchor = address.rsplit_once('#').unwrap().1;
                let is_anchor_char =
                    |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '_';
                assert!(anchor.chars().all(is_anchor_char), "{address}");
                assert!(addresses.insert(address), "{}", rule.id);
            }
        }
        assert_eq!(
            rule_page_address("ucci/\u{1b}]8;;https://example.com"),
            None
        );
        assert_eq!(rule_page_address("no_rule"), None);
    }
}
