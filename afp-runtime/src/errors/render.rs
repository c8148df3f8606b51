//! From an error to the bytes of its envelope (protocol 1, §1).

use std::cell::Cell;

use serde::Deserialize;

use super::escape::{push_escaped, push_formatted};
use super::segment::{Program, RetryAfter, Segment, Segments, tag};
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
    /// Documentation base of the library's own codes outside of an installed application.
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

/// Writes an envelope, and says whether its suggestion came out as `null`.
fn write(
    error: &dyn AgentError,
    spec: &ErrorSpec,
    options: &RenderOptions<'_>,
    writer: &mut Writer,
) -> bool {
    let mut run = Run {
        writer,
        error,
        options,
        suggestion_is_null: false,
        others: b"",
    };
    run.writer.buffer.extend_from_slice(OPENING);
    run.message(&spec.program);
    if options.short {
        run.writer.buffer.extend_from_slice(b"\",\"code\":\"");
        run.writer.buffer.extend_from_slice(spec.code.as_bytes());
        run.writer.buffer.extend_from_slice(b"\"}");
    } else {
        run.segments(Segments::of(spec.program.body));
    }
    run.suggestion_is_null
}

/// What every envelope begins with.
const OPENING: &[u8] = b"{\"ok\":false,\"error\":\"";

/// Whether the `error` of an envelope is the text of `Display`. The derive takes it from
/// `#[error("…")]`, which might be the word of another derive than thiserror's.
#[cfg(any(feature = "testing", all(feature = "axum", debug_assertions)))]
pub(crate) fn says_its_display(error: &dyn AgentError, body: &[u8]) -> bool {
    let mut start = OPENING.to_vec();
    push_formatted(&mut start, format_args!("{error}"));
    start.push(b'"');
    body.starts_with(&start)
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
    let mut writer = SCRATCH.take().unwrap_or_else(|| Box::new(Writer::new()));
    writer.buffer.clear();
    let result = work(&mut writer);
    if writer.buffer.capacity() <= KEPT_CAPACITY {
        SCRATCH.set(Some(writer));
    }
    result
}

struct Run<'a> {
    writer: &'a mut Writer,
    error: &'a dyn AgentError,
    options: &'a RenderOptions<'a>,
    suggestion_is_null: bool,
    /// The keys beside the computed one that is written now.
    others: &'static [u8],
}

