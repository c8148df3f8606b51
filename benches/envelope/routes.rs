//! A request through a router, with and without `Afp::install`.

use afp_runtime::http::Afp;
use afp_runtime::registry;
use axum::Router;
use axum::body::Body;
use axum::routing::get;
use futures_util::FutureExt as _;
use http::Request;
use tower::ServiceExt as _;

use crate::subjects::{QuoteError, Subject, collect, error};

pub(crate) const ROUTES: [Subject; 4] = [
    Subject {
        name: "router, 200",
        run: || PLAIN.with(|app| call(app, "/fine")),
    },
    Subject {
        name: "installed, 200",
        run: || INSTALLED.with(|app| call(app, "/fine")),
    },
    Subject {
        name: "router, 409 by the derive",
        run: || PLAIN.with(|app| call(app, "/quote")),
    },
    Subject {
        name: "installed, 409",
        run: || INSTALLED.with(|app| call(app, "/quote")),
    },
];

thread_local! {
    static PLAIN: Router = router();
    static INSTALLED: Router = Afp::new(registry![QuoteError])
        .docs_base("https://api.example.com/errors")
        .feedback_link("/feedback")
        .install(router());
}

fn router() -> Router {
    Router::new()
        .route("/fine", get(|| async { "fine" }))
        .route("/quote", get(|| async { Err::<(), _>(error()) }))
}

fn call(app: &Router, path: &'static str) -> usize {
    let request = Request::builder()
        .uri(path)
        .body(Body::empty())
        .unwrap_or_default();
    let response = app.clone().oneshot(request).now_or_never();
    response.map_or(0, |Ok(response)| collect(response))
}
