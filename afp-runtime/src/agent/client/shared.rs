//! What an agent and its clones share.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use reqwest::Client;
use url::{Origin, Url};

use super::Progress;
use crate::agent::catalogue::Catalogue;
use crate::agent::handlers::Handlers;
use crate::agent::{Budget, Clock, Credential};

pub(in crate::agent) struct Shared {
    pub(in crate::agent) base: Url,
    pub(in crate::agent) client: Client,
    pub(in crate::agent) budget: Budget,
    pub(in crate::agent) handlers: Handlers,
    pub(in crate::agent) clock: Arc<dyn Clock>,
    pub(in crate::agent) progress: Option<OnProgress>,
    pub(in crate::agent) held: Mutex<Held>,
    pub(in crate::agent) catalogue_path: String,
    pub(in crate::agent) catalogue: Mutex<Option<Arc<Catalogue>>>,
    /// One refresh at a time.
    pub(in crate::agent) refreshing: tokio::sync::Mutex<()>,
}

pub(super) type OnProgress = Arc<dyn Fn(&Progress) + Send + Sync>;

/// The credential in use, and how often it was replaced.
#[derive(Debug, Clone, Default)]
pub(in crate::agent) struct Held {
    pub(in crate::agent) credential: Option<Credential>,
    pub(in crate::agent) version: u64,
}

impl Shared {
    pub(in crate::agent) fn origin(&self) -> Origin {
        self.base.origin()
    }

    pub(in crate::agent) fn held(&self) -> Held {
        self.held
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub(in crate::agent) fn hold(&self, credential: Option<Credential>) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        *held = Held {
            credential,
            version: held.version + 1,
        };
    }

    pub(in crate::agent) fn keep(&self, catalogue: Arc<Catalogue>) {
        let mut kept = self
            .catalogue
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *kept = Some(catalogue);
    }

    pub(in crate::agent) fn tell(&self, progress: &Progress) {
        if let Some(tell) = &self.progress {
            tell(progress);
        }
    }
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Agent")
            .field("base", &self.base.as_str())
            .field("budget", &self.budget)
            .field("handlers", &self.handlers)
            .finish_non_exhaustive()
    }
}
