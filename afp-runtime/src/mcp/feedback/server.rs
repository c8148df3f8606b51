use rmcp::handler::server::tool::{ToolCallContext, ToolRouter};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, Implementation, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};

use super::FeedbackTool;

/// An MCP server with the one tool `submit_feedback`, whose instructions are the guidance.
#[derive(Debug, Clone)]
pub struct FeedbackServer {
    router: ToolRouter<Self>,
    implementation: Implementation,
    instructions: String,
}

impl FeedbackServer {
    /// A server with this tool. It calls itself `agent-feedback`.
    #[must_use]
    pub fn new(tool: &FeedbackTool) -> Self {
        Self {
            router: ToolRouter::new().with_route(tool.route()),
            implementation: Implementation::new("agent-feedback", env!("CARGO_PKG_VERSION")),
            instructions: FeedbackTool::instructions(""),
        }
    }

    /// The server's own name and version, and what it says about itself before the guidance.
    #[must_use]
    pub fn about(mut self, implementation: Implementation, instructions: &str) -> Self {
        self.implementation = implementation;
        self.instructions = FeedbackTool::instructions(instructions);
        self
    }
}

impl ServerHandler for FeedbackServer {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(self.implementation.clone())
            .with_instructions(self.instructions.clone())
    }

    async fn list_tools(
        &self,
        _page: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.router.list_all()))
    }

    async fn call_tool(
        &self,
        call: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.router
            .call(ToolCallContext::new(self, call, context))
            .await
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.router.get(name).cloned()
    }
}
