use axum::extract::{DefaultBodyLimit, Request};
use tower_layer::Layer;

/// Limits the bodies that extractors read, ours and axum's.
///
/// Counted is what is read: chunked bodies, and the decompressed bytes of a compressed one, too. A
/// limit further inside (of one route, or axum's `DefaultBodyLimit`) replaces one further outside.
/// Handlers that read the raw body themselves are not limited.
///
/// [`Afp`](crate::http::Afp) installs the default, 100 kB, around all routes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BodyLimit {
    bytes: usize,
}

impl BodyLimit {
    /// 100 kB (102,400 bytes), the limit of protocol 1, §6.
    pub const DEFAULT: Self = Self::bytes(100 * 1024);

    /// At most so many bytes.
    #[must_use]
    pub const fn bytes(bytes: usize) -> Self {
        Self { bytes }
    }

    pub(in crate::http) fn apply(self, request: &mut Request) {
        self.for_extractors().apply(request);
    }

    fn for_extractors(self) -> DefaultBodyLimit {
        DefaultBodyLimit::max(self.bytes)
    }
}

impl Default for BodyLimit {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl<S> Layer<S> for BodyLimit {
    type Service = <DefaultBodyLimit as Layer<S>>::Service;

    fn layer(&self, inner: S) -> Self::Service {
        self.for_extractors().layer(inner)
    }
}
