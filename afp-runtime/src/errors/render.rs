//! From an error to the bytes of its envelope (protocol 1, §1).

use std::cell::Cell;

use super::AgentError;
use super::escape::{push_escaped, push_formatted};
use super::segment::{RetryAfter, Segment, Segments};
use super::writer::Writer;

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
    with_writer(|writer| {
        let spec = error.spec();
        let mut run = Run {
            writer,
            error,
            options,
            suggestion_is_null: false,
            others: b"",
        };
        run.writer
            .buffer
            .extend_from_slice(b"{\"ok\":false,\"error\":\"");
        push_formatted(&mut run.writer.buffer, format_args!("{error}"));
        if options.short {
            run.writer.buffer.extend_from_slice(b"\",\"code\":\"");
            run.writer.buffer.extend_from_slice(spec.code.as_bytes());
            run.writer.buffer.extend_from_slice(b"\"}");
        } else {
            run.segments(spec.program.segments());
        }
        let suggestion_is_null = run.suggestion_is_null;
        let body = run.writer.buffer.as_slice().to_vec();
        Envelope {
            body,
            retryable: spec.retryable && !suggestion_is_null,
            retry_after_s: retry_after(error, writer),
        }
    })
}

/// `feedback.expected` of `error`, as text.
pub(super) fn expected(error: &dyn AgentError) -> String {
    with_writer(|writer| {
        let program = &error.spec().program;
        let options = RenderOptions::default();
        let mut run = Run {
            writer,
            error,
            options: &options,
            suggestion_is_null: false,
            others: b"",
        };
        run.writer.buffer.push(b'"');
        let mut segments = program.segments();
        segments.next();
        run.expected(segments);
        run.writer.buffer.push(b'"');
        serde_json::from_slice(&run.writer.buffer).unwrap_or_default()
    })
}

thread_local! {
    /// One buffer per thread, grown to what its envelopes need.
    static SCRATCH: Cell<Option<Box<Writer>>> = const { Cell::new(None) };
}

/// A buffer that once held a large value is not kept.
const KEPT_CAPACITY: usize = 64 * 1024;

/// An error that renders another one while it is rendered gets a writer of its own.
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
    /// Writes up to the end, or to the next [`Segment::End`], and returns what is left. (By value:
    /// so the place stays in registers.)
    fn segments(&mut self, mut segments: Segments) -> Segments {
        while let Some(segment) = segments.next() {
            match segment {
                Segment::End => break,
                segment => segments = self.segment(segment, segments),
            }
        }
        segments
    }

    /// Writes up to the end of `expected`.
    fn expected(&mut self, mut segments: Segments) {
        while let Some(segment) = segments.next() {
            match segment {
                Segment::Behind(_) => return,
                segment => segments = self.segment(segment, segments),
            }
        }
    }

    #[inline(always)]
    fn segment(&mut self, segment: Segment, rest: Segments) -> Segments {
        match segment {
            Segment::TextAndHole(json, hole) => {
                self.writer.buffer.extend_from_slice(json);
                self.error.__afp_hole(hole, self.writer);
            }
            Segment::Text(json) | Segment::Behind(json) => {
                self.writer.buffer.extend_from_slice(json);
            }
            Segment::Hole(hole) => self.error.__afp_hole(hole, self.writer),
            Segment::Object { emptied } => return self.object(rest, emptied),
            Segment::ObjectHole(hole) => self.object_hole(hole),
            Segment::Details(hole) => self.details(hole),
            Segment::Sole { hole, open } => self.sole(hole, open),
            Segment::Suggestion => {
                let start = self.writer.buffer.len();
                let rest = self.segments(rest);
                self.suggestion_is_null = &self.writer.buffer[start..] == b"null";
                return rest;
            }
            Segment::Retryable => {
                let retryable: &[u8] = if self.suggestion_is_null {
                    b"false"
                } else {
                    b"true"
                };
                self.writer.buffer.extend_from_slice(retryable);
            }
            Segment::DocsBase => {
                push_escaped(&mut self.writer.buffer, self.options.docs_base);
            }
            Segment::Others(others) => self.others = others,
            Segment::Member { .. } | Segment::End => {}
        }
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

    fn sole(&mut self, hole: u16, open: usize) {
        let start = self.writer.buffer.len();
        self.error.__afp_hole(hole, self.writer);
        let buffer = &mut self.writer.buffer;
        if &buffer[start..] == b"null" {
            self.suggestion_is_null = true;
            buffer.truncate(start - open);
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
        while let Some(Segment::Member { droppable }) = segments.next() {
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
            if is_taken || droppable && &self.writer.buffer[value..] == b"null" {
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
fn retry_after(error: &dyn AgentError, writer: &mut Writer) -> Option<u64> {
    match error.spec().program.retry_after {
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
