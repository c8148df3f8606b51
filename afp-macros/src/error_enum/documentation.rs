use syn::{Attribute, Expr, Lit, Meta};

/// What the doc comments of a variant say. Only what is written out can be read: a
/// `#[doc = include_str!(…)]` is left out.
#[derive(Default)]
pub(crate) struct Documentation {
    /// The first line that is not blank.
    pub(crate) title: String,
    /// The rest.
    pub(crate) text: String,
}

impl Documentation {
    pub(crate) fn read(attributes: &[Attribute]) -> Self {
        let lines: Vec<String> = attributes.iter().filter_map(literal).collect();
        let text = lines.join("\n");
        let (title, rest) = text.trim().split_once('\n').unwrap_or((text.trim(), ""));
        Self {
            title: title.trim().to_owned(),
            text: rest.trim().to_owned(),
        }
    }
}

fn literal(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(pair) = &attribute.meta else {
        return None;
    };
    if !pair.path.is_ident("doc") {
        return None;
    }
    match &pair.value {
        Expr::Lit(expression) => match &expression.lit {
            Lit::Str(text) => Some(unindented(&text.value())),
            _ => None,
        },
        _ => None,
    }
}

/// `/// Text` begins with the blank behind the slashes.
fn unindented(text: &str) -> String {
    text.lines()
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .collect::<Vec<_>>()
        .join("\n")
}