impl Run<'_> {
    fn message(&mut self, program: &Program) {
        if program.message.is_empty() || !self.error.__afp_message_is_its_codes() {
            push_formatted(&mut self.writer.buffer, format_args!("{}", self.error));
        } else {
            self.segments(Segments::of(program.message));
        }
    }

    /// Writes up to the end, or to the next [`tag::END`], and returns what is left. (By value: so
    /// the place stays in registers.)
    fn segments(&mut self, mut segments: Segments) -> Segments {
        while let Some(segment) = segments.next() {
            self.writer.buffer.extend_from_slice(segment.text);
            match segment.tag() {
                tag::HOLE => self.error.__afp_hole(segment.hole(), self.writer),
                tag::SOLE => self.sole(segment),
                tag::END => break,
                tag::NOTHING => {}
                _ => segments = self.rare(segment, segments),
            }
        }
        segments
    }

    /// Out of line: what it needs would crowd the registers of the loop above.
    #[inline(never)]
    fn rare(&mut self, segment: Segment, mut rest: Segments) -> Segments {
        match segment.tag() {
            tag::OBJECT_OR_NULL => return self.object(rest, b"null"),
            tag::OBJECT => return self.object(rest, b"{}"),
            tag::SUGGESTION => return self.suggestion(rest),
            tag::OBJECT_HOLE => self.object_hole(segment.hole()),
            tag::DETAILS => self.details(segment.hole()),
            tag::OTHERS => self.others = rest.others(segment),
            tag::RETRYABLE => {
                let retryable: &[u8] = if self.suggestion_is_null {
                    b"false"
                } else {
                    b"true"
                };
                self.writer.buffer.extend_from_slice(retryable);
            }
            tag::DOCS_BASE => push_escaped(&mut self.writer.buffer, self.options.docs_base),
            _ => {}
        }
        rest
    }

    fn suggestion(&mut self, rest: Segments) -> Segments {
        let start = self.writer.buffer.len();
        let rest = self.segments(rest);
        self.suggestion_is_null = &self.writer.buffer[start..] == b"null";
        rest
    }

    /// What is no object, or has no member, can't be merged.
    fn object_hole(&mut self, hole: u16) {
        let start = self.writer.buffer.len();
        self.error.__afp_hole(hole, self.writer);
        if !is_object_with_member(&self.writer.buffer[start..]) {
            self.writer.buffer.truncate(start);
            self.writer.buffer.extend_from_slice(b"null");
        }
    }

    /// What is no list is left out.
    fn details(&mut self, hole: u16) {
        let start = self.writer.buffer.len();
        self.writer.buffer.extend_from_slice(b",\"details\":");
        let value = self.writer.buffer.len();
        self.error.__afp_hole(hole, self.writer);
        if !self.writer.buffer[value..].starts_with(b"[") {
            self.writer.buffer.truncate(start);
        }
    }

    #[inline(always)]
    fn sole(&mut self, segment: Segment) {
        let start = self.writer.buffer.len();
        self.error.__afp_hole(segment.hole(), self.writer);
        let buffer = &mut self.writer.buffer;
        if &buffer[start..] == b"null" {
            self.suggestion_is_null = true;
            buffer.truncate(start - segment.open());
            buffer.extend_from_slice(b"null,\"retryable\":false");
        } else {
            buffer.extend_from_slice(b"},\"retryable\":true");
        }
    }

    /// Members whose value is exactly `null` go, and so does one whose computed key is that of
    /// another; an object that lost all of them is `emptied`.
    fn object(&mut self, mut segments: Segments, emptied: &[u8]) -> Segments {
        let start = self.writer.buffer.len();
        self.writer.buffer.push(b'{');
        while let Some(member) = segments.next() {
            let is_optional = match member.tag() {
                tag::MEMBER => false,
                tag::OPTIONAL_MEMBER => true,
                _ => break,
            };
            let before = self.writer.buffer.len();
            if before != start + 1 {
                self.writer.buffer.push(b',');
            }
            let key = self.writer.buffer.len();
            segments = self.segments(segments);
            let value = self.writer.buffer.len();
            let others = std::mem::take(&mut self.others);
            let is_taken = others
                .split(|byte| *byte == b'\n')
                .any(|other| !other.is_empty() && *other == self.writer.buffer[key..]);
            segments = self.segments(segments);
            if is_taken || is_optional && &self.writer.buffer[value..] == b"null" {
                self.writer.buffer.truncate(before);
            }
        }
        if self.writer.buffer.len() == start + 1 {
            self.writer.buffer.truncate(start);
            self.writer.buffer.extend_from_slice(emptied);
        } else {
            self.writer.buffer.push(b'}');
        }
        segments
    }
}

/// Of JSON that was written by a serializer: nothing stands before it.
fn is_object_with_member(json: &[u8]) -> bool {
    let inside = json.strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
    inside.is_some_and(|inside| inside.starts_with(b"\""))
}

/// A wait that is no number has no header.
fn retry_after(error: &dyn AgentError, spec: &ErrorSpec, writer: &mut Writer) -> Option<u64> {
    match spec.program.retry_after {
        RetryAfter::Absent => None,
        RetryAfter::Fixed(seconds) => Some(seconds),
        RetryAfter::Hole(hole) => {
            let start = writer.buffer.len();
            error.__afp_hole(hole, writer);
            whole_seconds(&writer.buffer[start..])
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
