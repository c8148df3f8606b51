//! Which paths carry a contract (protocol 3 §4).

mod pattern;

pub use self::pattern::{InvalidPattern, PathPattern};

use super::endpoint::{OUTCOMES_PATH, TELEMETRY_PATH};

/// Probes, metrics and this framework's own endpoints. What lies under one is left out, too.
pub const DEFAULT_EXCLUDES: &[&str] = &[
    "/health",
    "/healthz",
    "/ready",
    "/readyz",
    "/readiness",
    "/live",
    "/livez",
    "/liveness",
    "/startupz",
    "/metrics",
    "/favicon.ico",
    "/robots.txt",
    "/llms.txt",
    "/_agent-feedback",
    "/.well-known",
    "/feedback",
    "/v1/records",
    "/v1/summary",
    "/api/errors",
    OUTCOMES_PATH,
    TELEMETRY_PATH,
];

/// Suffixes of files that are assets. Compared without case.
pub const ASSET_SUFFIXES: &[&str] = &[
    "css",
    "js",
    "mjs",
    "map",
    "png",
    "jpg",
    "jpeg",
    "gif",
    "webp",
    "avif",
    "svg",
    "ico",
    "woff",
    "woff2",
    "ttf",
    "otf",
    "eot",
    "mp3",
    "mp4",
    "webm",
    "ogg",
    "wav",
    "pdf",
    "zip",
    "gz",
    "wasm",
    "webmanifest",
];

/// Include and exclude patterns. Exclude wins; without an include every path is included.
#[derive(Debug, Clone, Default)]
pub struct PathFilter {
    include: Vec<PathPattern>,
    exclude: Vec<PathPattern>,
    assets: bool,
}

impl PathFilter {
    /// Adds a pattern of paths that carry a contract.
    pub fn include(&mut self, pattern: PathPattern) {
        self.include.push(pattern);
    }

    /// Adds a pattern of paths that carry none.
    pub fn exclude(&mut self, pattern: PathPattern) {
        self.exclude.push(pattern);
    }

    /// Lets paths with a suffix of [`ASSET_SUFFIXES`] carry a contract.
    pub fn allow_assets(&mut self) {
        self.assets = true;
    }

    /// Whether the path (without its query) may carry a contract. Linear in the path.
    #[must_use]
    pub fn allows(&self, path: &str) -> bool {
        let included = self.include.is_empty() || self.include.iter().any(|p| p.matches(path));
        included
            && !is_excluded_by_default(path)
            && !self.exclude.iter().any(|pattern| pattern.matches(path))
            && (self.assets || !is_asset(path))
    }
}

fn is_excluded_by_default(path: &str) -> bool {
    let initial = path.as_bytes().get(1).map_or(0, |byte| 1 << (byte & 31));
    INITIALS & initial != 0
        && DEFAULT_EXCLUDES
            .iter()
            .any(|base| is_at_or_under(path, base))
}

/// The letters with which [`DEFAULT_EXCLUDES`] begin, one bit each; most paths begin with others.
const INITIALS: u32 = {
    let mut initials = 0;
    let mut rest = DEFAULT_EXCLUDES;
    while let [first, tail @ ..] = rest {
        initials |= 1 << (first.as_bytes()[1] & 31);
        rest = tail;
    }
    initials
};

fn is_at_or_under(path: &str, base: &str) -> bool {
    path.strip_prefix(base)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn is_asset(path: &str) -> bool {
    // The longest suffix has 11 characters.
    let end = &path.as_bytes()[path.len().saturating_sub(12)..];
    let Some(dot) = end.iter().rposition(|byte| *byte == b'.') else {
        return false;
    };
    let suffix = &end[dot + 1..];
    ASSET_SUFFIXES
        .iter()
        .any(|asset| asset.as_bytes().eq_ignore_ascii_case(suffix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probes_assets_and_own_endpoints_are_left_out() {
        let filter = PathFilter::default();
        for path in [
            "/health",
            "/healthz",
            "/health/db",
            "/metrics",
            "/metrics/",
            "/favicon.ico",
            "/robots.txt",
            "/_agent-feedback/x/y",
            "/api/v2/outcomes",
            "/api/v2/telemetry/batches",
            "/readyz",
            "/livez/x",
            "/.well-known/agent-feedback-v1.json",
            "/feedback",
            "/api/errors",
            "/app.js",
            "/a/b.WOFF2",
            "/site.webmanifest",
        ] {
            assert!(!filter.allows(path), "{path}");
        }
        for path in [
            "/",
            "/orders",
            "/healthy",
            "/orders/health",
            "/js",
            "/a.js/b",
            "/data.json",
        ] {
            assert!(filter.allows(path), "{path}");
        }
    }

    #[test]
    fn exclude_wins_over_include() {
        let mut filter = PathFilter::default();
        filter.include("/api/**".parse().unwrap());
        filter.exclude("/api/*/private".parse().unwrap());
        assert!(filter.allows("/api/orders"));
        assert!(!filter.allows("/other"));
        assert!(!filter.allows("/api/orders/private"));
        assert!(filter.allows("/api/orders/x/private"));
    }

    #[test]
    fn assets_can_be_allowed() {
        let mut filter = PathFilter::default();
        filter.allow_assets();
        assert!(filter.allows("/app.js"));
    }
}
