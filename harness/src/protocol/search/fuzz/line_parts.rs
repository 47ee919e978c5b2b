//! The parts of generated lines: edge numbers, lengths and choices.

use arbitrary::{Arbitrary, Unstructured};

/// Numbers at the edges of integer types, and malformed numbers.
pub(in crate::protocol) const EDGE_NUMBERS: [&str; 16] = [
    "0",
    "1",
    "-1",
    "-0",
    "+1",
    "007",
    "2147483647",
    "2147483648",
    "4294967296",
    "-2147483649",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551616",
    "-9223372036854775809",
    "99999999999999999999999",
    "1e3",
];

/// A number in a generated line.
#[derive(Arbitrary, Clone, Debug)]
pub(in crate::protocol) enum GeneratedNumber {
    Small(u8),
    Edge(u8),
    Any(i64),
}

/// A random length of up to 128 KiB. Most random lengths are short, because long lines need more
/// time and rarely find anything new.
#[derive(Clone, Copy, Debug)]
pub(in crate::protocol) struct RandomLength(pub(in crate::protocol) usize);

impl<'a> Arbitrary<'a> for RandomLength {
    fn arbitrary(source: &mut Unstructured<'a>) -> arbitrary::Result<RandomLength> {
        let sizes: [u8; 3] = source.arbitrary()?;
        let size = sizes.into_iter().map(|it| it % 17).min().unwrap_or(0);
        let rest: u16 = source.arbitrary()?;
        Ok(RandomLength((1 << size) + usize::from(rest) % (1 << size)))
    }
}

/// Picks an element of the list. Every index is valid, because a too large index starts again from the beginning of the
/// list.
pub(in crate::protocol) fn pick_element<'a>(from: &[&'a str], index: u8) -> &'a str {
    from[usize::from(index) % from.len()]
}

impl GeneratedNumber {
    pub(in crate::protocol) fn to_text(&self) -> String {
        match self {
            GeneratedNumber::Small(it) => it.to_string(),
            GeneratedNumber::Edge(it) => pick_element(&EDGE_NUMBERS, *it).to_owned(),
            GeneratedNumber::Any(it) => it.to_string(),
        }
    }
}
