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
    Pointer,
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
            Self::Pointer => "Pointer",
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
    let rest = strip_digits(rest);
    let rest = match rest.strip_prefix('.') {
        Some(precision) if precision.starts_with(|c: char| c.is_ascii_digit()) => {
            strip_digits(precision)
        }
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
        "p" => FormatTrait::Pointer,
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

fn strip_digits(text: &str) -> &str {
    text.trim_start_matches(|letter: char| letter.is_ascii_digit())
}
