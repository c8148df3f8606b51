use memchr::memmem::find;

/// A quotation mark as it stands in a text: plain, escaped any number of times, or written as an
/// entity or escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quote {
    mark: Mark,
    /// The bytes it takes.
    pub(super) len: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    /// A quote after so many backslashes.
    Byte(u8, usize),
    /// One of [`WRITTEN`].
    Written(&'static [u8]),
}

const WRITTEN: [&[u8]; 8] = [
    b"&quot;", b"&#34;", b"&apos;", b"&#39;", b"\\u0022", b"\\u0027", b"%22", b"%27",
];

const MAX_BACKSLASHES: usize = 15;

/// The quotation mark that begins at `at`.
pub(super) fn opening(bytes: &[u8], at: usize) -> Option<Quote> {
    let rest = &bytes[at.min(bytes.len())..];
    if !matches!(
        rest.first(),
        Some(b'"' | b'\'' | b'`' | b'\\' | b'&' | b'%')
    ) {
        return None;
    }
    let slashes = rest
        .iter()
        .take(MAX_BACKSLASHES)
        .take_while(|&&byte| byte == b'\\')
        .count();
    if let Some(byte @ (b'"' | b'\'' | b'`')) = rest.get(slashes) {
        return Some(Quote {
            mark: Mark::Byte(*byte, slashes),
            len: slashes + 1,
        });
    }
    let written = WRITTEN.iter().find(|mark| rest.starts_with(mark))?;
    Some(Quote {
        mark: Mark::Written(written),
        len: written.len(),
    })
}

/// The bytes that the quotation mark takes that ends at `end`, none if there is none.
pub(super) fn len_before(bytes: &[u8], end: usize) -> usize {
    let before = &bytes[..end];
    if let Some(b'"' | b'\'' | b'`') = before.last() {
        let slashes = before[..end - 1].iter().rev().take(MAX_BACKSLASHES);
        return 1 + slashes.take_while(|&&byte| byte == b'\\').count();
    }
    if !matches!(before.last(), Some(b';' | b'2' | b'7')) {
        return 0;
    }
    let written = WRITTEN.iter().find(|mark| before.ends_with(mark));
    written.map_or(0, |mark| mark.len())
}

/// Where the quoted text that begins at `from` ends: before the mark that answers `open`, or at
/// the end of the line. The second value is where to read on.
pub(super) fn closing(bytes: &[u8], from: usize, open: Quote) -> (usize, usize) {
    let found = match open.mark {
        Mark::Byte(quote, level) => closing_byte(bytes, from, quote, level),
        Mark::Written(mark) => {
            find(&bytes[from..], mark).map(|offset| (from + offset, from + offset + mark.len()))
        }
    };
    found.unwrap_or_else(|| {
        let rest = &bytes[from..];
        let end = from + memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        (end, end)
    })
}

/// A quote inside a text that was escaped `n` times has `2^n - 1` backslashes; a quote with fewer
/// ends a text further out, one with more belongs to the value.
fn closing_byte(bytes: &[u8], from: usize, quote: u8, level: usize) -> Option<(usize, usize)> {
    for offset in memchr::memchr_iter(quote, &bytes[from..]) {
        let at = from + offset;
        let slashes = bytes[from..at]
            .iter()
            .rev()
            .take_while(|&&byte| byte == b'\\')
            .count();
        if slashes <= level {
            return Some((at - slashes, at + 1));
        }
        if slashes % (2 * (level + 1)) == level {
            return Some((at - level, at + 1));
        }
    }
    None
}
