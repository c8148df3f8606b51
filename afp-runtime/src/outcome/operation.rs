//! The name of what was called, without anything that names a person or an order.

use std::borrow::Cow;

/// Operation of every request that no route matched.
pub const UNMATCHED: &str = "unmatched";

/// Longest operation, in characters.
const MAX: usize = 160;

/// The operation of a path where no route template is known: without the query, with `:id` for
/// each segment that is all digits or a UUID; at most 160 characters.
///
/// ```
/// use afp_runtime::outcome::operation_of_path;
///
/// assert_eq!(operation_of_path("/orders/123?token=abc"), "/orders/:id");
/// ```
#[must_use]
pub fn operation_of_path(path: &str) -> String {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let segments: Vec<&str> = path
        .split('/')
        .map(|segment| if is_id(segment) { ":id" } else { segment })
        .collect();
    let joined = segments.join("/");
    bounded(if joined.is_empty() { "/" } else { &joined }).into_owned()
}

/// The operation of a route template: itself, cut at 160 characters.
#[must_use]
pub fn operation_of_template(template: &str) -> String {
    bounded(if template.is_empty() { "/" } else { template }).into_owned()
}

fn bounded(text: &str) -> Cow<'_, str> {
    let clean: Cow<'_, str> = if text.chars().any(char::is_control) {
        text.chars()
            .filter(|c| !c.is_control())
            .collect::<String>()
            .into()
    } else {
        text.into()
    };
    match clean.char_indices().nth(MAX) {
        Some((end, _)) => clean[..end].to_owned().into(),
        None => clean,
    }
}

fn is_id(segment: &str) -> bool {
    let digits = !segment.is_empty() && segment.bytes().all(|byte| byte.is_ascii_digit());
    digits || is_uuid(segment)
}

fn is_uuid(segment: &str) -> bool {
    let hyphens: &[usize] = match segment.len() {
        32 => &[],
        36 => &[8, 13, 18, 23],
        _ => return false,
    };
    segment.bytes().enumerate().all(|(at, byte)| {
        if hyphens.contains(&at) {
            byte == b'-'
        } else {
            byte.is_ascii_hexdigit()
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_become_a_placeholder_and_queries_go() {
        for (path, operation) in [
            ("/orders/123", "/orders/:id"),
            ("/runs/018f1f2e-7b4a-7c12-9c8d-123456789abc", "/runs/:id"),
            (
                "/runs/018F1F2E7B4A7C129C8D123456789ABC/log",
                "/runs/:id/log",
            ),
            ("/search?q=checkout", "/search"),
            ("/a/1?b=/2", "/a/:id"),
            ("/v2/items", "/v2/items"),
            ("/items/12a", "/items/12a"),
            ("/a/", "/a/"),
            ("", "/"),
            ("/", "/"),
            ("?q", "/"),
        ] {
            assert_eq!(operation_of_path(path), operation, "{path}");
        }
    }

    #[test]
    fn operations_are_bounded() {
        assert_eq!(
            operation_of_path(&format!("/{}", "é".repeat(400)))
                .chars()
                .count(),
            160
        );
        assert_eq!(operation_of_template(&"x".repeat(400)).len(), 160);
    }
}
