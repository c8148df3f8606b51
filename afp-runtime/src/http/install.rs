//! `Afp`: from a registry and a router to an application whose failures agents recover from.

mod app;
mod error;
mod probe;

pub(super) use self::app::App;
pub use self::error::InstallError;
pub(super) use self::probe::Probe;

use std::sync::Arc;

use axum::Router;
use axum::routing::get;

use self::error::{check_docs_base, check_path};
#[cfg(feature = "feedback")]
use super::inbox::Inbox;
use super::layers::{BodyLimit, EnvelopeLayer, StrictJson};
use super::link::FeedbackLink;
#[cfg(feature = "outcomes")]
use super::outcome::OutcomeContract;
use super::routes::{self, Document};
use crate::errors::Registry;

/// Installs the error envelope on a router.
///
/// ```
/// use afp_runtime::errors::StarterError;
/// use afp_runtime::http::Afp;
/// use afp_runtime::registry;
/// use axum::{Router, routing::get};
///
/// let app = Router::new().route("/things", get(|| async { "[]" }));
/// let app: Router = Afp::new(registry![StarterError])
///     .docs_base("https://api.example.com/errors")
///     .install(app);
/// ```
///
/// What it does to the router, in one layer:
///
/// - `GET /api/errors` serves the catalogue, `?code=` one entry; with an `ETag`.
/// - Unknown paths and methods, panics of handlers, and 4xx and 5xx answers that are empty or plain
///   text become envelopes. Answers in JSON stay as they are, and so do those in HTML.
/// - `?feedback=none` on any request asks for the short form of an envelope.
/// - Extractors read bodies up to 100 kB, or as [`body_limit`](Self::body_limit) says.
/// - Every 4xx and 5xx carries a `Link` to the feedback endpoint, if there is one.
///
/// Install it last, on the outermost router. Timeouts, authentication and limits belong inside (so
/// that their answers become envelopes), CORS, compression and request traces outside.
///
/// # Limits
///
/// The text of a foreign 4xx answer becomes the envelope's `error` up to 4 KiB (of a rejection by
/// axum's own extractors what was wanted, not the value that was sent); longer ones, streams
/// and the text of any 5xx are dropped unread. A panic inside of a streaming body, after the head
/// of the answer was sent, can't be turned into an envelope.
#[derive(Debug, Clone)]
#[must_use = "nothing is installed until `install` is called"]
pub struct Afp {
    registry: Registry,
    docs_base: Option<String>,
    feedback_link: Option<String>,
    catalogue_path: String,
    api_prefix: Option<String>,
    wrap_html: bool,
    body_limit: BodyLimit,
    strict_json: bool,
    #[cfg(feature = "feedback")]
    inbox: Option<Inbox>,
    #[cfg(feature = "outcomes")]
    outcomes: Option<OutcomeContract>,
}

impl Afp {
    /// Starts with the codes of `registry`; the library's own codes are always added.
    pub fn new(registry: Registry) -> Self {
        Self {
            registry,
            docs_base: None,
            feedback_link: None,
            catalogue_path: "/api/errors".to_owned(),
            api_prefix: None,
            wrap_html: false,
            body_limit: BodyLimit::DEFAULT,
            strict_json: false,
            #[cfg(feature = "feedback")]
            inbox: None,
            #[cfg(feature = "outcomes")]
            outcomes: None,
        }
    }

    /// Where codes are documented: an https URL. Required.
    ///
    /// It stands in the catalogue, and codes without a page of their own point below it.
    pub fn docs_base(mut self, url: impl Into<String>) -> Self {
        self.docs_base = Some(url.into());
        self
    }

    /// The path of the feedback endpoint, for the `Link` header field of every 4xx and 5xx.
    pub fn feedback_link(mut self, path: impl Into<String>) -> Self {
        self.feedback_link = Some(path.into());
        self
    }

    /// Takes agents' reports with `inbox`, and leads to it from every 4xx and 5xx.
    ///
    /// ```
    /// # use afp_runtime::{http::{Afp, Inbox}, errors::StarterError, registry};
    /// let inbox = Inbox::memory().base_url("https://api.example.com");
    /// let app = Afp::new(registry![StarterError])
    ///     .docs_base("https://api.example.com/errors")
    ///     .feedback(inbox)
    ///     .install(axum::Router::new());
    /// ```
    #[cfg(feature = "feedback")]
    pub fn feedback(mut self, inbox: Inbox) -> Self {
        self.feedback_link = Some(inbox.feedback_path().to_owned());
        self.inbox = Some(inbox);
        self
    }

