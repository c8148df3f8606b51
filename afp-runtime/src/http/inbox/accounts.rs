use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use axum::http::request::Parts;

/// The account of a request, when it is known.
pub type AccountFuture<'a> = Pin<Box<dyn Future<Output = Option<String>> + Send + 'a>>;

/// Tells the account from the credential of a request: the same that the rest of the API takes.
///
/// A function from request parts to an account is one; implement it where the answer has to be
/// waited for. The account is kept as a pseudonym only.
///
/// ```
/// use afp_runtime::http::Auth;
/// use axum::http::{header::AUTHORIZATION, request::Parts};
///
/// fn account(request: &Parts) -> Option<String> {
///     let credential = request.headers.get(AUTHORIZATION)?;
///     (credential == "Bearer demo-key").then(|| "demo".to_owned())
/// }
/// let auth = Auth::optional(account);
/// ```
pub trait Accounts: Send + Sync + 'static {
    /// The account whose credential the request carries; `None` when it carries none or a wrong
    /// one.
    fn account<'a>(&'a self, request: &'a Parts) -> AccountFuture<'a>;
}

impl<F> Accounts for F
where
    F: Fn(&Parts) -> Option<String> + Send + Sync + 'static,
{
    fn account<'a>(&'a self, request: &'a Parts) -> AccountFuture<'a> {
        Box::pin(std::future::ready(self(request)))
    }
}

/// Whose submissions are taken.
#[derive(Clone)]
pub struct Auth(Mode);

#[derive(Clone)]
enum Mode {
    None,
    Optional(Arc<dyn Accounts>),
    Required(Arc<dyn Accounts>),
}

impl fmt::Debug for Auth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Auth").field(&self.word()).finish()
    }
}

/// The credential was needed and is not there.
#[derive(Debug)]
pub(super) struct Unauthorized;

impl Auth {
    /// Anybody's; credentials are ignored and no account is kept.
    #[must_use]
    pub fn none() -> Self {
        Self(Mode::None)
    }

    /// Anybody's; the account is kept where the credential is known.
    #[must_use]
    pub fn optional(accounts: impl Accounts) -> Self {
        Self(Mode::Optional(Arc::new(accounts)))
    }

    /// Those of known accounts.
    #[must_use]
    pub fn required(accounts: impl Accounts) -> Self {
        Self(Mode::Required(Arc::new(accounts)))
    }

    /// The word in the discovery document.
    pub(super) fn word(&self) -> &'static str {
        match self.0 {
            Mode::None => "none",
            Mode::Optional(_) => "optional",
            Mode::Required(_) => "required",
        }
    }

    pub(super) async fn account(&self, request: &Parts) -> Result<Option<String>, Unauthorized> {
        match &self.0 {
            Mode::None => Ok(None),
            Mode::Optional(accounts) => Ok(accounts.account(request).await),
            Mode::Required(accounts) => accounts
                .account(request)
                .await
                .map(Some)
                .ok_or(Unauthorized),
        }
    }
}
