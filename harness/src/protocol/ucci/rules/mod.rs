//! Generated from the files in this folder by `cargo test`. Do not edit.

mod ucciok_once;

use super::view::View;
use crate::rule::Entry;

#[rustfmt::skip]
pub(super) const ALL: &[Entry<View>] = &[
    Entry { rule: &ucciok_once::RULE, source: include_str!("ucciok_once.rs") },
];
