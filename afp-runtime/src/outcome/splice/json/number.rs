//! Numbers.

/// The end of a number that begins at `at` with a digit or a minus.
#[inline]
pub(super) fn end_of_number(text: &[u8], start: usize) -> Option<usize> {
    let integer = start + usize::from(text.get(start) == Some(&b'-'));
    let mut at = match text.get(integer)? {
        b'0' => integer + 1,
        b'1'..=b'9' => end_of_digits(text, integer + 1),
        _ => return None,
    };
    let integer_digits = at - integer;
    if text.get(at) == Some(&b'.') {
        at = some_digits(text, at + 1)?;
    }
    let mut exponent_digits = 0;
    if matches!(text.get(at), Some(b'e' | b'E')) {
        let exponent = at + 1 + usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
        at = some_digits(text, exponent)?;
        exponent_digits = at - exponent;
    }
    // Below 10^200 · 10^99 no double overflows; only what may is looked at closely.
    if integer_digits > 200 || exponent_digits > 2 {
        serde_json::from_slice::<f64>(&text[start..at]).ok()?;
    }
    Some(at)
}

fn some_digits(text: &[u8], at: usize) -> Option<usize> {
    let end = end_of_digits(text, at);
    (end > at).then_some(end)
}

#[inline(always)]
fn end_of_digits(text: &[u8], mut at: usize) -> usize {
    // Byte by byte: runs of digits are short, and words were measured to be slower.
    while text.get(at).is_some_and(u8::is_ascii_digit) {
        at += 1;
    }
    at
}
