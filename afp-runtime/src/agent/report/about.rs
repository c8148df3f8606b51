//! A report, filled from what happened.

use serde_json::{Map, Value, json};

use super::Reporter;
use crate::agent::{Stop, Stopped};

impl Reporter {
    /// The submission that [`report`](Self::report) sends, for callers who know more: a
    /// `suggestion` is worth most. Texts are cut at the protocol's limits.
    #[must_use]
    pub fn about(&self, stopped: &Stopped, goal: &str) -> Value {
        let trace = stopped.trace();
        let mut report = Map::new();
        let mut set = |name: &str, value: Value| report.insert(name.to_owned(), value);
        set("type", kind(stopped.reason()).into());
        set("goal", cut(goal, 1000).into());
        set("message", cut(&message(stopped), 4000).into());
        set("endpoint", cut(&trace.route, 512).into());
        if METHODS.contains(&trace.method.as_str()) {
            set("method", trace.method.clone().into());
        }
        set("outcome", "blocked".into());
        if let Some(failure) = stopped
            .failure()
            .filter(|failure| !failure.expected.is_empty())
        {
            set("expected", cut(&failure.expected, 2000).into());
        }
        if let Some(session) = &self.session {
            set("session_id", cut(session, 256).into());
        }
        if let Some(id) = request_id(stopped) {
            set("request_id", cut(id, 256).into());
        }
        set("agent", self.agent());
        set("evidence", evidence(stopped));
        set("metadata", json!({ "trace": trace }));
        set("spec_version", "0.1".into());
        report.into()
    }

    fn agent(&self) -> Value {
        let mut agent = Map::new();
        let mut set = |name: &str, value: Option<&str>| {
            if let Some(value) = value {
                agent.insert(name.to_owned(), cut(value, 128).into());
            }
        };
        set("name", self.name.as_deref());
        set("model", self.model.as_deref());
        set(
            "framework",
            Some(concat!("afp-runtime/", env!("CARGO_PKG_VERSION"))),
        );
        agent.into()
    }
}

const METHODS: [&str; 7] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

/// A server that answers against its own protocol, or loses answers, has a bug; one whose
/// suggestion leads nowhere does not help.
fn kind(stop: &Stop) -> &'static str {
    match stop {
        Stop::NotAnEnvelope { .. } | Stop::BodyTooLarge { .. } | Stop::RedirectRefused { .. } => {
            "unexpected_response"
        }
        Stop::OutcomeUnknown { .. } | Stop::Unreachable { .. } => "bug",
        Stop::WaitTooLong { .. } => "performance",
        _ => "unhelpful_error",
    }
}

fn message(stopped: &Stopped) -> String {
    let requests = stopped.trace().requests();
    let mut message = format!("{stopped}, after {requests} requests.");
    if let Some(failure) = stopped.failure() {
        message += &format!(" The last error was {}: {}", failure.code, failure.error);
    }
    message
}

fn evidence(stopped: &Stopped) -> Value {
    let mut evidence = Map::new();
    if let Some(response) = stopped.response() {
        let status = response.status.as_u16();
        if (100..=599).contains(&status) {
            evidence.insert("status_code".into(), status.into());
        }
        let body = &response.body[..response.body.len().min(16_000)];
        let excerpt = cut(&String::from_utf8_lossy(body), 2000);
        evidence.insert("response_excerpt".into(), excerpt.into());
    }
    evidence.into()
}

fn request_id(stopped: &Stopped) -> Option<&str> {
    stopped
        .response()?
        .headers
        .get("x-request-id")?
        .to_str()
        .ok()
}

/// Limits count code points.
fn cut(text: &str, limit: usize) -> String {
    text.chars().take(limit).collect()
}
