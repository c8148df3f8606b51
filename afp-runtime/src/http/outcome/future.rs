//! From the handler's response to the one that is sent.

use std::{
    fmt,
    future::Future,
    mem,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use http::{Response, response::Parts};
use http_body::Body;
use pin_project_lite::pin_project;

use super::{
    body::ContractBody,
    collected::{Collected, Collecting},
    contract::Settings,
    eligibility::eligible,
    instrument::{Instrument, Rewritten},
    media_type::{BodyKind, Media},
    visit::Visit,
};

pin_project! {
    /// The future of [`OutcomeService`](super::OutcomeService).
    pub struct OutcomeFuture<F, B: Body> {
        #[pin]
        call: F,
        visit: Option<(Visit, Arc<Settings>)>,
        reading: Option<Box<Reading<B>>>,
    }
}

/// A response whose body is being read.
struct Reading<B: Body> {
    parts: Parts,
    media: Media,
    body: Collecting<B>,
}

impl<F, B: Body> OutcomeFuture<F, B> {
    pub(super) fn new(call: F, visit: Option<(Visit, Arc<Settings>)>) -> Self {
        Self {
            call,
            visit,
            reading: None,
        }
    }
}

impl<F, B, E> Future for OutcomeFuture<F, B>
where
    F: Future<Output = Result<Response<B>, E>>,
    B: Body,
{
    type Output = Result<Response<ContractBody<B>>, E>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        if this.reading.is_none() {
            let response = ready!(this.call.poll(context))?;
            let Some((visit, settings)) = this.visit else {
                return Poll::Ready(Ok(response.map(ContractBody::original)));
            };
            match begin(response, settings, visit) {
                Begun::Done(response) => return Poll::Ready(Ok(response)),
                Begun::Reading(reading) => *this.reading = Some(Box::new(reading)),
            }
        }
        let (Some(reading), Some((visit, settings))) = (&mut *this.reading, &*this.visit) else {
            return Poll::Pending;
        };
        let body = ready!(reading.body.poll(context));
        let parts = mem::replace(&mut reading.parts, Response::new(()).into_parts().0);
        Poll::Ready(Ok(finish(parts, reading.media, body, settings, visit)))
    }
}

enum Begun<B: Body> {
    Done(Response<ContractBody<B>>),
    Reading(Reading<B>),
}

/// Decides by head and size whether a response is left alone, gets headers, or is read.
fn begin<B: Body>(response: Response<B>, settings: &Settings, visit: &Visit) -> Begun<B> {
    let (mut parts, body) = response.into_parts();
    match eligible(&parts, settings.choices) {
        None => {}
        Some(BodyKind {
            readable: false, ..
        }) => {
            Instrument { settings, visit }.head(&mut parts);
        }
        Some(BodyKind { media, .. }) => {
            let size = body
                .size_hint()
                .exact()
                .and_then(|size| usize::try_from(size).ok());
            if let Some(size) = size.filter(|size| (1..=settings.max_body).contains(size)) {
                let body = Collecting::new(body, size);
                return Begun::Reading(Reading { parts, media, body });
            }
        }
    }
    Begun::Done(Response::from_parts(parts, ContractBody::original(body)))
}

fn finish<B: Body>(
    mut parts: Parts,
    media: Media,
    body: Collected<B>,
    settings: &Settings,
    visit: &Visit,
) -> Response<ContractBody<B>> {
    let read = match body {
        Collected::Broken(read) => read,
        Collected::Whole(bytes, mut read) => {
            let instrument = Instrument { settings, visit };
            let rewritten = match media {
                Media::Json => instrument.json(&mut parts, &bytes),
                Media::Html => instrument.html(&mut parts, &bytes),
            };
            match rewritten {
                Rewritten::Unchanged => read.data.push_back(bytes),
                Rewritten::Changed(pieces) => read.data = pieces,
            }
            read
        }
    };
    Response::from_parts(parts, ContractBody::read(read))
}

impl<F, B: Body> fmt::Debug for OutcomeFuture<F, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OutcomeFuture")
            .field("asks", &self.visit.is_some())
            .finish_non_exhaustive()
    }
}
