use axum::Router;
use axum::routing::get;
use http::StatusCode;

use super::*;

const OURS: &str = "</feedback>; rel=\"agent-feedback\"";

fn paged() -> Router {
    let answer = || async {
        (
            StatusCode::NOT_FOUND,
            [("link", "</p2>; rel=\"next\"")],
            "none",
        )
    };
    Router::new().route("/things", get(answer))
}

#[tokio::test]
async fn every_error_leads_to_the_feedback_endpoint_once() {
    let app = afp().feedback_link("/feedback").install(paged());
    let response = send(&app, "GET", "/things").await;
    assert_eq!(header(&response, "link"), ["</p2>; rel=\"next\"", OURS]);
    for (method, uri) in [
        ("GET", "/nope"),
        ("POST", "/things"),
        ("GET", "/api/errors?code=X"),
    ] {
        assert_eq!(
            header(&send(&app, method, uri).await, "link"),
            [OURS],
            "{method} {uri}"
        );
    }
    assert!(header(&send(&app, "GET", "/api/errors").await, "link").is_empty());
}

#[tokio::test]
async fn two_layers_add_one_link() {
    let inner = afp().feedback_link("/feedback").install(paged());
    let outer = Router::new().nest("/inner", inner);
    let app = afp().feedback_link("/feedback").install(outer);
    let response = send(&app, "GET", "/inner/things").await;
    assert_eq!(header(&response, "link"), ["</p2>; rel=\"next\"", OURS]);
}

#[tokio::test]
async fn without_a_feedback_path_there_is_no_link() {
    let response = send(&afp().install(paged()), "GET", "/things").await;
    assert_eq!(header(&response, "link"), ["</p2>; rel=\"next\""]);
}
