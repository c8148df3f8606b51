//! Submissions that go on to the feedback endpoint of a service.

use afp_runtime::agent::{FeedbackClient, FeedbackClientError, FeedbackFailure};
use afp_runtime::feedback::Submission;
use afp_runtime::mcp::{FeedbackSink, SinkFailure, SinkFuture};
use afp_runtime::store::Acknowledgement;

pub(crate) struct Endpoint(FeedbackClient);

impl Endpoint {
    pub(crate) fn new(url: &str, key: Option<&str>) -> Result<Self, FeedbackClientError> {
        let mut client = FeedbackClient::builder(url).endpoint(url);
        if let Some(key) = key {
            client = client.bearer(key);
        }
        Ok(Self(client.build()?))
    }
}

impl FeedbackSink for Endpoint {
    fn submit<'a>(
        &'a self,
        submission: Submission<'a>,
        _account: Option<&'a str>,
    ) -> SinkFuture<'a> {
        Box::pin(async move {
            let report = submission.into_owned().into_value();
            let receipt = self.0.submit(report).await.map_err(failed)?;
            Ok(Acknowledgement {
                id: receipt.id,
                received_at: receipt.received_at,
                known_issue: receipt.known_issue,
            })
        })
    }
}

fn failed(failure: FeedbackFailure) -> SinkFailure {
    match failure {
        FeedbackFailure::Refused {
            code: Some(code), ..
        } => SinkFailure {
            message: format!("The service refused the submission: {code}."),
            code,
        },
        _ => SinkFailure::unavailable(),
    }
}
