//! The encoding of files that users write: a byte order mark of UTF-8 is skipped, and UTF-16 is recognized and
//! rejected.

use crate::message::{Message, message};

/// The error for a file in UTF-16.
pub(crate) const FILE_IS_UTF16: Message = message!(
    "log_is_utf16",
    "the file is UTF-16; convert it to UTF-8 first"
);

/// The error for a compressed file.
pub(crate) const FILE_IS_COMPRESSED: Message = message!(
    "log_is_compressed",
    "the file is compressed; decompress it first, for example `zcat FILE | ponderhit judge -`"
);

/// True if the text begins like a file of gzip, zstd, xz or bzip2.
pub(crate) fn is_compressed(text: &[u8]) -> bool {
    let beginnings: [&[u8]; 4] = [b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"\xfd7zXZ", b"BZh"];
    beginnings.iter().any(|it| text.starts_with(it))
}

/// Returns the text without a byte order mark of UTF-8, which some Windows programs write at the beginning.
pub(crate) fn without_byte_order_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}

/// True if the text begins with a byte order mark of UTF-16, or if every other one of its first bytes is zero, as in
/// UTF-16 without a byte order mark.
pub(crate) fn is_utf16(text: &[u8]) -> bool {
    let begins_with_mark = text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff");
    let zero = |it: &u8| *it == 0;
    let head = text.get(..16).unwrap_or_default();
    let even = head.iter().step_by(2);
    let odd = head.iter().skip(1).step_by(2);
    let is_without_mark = !head.is_empty()
        && ((even.clone().all(zero) && !odd.clone().any(zero))
            || (odd.clone().all(zero) && !even.clone().any(zero)));
    begins_with_mark || is_without_mark
}
