//! Wrong requests and what becomes of them.

mod corpus;
mod envelopes;
mod guards;
mod parameters;
mod properties;
mod secrets;
mod serde_corners;
mod types;

use afp_runtime::errors::{RequestError, StarterError};
use afp_runtime::http::{Afp, AgentJson};
use afp_runtime::registry;
use axum::Router;
use axum::body::Body;
use axum::response::Response;
use axum::routing::post;
use http_body_util::BodyExt as _;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tower::ServiceExt as _;

fn afp() -> Afp {
    Afp::new(registry![StarterError, RequestError]).docs_base("https://api.example.com/errors")
}

/// `POST /` takes a `T`.
fn taking<T: DeserializeOwned + Send + 'static>() -> Router {
    Router::new().route("/", post(async |_: AgentJson<T>| "taken"))
}

fn json_request(body: impl Into<Body>) -> http::Request<Body> {
    http::Request::post("/")
        .header("content-type", "application/json")
        .body(body.into())
        .unwrap()
}

async fn send(app: &Router, request: http::Request<Body>) -> Response {
    app.clone().oneshot(request).await.unwrap()
}

/// The envelope of a refused request; its form is checked.
async fn envelope(response: Response) -> Value {
    let status = response.status();
    assert!(status.is_client_error(), "{status}");
    assert_eq!(response.headers()["content-type"], "application/json");
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    let body: Value = serde_json::from_slice(&bytes).unwrap();
    let feedback = &body["feedback"];
    assert_eq!(body["ok"], false);
    assert!(body["error"].is_string() && body["code"].is_string());
    assert!(feedback["expected"].is_string() && feedback["current"].is_object());
    assert!(feedback["suggestion"].is_object() || feedback["suggestion"].is_null());
    assert!(feedback["retryable"].is_boolean() && feedback["action"].is_string());
    assert!(
        feedback["docs_url"]
            .as_str()
            .unwrap()
            .starts_with("https://")
    );
    if feedback["suggestion"].is_null() {
        assert_eq!(feedback["retryable"], false);
    }
    body
}

async fn refused(app: &Router, body: impl Into<Body>) -> Value {
    envelope(send(app, json_request(body)).await).await
}
