use std::fmt::{self, Write as _};

use axum::body::Body;
use axum::response::Response;
use http::{HeaderValue, StatusCode, header};

use super::scope::{self, Scope};
use crate::errors::{AgentError, RenderOptions, Rendered, render_with};
use crate::hidden::is_hidden;

/// The answer for `error`: its envelope, its status and, where it asks to wait, `Retry-After`.
///
/// This is what `IntoResponse` of a deriving enum calls. Inside of an application with
/// [`Afp`](super::Afp) the caller's `?feedback=none` and the application's docs base are heeded;
/// elsewhere the envelope is complete and the library's own codes point at
/// [`RenderOptions::DEFAULT_DOCS_BASE`].
pub fn respond(error: &dyn AgentError) -> Response {
    // The derive holds every status within 400..=599.
    let status = StatusCode::from_u16(error.spec().status);
    respond_as(error, status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR))
}

/// The same under another status: that of the answer whose place it takes.
pub(super) fn respond_as(error: &dyn AgentError, status: StatusCode) -> Response {
    scope::current(|scope| {
        render_with(error, &options(scope), |rendered| {
            if let Some(scope) = scope {
                scope.app.inspect(error, rendered.body);
            }
            trace(error, rendered.retryable, status);
            response(&rendered, status)
        })
    })
}

fn response(rendered: &Rendered<'_>, status: StatusCode) -> Response {
    let mut response = Response::new(Body::from(rendered.body.to_vec()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    if let Some(seconds) = rendered.retry_after_s {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

fn options(scope: Option<&Scope>) -> RenderOptions<'_> {
    scope.map_or_else(RenderOptions::default, |scope| RenderOptions {
        short: scope.short,
        docs_base: scope.app.docs_base(),
    })
}

/// One event per answer; 5xx at `ERROR`, 4xx at `INFO`.
fn trace(error: &dyn AgentError, retryable: bool, status: StatusCode) {
    let spec = error.spec();
    macro_rules! event {
        ($level:ident) => {
            tracing::event!(
                target: "afp",
                tracing::Level::$level,
                code = spec.code,
                action = spec.action.as_str(),
                retryable,
                status = status.as_u16(),
                error = %OneLine(error),
                "answered with an error",
            )
        };
    }
    if status.is_server_error() {
        event!(ERROR);
    } else {
        event!(INFO);
    }
}

/// Control characters escaped, so that a value can't forge a line of the log.
struct OneLine<'a>(&'a dyn AgentError);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(EscapeControls(f), "{}", self.0)
    }
}

struct EscapeControls<'a, 'f>(&'a mut fmt::Formatter<'f>);

impl fmt::Write for EscapeControls<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars() {
            if is_hidden(character) {
                write!(self.0, "{}", character.escape_default())?;
            } else {
                self.0.write_char(character)?;
            }
        }
        Ok(())
    }
}
