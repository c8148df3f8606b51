//! Reading a body of known size.

use std::{
    collections::VecDeque,
    pin::Pin,
    task::{Context, Poll, ready},
};

use bytes::{Buf, Bytes, BytesMut};
use http::HeaderMap;
use http_body::Body;

use super::body::Read;

/// Pieces that are kept as they came; later ones are gathered, as many small ones cost memory.
const KEPT_PIECES: usize = 16;

/// A body that is being read, up to as many bytes as it announced.
pub(super) struct Collecting<B: Body> {
    body: Option<Pin<Box<B>>>,
    announced: usize,
    length: usize,
    data: VecDeque<Bytes>,
    tail: BytesMut,
}

/// A body that was read.
pub(super) enum Collected<B: Body> {
    /// To its end: one piece, and what comes behind it.
    Whole(Bytes, Read<B>),
    /// It failed, or is longer than it announced. Not to be touched.
    Broken(Read<B>),
}

impl<B: Body> Collecting<B> {
    pub(super) fn new(body: B, announced: usize) -> Self {
        Self {
            body: Some(Box::pin(body)),
            announced,
            length: 0,
            data: VecDeque::new(),
            tail: BytesMut::new(),
        }
    }

    pub(super) fn poll(&mut self, context: &mut Context<'_>) -> Poll<Collected<B>> {
        while let Some(body) = &mut self.body {
            match ready!(body.as_mut().poll_frame(context)) {
                None => break,
                Some(Err(error)) => {
                    self.body = None;
                    return Poll::Ready(Collected::Broken(self.read(None, Some(error))));
                }
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(mut data) => {
                        self.keep(data.copy_to_bytes(data.remaining()));
                        if self.length > self.announced {
                            return Poll::Ready(Collected::Broken(self.read(None, None)));
                        }
                    }
                    // Trailers are the last frame.
                    Err(frame) => return Poll::Ready(self.whole(frame.into_trailers().ok())),
                },
            }
        }
        Poll::Ready(self.whole(None))
    }

    fn keep(&mut self, bytes: Bytes) {
        self.length += bytes.len();
        if self.data.len() < KEPT_PIECES {
            self.data.push_back(bytes);
        } else {
            self.tail.extend_from_slice(&bytes);
        }
    }

    fn whole(&mut self, trailers: Option<HeaderMap>) -> Collected<B> {
        self.body = None;
        let length = self.length;
        let mut read = self.read(trailers, None);
        let bytes = match read.data.len() {
            0 | 1 => read.data.pop_front().unwrap_or_default(),
            _ => {
                let mut all = BytesMut::with_capacity(length);
                read.data
                    .drain(..)
                    .for_each(|bytes| all.extend_from_slice(&bytes));
                all.freeze()
            }
        };
        Collected::Whole(bytes, read)
    }

    fn read(&mut self, trailers: Option<HeaderMap>, error: Option<B::Error>) -> Read<B> {
        let mut data = std::mem::take(&mut self.data);
        let tail = std::mem::take(&mut self.tail);
        if !tail.is_empty() {
            data.push_back(tail.freeze());
        }
        Read {
            data,
            trailers,
            error,
            rest: self.body.take(),
        }
    }
}
