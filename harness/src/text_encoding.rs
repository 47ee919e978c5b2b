//! The encoding of files that users write: a byte order mark of UTF-8 is skipped, and UTF-16 is recognized and
//! rejected.

use crate::message::{Message, message};

/// The error for a file in UTF-16.
pub(crate) const FILE_IS_UTF16: Message = message!(
    "log_is_utf16",
    "the file is UTF-16; convert it to UTF-8 first"
);

/// Returns the text without a byte order mark of UTF-8, which some Windows programs write at the beginning.
pub(crate) fn without_byte_order_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}

/// True if the text begins with a byte order mark of UTF-16.
pub(crate) fn is_utf16(text: &[u8]) -> bool {
    text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff")
}
