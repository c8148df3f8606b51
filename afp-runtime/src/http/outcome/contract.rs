//! The layer and its settings.

use std::sync::Arc;

use http::HeaderValue;
use thiserror::Error;
use tower_layer::Layer;

use super::{
    eligibility::Choices,
    headers::discovery_link,
    service::OutcomeService,
    visit::{Extractors, RequestHead},
};
use crate::{
    delivery::TelemetryQueue,
    outcome::{
        ContractTemplate, Endpoint, InvalidEndpoint, InvalidPattern, InvalidProductKey,
        InvalidTexts, Mode, PathFilter, ProductKey, SWITCH, Signer, Texts, is_switched_off,
    },
};

/// Longest body that is read, unless set.
const MAX_BODY: usize = 1024 * 1024;

/// A tower layer that asks agents how it went: eligible 2xx responses get a contract with a
/// capability to post one review.
///
/// No byte of a body is changed; a member or an element is added, or two headers. Nothing is sent
/// or waited for while a response is made: telemetry goes through a queue.
///
/// Clones, and the services made from them, share settings and queue. In axum put it on with
/// [`Router::layer`](https://docs.rs/axum/latest/axum/struct.Router.html#method.layer), so that it
/// knows the matched route; compression belongs outside of it (inside, the contract goes into
/// headers).
///
/// With `AGENT_FEEDBACK_ENABLED=false` in the environment, when it is made, it does nothing.
///
/// ```
/// use afp_runtime::{http::outcome::OutcomeContract, outcome::Mode};
///
/// let contract = OutcomeContract::new(
///     "af_live_0123456789abcdef0123456789abcdef_a-secret-of-20-characters",
///     "https://collector.example",
/// )?
/// .mode(Mode::Ask)
/// .include("/api/**")?
/// .exclude("/api/*/internal/**")?
/// .customer_ref(|request| {
///     let account = request.headers.get("x-account")?;
///     Some(account.to_str().ok()?.to_owned())
/// });
/// # Ok::<(), afp_runtime::http::outcome::InvalidOutcomeContract>(())
/// ```
#[must_use]
#[derive(Debug, Clone)]
pub struct OutcomeContract {
    settings: Arc<Settings>,
}

