//! Finding the endpoint (protocol 2, §7).

use std::sync::{Mutex, PoisonError};

use serde_json::{Map, Value};
use url::Url;

use super::endpoint::Allowed;
use super::exchange::Http;
use super::link;

/// What a service says about its endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Endpoint {
    pub(super) url: Url,
    /// The most bytes of a report.
    pub(super) max_bytes: usize,
}

/// The most bytes where the service does not say.
const MAX_BYTES: usize = 16_384;

const RELATION: &str = "agent-feedback";
const WELL_KNOWN: &str = "/.well-known/agent-feedback";

#[derive(Debug)]
pub(super) struct Discovery {
    pub(super) allowed: Allowed,
    pub(super) explicit: Option<Url>,
    found: Mutex<Found>,
}

#[derive(Debug, Default)]
struct Found {
    linked: Option<Url>,
    discovered: Option<Endpoint>,
}

impl Discovery {
    pub(super) fn new(allowed: Allowed, explicit: Option<Url>) -> Self {
        Self {
            allowed,
            explicit,
            found: Mutex::default(),
        }
    }

    /// Takes note of the `Link` header of a 4xx or 5xx that came from the API's own origin.
    pub(super) fn observe(&self, url: &Url, status: u16, links: &mut dyn Iterator<Item = &str>) {
        if !(400..=599).contains(&status) || !self.allowed.is_own(url) {
            return;
        }
        let mut targets = links.filter_map(|field| link::target(field, RELATION));
        let linked = targets.find_map(|target| self.allowed.endpoint(target, url));
        if let Some(linked) = linked {
            self.found().linked = Some(linked);
        }
    }

    /// Explicit, else linked, else discovered, else below the base.
    pub(super) async fn endpoint(&self, http: &Http) -> Endpoint {
        let at = |url| Endpoint {
            url,
            max_bytes: MAX_BYTES,
        };
        if let Some(url) = &self.explicit {
            return at(url.clone());
        }
        let (linked, discovered) = {
            let found = self.found();
            (found.linked.clone(), found.discovered.clone())
        };
        match (linked, discovered) {
            (Some(url), discovered) => {
                let same = discovered.filter(|endpoint| endpoint.url == url);
                same.unwrap_or_else(|| at(url))
            }
            (None, Some(endpoint)) => endpoint,
            (None, None) => self.discover(http).await,
        }
    }

    /// Asks the service; a lost answer is asked for again next time, any other is kept.
    async fn discover(&self, http: &Http) -> Endpoint {
        let below_base = Endpoint {
            url: below(&self.allowed.base),
            max_bytes: MAX_BYTES,
        };
        let Ok(well_known) = self.allowed.base.join(WELL_KNOWN) else {
            return below_base;
        };
        let Ok(answer) = http.get(well_known.clone()).await else {
            return below_base;
        };
        let described = (answer.status == 200)
            .then(|| self.read(&answer.body, &well_known))
            .flatten();
        let endpoint = described.unwrap_or(below_base);
        if answer.status < 500 {
            self.found().discovered = Some(endpoint.clone());
        }
        endpoint
    }

    fn read(&self, document: &[u8], from: &Url) -> Option<Endpoint> {
        let document: Map<String, Value> = serde_json::from_slice(document).ok()?;
        let version = document.get("spec_version")?.as_str()?;
        let named = document.get("endpoint")?.as_str()?;
        let max_bytes = document.get("max_bytes").and_then(Value::as_u64);
        let max_bytes = max_bytes.and_then(|bytes| usize::try_from(bytes).ok());
        version.starts_with("0.").then_some(())?;
        Some(Endpoint {
            url: self.allowed.endpoint(named, from)?,
            max_bytes: max_bytes.unwrap_or(MAX_BYTES),
        })
    }

    fn found(&self) -> std::sync::MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Base + `/feedback`.
fn below(base: &Url) -> Url {
    let mut url = base.clone();
    let path = format!("{}/feedback", base.path().trim_end_matches('/'));
    url.set_path(&path);
    url.set_query(None);
    url.set_fragment(None);
    url
}
