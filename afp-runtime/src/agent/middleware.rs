//! The agent inside of a client that exists already.

use bytes::Bytes;
use http::{Extensions, HeaderMap, StatusCode};
use reqwest::{Request, Response};
use reqwest_middleware::{Error, Middleware, Next, Result};
use tokio::sync::Mutex;

use super::exchange::{NoAnswer, Transport, lost};
use super::recover::Run;
use super::{Agent, Loss, Stop, Stopped};

/// An [`Agent`] as a middleware of [`reqwest_middleware`]: requests of an existing client recover.
///
/// Answers of 4xx and 5xx with a JSON content type are read (up to the budget's `body_bytes`) and
/// recovered from; every other answer is handed through unread. The answer that ends a call
/// carries the [`Trace`](super::Trace) in its extensions, and [`Stopped`] when the agent stopped;
/// then it is the server's last answer. Without any answer the error holds [`Stopped`]. Of a
/// batch that was split, the answer to the last part comes back.
///
/// Credentials, handlers and budget are the agent's; redirects are the client's, so set its policy
/// to none where credentials matter. A request with a streaming body is sent once, as it is.
///
/// ```
/// use afp_runtime::agent::{Agent, RecoverMiddleware};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let agent = Agent::new("https://api.example.com")?;
/// let client = reqwest_middleware::ClientBuilder::new(reqwest::Client::new())
///     .with(RecoverMiddleware::new(agent))
///     .build();
/// # let _client = client;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct RecoverMiddleware(Agent);

impl RecoverMiddleware {
    /// Recovers as `agent` does.
    #[must_use]
    pub fn new(agent: Agent) -> Self {
        Self(agent)
    }
}

#[async_trait::async_trait]
impl Middleware for RecoverMiddleware {
    async fn handle(
        &self,
        request: Request,
        extensions: &mut Extensions,
        next: Next<'_>,
    ) -> Result<Response> {
        let Some(Ok(whole)) = request.try_clone().map(super::Request::try_from) else {
            return next.run(request, extensions).await;
        };
        let chain = Chain {
            next,
            extensions: Mutex::new(extensions),
        };
        let mut run = Run::new(&self.0.shared, &chain, whole);
        let end = run.run(std::future::pending()).await;
        let unread = run.take_unread();
        match run.report(end) {
            Ok(answer) => {
                let part = answer.last();
                let made = || rebuild(part.status, &part.headers, &part.body);
                let response = unread.map_or_else(made, |response| *response);
                Ok(with(response, answer.trace().clone()))
            }
            Err(stopped) => last_answer(stopped, unread.map(|response| *response)),
        }
    }
}

/// The server's last answer, for a caller who looks at the status.
fn last_answer(stopped: Stopped, unread: Option<Response>) -> Result<Response> {
    if matches!(
        stopped.reason(),
        Stop::OutcomeUnknown { .. } | Stop::Unreachable { .. }
    ) {
        return Err(Error::middleware(stopped));
    }
    let read = stopped.response();
    let response =
        unread.or_else(|| read.map(|read| rebuild(read.status, &read.headers, &read.body)));
    match response {
        Some(response) => Ok(with(with(response, stopped.trace().clone()), stopped)),
        None => Err(Error::middleware(stopped)),
    }
}

fn rebuild(status: StatusCode, headers: &HeaderMap, body: &Bytes) -> Response {
    let mut response = http::Response::new(body.clone());
    *response.status_mut() = status;
    *response.headers_mut() = headers.clone();
    response.into()
}

fn with<T: Clone + Send + Sync + 'static>(mut response: Response, extension: T) -> Response {
    response.extensions_mut().insert(extension);
    response
}

/// The rest of the chain.
struct Chain<'a> {
    next: Next<'a>,
    extensions: Mutex<&'a mut Extensions>,
}

impl Transport for Chain<'_> {
    const HANDS_THROUGH: bool = true;

    async fn execute(&self, request: Request) -> std::result::Result<Response, NoAnswer> {
        let mut extensions = self.extensions.lock().await;
        match self.next.clone().run(request, &mut extensions).await {
            Ok(response) => Ok(response),
            Err(Error::Reqwest(error)) => Err(lost(&error)),
            Err(error @ Error::Middleware(_)) => Err(NoAnswer::Lost(Loss::AnswerLost {
                cause: super::shown::shown(error.to_string()),
            })),
        }
    }
}
