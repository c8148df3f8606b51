use axum::Router;
use axum::routing::get;

use super::*;

fn app() -> Router {
    let slow = || async {
        tokio::task::yield_now().await;
        Err::<(), _>(DRIFTED)
    };
    let routes = Router::new()
        .route("/quote", get(|| async { Err::<(), _>(DRIFTED) }))
        .route("/slow", get(slow));
    afp().install(routes)
}

#[tokio::test]
async fn the_worked_case_has_the_bytes_of_the_protocol() {
    let response = send(&app(), "GET", "/quote").await;
    assert_eq!(response.status(), 409);
    assert_eq!(
        text(response).await,
        r#"{"ok":false,"error":"maxPricePerUnit 600 is below the tolerated price 606","code":"PRICE_DRIFTED","feedback":{"expected":"maxPricePerUnit must be at least 606 (1% above the current quote of 600)","current":{"maxPricePerUnit":600,"currentQuote":600},"suggestion":{"maxPricePerUnit":606},"retryable":true,"action":"retry_with_suggestion","docs_url":"https://api.example.com/errors/PRICE_DRIFTED"}}"#,
    );
}

#[tokio::test]
async fn who_wants_no_feedback_gets_three_members() {
    for (path, code) in [
        ("/quote?feedback=none", "PRICE_DRIFTED"),
        ("/slow?a=1&feedback=none&b=2", "PRICE_DRIFTED"),
        ("/quote?%66eedback=n%6Fne", "PRICE_DRIFTED"),
        ("/nope?feedback=none", "ROUTE_NOT_FOUND"),
        ("/api/errors?code=X&feedback=none", "CODE_NOT_FOUND"),
    ] {
        let body = json(send(&app(), "GET", path).await).await;
        let members: Vec<_> = body.as_object().unwrap().keys().cloned().collect();
        assert_eq!(members.len(), 3, "{body}");
        assert_eq!((&body["ok"], &body["code"]), (&false.into(), &code.into()));
    }
    let refused = send(&app(), "POST", "/quote?feedback=none").await;
    assert_eq!(header(&refused, "allow"), ["GET, HEAD"]);
    assert_eq!(json(refused).await.as_object().unwrap().len(), 3);
}

#[tokio::test]
async fn the_form_of_one_request_does_not_stick_to_the_next() {
    let app = app();
    let (short, full) = tokio::join!(
        send(&app, "GET", "/slow?feedback=none"),
        send(&app, "GET", "/slow")
    );
    assert_eq!(json(short).await.as_object().unwrap().len(), 3);
    assert_eq!(json(full).await.as_object().unwrap().len(), 4);
}
