//! One round: some records in batches, sent side by side.

use std::time::Duration;

use futures_util::future::join_all;

use super::answer::{Answer, Verdict};
use super::post::Sender;
use crate::feedback::{Feedback, KnownIssue};
use crate::store::{Outgoing, Parking};

/// The most records of a request (protocol 2, §6).
pub(super) const MAX_BATCH: usize = 100;

/// A batch ends where its JSON would get larger, so that it passes common limits of bodies.
const MAX_BYTES: usize = 900_000;

/// What a round did.
#[derive(Debug, Default)]
pub(super) struct Sent {
    /// Numbers of records that the collector has.
    pub(super) arrived: Vec<i64>,
    pub(super) parked: Vec<Parking>,
    /// Records of batches whose content was refused, when they had more than one.
    pub(super) suspects: usize,
    /// Why some batches got no verdict, and how long the collector asks to wait.
    pub(super) failure: Option<(String, Option<Duration>)>,
    /// What the collector knows about records that it has.
    pub(super) issues: Vec<(Feedback, Option<KnownIssue>)>,
}

/// Sends records in batches of at most `size`.
pub(super) async fn send(sender: &Sender, records: Vec<Outgoing>, size: usize) -> Sent {
    let batches = batches(records, size.min(MAX_BATCH));
    let requests = batches.into_iter().map(|(batch, body)| async move {
        let answer = sender.post(&batch, body).await;
        (batch, answer)
    });
    let mut sent = Sent::default();
    for (batch, answer) in join_all(requests).await {
        sent.take(batch, answer);
    }
    sent
}

impl Sent {
    fn take(&mut self, batch: Vec<Outgoing>, answer: Answer) {
        match answer {
            Answer::Verdicts(verdicts) => {
                for (outgoing, verdict) in batch.into_iter().zip(verdicts) {
                    self.judge(outgoing, verdict);
                }
            }
            Answer::RefusedContent(reason) => match batch.as_slice() {
                [only] => self.park(only.number, reason),
                many => self.suspects += many.len(),
            },
            Answer::Failed(reason, wait) => {
                let before = self.failure.take().and_then(|(_, wait)| wait);
                self.failure = Some((reason, wait.max(before)));
            }
        }
    }

    fn judge(&mut self, outgoing: Outgoing, verdict: Verdict) {
        match verdict {
            Verdict::Taken(issue) => {
                self.arrived.push(outgoing.number);
                self.issues.push((outgoing.record.feedback, issue));
            }
            Verdict::Rejected(reason) => self.park(outgoing.number, reason),
        }
    }

    fn park(&mut self, number: i64, reason: String) {
        self.parked.push(Parking { number, reason });
    }
}

/// Batches of at most `size` records, with the bodies that hold them.
fn batches(records: Vec<Outgoing>, size: usize) -> Vec<(Vec<Outgoing>, String)> {
    let mut batches: Vec<(Vec<Outgoing>, String)> = Vec::new();
    for outgoing in records {
        let json = outgoing.record.to_json();
        match batches.last_mut() {
            Some((batch, body)) if batch.len() < size && body.len() + json.len() < MAX_BYTES => {
                body.push(',');
                body.push_str(&json);
                batch.push(outgoing);
            }
            _ => batches.push((vec![outgoing], format!("{{\"records\":[{json}"))),
        }
    }
    for (_, body) in &mut batches {
        body.push_str("]}");
    }
    batches
}
