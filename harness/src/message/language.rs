//! The languages of messages: the tables of translations, and the language in which texts are written.

use std::{
    collections::HashMap,
    env,
    sync::{
        LazyLock,
        atomic::{AtomicU8, Ordering},
    },
};

use clap::ValueEnum;
use serde::Deserialize;

/// A language of reports and errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Language {
    #[default]
    #[value(name = "en")]
    English,
    #[value(name = "zh")]
    Chinese,
}

/// The language of texts for people.
static TEXT_LANGUAGE: AtomicU8 = AtomicU8::new(Language::English as u8);

/// The language of the texts in JSON.
static JSON_LANGUAGE: AtomicU8 = AtomicU8::new(Language::English as u8);

/// A table of translations, such as `languages/zh.toml`.
#[derive(Debug, Deserialize)]
struct TranslationTable {
    rules: HashMap<String, RuleTexts>,
    #[serde(flatten)]
    templates: HashMap<String, String>,
}

/// The translated title and reason of a rule.
#[derive(Debug, Deserialize)]
pub(crate) struct RuleTexts {
    pub(crate) title: String,
    pub(crate) why: String,
}

/// The Chinese translations. The table is empty if the file has a syntax error, so that all texts are English; a test
/// checks that the file has no syntax error.
static CHINESE: LazyLock<TranslationTable> = LazyLock::new(|| {
    let table = toml::from_str(include_str!("../../languages/zh.toml"));
    table.unwrap_or_else(|_| TranslationTable {
        rules: HashMap::new(),
        templates: HashMap::new(),
    })
});

/// The English texts of messages whose argument `count` is 1. The table is empty if the file has a syntax error; a test
/// checks that the file has no syntax error.
static ENGLISH_SINGULAR: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    toml::from_str(include_str!("../../languages/en-singular.toml")).unwrap_or_default()
});

/// Selects the language for the rest of the process. If the user selected a language, all texts are in this language.
/// If the user selected no language, texts on a terminal are in the language of the system, and all other output is
/// English.
pub(crate) fn select_language(given: Option<Language>, is_terminal: bool) {
    let by_system = || match is_terminal {
        true => language_of_locale(|it| env::var(it).ok()),
        false => Language::English,
    };
    let text = given.unwrap_or_else(by_system);
    TEXT_LANGUAGE.store(text as u8, Ordering::Relaxed);
    JSON_LANGUAGE.store(given.unwrap_or_default() as u8, Ordering::Relaxed);
}

/// The language that is set by the first non-empty environment variable of `LC_ALL`, `LC_MESSAGES` and `LANG`.
fn language_of_locale(variable: impl Fn(&str) -> Option<String>) -> Language {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"].iter();
    let locale = names
        .filter_map(|it| variable(it))
        .find(|it| !it.is_empty());
    match locale.is_some_and(|it| it.starts_with("zh")) {
        true => Language::Chinese,
        false => Language::English,
    }
}

impl Language {
    pub(crate) fn selected_for_texts() -> Language {
        Language::from_number(TEXT_LANGUAGE.load(Ordering::Relaxed))
    }

    pub(crate) fn selected_for_json() -> Language {
        Language::from_number(JSON_LANGUAGE.load(Ordering::Relaxed))
    }

    fn from_number(number: u8) -> Language {
        match number == Language::Chinese as u8 {
            true => Language::Chinese,
            false => Language::English,
        }
    }

    fn translation_table(self) -> Option<&'static TranslationTable> {
        match self {
            Language::English => None,
            Language::Chinese => Some(&CHINESE),
        }
    }

    /// The translated template of a message, or `None` if the language is English.
    pub(super) fn template(self, id: &str) -> Option<&'static str> {
        self.translation_table()?
            .templates
            .get(id)
            .map(String::as_str)
    }

    /// The template of a message whose argument `count` is 1, or `None` if the template does not depend on `count`.
    pub(super) fn singular_template(self, id: &str) -> Option<&'static str> {
        match self {
            Language::English => ENGLISH_SINGULAR.get(id).map(String::as_str),
            Language::Chinese => None,
        }
    }

    /// The translated title and reason of a rule, or `None` if the language is English.
    pub(crate) fn rule_texts(self, rule: &str) -> Option<&'static RuleTexts> {
        self.translation_table()?.rules.get(rule)
    }

    /// Returns the text with a full stop added.
    pub(crate) fn end_sentence(self, text: &str) -> String {
        format!("{text}{}", self.full_stop().0)
    }

    /// The colon between a label and its text.
    pub(crate) fn colon(self) -> &'static str {
        match self {
            Language::English => ": ",
            Language::Chinese => "：",
        }
    }

    /// The separator between the parts of a caption, such as `; `.
    pub(crate) fn semicolon(self) -> &'static str {
        match self {
            Language::English => "; ",
            Language::Chinese => "；",
        }
    }

    /// The text between the items of a list.
    pub(crate) fn list_separator(self) -> &'static str {
        match self {
            Language::English => ", ",
            Language::Chinese => "、",
        }
    }

    /// The full stop at the end of a sentence, and the blank before the next sentence.
    pub(super) fn full_stop(self) -> (&'static str, &'static str) {
        match self {
            Language::English => (".", " "),
            Language::Chinese => ("。", ""),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_is_not_empty_selects_the_language() {
        let language = |all: &[(&str, &str)]| {
            language_of_locale(|name| {
                let found = all.iter().find(|it| it.0 == name);
                found.map(|it| it.1.to_owned())
            })
        };
        assert_eq!(language(&[]), Language::English);
        assert_eq!(language(&[("LANG", "zh_CN.UTF-8")]), Language::Chinese);
        assert_eq!(
            language(&[("LC_ALL", "C"), ("LANG", "zh_CN.UTF-8")]),
            Language::English
        );
        assert_eq!(
            language(&[("LC_ALL", ""), ("LC_MESSAGES", "zh_TW")]),
            Language::Chinese
        );
    }

    #[test]
    fn the_table_has_messages_and_rules() {
        let template = Language::Chinese.template("a_rule").unwrap();
        assert_ne!(template, "a rule");
        let rule = Language::Chinese.rule_texts("ucci/bye_before_end").unwrap();
        assert!(rule.title.contains("`bye`") && !rule.why.is_empty());
        assert_eq!(Language::English.template("a_rule"), None);
    }

    #[test]
    fn only_english_has_singular_templates() {
        let singular = Language::English.singular_template("more_errors");
        assert_eq!(singular, Some("one more error is not shown"));
        assert_eq!(Language::English.singular_template("a_rule"), None);
        assert_eq!(Language::Chinese.singular_template("more_errors"), None);
    }
}
