use std::collections::BTreeMap;
use std::fmt;

use crate::errors::{AgentError, Registry, RenderOptions, render, says_its_display};

/// Codes that can't be rendered, since there is no example value of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingExamples {
    /// Code, origin, and what to write.
    missing: Vec<(&'static str, &'static str, &'static str)>,
}

impl fmt::Display for MissingExamples {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "codes without an example value: {}", self.missing.len())?;
        for (code, origin, advice) in &self.missing {
            write!(f, "\n  {code} ({origin}): {advice}")?;
        }
        Ok(())
    }
}

impl std::error::Error for MissingExamples {}

/// The text that [`assert_registry_snapshot!`](crate::assert_registry_snapshot!) holds: all codes,
/// sorted, each with status, `Retry-After` and envelope.
///
/// # Errors
///
/// If there is no example value of a code.
///
/// # Panics
///
/// If an enum's `#[error("…")]` is another text than its `Display`.
pub fn snapshot(
    registry: Registry,
    docs_base: Option<&str>,
    examples: &[&dyn AgentError],
) -> Result<String, MissingExamples> {
    let options = RenderOptions {
        docs_base: docs_base.unwrap_or(RenderOptions::DEFAULT_DOCS_BASE),
        ..RenderOptions::default()
    };
    let mut shown: BTreeMap<&str, Result<String, &'static str>> = BTreeMap::new();
    for group in registry.groups() {
        if let Some(visit) = group.examples {
            visit(&mut |code, example| {
                shown.insert(code, example.map(|error| page(error, &options)));
            });
        }
    }
    for error in examples {
        shown.insert(error.spec().code, Ok(page(*error, &options)));
    }
    let mut text = String::new();
    let mut missing = Vec::new();
    for code in registry.codes() {
        match shown.get(code) {
            Some(Ok(page)) => text.push_str(page),
            other => {
                let advice = other.and_then(|page| page.as_ref().err().copied());
                let origin = registry.get(code).map_or("", |spec| spec.origin);
                missing.push((
                    code,
                    origin,
                    advice.unwrap_or("pass one with `examples = […]`"),
                ));
            }
        }
    }
    if missing.is_empty() {
        Ok(text)
    } else {
        Err(MissingExamples { missing })
    }
}

fn page(error: &dyn AgentError, options: &RenderOptions<'_>) -> String {
    let envelope = render(error, options);
    let spec = error.spec();
    let wait = envelope
        .retry_after_s
        .map_or_else(String::new, |seconds| format!("\nRetry-After: {seconds}"));
    assert!(
        says_its_display(error, &envelope.body),
        "`error` of {} is the text of `#[error(\"…\")]`, but its `Display` says {error:?}: derive `thiserror::Error`, or write no `#[error]`",
        spec.origin,
        error = error.to_string(),
    );
    let body = String::from_utf8_lossy(&envelope.body);
    format!("{} {}{wait}\n{}\n\n", spec.code, spec.status, pretty(&body))
}

/// Compact JSON with a line a member. The order stays, which `serde_json::Value` would not keep.
fn pretty(json: &str) -> String {
    let mut text = String::new();
    let mut depth = 0_usize;
    let (mut in_string, mut escaped) = (false, false);
    let mut letters = json.chars().peekable();
    while let Some(letter) = letters.next() {
        if in_string {
            in_string = escaped || letter != '"';
            escaped = !escaped && letter == '\\';
            text.push(letter);
            continue;
        }
        match letter {
            '{' | '[' => {
                text.push(letter);
                let closes = letters.next_if(|next| matches!(next, '}' | ']'));
                match closes {
                    Some(close) => text.push(close),
                    None => {
                        depth += 1;
                        line(&mut text, depth);
                    }
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                line(&mut text, depth);
                text.push(letter);
            }
            ',' => {
                text.push(',');
                line(&mut text, depth);
            }
            ':' => text.push_str(": "),
            _ => {
                in_string = letter == '"';
                text.push(letter);
            }
        }
    }
    text
}

fn line(text: &mut String, depth: usize) {
    text.push('\n');
    text.push_str(&"  ".repeat(depth));
}

#[cfg(test)]
mod tests {
    use super::pretty;

    #[test]
    fn pretty_json_is_the_same_json() {
        let json = r#"{"b":[1,{"a":"x\\\"{,:]"},[],{}],"a":null}"#;
        let shown = pretty(json);
        let read = |text| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(read(&shown), read(json));
        assert_eq!(shown.lines().count(), 11);
        assert!(shown.starts_with("{\n  \"b\": [\n    1,\n    {\n      \"a\": "));
    }
}
