//! Takes note of what happens: in the trace, and for `tracing`.

use std::ops::Range;
use std::time::Duration;

use http::StatusCode;

use super::{End, Exchange, Next, Request, Response, Run, Step, Stop, Trace, Transport};
use crate::agent::decide::Decision;
use crate::agent::failure::Failure;
use crate::agent::shown::shown;

impl Trace {
    pub(super) fn begin(request: &Request) -> Self {
        Self {
            method: request.method().to_string(),
            route: request.route(),
            exchanges: Vec::new(),
            end: End::Stopped(Stop::Cancelled {
                outcome_unknown: false,
            }),
            took: Duration::ZERO,
        }
    }

    pub(super) fn never_begun(reason: Stop) -> Self {
        Self {
            method: "-".into(),
            route: "-".into(),
            exchanges: Vec::new(),
            end: End::Stopped(reason),
            took: Duration::ZERO,
        }
    }

    pub(super) fn number(&self) -> u32 {
        u32::try_from(self.exchanges.len()).unwrap_or(u32::MAX)
    }

    /// What was to follow on the last answer did not.
    pub(super) fn stops(&mut self) {
        let last = self.exchanges.last_mut();
        let happened =
            |exchange: &Exchange| matches!(exchange.next, Next::Answered | Next::Split(_));
        if let Some(exchange) = last.filter(|exchange| !happened(exchange)) {
            exchange.next = Next::Stopped;
        }
    }

    pub(super) fn finish(&mut self, end: End, took: Duration) {
        tracing::info!(requests = self.exchanges.len(), end = %end, "call ended");
        self.end = end;
        self.took = took;
    }
}

impl<T: Transport> Run<'_, T> {
    pub(super) fn note_decision(
        &mut self,
        items: &Option<Range<usize>>,
        response: &Response,
        decision: &Decision,
    ) {
        let next = match &decision.step {
            Step::Finish => Next::Answered,
            Step::Resend(resend) if resend.merged.is_empty() => Next::Redirected,
            Step::Resend(resend) => Next::Merged(resend.merged.clone()),
            Step::Split(split) => Next::Split(split.parts.len()),
            Step::Wait(wait) => Next::Waited(wait.as_secs_f64()),
            // Said by the handler, once it has answered.
            Step::Reauthenticate | Step::AskForContext | Step::AskUser | Step::Stop(_) => {
                Next::Stopped
            }
        };
        self.note(items, Some(response.status), next);
        let Some(exchange) = self.trace.exchanges.last_mut() else {
            return;
        };
        if let Some(failure) = &decision.failure {
            exchange.action = Some(shown(failure.action_word()));
            exchange.code = Some(shown(&failure.code)).filter(|code| !code.is_empty());
        } else if !matches!(decision.step, Step::Finish) {
            exchange.code = Failure::code_in(&response.body).map(shown);
        }
        let (status, code, action) = (exchange.status, &exchange.code, &exchange.action);
        tracing::debug!(?status, ?code, ?action, next = %exchange.next, "answer");
    }

    pub(super) fn note(
        &mut self,
        items: &Option<Range<usize>>,
        status: Option<StatusCode>,
        next: Next,
    ) {
        self.trace.exchanges.push(Exchange {
            items: items.clone(),
            status: status.map(|status| status.as_u16()),
            code: None,
            action: None,
            next,
        });
    }

    /// What a handler did about the last answer.
    pub(super) fn note_help(&mut self, next: Next) {
        if let Some(exchange) = self.trace.exchanges.last_mut() {
            exchange.next = next;
        }
    }
}
