use std::fmt;
use std::sync::Arc;

use rmcp::handler::server::tool::{ToolCallContext, ToolRoute};
use rmcp::model::{
    CallToolResult, ContentBlock, Implementation, JsonObject, Tool, ToolAnnotations,
};

use super::schema;
use super::{FeedbackSink, SinkFailure};
use crate::feedback::{GUIDANCE, Refusal, SHORT_GUIDANCE, Submission, error_body};

/// The most bytes of a submission, as over HTTP.
const MAX_BYTES: usize = 16_384;

/// The tool `submit_feedback`: an agent reports what stood in its way.
///
/// It is safe at any time and needs no confirmation. The answer is one text block: the JSON of the
/// acknowledgement, or with `isError` the protocol's error object with every problem.
///
/// On a server with a [`ToolRouter`](rmcp::handler::server::tool::ToolRouter), add its
/// [`route`](Self::route), and its [`instructions`](Self::instructions) to those of the server:
/// without them agents hardly report. A server with nothing else is
/// [`FeedbackServer`](super::FeedbackServer); one with a handler of its own lists
/// [`definition`](Self::definition) and hands the call to [`call`](Self::call).
///
/// ```
/// use std::sync::Arc;
/// use afp_runtime::mcp::FeedbackTool;
/// use afp_runtime::store::{FeedbackStore, Intake, MemoryStore};
/// use rmcp::handler::server::tool::ToolRouter;
///
/// # async fn build() -> Result<(), afp_runtime::store::StoreError> {
/// struct Orders;
///
/// let store = MemoryStore::new()?;
/// let key = store.key().await?;
/// let tool = FeedbackTool::new(Intake::new(Arc::new(store), &key));
/// let router: ToolRouter<Orders> = ToolRouter::new().with_route(tool.route());
/// assert!(router.has_route("submit_feedback"));
/// # Ok(())
/// # }
/// # tokio::runtime::Runtime::new().unwrap().block_on(build()).unwrap();
/// ```
#[derive(Clone)]
pub struct FeedbackTool {
    sink: Arc<dyn FeedbackSink>,
    account: Option<Arc<str>>,
}

impl fmt::Debug for FeedbackTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FeedbackTool")
            .field("account", &self.account)
            .finish_non_exhaustive()
    }
}

impl FeedbackTool {
    /// The tool's name.
    pub const NAME: &'static str = "submit_feedback";

    /// The tool on an [`Intake`](crate::store::Intake), or on any other sink.
    pub fn new(sink: impl FeedbackSink) -> Self {
        Self {
            sink: Arc::new(sink),
            account: None,
        }
    }

    /// The pseudonym of the account that this server runs for.
    #[must_use]
    pub fn account(mut self, pseudonym: &str) -> Self {
        self.account = Some(pseudonym.into());
        self
    }

    /// Name, description, closed input schema and annotations.
    #[must_use]
    pub fn definition() -> Tool {
        let annotations = ToolAnnotations::with_title("Submit feedback")
            .read_only(false)
            .destructive(false)
            .idempotent(true)
            .open_world(false);
        Tool::new(Self::NAME, SHORT_GUIDANCE, schema::input())
            .with_title("Submit feedback")
            .with_annotations(annotations)
    }

    /// The guidance for the server's `instructions`, after the server's own.
    #[must_use]
    pub fn instructions(own: &str) -> String {
        match own.trim_end() {
            "" => GUIDANCE.to_owned(),
            own => format!("{own}\n\n{GUIDANCE}"),
        }
    }

    /// The tool for the router of any server.
    #[must_use]
    pub fn route<S: Send + Sync + 'static>(&self) -> ToolRoute<S> {
        let tool = self.clone();
        ToolRoute::new_dyn(Self::definition(), move |call: ToolCallContext<'_, S>| {
            let tool = tool.clone();
            let client = call.request_context.client_info();
            let arguments = call.arguments;
            Box::pin(async move { Ok(tool.call(arguments, client.as_ref()).await.into()) })
        })
    }

    /// Answers a call. `client` names the agent when the submission does not.
    pub async fn call(
        &self,
        arguments: Option<JsonObject>,
        client: Option<&Implementation>,
    ) -> CallToolResult {
        match self.submit(arguments.unwrap_or_default(), client).await {
            Ok(acknowledgement) => {
                CallToolResult::success(vec![ContentBlock::text(acknowledgement)])
            }
            Err(error) => CallToolResult::error(vec![ContentBlock::text(error)]),
        }
    }

    /// The JSON of the acknowledgement, or that of the error.
    async fn submit(
        &self,
        arguments: JsonObject,
        client: Option<&Implementation>,
    ) -> Result<String, String> {
        let body = serde_json::Value::Object(arguments).to_string();
        if body.len() > MAX_BYTES {
            let message = format!("A submission has at most {MAX_BYTES} bytes.");
            return Err(error_body("payload_too_large", &message));
        }
        // Read as any other submission is, with the same bounds.
        let submission = Submission::read(body.as_bytes()).map_err(refused)?;
        let submission = named(submission, client);
        let answer = self.sink.submit(submission, self.account.as_deref()).await;
        let acknowledgement = answer.map_err(|failure: SinkFailure| failure.to_json())?;
        Ok(acknowledgement.to_json())
    }
}

fn refused(refusal: Refusal) -> String {
    match refusal {
        Refusal::Json(error) => error_body(
            "invalid_json",
            &format!("The arguments are not strict JSON: {error}."),
        ),
        Refusal::Invalid(problems) => problems.to_json(),
    }
}

fn named<'a>(submission: Submission<'a>, client: Option<&Implementation>) -> Submission<'a> {
    match client {
        Some(client) if submission.agent_name().is_none() && !client.name.is_empty() => {
            let version = Some(client.version.as_str()).filter(|version| !version.is_empty());
            submission.with_agent(&client.name, version)
        }
        _ => submission,
    }
}
