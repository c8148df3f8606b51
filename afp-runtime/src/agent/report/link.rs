//! `Link` header fields (RFC 8288).

use http::HeaderMap;
use http::header::LINK;

/// Targets of the links with this relation, in order.
pub(super) fn targets<'a>(
    headers: &'a HeaderMap,
    relation: &'a str,
) -> impl Iterator<Item = &'a str> {
    let fields = headers
        .get_all(LINK)
        .into_iter()
        .filter_map(|field| field.to_str().ok());
    fields
        .flat_map(links)
        .filter(|link| link.has(relation))
        .map(|link| link.target)
}

struct Link<'a> {
    target: &'a str,
    parameters: &'a str,
}

/// Commas part links, but not inside of `<…>` or quotes.
fn links(field: &str) -> impl Iterator<Item = Link<'_>> {
    split(field, ',').filter_map(|link| {
        let (target, parameters) = link.trim().strip_prefix('<')?.split_once('>')?;
        Some(Link { target, parameters })
    })
}

impl Link<'_> {
    /// Relations are a list of words, compared without case; a second `rel` does not count.
    fn has(&self, relation: &str) -> bool {
        let rel = split(self.parameters, ';').find_map(|parameter| {
            let (name, value) = parameter.split_once('=')?;
            name.trim()
                .eq_ignore_ascii_case("rel")
                .then(|| value.trim().trim_matches('"'))
        });
        rel.is_some_and(|rel| {
            rel.split_ascii_whitespace()
                .any(|it| it.eq_ignore_ascii_case(relation))
        })
    }
}

fn split(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let (mut quoted, mut angled, mut escaped) = (false, false, false);
    text.split(move |c| {
        let was_escaped = escaped;
        escaped = quoted && c == '\\' && !was_escaped;
        match c {
            '"' if !angled && !was_escaped => quoted = !quoted,
            '<' if !quoted => angled = true,
            '>' if !quoted => angled = false,
            _ => {}
        }
        c == separator && !quoted && !angled
    })
}

#[cfg(test)]
mod tests {
    use http::{HeaderMap, HeaderValue};

    fn targets(fields: &[&str]) -> Vec<String> {
        let mut headers = HeaderMap::new();
        for field in fields {
            headers.append("link", HeaderValue::from_str(field).unwrap());
        }
        super::targets(&headers, "agent-feedback")
            .map(str::to_owned)
            .collect()
    }

    #[test]
    fn links_are_found_among_others() {
        let own = r#"</feedback>; rel="agent-feedback""#;
        assert_eq!(targets(&[own]), ["/feedback"]);
        assert_eq!(targets(&[r#"</p2>; rel="next""#, own]), ["/feedback"]);
        assert_eq!(
            targets(&[r#"</p,2>; rel=next, </f>;REL=Agent-Feedback"#]),
            ["/f"]
        );
        assert_eq!(
            targets(&[r#"</f>; title="a, b; rel=x"; rel="next agent-feedback""#]),
            ["/f"]
        );
        assert_eq!(
            targets(&[r#"</f>; title="\", "; rel="agent-feedback""#]),
            ["/f"]
        );
        for none in [
            r#"</f>; rel="agent-feedbacks""#,
            r#"</f>; rel="next"; rel="agent-feedback""#,
            r#"</f>; title="; rel=agent-feedback""#,
            "/f; rel=agent-feedback",
            "</f; rel=agent-feedback",
            "</f>",
            ",,;;",
            "",
        ] {
            assert!(targets(&[none]).is_empty(), "{none}");
        }
    }
}
