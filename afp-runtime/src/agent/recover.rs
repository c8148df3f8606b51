//! The loop: send, decide, follow.

use std::collections::VecDeque;
use std::future::{Future, poll_fn};
use std::ops::Range;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use tracing::Instrument as _;
use url::Url;

use super::client::{Held, Progress, Shared};
use super::exchange::{Got, NoAnswer, Transport, exchange};
use super::trace::{End, Exchange, Next, Trace};
use super::{Answer, BatchProgress, Failure, History, InvalidRequest, Limit, Loss, Part, Request};
use super::{Response, Split, Step, Stop, Stopped, after_loss, decide};
use crate::errors::Action;

mod follow;
mod judge;
mod note;
mod report;

/// One call.
pub(super) struct Run<'a, T> {
    agent: &'a Shared,
    transport: &'a T,
    /// The last answer that was handed through.
    unread: Option<Box<reqwest::Response>>,
    started: Duration,
    /// Parts still to send, or the one request to begin with.
    queue: VecDeque<Job>,
    /// Items of the part in work.
    at: Option<Range<usize>>,
    done: Vec<Part>,
    failure: Option<Failure>,
    response: Option<Response>,
    url: Option<Url>,
    /// The request that was sent and not answered yet can't be repeated.
    unsafe_in_flight: bool,
    /// What was held when the last request was sent.
    used: Held,
    refreshed: bool,
    trace: Trace,
    span: tracing::Span,
}

/// A request, or a part of one.
struct Job {
    request: Request,
    items: Option<Range<usize>>,
    history: History,
}

impl<'a, T: Transport> Run<'a, T> {
    pub(super) fn new(agent: &'a Shared, transport: &'a T, request: Request) -> Self {
        Self {
            agent,
            transport,
            unread: None,
            started: agent.clock.elapsed(),
            at: None,
            done: Vec::new(),
            failure: None,
            response: None,
            url: None,
            unsafe_in_flight: false,
            used: Held::default(),
            refreshed: false,
            trace: Trace::begin(&request),
            span: tracing::info_span!(
                "afp.call",
                method = %request.method(),
                route = %request.route(),
            ),
            queue: VecDeque::from([Job {
                request,
                items: None,
                history: History::default(),
            }]),
        }
    }

    /// Runs to the end, or until `cancel` completes.
    pub(super) async fn finish(
        mut self,
        cancel: impl Future<Output = ()>,
    ) -> Result<Answer, Stopped> {
        let end = self.run(cancel).await;
        self.report(end)
    }

    pub(super) async fn run(&mut self, cancel: impl Future<Output = ()>) -> Result<(), Stop> {
        let span = self.span.clone();
        let end = {
            let mut work = pin!(self.work().instrument(span));
            let mut cancel = pin!(cancel);
            poll_fn(|context| match work.as_mut().poll(context) {
                Poll::Ready(end) => Poll::Ready(Some(end)),
                Poll::Pending => cancel.as_mut().poll(context).map(|()| None),
            })
            .await
        };
        end.unwrap_or(Err(Stop::Cancelled {
            outcome_unknown: self.unsafe_in_flight,
        }))
    }

    /// The last answer that was handed through.
    #[cfg_attr(
        not(feature = "agent-middleware"),
        expect(dead_code, reason = "only a middleware hands answers through")
    )]
    pub(super) fn take_unread(&mut self) -> Option<Box<reqwest::Response>> {
        self.unread.take()
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
        let mut unknown = None;
        loop {
            let room = self.room_for_one_more().inspect_err(|_| self.trace.stops());
            let time = room.map_err(|over| unknown.take().unwrap_or(over))?;
            let loss = match self.send(job, time).await {
                Ok(Got::Read(response)) => return Ok(self.judge(job, response)),
                Ok(Got::Unread(response)) => return Ok(self.hand_through(job, response)),
                Err(NoAnswer::Stop(stop)) => {
                    self.note(&job.items, None, Next::Stopped);
                    return Err(stop);
                }
                Err(NoAnswer::Lost(loss)) => loss,
            };
            let step = after_loss(&job.request, &loss, &job.history, &self.agent.budget);
            job.history.lost();
            let Step::Wait(wait) = step else {
                self.note(&job.items, None, Next::Stopped);
                return Ok(step);
            };
            self.note(&job.items, None, Next::Resent);
            unknown = loss.leaves_unknown(&job.request);
            let over = |_| {
                unknown
                    .clone()
                    .unwrap_or(Stop::OverBudget { limit: Limit::Time })
            };
            self.sleep(wait)
                .await
                .map_err(over)
                .inspect_err(|_| self.trace.stops())?;
        }
    }

    async fn send(&mut self, job: &mut Job, time: Duration) -> Result<Got, NoAnswer> {
        self.unread = None;
        self.url = Some(job.request.url().clone());
        job.history.sent(&job.request);
        self.agent.tell(&Progress::Sending(self.trace.number() + 1));
        self.used = self.agent.held();
        let credential = self.used.credential.as_ref().filter(|credential| {
            let own = job.request.headers().contains_key(credential.name());
            job.request.origin() == self.agent.origin() && (!own || self.refreshed)
        });
        self.unsafe_in_flight = !job.request.method().is_safe();
        let budget = &self.agent.budget;
        let answer = exchange(self.transport, &job.request, credential, budget, time).await;
        let lost = matches!(answer, Err(NoAnswer::Lost(Loss::AnswerLost { .. })));
        self.unsafe_in_flight &= lost;
        answer
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
}
