//! The loop: send, decide, follow.

use std::collections::VecDeque;
use std::future::{Future, poll_fn};
use std::ops::Range;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use tracing::Instrument as _;

use super::answer::Inner;
use super::client::{Held, Progress, Shared};
use super::exchange::{NoAnswer, exchange};
use super::trace::{End, Exchange, Next, Trace};
use super::{Answer, BatchProgress, Failure, History, InvalidRequest, Limit, Part, Request};
use super::{Response, Split, Step, Stop, Stopped, after_loss, decide};
use crate::errors::Action;

mod follow;
mod note;

/// One call.
pub(super) struct Run<'a> {
    agent: &'a Shared,
    started: Duration,
    /// Parts still to send, or the one request to begin with.
    queue: VecDeque<Job>,
    /// Items of the part in work.
    at: Option<Range<usize>>,
    done: Vec<Part>,
    failure: Option<Failure>,
    response: Option<Response>,
    /// The request that was sent and not answered yet can't be repeated.
    unsafe_in_flight: bool,
    /// What was held when the last request was sent.
    used: Held,
    refreshed: bool,
    trace: Trace,
}

/// A request, or a part of one.
struct Job {
    request: Request,
    items: Option<Range<usize>>,
    history: History,
}

impl<'a> Run<'a> {
    pub(super) fn new(agent: &'a Shared, request: Request) -> Self {
        Self {
            agent,
            started: agent.clock.elapsed(),
            at: None,
            done: Vec::new(),
            failure: None,
            response: None,
            unsafe_in_flight: false,
            used: Held::default(),
            refreshed: false,
            trace: Trace::begin(&request),
            queue: VecDeque::from([Job {
                request,
                items: None,
                history: History::default(),
            }]),
        }
    }

    /// The call that can't begin.
    pub(super) fn refused(problem: &InvalidRequest) -> Stopped {
        let reason = Stop::InvalidRequest {
            problem: problem.to_string(),
        };
        let trace = Trace::never_begun(reason.clone());
        Stopped::new(Inner {
            reason,
            failure: None,
            response: None,
            parts: Vec::new(),
            batch: None,
            trace,
        })
    }

    /// Runs to the end, or until `cancel` completes.
    pub(super) async fn finish(
        mut self,
        cancel: impl Future<Output = ()>,
    ) -> Result<Answer, Stopped> {
        let (method, route) = (&self.trace.method, &self.trace.route);
        let span = tracing::info_span!("afp.call", %method, %route);
        let end = {
            let mut work = pin!(self.work().instrument(span));
            let mut cancel = pin!(cancel);
            poll_fn(|context| match work.as_mut().poll(context) {
                Poll::Ready(end) => Poll::Ready(Some(end)),
                Poll::Pending => cancel.as_mut().poll(context).map(|()| None),
            })
            .await
        };
        let cancelled = Stop::Cancelled {
            outcome_unknown: self.unsafe_in_flight,
        };
        match end.unwrap_or(Err(cancelled)) {
            Ok(()) => Ok(self.answer()),
            Err(stop) => Err(self.stopped(stop)),
        }
    }

    async fn work(&mut self) -> Result<(), Stop> {
        while let Some(job) = self.queue.pop_front() {
            self.at.clone_from(&job.items);
            self.work_on(job).await?;
            self.at = None;
        }
        Ok(())
    }

    async fn work_on(&mut self, mut job: Job) -> Result<(), Stop> {
        if self.refreshed {
            job.history.took(&Step::Reauthenticate);
        }
        loop {
            let step = self.attempt(&mut job).await?;
            job.history.took(&step);
            match step {
                Step::Finish => return Ok(()),
                Step::Split(split) => return self.enqueue(&job, split),
                Step::Stop(stop) => return Err(stop),
                step => self
                    .follow(&mut job, step)
                    .await
                    .inspect_err(|_| self.trace.stops())?,
            }
        }
    }

    /// Sends once, or again after a loss, and decides.
    async fn attempt(&mut self, job: &mut Job) -> Result<Step, Stop> {
        loop {
            let time = self
                .room_for_one_more()
                .inspect_err(|_| self.trace.stops())?;
            match self.send(job, time).await {
                Ok(response) => return Ok(self.judge(job, response)),
                Err(NoAnswer::Stop(stop)) => {
                    self.note(&job.items, None, Next::Stopped);
                    return Err(stop);
                }
                Err(NoAnswer::Lost(loss)) => {
                    let step = after_loss(&job.request, &loss, &job.history, &self.agent.budget);
                    job.history.lost();
                    let Step::Wait(wait) = step else {
                        self.note(&job.items, None, Next::Stopped);
                        return Ok(step);
                    };
                    self.note(&job.items, None, Next::Resent);
                    self.sleep(wait).await.inspect_err(|_| self.trace.stops())?;
                }
            }
        }
    }

    async fn send(&mut self, job: &mut Job, time: Duration) -> Result<Response, NoAnswer> {
        job.history.sent(&job.request);
        self.agent.tell(&Progress::Sending(self.trace.number() + 1));
        self.used = self.agent.held();
        let credential = self.used.credential.as_ref().filter(|credential| {
            let own = job.request.headers().contains_key(credential.name());
            job.request.origin() == self.agent.origin() && (!own || self.refreshed)
        });
        self.unsafe_in_flight = !job.request.method().is_safe();
        let (client, budget) = (&self.agent.client, &self.agent.budget);
        let answer = exchange(client, &job.request, credential, budget, time).await;
        self.unsafe_in_flight = false;
        answer.map(|response| Response {
            received_at: self.agent.clock.now(),
            ..response
        })
    }

    /// Time for a request, when the budget has room for it and for all that must follow.
    fn room_for_one_more(&self) -> Result<Duration, Stop> {
        let needed = self.trace.exchanges.len() + 1 + self.queue.len();
        if !u32::try_from(needed).is_ok_and(|needed| needed <= self.agent.budget.requests) {
            return Err(Stop::OverBudget {
                limit: Limit::Requests,
            });
        }
        let left = self.time_left();
        if left.is_zero() {
            return Err(Stop::OverBudget { limit: Limit::Time });
        }
        Ok(left.min(self.agent.budget.request_time))
    }

    fn time_left(&self) -> Duration {
        let spent = self.agent.clock.elapsed().saturating_sub(self.started);
        self.agent.budget.time.saturating_sub(spent)
    }

    fn judge(&mut self, job: &Job, response: Response) -> Step {
        let decision = decide(&job.request, &response, &job.history, &self.agent.budget);
        self.note_decision(&job.items, &response, &decision);
        self.failure = decision.failure;
        if matches!(decision.step, Step::Finish) {
            let Response {
                status,
                headers,
                body,
                ..
            } = response;
            self.done.push(Part {
                items: job.items.clone(),
                status,
                headers,
                body,
            });
        } else {
            self.response = Some(response);
        }
        decision.step
    }

    /// Puts the parts before all others, once it is sure that there is room for them.
    fn enqueue(&mut self, job: &Job, split: Split) -> Result<(), Stop> {
        let offset = job.items.as_ref().map_or(0, |items| items.start);
        for (items, request) in split.parts.into_iter().rev() {
            let items = Some(items.start + offset..items.end + offset);
            self.queue.push_front(Job {
                request,
                items,
                history: job.history.for_part(),
            });
        }
        self.at = job.items.clone();
        let needed = self.trace.exchanges.len() + self.queue.len();
        if !u32::try_from(needed).is_ok_and(|needed| needed <= self.agent.budget.requests) {
            return Err(Stop::OverBudget {
                limit: Limit::Requests,
            });
        }
        Ok(())
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
