//! Who acts where the agent can't.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::{Credential, Failure};

type Ask<T> = Arc<dyn Fn(Failure) -> Pin<Box<dyn Future<Output = Option<T>> + Send>> + Send + Sync>;

/// What is asked when an action needs somebody else; `None` stops.
#[derive(Clone, Default)]
pub(super) struct Handlers {
    pub(super) reauthenticate: Option<Ask<Credential>>,
    pub(super) context: Option<Ask<Map<String, Value>>>,
    pub(super) user: Option<Ask<()>>,
}

pub(super) fn ask<T, F>(handler: impl Fn(Failure) -> F + Send + Sync + 'static) -> Ask<T>
where
    F: Future<Output = Option<T>> + Send + 'static,
{
    Arc::new(move |failure| Box::pin(handler(failure)))
}

impl fmt::Debug for Handlers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handlers")
            .field("reauthenticate", &self.reauthenticate.is_some())
            .field("context", &self.context.is_some())
            .field("user", &self.user.is_some())
            .finish()
    }
}
