use http::Uri;
use http::uri::Authority;

/// Why an application can't be installed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InstallError {
    /// There is no docs base.
    #[error("no docs base; add `.docs_base(\"https://…/errors\")`")]
    NoDocsBase,
    /// The docs base is not usable.
    #[error(
        "the docs base {0:?} is not an https URL of visible ASCII characters without credentials, query and fragment"
    )]
    DocsBase(String),
    /// The path of the feedback endpoint is not usable.
    #[error("the feedback link {0:?} is not an absolute path of visible ASCII characters")]
    FeedbackLink(String),
    /// The path of the catalogue is not usable.
    #[error(
        "the catalogue path {0:?} is not an absolute path of visible ASCII characters without placeholders"
    )]
    CataloguePath(String),
    /// The application has a route of its own where one of the framework's should be.
    #[error(
        "the router already has a route {0:?}; move the framework's with `.catalogue_path(…)` or `Inbox::path`"
    )]
    PathTaken(String),
    /// The inbox has a setting that can't work.
    #[cfg(feature = "feedback")]
    #[error(transparent)]
    Inbox(crate::http::InboxError),
    /// The prefix of the API is not usable.
    #[error(
        "the API prefix {0:?} is not an absolute path of visible ASCII characters without placeholders"
    )]
    ApiPrefix(String),
}

/// The base without its trailing slashes.
pub(super) fn check_docs_base(base: Option<String>) -> Result<String, InstallError> {
    let base = base.ok_or(InstallError::NoDocsBase)?;
    let clean = |byte: u8| byte.is_ascii_graphic() && !b"\"<>\\^`{|}?#@".contains(&byte);
    let is_url = base.starts_with("https://")
        && base.bytes().all(clean)
        && base
            .parse::<Uri>()
            .is_ok_and(|url| url.authority().is_some_and(has_good_port));
    if !is_url {
        return Err(InstallError::DocsBase(base));
    }
    Ok(base.trim_end_matches('/').to_owned())
}

fn has_good_port(authority: &Authority) -> bool {
    let behind_host = authority
        .as_str()
        .strip_prefix(authority.host())
        .unwrap_or_default();
    !authority.host().is_empty() && (behind_host.is_empty() || authority.port_u16().is_some())
}

/// A path that can stand in a route and in a header field.
pub(super) fn check_path(path: &str) -> Result<(), String> {
    let clean = |byte: u8| byte.is_ascii_graphic() && !b"\"<>\\^`{|}?#*".contains(&byte);
    let rooted = path.starts_with('/') && !path.starts_with("//");
    // axum refuses segments that look like placeholders of its older syntax.
    if rooted && path.bytes().all(clean) && !path.contains("/:") {
        Ok(())
    } else {
        Err(path.to_owned())
    }
}