    /// Asks successful callers how it went: `contract` around every route.
    #[cfg(feature = "outcomes")]
    pub fn outcomes(mut self, contract: OutcomeContract) -> Self {
        self.outcomes = Some(contract);
        self
    }

    /// Where the catalogue is served; `/api/errors` if not set.
    pub fn catalogue_path(mut self, path: impl Into<String>) -> Self {
        self.catalogue_path = path.into();
        self
    }

    /// Answers unknown paths below `prefix` with an envelope, before the router's own fallback (of
    /// a single-page application, say) would.
    pub fn api_prefix(mut self, prefix: impl Into<String>) -> Self {
        self.api_prefix = Some(prefix.into());
        self
    }

    /// Also turns 4xx and 5xx answers in HTML into envelopes, for callers whose `Accept` does not
    /// name `text/html`.
    pub fn wrap_html(mut self, wrap: bool) -> Self {
        self.wrap_html = wrap;
        self
    }

    /// The largest body, in bytes, that extractors read; 100 kB if not set.
    ///
    /// A [`BodyLimit`] or a `DefaultBodyLimit` on a route replaces it there.
    pub fn body_limit(mut self, bytes: usize) -> Self {
        self.body_limit = BodyLimit::bytes(bytes);
        self
    }

    /// Whether [`AgentJson`](super::AgentJson) demands strict JSON on all routes; off if not set.
    ///
    /// A [`StrictJson`] on a route replaces it there.
    pub fn strict_json(mut self, strict: bool) -> Self {
        self.strict_json = strict;
        self
    }

    /// Installs everything on `router`, which is no longer missing a state: `with_state` first.
    ///
    /// # Panics
    ///
    /// When the configuration is wrong; [`try_install`](Self::try_install) returns the reason.
    #[track_caller]
    pub fn install(self, router: Router) -> Router {
        match self.try_install(router) {
            Ok(router) => router,
            Err(error) => panic!("{error}"),
        }
    }

    /// Installs everything on `router`, or says what is wrong with the configuration.
    ///
    /// # Errors
    ///
    /// See [`InstallError`].
    pub fn try_install(self, router: Router) -> Result<Router, InstallError> {
        let docs_base = check_docs_base(self.docs_base)?;
        check_path(&self.catalogue_path).map_err(InstallError::CataloguePath)?;
        if let Some(prefix) = &self.api_prefix {
            check_path(prefix).map_err(InstallError::ApiPrefix)?;
        }
        let link = match self.feedback_link {
            None => None,
            Some(path) => Some(FeedbackLink::new(&path).ok_or(InstallError::FeedbackLink(path))?),
        };
        // Before the framework's own routes: those carry no contract.
        #[cfg(feature = "outcomes")]
        let router = match self.outcomes {
            Some(contract) => router.layer(contract),
            None => router,
        };
        let router = with_catalogue(router, &self.catalogue_path)?;
        #[cfg(feature = "feedback")]
        let router = with_inbox(router, self.inbox)?;
        let catalogue = app::catalogue(&self.registry, &docs_base);
        let app = App {
            list: Document::new(catalogue.list().to_owned()),
            catalogue,
            docs_base,
            link,
            catalogue_path: self.catalogue_path,
            api_prefix: self.api_prefix,
            wrap_html: self.wrap_html,
            probe: Probe::new(&router),
            body_limit: self.body_limit,
            strict_json: StrictJson(self.strict_json),
            #[cfg(debug_assertions)]
            reported: std::sync::Mutex::default(),
        };
        Ok(router.layer(EnvelopeLayer::new(Arc::new(app))))
    }
}

fn with_catalogue(router: Router, path: &str) -> Result<Router, InstallError> {
    expect_free(&router, path)?;
    Ok(router.route(path, get(routes::catalogue)))
}

#[cfg(feature = "feedback")]
fn with_inbox(router: Router, inbox: Option<Inbox>) -> Result<Router, InstallError> {
    let Some(inbox) = inbox else {
        return Ok(router);
    };
    expect_free(&router, inbox.feedback_path())?;
    expect_free(&router, Inbox::DISCOVERY_PATH)?;
    Ok(router.merge(inbox.try_router().map_err(InstallError::Inbox)?))
}

fn expect_free(router: &Router, path: &str) -> Result<(), InstallError> {
    if Probe::new(router).has_route(path) {
        return Err(InstallError::PathTaken(path.to_owned()));
    }
    Ok(())
}
