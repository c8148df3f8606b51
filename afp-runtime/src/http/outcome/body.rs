//! The body of a response that went through the layer.

use std::{
    collections::VecDeque,
    fmt,
    pin::Pin,
    task::{Context, Poll},
};

use bytes::{Buf, Bytes};
use http::HeaderMap;
use http_body::{Body, Frame, SizeHint};
use pin_project_lite::pin_project;

pin_project! {
    /// The handler's own body, or one that was read, with a contract in it or as it was.
    ///
    /// Trailers and errors of the handler's body come behind the data as they did before.
    pub struct ContractBody<B: Body> {
        #[pin]
        kind: Kind<B>,
    }
}

pin_project! {
    #[project = KindProjection]
    enum Kind<B: Body> {
        Original { #[pin] body: B },
        Read { read: Box<Read<B>> },
    }
}

/// A body that was read, wholly or up to a point.
pub(super) struct Read<B: Body> {
    pub(super) data: VecDeque<Bytes>,
    pub(super) trailers: Option<HeaderMap>,
    pub(super) error: Option<B::Error>,
    /// What comes behind the data that was read.
    pub(super) rest: Option<Pin<Box<B>>>,
}

impl<B: Body> ContractBody<B> {
    pub(super) fn original(body: B) -> Self {
        Self {
            kind: Kind::Original { body },
        }
    }

    pub(super) fn read(read: Read<B>) -> Self {
        Self {
            kind: Kind::Read {
                read: Box::new(read),
            },
        }
    }
}

impl<B: Body> Read<B> {
    fn remaining(&self) -> u64 {
        self.data.iter().map(|bytes| bytes.len() as u64).sum()
    }

    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        if let Some(bytes) = self.data.pop_front() {
            return Poll::Ready(Some(Ok(Frame::data(bytes))));
        }
        if let Some(trailers) = self.trailers.take() {
            return Poll::Ready(Some(Ok(Frame::trailers(trailers))));
        }
        if let Some(error) = self.error.take() {
            return Poll::Ready(Some(Err(error)));
        }
        match &mut self.rest {
            Some(rest) => rest
                .as_mut()
                .poll_frame(context)
                .map(|frame| frame.map(as_bytes)),
            None => Poll::Ready(None),
        }
    }
}

/// Data as `Bytes`; without a copy where it is that already.
fn as_bytes<D: Buf, E>(frame: Result<Frame<D>, E>) -> Result<Frame<Bytes>, E> {
    frame.map(|frame| frame.map_data(|mut data| data.copy_to_bytes(data.remaining())))
}

impl<B: Body> Body for ContractBody<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        match self.project().kind.project() {
            KindProjection::Original { body } => {
                body.poll_frame(context).map(|frame| frame.map(as_bytes))
            }
            KindProjection::Read { read } => read.poll(context),
        }
    }

    fn is_end_stream(&self) -> bool {
        match &self.kind {
            Kind::Original { body } => body.is_end_stream(),
            Kind::Read { read } => {
                read.data.is_empty()
                    && read.trailers.is_none()
                    && read.error.is_none()
                    && read.rest.as_ref().is_none_or(Body::is_end_stream)
            }
        }
    }

    fn size_hint(&self) -> SizeHint {
        match &self.kind {
            Kind::Original { body } => body.size_hint(),
            Kind::Read { read } if read.error.is_some() => SizeHint::new(),
            Kind::Read { read } => {
                let rest = read
                    .rest
                    .as_ref()
                    .map_or(SizeHint::with_exact(0), Body::size_hint);
                let mut hint = SizeHint::new();
                hint.set_lower(rest.lower().saturating_add(read.remaining()));
                if let Some(upper) = rest.upper() {
                    hint.set_upper(upper.saturating_add(read.remaining()));
                }
                hint
            }
        }
    }
}

impl<B: Body> fmt::Debug for ContractBody<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ContractBody")
            .field("size", &self.size_hint())
            .finish_non_exhaustive()
    }
}
