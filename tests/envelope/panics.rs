use axum::Router;
use axum::extract::Path;
use axum::routing::get;

use super::*;

async fn text_panic() -> &'static str {
    panic!("db postgres://u:hunter2@db/x")
}

async fn other_panic() -> &'static str {
    std::panic::panic_any(7_u8)
}

async fn late_panic() -> &'static str {
    tokio::task::yield_now().await;
    panic!("hunter2")
}

async fn one(Path(id): Path<u8>) -> &'static str {
    assert_ne!(id, 13, "hunter2");
    "fine"
}

fn app() -> Router {
    let routes = Router::new()
        .route("/text", get(text_panic))
        .route("/other", get(other_panic))
        .route("/late", get(late_panic))
        .route("/one/{id}", get(one));
    afp().feedback_link("/feedback").install(routes)
}

#[tokio::test]
async fn a_panic_is_internal_and_tells_nothing_of_its_cause() {
    for path in ["/text", "/other", "/one/13", "/late"] {
        let app = app();
        let response = send(&app, "GET", path).await;
        assert_eq!(response.status(), 500);
        assert_eq!(
            header(&response, "link"),
            ["</feedback>; rel=\"agent-feedback\""]
        );
        assert!(!format!("{:?}", response.headers()).contains("hunter2"));
        let body = json(response).await;
        assert!(!body.to_string().contains("hunter2"));
        assert_eq!(body["code"], "INTERNAL");
        assert_eq!(body["feedback"]["retryable"], false);
        assert_eq!(body["feedback"]["action"], "contact_operator");
        assert_eq!(text(send(&app, "GET", "/one/1").await).await, "fine");
    }
}

#[tokio::test]
async fn an_error_whose_display_panics_is_internal() {
    #[derive(Debug, AgentError)]
    enum Broken {
        #[afp(status = 409, action = NoActionPossible, expected = "a")]
        Display,
    }
    impl std::error::Error for Broken {}
    impl std::fmt::Display for Broken {
        fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            panic!("hunter2")
        }
    }
    let app = Router::new().route("/", get(|| async { Broken::Display }));
    let app = Afp::new(registry![Broken])
        .docs_base("https://a.example/e")
        .install(app);
    let body = json(send(&app, "GET", "/").await).await;
    assert_eq!(body["code"], "INTERNAL");
    assert_eq!(body["feedback"]["docs_url"], "https://a.example/e/INTERNAL");
}

/// A body of known size that panics when it is read, or when it is dropped.
struct BadBody {
    on_drop: bool,
}

impl http_body::Body for BadBody {
    type Data = bytes::Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Result<http_body::Frame<bytes::Bytes>, Self::Error>>> {
        assert!(self.on_drop, "hunter2");
        std::task::Poll::Ready(None)
    }

    fn size_hint(&self) -> http_body::SizeHint {
        http_body::SizeHint::with_exact(3)
    }
}

impl Drop for BadBody {
    fn drop(&mut self) {
        assert!(!self.on_drop || std::thread::panicking(), "hunter2");
    }
}

/// What a panic leaves may panic as well.
struct BadPayload;

impl Drop for BadPayload {
    fn drop(&mut self) {
        panic!("hunter2");
    }
}

async fn bad_payload() -> &'static str {
    std::panic::panic_any(BadPayload)
}

#[tokio::test]
async fn bodies_and_payloads_that_panic_are_internal_too() {
    let bad = |on_drop| {
        (
            http::StatusCode::BAD_REQUEST,
            Body::new(BadBody { on_drop }),
        )
    };
    let routes = Router::new()
        .route("/read", get(move || async move { bad(false) }))
        .route("/drop", get(move || async move { bad(true) }))
        .route("/payload", get(bad_payload));
    let app = afp().install(routes);
    for path in ["/read", "/drop", "/payload"] {
        let body = json(send(&app, "GET", path).await).await;
        assert_eq!(body["code"], "INTERNAL", "{path}");
    }
}
