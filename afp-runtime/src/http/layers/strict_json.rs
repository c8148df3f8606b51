use axum::Extension;
use axum::extract::Request;
use axum::middleware::AddExtension;
use http::Extensions;
use tower_layer::Layer;

use crate::repair::Strictness;

/// Makes [`AgentJson`](crate::http::AgentJson) demand strict JSON: no member twice anywhere, no
/// lone surrogate, no number beyond the range of a 64-bit float (see
/// [`check_strict`](crate::repair::check_strict)).
///
/// Without it what `serde_json` demands holds: a member that the type ignores may be there twice.
/// The layer switches it on or off for the routes inside; [`Afp::strict_json`](crate::http::Afp)
/// for all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StrictJson(
    /// Whether it is on.
    pub bool,
);

impl StrictJson {
    pub(in crate::http) fn of(extensions: &Extensions) -> Strictness {
        match extensions.get() {
            Some(Self(true)) => Strictness::Full,
            _ => Strictness::Serde,
        }
    }

    pub(in crate::http) fn apply(self, request: &mut Request) {
        request.extensions_mut().insert(self);
    }
}

impl<S> Layer<S> for StrictJson {
    type Service = AddExtension<S, Self>;

    fn layer(&self, inner: S) -> Self::Service {
        Extension(*self).layer(inner)
    }
}
