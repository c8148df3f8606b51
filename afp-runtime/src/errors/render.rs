//! From an error to the bytes of its envelope (protocol 1, §1).

mod run;

use std::cell::Cell;

use serde::Deserialize;

#[cfg(any(feature = "testing", all(feature = "axum", debug_assertions)))]
pub(crate) use self::run::says_its_display;
use self::run::{instead_of_wait, write};
use super::segment::RetryAfter;
use super::writer::Writer;
use super::{AgentError, ErrorSpec};

/// How much of the envelope is written, and what the application knows better than the error.
#[derive(Debug, Clone, Copy)]
pub struct RenderOptions<'a> {
    /// Only `ok`, `error` and `code`: what `?feedback=none` asks for.
    pub short: bool,
    /// Where codes without a page of their own are documented: an https URL without a trailing
    /// `/`. It is written JSON-escaped.
    pub docs_base: &'a str,
}

impl RenderOptions<'_> {
    /// Where codes without a docs base of their own (yours as well as the library's) point outside of
    /// an installed application, in a test of a handler, say.
    pub const DEFAULT_DOCS_BASE: &'static str = "https://afp.dev/errors";
}

impl Default for RenderOptions<'_> {
    fn default() -> Self {
        Self {
            short: false,
            docs_base: Self::DEFAULT_DOCS_BASE,
        }
    }
}

/// A rendered error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Envelope {
    /// The JSON body.
    pub body: Vec<u8>,
    /// Whether this answer says that the action is likely to succeed.
    pub retryable: bool,
    /// Seconds for `Retry-After`, rounded up.
    pub retry_after_s: Option<u64>,
}

/// Renders `error` as an envelope.
///
/// ```
/// use afp_runtime::errors::{RenderOptions, StarterError, render};
///
/// let error = StarterError::NotFound { resource: "thing".into(), got: "7".into() };
/// let short = RenderOptions { short: true, ..RenderOptions::default() };
/// assert_eq!(
///     render(&error, &short).body,
///     br#"{"ok":false,"error":"thing 7 not found","code":"NOT_FOUND"}"#,
/// );
/// ```
#[must_use]
pub fn render(error: &dyn AgentError, options: &RenderOptions<'_>) -> Envelope {
    render_with(error, options, |rendered| Envelope {
        body: rendered.body.to_vec(),
        retryable: rendered.retryable,
        retry_after_s: rendered.retry_after_s,
    })
}

/// An [`Envelope`] where it was written.
pub(crate) struct Rendered<'a> {
    pub(crate) body: &'a [u8],
    pub(crate) retryable: bool,
    pub(crate) retry_after_s: Option<u64>,
}

/// Renders, and makes of it what is wanted in place: an answer that is handed from function to
/// function is copied each time.
#[inline]
pub(crate) fn render_with<R>(
    error: &dyn AgentError,
    options: &RenderOptions<'_>,
    make: impl FnOnce(Rendered<'_>) -> R,
) -> R {
    with_writer(|writer| {
        let spec = error.spec();
        let suggestion_is_null = write(error, spec, options, writer);
        let end = writer.buffer.len();
        let retry_after_s = retry_after(error, spec, writer);
        make(Rendered {
            body: &writer.buffer[..end],
            retryable: spec.retryable && !suggestion_is_null,
            retry_after_s,
        })
    })
}

/// `feedback.expected` of `error`, as text.
pub(super) fn expected(error: &dyn AgentError) -> String {
    #[derive(Deserialize)]
    struct Body {
        feedback: Feedback,
    }
    #[derive(Deserialize)]
    struct Feedback {
        expected: String,
    }
    let envelope = render(error, &RenderOptions::default());
    serde_json::from_slice(&envelope.body)
        .map(|body: Body| body.feedback.expected)
        .unwrap_or_default()
}

thread_local! {
    /// One buffer per thread, grown to what its envelopes need.
    static SCRATCH: Cell<Option<Box<Writer>>> = const { Cell::new(None) };
}

/// A buffer that once held a large value is not kept.
const KEPT_CAPACITY: usize = 64 * 1024;

/// An error that renders another one while it is rendered gets a writer of its own.
#[inline]
fn with_writer<R>(work: impl FnOnce(&mut Writer) -> R) -> R {
    // Gone while the thread ends: then each envelope gets a writer.
    let kept = SCRATCH.try_with(Cell::take).ok().flatten();
    let mut writer = kept.unwrap_or_else(|| Box::new(Writer::new()));
    writer.buffer.clear();
    let result = work(&mut writer);
    if writer.buffer.capacity() <= KEPT_CAPACITY {
        let _ = SCRATCH.try_with(|scratch| scratch.set(Some(writer)));
    }
    result
}

fn retry_after(error: &dyn AgentError, spec: &ErrorSpec, writer: &mut Writer) -> Option<u64> {
    match spec.program.retry_after {
        RetryAfter::Absent => None,
        RetryAfter::Fixed(seconds) => Some(seconds),
        RetryAfter::Hole(hole) => {
            let start = writer.buffer.len();
            error.__afp_hole(hole, writer);
            let json = &writer.buffer[start..];
            whole_seconds(instead_of_wait(json).unwrap_or(json))
        }
    }
}

/// Rounded up: never less than the real wait.
fn whole_seconds(json: &[u8]) -> Option<u64> {
    let number: serde_json::Number = serde_json::from_slice(json).ok()?;
    if let Some(seconds) = number.as_u64() {
        return Some(seconds);
    }
    let seconds = number.as_f64()?.ceil();
    // The cast saturates; an absurd wait stays one.
    (seconds >= 0.0).then_some(seconds as u64)
}
