//! What is known of each rule, found by the rule's id.

use std::{fmt, ops::Index};

use super::RuleInfo;

/// Which rule: its id in the catalogue, such as `ucci/quit_bye`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId(&'static str);

impl RuleId {
    /// The rule of that id.
    pub const fn new(id: &'static str) -> RuleId {
        RuleId(id)
    }

    /// The id as the catalogue has it.
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.0)
    }
}

/// One value for each rule, in the order of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerRule<T>(Vec<(RuleId, T)>);

impl<T> Default for PerRule<T> {
    fn default() -> PerRule<T> {
        PerRule(Vec::new())
    }
}

impl<T> PerRule<T> {
    /// A default value for each of these rules.
    pub fn new(rules: impl IntoIterator<Item = RuleId>) -> PerRule<T>
    where
        T: Default,
    {
        let rules = rules.into_iter();
        rules.map(|it| (it, T::default())).collect()
    }

    /// The value of a rule, if there is one.
    pub fn get(&self, rule: RuleId) -> Option<&T> {
        self.iter().find(|it| it.0 == rule).map(|it| it.1)
    }

    /// The same, to change it.
    pub fn get_mut(&mut self, rule: RuleId) -> Option<&mut T> {
        self.iter_mut().find(|it| it.0 == rule).map(|it| it.1)
    }

    /// The value of one more rule.
    pub fn push(&mut self, rule: RuleId, value: T) {
        debug_assert!(self.get(rule).is_none(), "{rule} has a value");
        self.0.push((rule, value));
    }

    /// Every rule with its value.
    pub fn iter(&self) -> impl Iterator<Item = (RuleId, &T)> + Clone {
        self.0.iter().map(|(rule, value)| (*rule, value))
    }

    /// These rules, each with its value, as far as there is one.
    pub fn of<'a>(&'a self, rules: &'a [RuleInfo]) -> impl Iterator<Item = (&'a RuleInfo, &'a T)> {
        let values = rules.iter();
        values.filter_map(|it| Some((it, self.get(it.rule_id())?)))
    }

    /// The same as [`iter`](PerRule::iter), to change the values.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (RuleId, &mut T)> {
        self.0.iter_mut().map(|(rule, value)| (*rule, value))
    }

    /// The values alone.
    pub fn values(&self) -> impl Iterator<Item = &T> + Clone {
        self.0.iter().map(|it| &it.1)
    }

    /// The same, to change them.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut().map(|it| &mut it.1)
    }
}

impl<T> FromIterator<(RuleId, T)> for PerRule<T> {
    fn from_iter<I: IntoIterator<Item = (RuleId, T)>>(values: I) -> PerRule<T> {
        PerRule(values.into_iter().collect())
    }
}

impl<T> IntoIterator for PerRule<T> {
    type Item = (RuleId, T);
    type IntoIter = std::vec::IntoIter<(RuleId, T)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<T> Index<RuleId> for PerRule<T> {
    type Output = T;

    /// # Panics
    ///
    /// If there is no value for the rule.
    fn index(&self, rule: RuleId) -> &T {
        match self.get(rule) {
            Some(value) => value,
            None => panic!("there is nothing about {rule}"),
        }
    }
}