/// Why a contract can't be set up.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InvalidOutcomeContract {
    /// The product key.
    #[error(transparent)]
    ProductKey(#[from] InvalidProductKey),
    /// The endpoint.
    #[error(transparent)]
    Endpoint(#[from] InvalidEndpoint),
    /// A text.
    #[error(transparent)]
    Texts(#[from] InvalidTexts),
    /// A path pattern.
    #[error(transparent)]
    Pattern(#[from] InvalidPattern),
}

impl From<std::convert::Infallible> for InvalidOutcomeContract {
    fn from(never: std::convert::Infallible) -> Self {
        match never {}
    }
}

#[derive(Debug, Clone)]
pub(super) struct Settings {
    pub(super) enabled: bool,
    pub(super) signer: Signer,
    pub(super) template: Option<ContractTemplate>,
    pub(super) link: HeaderValue,
    pub(super) paths: PathFilter,
    pub(super) choices: Choices,
    pub(super) max_body: usize,
    pub(super) extractors: Extractors,
    pub(super) telemetry: TelemetryQueue,
    pub(super) sends_telemetry: bool,
    mode: Mode,
    texts: Option<Texts>,
    endpoint: Endpoint,
}

impl OutcomeContract {
    /// A contract in mode auto for a product and its collector.
    ///
    /// # Errors
    /// [`InvalidOutcomeContract`] if the key is malformed, or the endpoint is not https (see
    /// [`Endpoint::development`] for loopback).
    pub fn new<K, E>(product_key: K, endpoint: E) -> Result<Self, InvalidOutcomeContract>
    where
        K: TryInto<ProductKey>,
        E: TryInto<Endpoint>,
        InvalidOutcomeContract: From<K::Error> + From<E::Error>,
    {
        Self::checked(&product_key.try_into()?, endpoint.try_into()?)
    }

    fn checked(key: &ProductKey, endpoint: Endpoint) -> Result<Self, InvalidOutcomeContract> {
        let mode = Mode::Auto;
        let settings = Settings {
            enabled: !is_switched_off(std::env::var(SWITCH).ok().as_deref()),
            signer: Signer::new(key),
            template: ContractTemplate::new(mode, &endpoint, &Texts::of(mode))?,
            link: discovery_link(&endpoint).ok_or(InvalidEndpoint::NotAUrl)?,
            paths: PathFilter::default(),
            choices: Choices::default(),
            max_body: MAX_BODY,
            extractors: Extractors::default(),
            telemetry: TelemetryQueue::new(key, &endpoint),
            sends_telemetry: true,
            mode,
            texts: None,
            endpoint,
        };
        Ok(Self {
            settings: Arc::new(settings),
        })
    }

    fn with(mut self, change: impl FnOnce(&mut Settings)) -> Self {
        change(Arc::make_mut(&mut self.settings));
        self
    }

    /// Auto, ask or off.
    pub fn mode(self, mode: Mode) -> Self {
        self.with(|settings| {
            settings.mode = mode;
            let texts = settings.texts.clone().unwrap_or_else(|| Texts::of(mode));
            // The texts were checked when they were set.
            settings.template =
                ContractTemplate::new(mode, &settings.endpoint, &texts).unwrap_or_default();
        })
    }

    /// Replaces the texts of the contract, whatever the mode.
    ///
    /// # Errors
    /// [`InvalidOutcomeContract::Texts`] if a text is empty or too long.
    pub fn texts(self, texts: Texts) -> Result<Self, InvalidOutcomeContract> {
        let template = ContractTemplate::new(self.settings.mode, &self.settings.endpoint, &texts)?;
        Ok(self.with(|settings| {
            settings.template = template;
            settings.texts = Some(texts);
        }))
    }

    /// Instruments the paths that match this pattern, or another that is included. Without any,
    /// all paths are. `*` is any run without `/`, `**` any run.
    ///
    /// # Errors
    /// [`InvalidOutcomeContract::Pattern`] if the pattern can match no path.
    pub fn include(self, pattern: &str) -> Result<Self, InvalidOutcomeContract> {
        let pattern = pattern.parse()?;
        Ok(self.with(|settings| settings.paths.include(pattern)))
    }

    /// Leaves the paths that match this pattern alone, also if they are included. Probes, metrics,
    /// `/.well-known` and assets are left alone anyway, and so are this framework's own endpoints,
    /// wherever they are mounted.
    ///
    /// # Errors
    /// [`InvalidOutcomeContract::Pattern`] if the pattern can match no path.
    pub fn exclude(self, pattern: &str) -> Result<Self, InvalidOutcomeContract> {
        let pattern = pattern.parse()?;
        Ok(self.with(|settings| settings.paths.exclude(pattern)))
    }

    /// Instruments paths that end like an asset, such as `/report.pdf`, if their answer is JSON
    /// or HTML.
    pub fn include_assets(self) -> Self {
        self.with(|settings| settings.paths.allow_assets())
    }

    /// Also instruments types such as `application/hal+json`.
    pub fn include_json_suffix(self) -> Self {
        self.with(|settings| settings.choices.json_suffix = true)
    }

    /// Also instruments responses that say they may be shared (`public`, `s-maxage`, `immutable`).
    /// This ends their caching: each then carries a capability of its own.
    pub fn include_shared(self) -> Self {
        self.with(|settings| settings.choices.shared = true)
    }

    /// Bytes up to which a body is read; longer ones pass through unread. 1 MiB unless set.
    pub fn max_body(self, bytes: usize) -> Self {
        self.with(|settings| settings.max_body = bytes)
    }

    /// Names the customer in telemetry: 1 to 160 of `A-Za-z0-9_.:-`. Another value, `None` or a
    /// panic leaves it out; none of them reaches the response.
    pub fn customer_ref<F>(self, extract: F) -> Self
    where
        F: Fn(&RequestHead<'_>) -> Option<String> + Send + Sync + 'static,
    {
        self.with(|settings| settings.extractors.customer_ref = Some(Arc::new(extract)))
    }

    /// Names the session in telemetry; as [`customer_ref`](Self::customer_ref).
    pub fn session_ref<F>(self, extract: F) -> Self
    where
        F: Fn(&RequestHead<'_>) -> Option<String> + Send + Sync + 'static,
    {
        self.with(|settings| settings.extractors.session_ref = Some(Arc::new(extract)))
    }

    /// Names the agent's runtime in telemetry: 1 to 200 characters; else as
    /// [`customer_ref`](Self::customer_ref).
    pub fn runtime_hint<F>(self, extract: F) -> Self
    where
        F: Fn(&RequestHead<'_>) -> Option<String> + Send + Sync + 'static,
    {
        self.with(|settings| settings.extractors.runtime_hint = Some(Arc::new(extract)))
    }

    /// Sends no telemetry.
    pub fn without_telemetry(self) -> Self {
        self.with(|settings| settings.sends_telemetry = false)
    }

    /// The queue of telemetry, for its counters and for
    /// [`shutdown`](TelemetryQueue::shutdown).
    #[must_use]
    pub fn telemetry(&self) -> &TelemetryQueue {
        &self.settings.telemetry
    }
}

impl<S> Layer<S> for OutcomeContract {
    type Service = OutcomeService<S>;

    fn layer(&self, inner: S) -> Self::Service {
        OutcomeService::new(inner, self.settings.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_holds_no_secret() {
        let contract = OutcomeContract::new(
            "af_live_0123456789abcdef0123456789abcdef_conformance_secret_0",
            "https://collector.example",
        );
        assert!(!format!("{:?}", contract.unwrap()).contains("conformance"));
    }
}
