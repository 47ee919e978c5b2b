//! A map from rules to values, in the order of the catalogue.

use std::{fmt, ops::Index};

use super::RuleInfo;

/// The id of a rule in the catalogue, such as `ucci/quit_bye`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId(&'static str);

impl RuleId {
    /// Creates the id of a rule from a text such as `ucci/quit_bye`.
    pub const fn new(id: &'static str) -> RuleId {
        RuleId(id)
    }

    /// The id of the rule as text.
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
pub struct RuleMap<T>(Vec<(RuleId, T)>);

impl<T> Default for RuleMap<T> {
    fn default() -> RuleMap<T> {
        RuleMap(Vec::new())
    }
}

impl<T> RuleMap<T> {
    /// Creates a map with a default value for each of these rules.
    pub fn new(rules: impl IntoIterator<Item = RuleId>) -> RuleMap<T>
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

    /// The mutable value of a rule, if there is one.
    pub fn get_mut(&mut self, rule: RuleId) -> Option<&mut T> {
        self.iter_mut().find(|it| it.0 == rule).map(|it| it.1)
    }

    /// Adds a rule and its value; the rule must not have a value yet.
    pub fn push(&mut self, rule: RuleId, value: T) {
        debug_assert!(self.get(rule).is_none(), "{rule} has a value");
        self.0.push((rule, value));
    }

    /// Iterates over every rule with its value.
    pub fn iter(&self) -> impl Iterator<Item = (RuleId, &T)> + Clone {
        self.0.iter().map(|(rule, value)| (*rule, value))
    }

    /// Iterates over the given rules and their values, and skips rules that have no value.
    pub fn values_of<'a>(
        &'a self,
        rules: &'a [RuleInfo],
    ) -> impl Iterator<Item = (&'a RuleInfo, &'a T)> {
        // Most maps have the rules in the same order, so a search begins behind the rule that was found last.
        let mut next = 0;
        rules.iter().filter_map(move |rule| {
            let (later, earlier) = (self.0[next..].iter(), self.0[..next].iter());
            let place = (later.chain(earlier)).position(|it| it.0 == rule.rule_id())?;
            let place = (next + place) % self.0.len();
            next = place + 1;
            Some((rule, &self.0[place].1))
        })
    }

    /// Iterates over every rule with its mutable value.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (RuleId, &mut T)> {
        self.0.iter_mut().map(|(rule, value)| (*rule, value))
    }

    /// All values, in the order of the catalogue.
    pub fn values(&self) -> impl Iterator<Item = &T> + Clone {
        self.0.iter().map(|it| &it.1)
    }

    /// Mutable references to all values.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut().map(|it| &mut it.1)
    }
}

impl<T> FromIterator<(RuleId, T)> for RuleMap<T> {
    fn from_iter<I: IntoIterator<Item = (RuleId, T)>>(values: I) -> RuleMap<T> {
        RuleMap(values.into_iter().collect())
    }
}

impl<T> IntoIterator for RuleMap<T> {
    type Item = (RuleId, T);
    type IntoIter = std::vec::IntoIter<(RuleId, T)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<T> Index<RuleId> for RuleMap<T> {
    type Output = T;

    /// # Panics
    ///
    /// Panics if there is no value for the rule.
    fn index(&self, rule: RuleId) -> &T {
        match self.get(rule) {
            Some(value) => value,
            None => panic!("there is no value for {rule}"),
        }
    }
}
