//! The part of a hole behind the colon (the grammar of `std::fmt`).

use super::Mistake;

/// The traits of `std::fmt` that a hole can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum FormatTrait {
    Display,
    Debug,
    LowerHex,
    UpperHex,
    Octal,
    Binary,
    LowerExp,
    UpperExp,
}

impl FormatTrait {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Display => "Display",
            Self::Debug => "Debug",
            Self::LowerHex => "LowerHex",
            Self::UpperHex => "UpperHex",
            Self::Octal => "Octal",
            Self::Binary => "Binary",
            Self::LowerExp => "LowerExp",
            Self::UpperExp => "UpperExp",
        }
    }
}

/// `[[fill]align][sign]['#']['0'][width]['.' precision][type]`
pub(super) fn parse(spec: &str) -> Result<FormatTrait, Mistake> {
    let rest = strip_alignment(spec);
    if rest.contains(['$', '*']) {
        let rule =
            "`$` and `*` are not allowed in a template; write width and precision as numbers";
        return Err(rule.to_owned());
    }
    let rest = rest.strip_prefix(['+', '-']).unwrap_or(rest);
    let rest = rest.strip_prefix('#').unwrap_or(rest);
    let rest = strip_number(rest);
    let rest = match rest.strip_prefix('.') {
        Some(precision) if precision.starts_with(is_digit) => strip_number(precision),
        _ => rest,
    };
    let kind = match rest {
        "" => FormatTrait::Display,
        "?" | "x?" | "X?" => FormatTrait::Debug,
        "x" => FormatTrait::LowerHex,
        "X" => FormatTrait::UpperHex,
        "o" => FormatTrait::Octal,
        "b" => FormatTrait::Binary,
        "e" => FormatTrait::LowerExp,
        "E" => FormatTrait::UpperExp,
        // An address says nothing to an agent, and tells where our memory is.
        "p" => return Err("`p` shows an address in memory; write another format".to_owned()),
        _ => {
            return Err(format!(
                "`{spec}` is not a format; write one that `format!` knows, like `?`, `>8` or `.2`"
            ));
        }
    };
    Ok(kind)
}

fn strip_alignment(spec: &str) -> &str {
    let mut letters = spec.chars();
    let (first, second) = (letters.next(), letters.next());
    match (first, second) {
        (Some(fill), Some('<' | '^' | '>')) => &spec[fill.len_utf8() + 1..],
        (Some('<' | '^' | '>'), _) => &spec[1..],
        _ => spec,
    }
}

/// Width and precision are `u16`s; more is left standing, and so refused.
fn strip_number(text: &str) -> &str {
    let rest = text.trim_start_matches(is_digit);
    let digits = &text[..text.len() - rest.len()];
    if digits.is_empty() || digits.parse::<u16>().is_ok() {
        rest
    } else {
        text
    }
}

fn is_digit(letter: char) -> bool {
    letter.is_ascii_digit()
}
