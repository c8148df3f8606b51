use axum::response::Html;
use axum::routing::{any, get, head, post};
use axum::{Router, middleware};
use tower_http::cors::CorsLayer;

use super::*;

#[tokio::test]
async fn an_unknown_path_points_at_the_catalogue() {
    let app = afp().install(Router::new().route("/things", get(|| async {})));
    let response = send(&app, "POST", "/nope?token=secret").await;
    assert_eq!(response.status(), 404);
    insta::assert_snapshot!(text(response).await);
}

#[tokio::test]
async fn unknown_paths_are_envelopes_below_nested_and_merged_routers() {
    let nested = Router::new().route("/a", get(|| async {}));
    let merged = Router::new().route("/b", get(|| async {}));
    let app = afp().install(Router::new().nest("/n", nested).merge(merged));
    for path in ["/n/x", "/n", "/c", "/b/x"] {
        let body = json(send(&app, "GET", path).await).await;
        assert_eq!(body["code"], "ROUTE_NOT_FOUND", "{path}");
        assert_eq!(body["feedback"]["current"]["path"], path);
    }
    for path in ["/n/a", "/b"] {
        assert_eq!(send(&app, "GET", path).await.status(), 200, "{path}");
        let refused = send(&app, "POST", path).await;
        assert_eq!(refused.status(), 405, "{path}");
        assert_eq!(header(&refused, "allow"), ["GET, HEAD"]);
        assert_eq!(
            json(refused).await["feedback"]["suggestion"]["method"],
            "GET"
        );
    }
}

#[tokio::test]
async fn an_api_prefix_is_answered_before_the_fallback() {
    let inner = Router::new().route("/things", get(|| async { "[]" }));
    let service = Router::new().route("/s", get(|| async { "served" }));
    let app = Router::new()
        .nest("/api", inner)
        .nest_service("/api/service", service)
        .fallback(|| async { Html("<p>app</p>") });
    let app = afp().api_prefix("/api").install(app);
    let missing = send(&app, "GET", "/api/nope").await;
    assert_eq!(missing.status(), 404);
    let missing = json(missing).await;
    assert!(
        missing["feedback"]["expected"]
            .as_str()
            .unwrap()
            .contains("/api/errors")
    );
    let page = send(&app, "GET", "/nope").await;
    assert_eq!(page.status(), 200);
    assert_eq!(text(page).await, "<p>app</p>");
    assert_eq!(text(send(&app, "GET", "/apiary").await).await, "<p>app</p>");
    assert_eq!(text(send(&app, "GET", "/api/things").await).await, "[]");
    assert_eq!(
        text(send(&app, "GET", "/api/service/s").await).await,
        "served"
    );
}

#[tokio::test]
async fn a_wrong_method_names_the_right_ones_once() {
    let app = Router::new()
        .route("/many", get(|| async {}).post(|| async {}))
        .merge(Router::new().route("/many", head(|| async {})))
        .route("/one", post(|| async {}));
    let app = afp().install(app);
    let many = send(&app, "DELETE", "/many").await;
    assert_eq!(many.status(), 405);
    let mut allowed: Vec<_> = header(&many, "allow")[0].split(", ").collect();
    allowed.sort_unstable();
    assert_eq!(allowed, ["GET", "HEAD", "POST"]);
    let many = json(many).await;
    assert!(
        many["feedback"]["expected"]
            .as_str()
            .unwrap()
            .contains("POST")
    );
    assert_eq!(many["feedback"]["suggestion"], Value::Null);

    let one = send(&app, "GET", "/one?x=1").await;
    assert_eq!(header(&one, "allow"), ["POST"]);
    insta::assert_snapshot!(text(one).await);
}

#[tokio::test]
async fn finding_the_methods_runs_no_code_of_the_application() {
    let calls = std::sync::Arc::new(std::sync::atomic::AtomicU32::new(0));
    let seen = calls.clone();
    let count = move |request: axum::extract::Request, next: middleware::Next| {
        seen.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        next.run(request)
    };
    let app = Router::new()
        .route("/one", post(|| async {}))
        .layer(middleware::from_fn(count))
        .route(
            "/any",
            any(|| async { http::StatusCode::METHOD_NOT_ALLOWED }),
        );
    let app = afp().install(app);
    assert_eq!(header(&send(&app, "GET", "/one").await, "allow"), ["POST"]);
    assert_eq!(calls.load(std::sync::atomic::Ordering::SeqCst), 1);
    assert_eq!(
        json(send(&app, "GET", "/any").await).await["code"],
        "METHOD_NOT_ALLOWED"
    );
}

