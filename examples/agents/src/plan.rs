//! The calls to make, read from a JSON file.

use std::collections::BTreeMap;

use afp_runtime::agent::{
    Agent, AgentBuilder, Answer, Credential, InvalidRequest, Method, Stopped,
};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_json::value::RawValue;

/// Calls, and the credential to fetch when a server asks for one.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The value of `Authorization`.
    pub credential: Option<String>,
    /// In order.
    pub calls: Vec<Call>,
}

/// One call.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    /// `GET`, `POST` and so on.
    #[serde(deserialize_with = "method")]
    pub method: Method,
    /// A path below the base; `{name}` is a parameter.
    pub url: String,
    /// Values of the path's parameters.
    #[serde(default)]
    pub path: BTreeMap<String, Value>,
    /// The query.
    #[serde(default)]
    pub query: BTreeMap<String, Value>,
    /// Header fields.
    #[serde(default)]
    pub header: BTreeMap<String, String>,
    /// The JSON body, sent as it is written.
    pub body: Option<Box<RawValue>>,
}

impl Plan {
    /// Adds what the plan's credential is for.
    ///
    /// # Errors
    /// When the credential can't stand in a header field.
    pub fn set_up(&self, builder: AgentBuilder) -> Result<AgentBuilder, InvalidRequest> {
        let Some(value) = &self.credential else {
            return Ok(builder);
        };
        let credential = Credential::field("authorization", value)?;
        Ok(builder.on_reauthenticate(move |_| std::future::ready(Some(credential.clone()))))
    }
}

impl Call {
    /// Makes the call.
    ///
    /// # Errors
    /// When the agent stops.
    pub async fn make(&self, agent: &Agent) -> Result<Answer, Stopped> {
        let mut request = agent.request(self.method.clone(), &self.url);
        for (name, value) in &self.path {
            request = request.path(name, text(value));
        }
        for (name, value) in &self.query {
            request = request.query(name, text(value));
        }
        if let Some(body) = &self.body {
            request = request.json_bytes(body.get().to_owned());
        }
        for (name, value) in &self.header {
            request = request.header(name, value);
        }
        agent.call(request).await
    }
}

fn method<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Method, D::Error> {
    let word = String::deserialize(deserializer)?;
    word.parse().map_err(serde::de::Error::custom)
}

fn text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}
