//! What a call gives back.

use std::ops::Range;
use std::time::Duration;

use super::{Answer, BatchProgress, End, InvalidRequest, Run, Stop, Stopped, Trace, Transport};
use crate::agent::answer::Inner;

impl Stopped {
    /// The call that can't begin.
    pub(in crate::agent) fn before(problem: &InvalidRequest) -> Self {
        let reason = Stop::InvalidRequest {
            problem: problem.to_string(),
        };
        let trace = Trace::never_begun(reason.clone());
        Self::new(Inner {
            reason,
            failure: None,
            response: None,
            url: None,
            parts: Vec::new(),
            batch: None,
            trace,
        })
    }
}

impl<T: Transport> Run<'_, T> {
    pub(in crate::agent) fn report(self, end: Result<(), Stop>) -> Result<Answer, Stopped> {
        let _entered = self.span.clone().entered();
        match end {
            Ok(()) => Ok(self.answer()),
            Err(stop) => Err(self.stopped(stop)),
        }
    }

    fn answer(mut self) -> Answer {
        let status = self.done.last().map_or(0, |part| part.status.as_u16());
        self.trace.finish(End::Answered(status), self.spent());
        Answer {
            parts: self.done,
            trace: self.trace,
        }
    }

    fn stopped(mut self, reason: Stop) -> Stopped {
        self.trace
            .finish(End::Stopped(reason.clone()), self.spent());
        let batch = self.batch();
        Stopped::new(Inner {
            reason,
            failure: self.failure,
            response: self.response,
            url: self.url,
            parts: self.done,
            batch,
            trace: self.trace,
        })
    }

    fn spent(&self) -> Duration {
        self.agent.clock.elapsed().saturating_sub(self.started)
    }

    /// Done parts, then the one in work, then those that were never sent.
    fn batch(&self) -> Option<BatchProgress> {
        let end = |items: Option<&Range<usize>>| items.map(|items| items.end);
        let done = end(self.done.last().and_then(|part| part.items.as_ref()));
        let failed = end(self.at.as_ref());
        let all = end(self.queue.back().and_then(|job| job.items.as_ref()));
        let total = all.or(failed).or(done)?;
        let done = done.unwrap_or(0);
        let failed = failed.unwrap_or(done).max(done);
        Some(BatchProgress {
            done: 0..done,
            failed: done..failed,
            not_sent: failed..total,
        })
    }
}
