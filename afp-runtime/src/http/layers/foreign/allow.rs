use http::{HeaderMap, HeaderValue, header};

use crate::errors::RequestError;
use crate::http::install::App;
use crate::http::layers::asked::Asked;

/// Sets `Allow` as well, each method once.
pub(super) fn method_not_allowed(
    text: Option<String>,
    headers: &mut HeaderMap,
    asked: &Asked,
    app: &App,
) -> RequestError {
    if !headers.contains_key(header::ALLOW) {
        if let Some(allow) = app.probe.allow(&asked.method, &asked.uri) {
            headers.insert(header::ALLOW, allow);
        }
    }
    let allowed = methods(headers);
    let joined = allowed.join(", ");
    match HeaderValue::from_str(&joined) {
        Ok(value) if !joined.is_empty() => headers.insert(header::ALLOW, value),
        _ => headers.remove(header::ALLOW),
    };
    let (method, path) = (asked.method_echo(), asked.path_echo());
    let mut own = allowed
        .iter()
        .filter(|method| !matches!(method.as_str(), "HEAD" | "OPTIONS"));
    RequestError::MethodNotAllowed {
        message: text.unwrap_or_else(|| format!("{method} is not allowed for {path}")),
        method,
        allowed: if joined.is_empty() {
            "those that the documentation names".into()
        } else {
            joined
        },
        only: own.next().filter(|_| own.next().is_none()).cloned(),
    }
}

/// The methods that `Allow` names, each once.
fn methods(headers: &HeaderMap) -> Vec<String> {
    let mut allowed: Vec<String> = Vec::new();
    for value in headers.get_all(header::ALLOW) {
        for method in value.to_str().unwrap_or_default().split(',').map(str::trim) {
            if !method.is_empty() && !allowed.iter().any(|seen| seen == method) {
                allowed.push(method.to_owned());
            }
        }
    }
    allowed
}
