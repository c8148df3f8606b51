//! From an answer to a step.

use bytes::Bytes;

use super::{Job, Next, Part, Response, Run, Step, Stop, Transport, decide};
use crate::agent::shown::shown;

impl<T: Transport> Run<'_, T> {
    pub(super) fn judge(&mut self, job: &Job, mut response: Response) -> Step {
        response.received_at = self.agent.clock.now();
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

    /// An answer that can be no envelope, for a caller who reads such answers on their own.
    pub(super) fn hand_through(&mut self, job: &Job, response: Box<reqwest::Response>) -> Step {
        let (status, headers) = (response.status(), response.headers().clone());
        self.unread = Some(response);
        let content_type = headers.get(http::header::CONTENT_TYPE);
        let content_type = content_type.and_then(|kind| kind.to_str().ok()).map(shown);
        let failed = status.is_client_error() || status.is_server_error();
        self.note(
            &job.items,
            Some(status),
            if failed {
                Next::Stopped
            } else {
                Next::Answered
            },
        );
        self.failure = None;
        if failed {
            return Step::Stop(Stop::NotAnEnvelope {
                status: status.as_u16(),
                content_type,
            });
        }
        let (items, body) = (job.items.clone(), Bytes::new());
        self.done.push(Part {
            items,
            status,
            headers,
            body,
        });
        Step::Finish
    }
}
