//! Texts, numbers and booleans that stand for another scalar.

use super::Repair;
use crate::repair::locate::{Located, Mode, Wanted};
use crate::repair::names::{nearest, variant_distance};
use crate::repair::problem::Place;
use crate::repair::strict::number_length;
use crate::repair::tree::{NodeId, Tree, Value};

/// Longer texts stand for no scalar.
const MAX_TEXT: usize = 1024;

pub(super) fn repairs(tree: &Tree, located: &Located, node: NodeId, mode: Mode) -> Vec<Repair> {
    let wanted = located.wanted_at(Place::Value(node));
    let optional = located.optional_at(Place::Value(node));
    let put = |value| Repair::value(tree, node, value, 1);
    let values = match tree.value(node) {
        Value::String(text) => from_text(text, wanted, optional, mode),
        Value::Number(text) => from_number(text, wanted),
        Value::Bool(value) => {
            let text = if *value { "true" } else { "false" };
            text_if_wanted(text, wanted).into_iter().collect()
        }
        _ => Vec::new(),
    };
    values.into_iter().map(put).collect()
}

/// The nearest variants, and the text without the white space around it.
pub(super) fn variants(
    tree: &Tree,
    located: &Located,
    node: NodeId,
    known: &[&str],
) -> Vec<Repair> {
    let Value::String(text) = tree.value(node) else {
        return Vec::new();
    };
    let trimmed = text.trim();
    if trimmed.is_empty() {
        let absent = located
            .optional_at(Place::Value(node))
            .then_some(Value::Null);
        let put = |value| Repair::value(tree, node, value, 1);
        return absent.map(put).into_iter().collect();
    }
    let known = known.iter().copied();
    let Some((distance, near)) = nearest(trimmed, known, variant_distance) else {
        return Vec::new();
    };
    // Variants that differ by style alone are told apart by how they are written.
    let same_case = |name: &&str| name.eq_ignore_ascii_case(trimmed);
    let written: Vec<&str> = near.iter().copied().filter(same_case).collect();
    let exact: Vec<&str> = near
        .iter()
        .copied()
        .filter(|name| *name == trimmed)
        .collect();
    let near = [exact, written, near]
        .into_iter()
        .find(|names| !names.is_empty());
    let put = |name: &str| Repair::value(tree, node, Value::String(name.into()), 1 + distance);
    near.unwrap_or_default().into_iter().map(put).collect()
}

fn from_text(text: &str, wanted: Wanted, optional: bool, mode: Mode) -> Vec<Value> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return optional.then_some(Value::Null).into_iter().collect();
    }
    let mut values = Vec::new();
    if trimmed.len() != text.len() && !is_container(wanted) {
        values.push(Value::String(trimmed.into()));
    }
    if trimmed.len() > MAX_TEXT {
        return values;
    }
    let is_number = number_length(trimmed.as_bytes()) == Some(trimmed.len())
        && !(wanted != Wanted::Float && has_thousands(trimmed));
    if mode != Mode::Json {
        // Numbers are texts there; only their spelling can be wrong.
        if is_number && wanted == Wanted::Integer {
            values.extend(whole(trimmed).map(|text| Value::String(text.into())));
        } else if wanted == Wanted::Bool {
            values.extend(
                boolean(trimmed)
                    .map(|value| Value::String(if value { "true" } else { "false" }.into())),
            );
        }
        return values;
    }
    if is_number && matches!(wanted, Wanted::Integer | Wanted::Float | Wanted::Any) {
        values.push(Value::Number(trimmed.into()));
    }
    if matches!(wanted, Wanted::Bool | Wanted::Any) {
        values.extend(boolean(trimmed).map(Value::Bool));
    }
    if values.len() > 1 {
        // A number or a boolean needs no step of its own for the white space.
        values.retain(|value| !matches!(value, Value::String(_)));
    }
    values
}

fn from_number(text: &str, wanted: Wanted) -> Vec<Value> {
    let mut values: Vec<Value> = text_if_wanted(text, wanted).into_iter().collect();
    if matches!(wanted, Wanted::Integer | Wanted::Any) {
        let whole = whole(text).filter(|whole| whole != text);
        values.extend(whole.map(|whole| Value::Number(whole.into())));
    }
    values
}

fn text_if_wanted(text: &str, wanted: Wanted) -> Option<Value> {
    matches!(wanted, Wanted::Text | Wanted::Char | Wanted::Any).then(|| Value::String(text.into()))
}

fn is_container(wanted: Wanted) -> bool {
    matches!(
        wanted,
        Wanted::List | Wanted::Tuple(_) | Wanted::Map | Wanted::Struct(_)
    )
}

/// In a text, `1.000` may be a thousand.
fn has_thousands(number: &str) -> bool {
    let fraction = number.split_once('.').map(|(_, fraction)| fraction);
    fraction.is_some_and(|digits| digits.len() == 3)
}

/// `true` and `True`; not `yes`, `1`, `on`.
fn boolean(text: &str) -> Option<bool> {
    match text {
        "true" | "True" | "TRUE" => Some(true),
        "false" | "False" | "FALSE" => Some(false),
        _ => None,
    }
}

/// The integer that a number without a fraction is: `3.0`, `1.5e3`. By its digits, not as a
/// float.
fn whole(number: &str) -> Option<String> {
    let (sign, digits) = match number.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", number),
    };
    let (mantissa, exponent) = digits.split_once(['e', 'E']).unwrap_or((digits, "0"));
    let exponent: i64 = exponent
        .strip_prefix('+')
        .unwrap_or(exponent)
        .parse()
        .ok()?;
    let (int, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fraction = fraction.trim_end_matches('0');
    let zeros = exponent - i64::try_from(fraction.len()).ok()?;
    if !(0..=38).contains(&zeros) {
        return None;
    }
    let zeros = "0".repeat(usize::try_from(zeros).ok()?);
    let all = format!("{int}{fraction}{zeros}");
    let text = all.trim_start_matches('0');
    Some(match text {
        "" => "0".to_owned(),
        text => format!("{sign}{text}"),
    })
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn a_number_without_a_fraction_is_an_integer() {
        for (number, integer) in [
            ("3.0", "3"),
            ("3", "3"),
            ("-3.00", "-3"),
            ("1e3", "1000"),
            ("1.5E+3", "1500"),
            ("-0.0", "0"),
            ("0.001e3", "1"),
            ("18446744073709551615.0", "18446744073709551615"),
        ] {
            assert_eq!(whole(number).as_deref(), Some(integer), "{number}");
        }
        for number in ["3.5", "1e-3", "1.25e1", "1e400", "0.1"] {
            assert_eq!(whole(number), None, "{number}");
        }
    }
}
