use std::cmp::Ordering;

/// A decimal number taken apart: `± digits × 10^exponent`, without zeros at either end.
struct Decimal {
    negative: bool,
    digits: String,
    exponent: i64,
}

impl Decimal {
    /// `None` when the exponent is beyond what counts as a number here.
    fn of(text: &str) -> Option<Self> {
        let (negative, magnitude) = text.strip_prefix('-').map_or((false, text), |m| (true, m));
        let (mantissa, exponent) = magnitude
            .split_once(['e', 'E'])
            .map_or((magnitude, "0"), |(mantissa, exponent)| {
                (mantissa, exponent)
            });
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let mut exponent: i64 = exponent
            .strip_prefix('+')
            .unwrap_or(exponent)
            .parse()
            .ok()?;
        exponent = exponent.checked_sub(i64::try_from(fraction.len()).ok()?)?;
        let all = [whole, fraction].concat();
        let kept = all.trim_end_matches('0');
        exponent = exponent.checked_add(i64::try_from(all.len() - kept.len()).ok()?)?;
        let digits = kept.trim_start_matches('0').to_owned();
        Some(if digits.is_empty() {
            Self {
                negative: false,
                digits,
                exponent: 0,
            }
        } else {
            Self {
                negative,
                digits,
                exponent,
            }
        })
    }
}

/// Whether the JSON number `text` has an integral value between `low` and `high`.
pub(crate) fn is_whole(text: &str, low: u32, high: u32) -> Option<bool> {
    if let Ok(value) = text.parse::<u32>() {
        return Some((low..=high).contains(&value));
    }
    let decimal = Decimal::of(text)?;
    if decimal.exponent < 0 {
        return None;
    }
    let digits = i64::try_from(decimal.digits.len()).ok()?;
    if decimal.negative || decimal.exponent.saturating_add(digits) > 9 {
        return Some(false);
    }
    let zeros = "0".repeat(usize::try_from(decimal.exponent).ok()?);
    let value: u32 = [decimal.digits, zeros].concat().parse().unwrap_or(0);
    Some((low..=high).contains(&value))
}

/// Appends the exact value of a JSON number in one fixed form, so that `400`, `400.0` and `4e2`
/// are the same and no two different values are.
pub(crate) fn write_canonical(out: &mut String, text: &str) {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    match (plain && !text.ends_with('0'), Decimal::of(text)) {
        (true, _) | (_, None) => out.push_str(text),
        (false, Some(decimal)) => write_decimal(out, &decimal),
    }
}

fn write_decimal(out: &mut String, decimal: &Decimal) {
    if decimal.negative {
        out.push('-');
    }
    match (decimal.digits.is_empty(), decimal.exponent.cmp(&0)) {
        (true, _) => out.push('0'),
        (false, Ordering::Equal) => out.push_str(&decimal.digits),
        (false, _) => {
            out.push_str(&decimal.digits);
            out.push('e');
            out.push_str(&decimal.exponent.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(text: &str) -> String {
        let mut out = String::new();
        write_canonical(&mut out, text);
        out
    }

    #[test]
    fn equal_values_are_written_alike_and_others_are_not() {
        let alike = ["400", "400.0", "4e2", "4E+2", "40.0e1", "0.4e3"];
        for text in alike {
            assert_eq!(canonical(text), canonical("400"), "{text}");
        }
        assert_eq!(canonical("-0.0e9"), "0");
        assert_eq!(canonical("-1.50"), canonical("-15e-1"));
        let different = [
            "9007199254740993",
            "9007199254740992",
            "0.1",
            "0.10000000000000001",
        ];
        for (index, text) in different.iter().enumerate() {
            for other in &different[index + 1..] {
                assert_ne!(canonical(text), canonical(other));
            }
        }
    }

    #[test]
    fn a_whole_number_may_be_written_in_any_way() {
        for text in ["400", "400.0", "4e2", "0.04e4", "599", "100"] {
            assert_eq!(is_whole(text, 100, 599), Some(true), "{text}");
        }
        for text in ["99", "600", "-400", "0", "4e300", "40000000000000"] {
            assert_eq!(is_whole(text, 100, 599), Some(false), "{text}");
        }
        for text in ["400.5", "1e-3", "0.5"] {
            assert_eq!(is_whole(text, 100, 599), None, "{text}");
        }
    }
}
