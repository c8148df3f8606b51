use axum::extract::Request;

use super::Probe;
use crate::errors::{AgentError, AgentErrors, Catalogue, Registry, RequestError, StarterError};
#[cfg(debug_assertions)]
use crate::errors::{ErrorSpec, says_its_display};
use crate::http::layers::{BodyLimit, StrictJson};
use crate::http::link::FeedbackLink;
use crate::http::routes::Document;

/// An installed application: what all of its answers share.
#[derive(Debug)]
pub(in crate::http) struct App {
    pub(in crate::http) catalogue: Catalogue,
    /// The list of `catalogue`.
    pub(in crate::http) list: Document,
    pub(super) docs_base: String,
    pub(in crate::http) link: Option<FeedbackLink>,
    pub(in crate::http) catalogue_path: String,
    pub(super) api_prefix: Option<String>,
    pub(in crate::http) wrap_html: bool,
    pub(in crate::http) probe: Probe,
    pub(super) body_limit: BodyLimit,
    pub(super) strict_json: StrictJson,
    /// Codes that were already reported, and for what.
    #[cfg(debug_assertions)]
    pub(super) reported: std::sync::Mutex<std::collections::BTreeSet<(&'static str, &'static str)>>,
}

impl App {
    /// Where the library's own codes are documented.
    pub(in crate::http) fn docs_base(&self) -> &str {
        &self.docs_base
    }

    /// Whether unknown paths like `path` are answered by the envelope, not by the fallback.
    pub(in crate::http) fn claims(&self, path: &str) -> bool {
        self.api_prefix.as_deref().is_some_and(|prefix| {
            let prefix = prefix.trim_end_matches('/');
            path.strip_prefix(prefix)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }

    /// Tells the extractors inside what they demand of a body.
    pub(in crate::http) fn guard(&self, request: &mut Request) {
        self.body_limit.apply(request);
        if self.strict_json.0 {
            self.strict_json.apply(request);
        }
    }

    /// In debug builds, says once and loudly what is wrong with an answer.
    #[cfg(debug_assertions)]
    pub(in crate::http) fn inspect(&self, error: &dyn AgentError, body: &[u8]) {
        let spec = error.spec();
        let registered = |found: &ErrorSpec| found.origin == spec.origin;
        if !self.catalogue.get(spec.code).is_some_and(registered) {
            self.report(
                spec,
                "which is not in the registry: agents can't look it up; add the enum to `registry![…]`",
            );
        }
        if !says_its_display(error, body) {
            self.report(
                spec,
                "whose `error` is the text of `#[error(\"…\")]`, but not of its `Display`: derive `thiserror::Error`, or write no `#[error]`",
            );
        }
    }

    #[cfg(not(debug_assertions))]
    pub(in crate::http) fn inspect(&self, _: &dyn AgentError, _: &[u8]) {}

    #[cfg(debug_assertions)]
    fn report(&self, spec: &ErrorSpec, complaint: &'static str) {
        let mut reported = self
            .reported
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if reported.insert((spec.code, complaint)) {
            let (code, origin) = (spec.code, spec.origin);
            let message = format!("answered with code {code} of {origin}, {complaint}");
            tracing::error!(target: "afp", "{message}");
            eprintln!("afp: {message}");
        }
    }
}

/// The application's codes and those that the installed layer answers with.
pub(super) fn catalogue(registry: &Registry, docs_base: &str) -> Catalogue {
    let own = [RequestError::GROUP.own, StarterError::INTERNAL];
    let own = own.into_iter().flatten();
    Catalogue::new(registry.iter().chain(own), docs_base)
}
