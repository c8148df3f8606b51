use std::time::Duration;

use axum::http::{HeaderValue, Uri};

use super::Inbox;

/// A setting of an inbox that cannot work, said when the routes are built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("feedback inbox: {0}")]
pub struct InboxError(pub(super) String);

pub(super) fn refuse<T>(what: impl Into<String>) -> Result<T, InboxError> {
    Err(InboxError(what.into()))
}

/// Everything that can be told without building anything.
pub(super) fn check(inbox: &Inbox) -> Result<(), InboxError> {
    check_path(&inbox.path)?;
    if inbox.account_secret.as_ref().is_some_and(Vec::is_empty) {
        return refuse("the account secret is empty");
    }
    if inbox.max_bytes == 0 {
        return refuse("a submission of 0 bytes at most cannot be");
    }
    let name = inbox.service.as_deref();
    if name.is_some_and(|name| !(1..=128).contains(&name.chars().count())) {
        return refuse("the service name has 1 to 128 characters");
    }
    match inbox.limit {
        Some(limit) if limit.count == 0 || limit.window < Duration::from_millis(1) => {
            refuse("a rate limit of 0 lets nothing in; use `without_rate_limit` for none")
        }
        _ => Ok(()),
    }
}

fn check_path(path: &str) -> Result<(), InboxError> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~!$&'()+,;=:@%".contains(&byte);
    if let Some(bad) = path.chars().find(|&c| !u8::try_from(c).is_ok_and(allowed)) {
        let shown = bad.escape_default();
        return refuse(format!(
            "the path {path:?} holds `{shown}`, which a path may not"
        ));
    }
    let is_path = path.starts_with('/') && path.len() > 1 && !path.contains("//");
    if !is_path {
        return refuse(format!(
            "the path {path:?} is none; write it like `/feedback`"
        ));
    }
    if path == super::service::DISCOVERY_PATH {
        return refuse("the path is the one of the discovery document");
    }
    Ok(())
}

/// The endpoint that discovery names.
pub(super) fn endpoint(inbox: &Inbox) -> Result<String, InboxError> {
    let Some(base) = &inbox.base_url else {
        return Ok(inbox.path.clone());
    };
    let wrong = || {
        InboxError(format!(
            "the base URL {base:?} is none; write it like `https://api.example.com`"
        ))
    };
    let uri: Uri = base.parse().map_err(|_| wrong())?;
    let has_scheme = matches!(uri.scheme_str(), Some("http" | "https"));
    let authority = uri.authority().ok_or_else(wrong)?;
    let is_plain = !authority.as_str().contains('@') && !base.contains(['?', '#']);
    if !has_scheme || !is_plain || HeaderValue::from_str(base).is_err() || !base.is_ascii() {
        return Err(wrong());
    }
    Ok(format!("{}{}", base.trim_end_matches('/'), inbox.path))
}
