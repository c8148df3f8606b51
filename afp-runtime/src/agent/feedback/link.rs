//! `Link` header fields (RFC 8288).

/// The longest field that is looked at, in bytes.
const MAX_FIELD: usize = 8192;

/// The target of the first link with this relation. Links about another resource (`anchor`) do
/// not count.
pub(super) fn target<'f>(field: &'f str, relation: &str) -> Option<&'f str> {
    if field.len() > MAX_FIELD {
        return None;
    }
    let mut rest = field;
    while let Some(start) = rest.find('<') {
        let after = &rest[start + 1..];
        let (target, parameters) = after.split_once('>')?;
        let (found, left) = read_parameters(parameters, relation);
        if found {
            return Some(target.trim());
        }
        rest = left;
    }
    None
}

/// Reads the parameters of one link: whether it has the relation, and what follows it.
fn read_parameters<'f>(mut rest: &'f str, relation: &str) -> (bool, &'f str) {
    let mut relations = None;
    let mut anchored = false;
    loop {
        rest = rest.trim_start();
        let Some(after) = rest.strip_prefix(';') else {
            let found = relations.is_some_and(|all: &str| has(all, relation)) && !anchored;
            return (found, rest);
        };
        let (name, value, left) = read_parameter(after.trim_start());
        rest = left;
        if name.eq_ignore_ascii_case("rel") {
            // Only the first one counts.
            relations = relations.or(Some(value));
        }
        anchored |= name.eq_ignore_ascii_case("anchor");
    }
}

fn has(relations: &str, relation: &str) -> bool {
    let mut relations = relations.split_ascii_whitespace();
    relations.any(|word| word.eq_ignore_ascii_case(relation))
}

/// `name`, `name=value` or `name="value"`: name, value and the rest.
fn read_parameter(text: &str) -> (&str, &str, &str) {
    let end = text.find(['=', ';', ',']).unwrap_or(text.len());
    let name = text[..end].trim();
    let Some(value) = text[end..].strip_prefix('=').map(str::trim_start) else {
        return (name, "", &text[end..]);
    };
    if let Some(quoted) = value.strip_prefix('"') {
        let end = closing_quote(quoted);
        let rest = quoted.get(end + 1..).unwrap_or("");
        return (name, &quoted[..end], rest);
    }
    let end = value.find([';', ',']).unwrap_or(value.len());
    (name, value[..end].trim(), &value[end..])
}

fn closing_quote(quoted: &str) -> usize {
    let mut escaped = false;
    let closes = |character: char| {
        let closes = character == '"' && !escaped;
        escaped = character == '\\' && !escaped;
        closes
    };
    quoted.find(closes).unwrap_or(quoted.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_relation_is_found_wherever_it_stands() {
        for field in [
            r#"</feedback>; rel="agent-feedback""#,
            "</feedback>;rel=agent-feedback",
            r#"</p2>; rel="next", </feedback>; title="a, <b>; rel=\"x\""; REL="help Agent-Feedback""#,
            r#"<a>; rel=next; rel="agent-feedback",</feedback> ; rel="agent-feedback""#,
            r#"<a>; rel="agent-feedback"; anchor="/other", </feedback>; rel="agent-feedback"; x"#,
        ] {
            assert_eq!(
                target(field, "agent-feedback"),
                Some("/feedback"),
                "{field}"
            );
        }
    }

    #[test]
    fn what_is_no_such_link_is_not_found() {
        for field in [
            "",
            "<",
            "</feedback>",
            "</feedback; rel=agent-feedback",
            r#"</f>; title="rel=agent-feedback""#,
            r#"</f>; rel="agent-feedback-v1""#,
            r#"</f>; rel="unclosed"#,
            "</f>; rel",
            "</f>; =x; ;; ,",
            r#"</ä>; rel="é"#,
        ] {
            assert_eq!(target(field, "agent-feedback"), None, "{field}");
        }
        let long = format!("<{}>; rel=agent-feedback", "a".repeat(MAX_FIELD));
        assert_eq!(target(&long, "agent-feedback"), None);
    }
}
