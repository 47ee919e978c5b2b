//! Decodes bytes for display: as UTF-8, or else as GB 18030, which many xiangqi engines print. Bytes that fit neither
//! encoding are shown in hex, as `\xNN`.

mod layout;
mod printable;

use std::{borrow::Cow, ops::RangeInclusive};

use encoding_rs::GB18030;

pub(crate) use self::{
    layout::{truncate_around_characters, truncate_text, wrap_text},
    printable::{printable_lines, printable_text, visible_blanks},
};

/// Decodes bytes as text.
pub(crate) fn readable_text(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len());
    for (shown, _) in decode_characters(bytes) {
        match shown {
            DecodedCharacter::Char(it) => text.push(it),
            DecodedCharacter::Byte(it) => text.push_str(&hex_escape(it)),
        }
    }
    Cow::Owned(text)
}

/// Formats a byte that is not part of a character.
pub(crate) fn hex_escape(byte: u8) -> String {
    format!("\\x{byte:02X}")
}

/// A decoded character or byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DecodedCharacter {
    Char(char),
    /// A byte that is not part of a character.
    Byte(u8),
}

/// Decodes bytes into characters, each with its length in bytes.
pub(crate) fn decode_characters(bytes: &[u8]) -> Vec<(DecodedCharacter, usize)> {
    if std::str::from_utf8(bytes).is_err()
        && let Some(characters) = decode_gb18030(bytes)
    {
        return characters;
    }
    let mut shown = Vec::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        let valid = chunk.valid().chars();
        shown.extend(valid.map(|it| (DecodedCharacter::Char(it), it.len_utf8())));
        shown.extend(
            chunk
                .invalid()
                .iter()
                .map(|it| (DecodedCharacter::Byte(*it), 1)),
        );
    }
    shown
}

/// The private-use characters; a byte sequence that decodes to them is not Chinese text.
const PRIVATE_USE_CHARACTERS: RangeInclusive<char> = '\u{e000}'..='\u{f8ff}';

/// Decodes GB 18030, which includes GBK and GB 2312. Returns `None` if the bytes are not Chinese text.
fn decode_gb18030(bytes: &[u8]) -> Option<Vec<(DecodedCharacter, usize)>> {
    let text = GB18030.decode_without_bom_handling_and_without_replacement(bytes)?;
    let mut characters = Vec::with_capacity(text.len());
    let mut at = 0;
    for char in text.chars() {
        if PRIVATE_USE_CHARACTERS.contains(&char) || char.is_control() && !char.is_ascii() {
            return None;
        }
        let length = match (bytes.get(at)?, bytes.get(at + 1)) {
            (..=0x80, _) => 1,
            (_, Some(b'0'..=b'9')) => 4,
            _ => 2,
        };
        characters.push((DecodedCharacter::Char(char), length));
        at += length;
    }
    Some(characters)
}

#[cfg(test)]
mod tests {
    use super::{decode_characters, readable_text};

    #[test]
    fn utf8_is_shown_unchanged() {
        assert_eq!(readable_text("象棋 é\t".as_bytes()), "象棋 é\t");
        assert_eq!(readable_text(b""), "");
    }

    #[test]
    fn chinese_bytes_are_decoded() {
        assert_eq!(
            readable_text(b"id name \xcf\xf3\xc6\xe5\xce\xd7\xca\xa6"),
            "id name 象棋巫师"
        );
        // The first character in this text has four bytes, and the second one is in GBK but not in GB 2312.
        assert_eq!(readable_text(b"\x95\x32\x82\x36 \x81\x40"), "𠀀 丂");
    }

    #[test]
    fn bytes_of_no_encoding_are_shown_in_hex() {
        assert_eq!(readable_text(b"a\xff\xfeb"), r"a\xFF\xFEb");
        assert_eq!(readable_text(b"ok \xcf"), r"ok \xCF");
        assert_eq!(
            readable_text(b"\xaa\xa1"),
            r"\xAA\xA1",
            "a private character"
        );
    }

    #[test]
    fn the_lengths_of_characters_sum_up_to_all_bytes() {
        for seed in 0..2000 {
            let mut random = fastrand::Rng::with_seed(seed);
            let length = random.usize(..12);
            let bytes: Vec<u8> = (0..length).map(|_| random.u8(..)).collect();
            let sum: usize = decode_characters(&bytes).iter().map(|it| it.1).sum();
            assert_eq!(sum, bytes.len(), "{bytes:x?}");
        }
    }
}
