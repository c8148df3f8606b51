//! From a program and its holes to JSON.

use super::RenderOptions;
use crate::errors::escape::{push_escaped, push_formatted};
use crate::errors::segment::{Program, Segment, Segments, tag};
use crate::errors::writer::Writer;
use crate::errors::{AgentError, ErrorSpec};

/// What every envelope begins with.
const OPENING: &[u8] = b"{\"ok\":false,\"error\":\"";

/// Whether the derive knows what `Display` says.
fn has_message(error: &dyn AgentError, program: &Program) -> bool {
    !program.message.is_empty() && error.__afp_message_is_its_codes()
}

/// Whether the `error` of an envelope is the text of `Display`. The derive takes it from
/// `#[error("…")]`, which might be the word of another derive than thiserror's.
#[cfg(any(feature = "testing", all(feature = "axum", debug_assertions)))]
pub(crate) fn says_its_display(error: &dyn AgentError, body: &[u8]) -> bool {
    if !has_message(error, &error.spec().program) {
        return true;
    }
    let mut start = OPENING.to_vec();
    push_formatted(&mut start, format_args!("{error}"));
    start.push(b'"');
    body.starts_with(&start)
}

/// Writes an envelope, and says whether its suggestion came out as `null`.
pub(super) fn write(
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

/// One envelope on its way into the buffer.
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
        if has_message(self.error, program) {
            self.segments(Segments::of(program.message));
        } else {
            push_formatted(&mut self.writer.buffer, format_args!("{}", self.error));
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
            tag::WAIT => self.wait(segment.hole()),
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

    fn wait(&mut self, hole: u16) {
        let start = self.writer.buffer.len();
        self.error.__afp_hole(hole, self.writer);
        if let Some(seconds) = instead_of_wait(&self.writer.buffer[start..]) {
            self.writer.buffer.truncate(start);
            self.writer.buffer.extend_from_slice(seconds);
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

/// What is sent for a wait that no one can keep: a negative one, or one that is not finite.
pub(super) fn instead_of_wait(json: &[u8]) -> Option<&'static [u8]> {
    match json.first() {
        Some(b'-') => Some(b"0"),
        Some(b'0'..=b'9') => None,
        // Protocol 1, §2: 30 seconds when nothing is said.
        _ => Some(b"30"),
    }
}