#[tokio::test]
async fn the_fallbacks_of_the_application_stay() {
    let app = Router::new()
        .route("/one", post(|| async {}))
        .method_not_allowed_fallback(|| async { (http::StatusCode::METHOD_NOT_ALLOWED, Html("m")) })
        .fallback(|| async { (http::StatusCode::NOT_FOUND, Html("f")) });
    let app = afp().install(app);
    assert_eq!(text(send(&app, "GET", "/one").await).await, "m");
    assert_eq!(text(send(&app, "GET", "/two").await).await, "f");
}

#[tokio::test]
async fn head_has_the_length_and_no_body() {
    let app = afp().install(Router::new());
    let get = send(&app, "GET", "/nope").await;
    let head = send(&app, "HEAD", "/nope").await;
    assert_eq!(head.status(), 404);
    let length = header(&head, "content-length")[0].parse::<usize>().unwrap();
    assert_eq!(length, text(get).await.len() + "HEAD".len() - "GET".len());
    assert_eq!(text(head).await, "");
}

#[tokio::test]
async fn cors_outside_covers_the_envelopes() {
    let app = Router::new().route("/things", post(|| async { Err::<(), _>(DRIFTED) }));
    let app = afp().install(app).layer(CorsLayer::permissive());
    let mut preflight = request("OPTIONS", "/things");
    preflight
        .headers_mut()
        .insert("origin", "https://a.example".parse().unwrap());
    preflight
        .headers_mut()
        .insert("access-control-request-method", "POST".parse().unwrap());
    let answer = app.clone().oneshot(preflight).await.unwrap();
    assert!(answer.status().is_success());
    assert_eq!(header(&answer, "access-control-allow-origin"), ["*"]);

    let mut real = request("POST", "/things");
    real.headers_mut()
        .insert("origin", "https://a.example".parse().unwrap());
    let answer = app.oneshot(real).await.unwrap();
    assert_eq!(answer.status(), 409);
    assert_eq!(header(&answer, "access-control-allow-origin"), ["*"]);
    assert_eq!(json(answer).await["code"], "PRICE_DRIFTED");
}

#[tokio::test]
async fn a_404_of_a_nested_service_is_its_own() {
    let missing = || async { (http::StatusCode::NOT_FOUND, "thing 7 not found") };
    let inner = Router::new().route("/things/{id}", get(missing));
    let app = afp().install(Router::new().nest_service("/svc", inner));
    let body = json(send(&app, "GET", "/svc/things/7").await).await;
    assert_eq!(
        (&body["code"], &body["error"]),
        (&"REQUEST_REFUSED".into(), &"thing 7 not found".into())
    );
}

#[tokio::test]
async fn the_words_of_the_application_become_the_error() {
    let app = Router::new()
        .route(
            "/any",
            any(|| async { (http::StatusCode::METHOD_NOT_ALLOWED, "only on tuesdays") }),
        )
        .fallback(|| async { (http::StatusCode::NOT_FOUND, "nothing here") });
    let app = afp().install(app);
    let nothing = json(send(&app, "GET", "/x").await).await;
    assert_eq!(
        (&nothing["code"], &nothing["error"]),
        (&"ROUTE_NOT_FOUND".into(), &"nothing here".into())
    );
    let refused = send(&app, "GET", "/any").await;
    assert!(refused.headers().get("allow").is_none());
    let refused = json(refused).await;
    assert_eq!(refused["error"], "only on tuesdays");
    assert!(
        refused["feedback"]["expected"]
            .as_str()
            .unwrap()
            .ends_with("the documentation names")
    );
}

#[tokio::test]
async fn echoes_of_a_request_are_cut() {
    let app = afp().install(Router::new().route("/one", post(|| async {})));
    let long = "M".repeat(50_000);
    for path in [
        "/nope".to_owned(),
        "/one".to_owned(),
        format!("/{}", "x".repeat(50_000)),
    ] {
        assert!(text(send(&app, &long, &path).await).await.len() < 2_000);
    }
}

#[tokio::test]
async fn a_nested_application_knows_where_it_is_mounted() {
    let inner = afp().install(Router::new().route("/x", post(|| async {})));
    for outer in [
        Router::new().nest("/v1", inner.clone()),
        Router::new().nest_service("/v1", inner),
    ] {
        let body = json(send(&outer, "DELETE", "/v1/x").await).await;
        assert_eq!(body["error"], "DELETE is not allowed for /v1/x");
        let body = json(send(&outer, "GET", "/v1/api/errors?code=NOPE").await).await;
        assert_eq!(
            body["feedback"]["expected"],
            "code is one that GET /v1/api/errors lists"
        );
    }
}
