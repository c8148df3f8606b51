use super::scan::Scan;

const MIN_DIGITS: usize = 13;
const MAX_DIGITS: usize = 19;

/// The ways a card number is set in groups.
const GROUPINGS: [&[usize]; 5] = [
    &[4, 4, 4, 4, 3],
    &[4, 4, 4, 4],
    &[4, 6, 5],
    &[4, 6, 4],
    &[4, 4, 5],
];

/// Hides a card number that begins at the digit `at`.
pub(super) fn redact(scan: &mut Scan<'_>, at: usize) -> Option<usize> {
    let first = digit_count(&scan.bytes[at..], MAX_DIGITS + 1);
    let end = match first {
        4 => grouped(scan.bytes, at),
        MIN_DIGITS..=MAX_DIGITS => single(scan.bytes, at, first),
        _ => None,
    }?;
    Some(scan.hide(at..end))
}

/// Whether the text of a JSON number is a card number.
pub(super) fn is_card(text: &str) -> bool {
    let bytes = text.as_bytes();
    single(bytes, 0, digit_count(bytes, MAX_DIGITS + 1)) == Some(bytes.len())
}

fn single(bytes: &[u8], at: usize, count: usize) -> Option<usize> {
    let end = at + count;
    let in_range = (MIN_DIGITS..=MAX_DIGITS).contains(&count);
    let is_fraction = at >= 2 && bytes[at - 1] == b'.' && bytes[at - 2].is_ascii_digit();
    if !in_range || is_fraction || goes_on(bytes, end) {
        return None;
    }
    is_valid(&bytes[at..end]).then_some(end)
}

fn grouped(bytes: &[u8], at: usize) -> Option<usize> {
    let separator = separator_at(bytes, at + 4)?;
    let mut digits = [0; MAX_DIGITS];
    let mut count = 0;
    let mut place = at;
    let mut lens = [0; 5];
    let mut ends = [0; 5];
    for group in 0..5 {
        let len = digit_count(&bytes[place..], 7);
        if len > 6 || len == 0 || count + len > MAX_DIGITS {
            break;
        }
        digits[count..count + len].copy_from_slice(&bytes[place..place + len]);
        count += len;
        place += len;
        (lens[group], ends[group]) = (len, place);
        if !bytes[place..].starts_with(separator) {
            break;
        }
        place += separator.len();
    }
    GROUPINGS.iter().find_map(|groups| {
        let end = ends[groups.len() - 1];
        let fits = lens.starts_with(groups) && !goes_on(bytes, end);
        (fits && is_valid(&digits[..groups.iter().sum()])).then_some(end)
    })
}

fn separator_at(bytes: &[u8], at: usize) -> Option<&'static [u8]> {
    Some(match &bytes[at..] {
        [b' ', b' ', ..] => b"  ",
        [b' ', ..] => b" ",
        [b'-', ..] => b"-",
        [b'.', ..] => b".",
        [b'+', ..] => b"+",
        [b'_', ..] => b"_",
        [0xC2, 0xA0, ..] => b"\xC2\xA0",
        [b'%', b'2', b'0', ..] => b"%20",
        [0xE2, 0x80, 0x91, ..] => b"\xE2\x80\x91",
        _ => return None,
    })
}

fn digit_count(bytes: &[u8], most: usize) -> usize {
    bytes
        .iter()
        .take(most)
        .take_while(|byte| byte.is_ascii_digit())
        .count()
}

fn goes_on(bytes: &[u8], end: usize) -> bool {
    bytes.get(end).is_some_and(u8::is_ascii_alphanumeric)
}

fn is_valid(digits: &[u8]) -> bool {
    has_issuer(digits) && passes_luhn(digits)
}

fn passes_luhn(digits: &[u8]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(place, &digit)| {
            let digit = u32::from(digit - b'0');
            let doubled = digit * (1 + place as u32 % 2);
            doubled / 10 + doubled % 10
        })
        .sum();
    sum % 10 == 0
}

/// Issuer ranges in use, and the lengths they have (ISO/IEC 7812 and the networks' tables).
fn has_issuer(digits: &[u8]) -> bool {
    let prefix = digits[..6]
        .iter()
        .fold(0_u32, |value, digit| value * 10 + u32::from(digit - b'0'));
    let two = prefix / 10_000;
    let three = prefix / 1000;
    let four = prefix / 100;
    match digits.len() {
        13 => two / 10 == 4,
        14 => matches!(three, 300..=305 | 309) || matches!(two, 36 | 38 | 39),
        15 => matches!(two, 34 | 37) || matches!(four, 2131 | 1800),
        16 => {
            two / 10 == 4
                || matches!(two, 51..=55 | 60 | 62 | 65 | 81 | 36 | 38 | 39 | 50 | 56..=58)
                || matches!(four, 2200..=2204 | 2221..=2720 | 3528..=3589 | 6440..=6499 | 6304 | 6759..=6763)
        }
        17..=19 => {
            (two / 10 == 4 && digits.len() == 19)
                || matches!(two, 62 | 65 | 60 | 50 | 56..=58)
                || matches!(four, 3528..=3589 | 6440..=6499 | 6304 | 6759..=6763)
        }
        _ => false,
    }
}
