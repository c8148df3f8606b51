//! What an API says about its errors, before any of them happens (protocol 1, §5).

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};

use http::StatusCode;
use http::header::{ETAG, IF_NONE_MATCH};
use serde::{Deserialize, Serialize};

use super::{Agent, Answer, Stopped};

/// The codes an API may answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Catalogue {
    /// Where the codes are documented.
    #[serde(default)]
    pub docs_base: String,
    /// How many there are, and of which kind.
    #[serde(default)]
    pub summary: Summary,
    /// The codes, sorted when an agent loaded them.
    pub codes: Vec<String>,
    #[serde(skip)]
    etag: Option<String>,
}

/// How many codes there are, and of which kind.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Summary {
    /// All.
    pub total: usize,
    /// Those that recovery helps with.
    pub retryable: usize,
    /// The others.
    pub non_retryable: usize,
    /// Per action, by its name on the wire: an action that this version does not know is kept.
    pub by_action: BTreeMap<String, usize>,
}

impl Catalogue {
    /// Whether the API may answer `code`.
    #[must_use]
    pub fn contains(&self, code: &str) -> bool {
        self.codes.iter().any(|known| known == code)
    }

    fn read(answer: &Answer) -> Option<Self> {
        let mut catalogue: Self = answer.json().ok()?;
        catalogue.codes.sort_unstable();
        let etag = answer.last().headers.get(ETAG);
        catalogue.etag = etag.and_then(|etag| etag.to_str().ok()).map(str::to_owned);
        Some(catalogue)
    }
}

/// The catalogue could not be read.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum CatalogueError {
    /// The call ended without an answer.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The answer is no catalogue.
    #[error("the answer is no catalogue of errors")]
    NotACatalogue,
}

impl Agent {
    /// The catalogue at [`catalogue_path`](super::AgentBuilder::catalogue_path): loaded at the
    /// first call, then kept; it changes only when the API ships a new version.
    ///
    /// # Errors
    /// When it can't be loaded within the budget of a call, or is no catalogue.
    pub async fn catalogue(&self) -> Result<Arc<Catalogue>, CatalogueError> {
        match self.kept() {
            Some(catalogue) => Ok(catalogue),
            None => self.revalidate_catalogue().await,
        }
    }

    /// Asks whether the catalogue changed (`If-None-Match`), and loads it when it did.
    ///
    /// # Errors
    /// When it can't be loaded, or is no catalogue; the one that was kept is kept.
    pub async fn revalidate_catalogue(&self) -> Result<Arc<Catalogue>, CatalogueError> {
        let kept = self.kept();
        let mut request = self.get(&self.shared.catalogue_path);
        if let Some(etag) = kept.as_ref().and_then(|kept| kept.etag.as_deref()) {
            request = request.header(IF_NONE_MATCH.as_str(), etag);
        }
        let answer = self.call(request).await?;
        match kept.filter(|_| answer.status() == StatusCode::NOT_MODIFIED) {
            Some(kept) => Ok(kept),
            None => {
                let read = Catalogue::read(&answer).ok_or(CatalogueError::NotACatalogue)?;
                let read = Arc::new(read);
                self.shared.keep(Arc::clone(&read));
                Ok(read)
            }
        }
    }

    fn kept(&self) -> Option<Arc<Catalogue>> {
        self.shared
            .catalogue
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

#[cfg(test)]
mod tests {
    use super::Catalogue;

    #[test]
    fn a_catalogue_that_is_not_sorted_is_searched_all_the_same() {
        let catalogue: Catalogue = serde_json::from_str(r#"{"codes":["C","B","A"]}"#).unwrap();
        assert!(["A", "B", "C"].iter().all(|code| catalogue.contains(code)));
        assert!(!catalogue.contains("D"));
    }
}
