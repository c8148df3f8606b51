use serde::de::{Error, Unexpected, Visitor};

use super::at::Read;

/// As `serde_json`: an integer where the text is one and fits, else a float.
pub(super) fn visit<'de, V: Visitor<'de>>(text: &str, visitor: V) -> Read<V::Value> {
    // `-0` keeps its sign only as a float.
    if text != "-0" {
        if let Ok(number) = text.parse() {
            return visitor.visit_u64(number);
        }
        if let Ok(number) = text.parse() {
            return visitor.visit_i64(number);
        }
    }
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => visitor.visit_f64(number),
        _ => Err(Error::invalid_value(
            Unexpected::Float(f64::INFINITY),
            &"a number within the range of a 64-bit float",
        )),
    }
}
