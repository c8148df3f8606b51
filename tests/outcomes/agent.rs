//! From the product to the agent to the collector, and back.

use std::{sync::Arc, time::Duration};

use afp_runtime::{
    agent::{
        Agent, ReviewError, Reviewer, feedback_from_parts, feedback_from_response,
        submit_product_outcome,
    },
    http::outcome::{OutcomeCollector, OutcomeContract},
    outcome::{Contract, Endpoint, NoReview, Outcome, Transport},
    store::{MemoryOutcomes, OutcomeStore},
};
use axum::{
    Json, Router,
    http::{HeaderMap, HeaderName, StatusCode},
    response::{Html, IntoResponse, Redirect},
    routing::{get, post},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jiff::Timestamp;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::{
    support::{Answer, KEY, Served, serve},
    tokens::key,
};

struct World {
    store: Arc<MemoryOutcomes>,
    app: Served,
    endpoint: Endpoint,
    contract: OutcomeContract,
    _collector: Served,
}

async fn world() -> World {
    let store = Arc::new(MemoryOutcomes::new());
    store.add_product_key("orders", &key(), None).await.unwrap();
    let placeholder = Endpoint::new("https://collector.example").unwrap();
    let collector = serve(OutcomeCollector::new(store.clone(), &placeholder).router()).await;
    let endpoint = Endpoint::development(&format!("http://{}", collector.address)).unwrap();
    let contract = OutcomeContract::new(KEY, endpoint.clone()).unwrap();
    let app = Router::new()
        .route("/object", get(|| async { Json(json!({ "total": 7 })) }))
        .route(
            "/page",
            get(|| async { Html("<html><head></head><p>7</p>") }),
        )
        .route("/list", get(|| async { Json(json!([7])) }))
        .layer(contract.clone());
    World {
        store,
        app: serve(app).await,
        endpoint,
        contract,
        _collector: collector,
    }
}

fn headers(answer: &Answer) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for (name, values) in &answer.headers {
        for value in values {
            let name: HeaderName = name.parse().unwrap();
            headers.append(name, value.parse().unwrap());
        }
    }
    headers
}

fn found(answer: &Answer) -> Option<Contract> {
    let now = Timestamp::now();
    feedback_from_parts(
        &headers(answer),
        &answer.body,
        Transport::HttpsOrLoopback,
        now,
    )
}

#[tokio::test]
async fn a_review_goes_from_the_answer_to_the_store() {
    let world = world().await;
    let reviewer = Reviewer::new([world.endpoint.clone()]);
    for path in ["/object", "/page", "/list"] {
        let contract = found(&world.app.get(path).await).unwrap();
        let note = format!("used {path} for a test");
        let review = reviewer
            .submit(&contract, Outcome::Partial, &note)
            .await
            .unwrap();
        assert_eq!((review.outcome, &review.note), (Outcome::Partial, &note));
        let again = reviewer
            .submit(&contract, Outcome::Failure, "another opinion")
            .await
            .unwrap();
        assert_eq!(again, review);
        let kept = world.store.latest_reviews(100).await.unwrap();
        let record = kept.iter().find(|record| record.review == review).unwrap();
        assert_eq!(record.product, "orders");
    }
    world
        .contract
        .telemetry()
        .shutdown(Duration::from_secs(5))
        .await;
    let kept = world.store.latest_reviews(100).await.unwrap();
    let mut surfaces: Vec<_> = kept
        .iter()
        .map(|record| serde_json::to_value(record.event.as_ref().unwrap().surface).unwrap())
        .collect();
    surfaces.sort_by_key(Value::to_string);
    assert_eq!(surfaces, ["http_headers", "http_html", "http_json"]);
}

/// The contract of a world, changed.
async fn changed(world: &World, change: impl FnOnce(&mut Value)) -> Contract {
    let mut contract = world.app.get("/object").await.json()["_agentFeedback"].clone();
    change(&mut contract);
    Contract::parse(
        contract.to_string().as_bytes(),
        Transport::HttpsOrLoopback,
        Timestamp::now(),
    )
    .unwrap()
}

#[tokio::test]
async fn only_collectors_on_the_list_are_spoken_to() {
    let world = world().await;
    let allowed = || Reviewer::new([Endpoint::new("https://feedback.example.com").unwrap()]);
    for url in [
        "https://feedback.example.com.evil.test/api/v2/outcomes",
        "https://feedback.example.com:8443/api/v2/outcomes",
        "https://feedback.example.com/x/api/v2/outcomes",
        "https://[::ffff:127.0.0.1]/api/v2/outcomes",
        "https://sub.feedback.example.com/api/v2/outcomes",
    ] {
        let contract = changed(&world, |contract| contract["submit"]["url"] = json!(url)).await;
        let refused = allowed()
            .submit(&contract, Outcome::Success, "worked well")
            .await;
        assert!(
            matches!(refused, Err(ReviewError::NotAllowed { .. })),
            "{url}: {refused:?}"
        );
    }
    // These are no contracts at all.
    for url in [
        "https://feedback.example.com@evil.test/api/v2/outcomes",
        "http://feedback.example.com/api/v2/outcomes",
        "//evil.test/api/v2/outcomes",
    ] {
        let mut contract = world.app.get("/object").await.json()["_agentFeedback"].clone();
        contract["submit"]["url"] = json!(url);
        let text = json!({ "_agentFeedback": contract }).to_string();
        let response = http::Response::new(text);
        assert!(feedback_from_response(&response).is_none(), "{url}");
    }
    let contract = found(&world.app.get("/object").await).unwrap();
    let refused = Reviewer::new([])
        .submit(&contract, Outcome::Success, "worked well")
        .await;
    assert!(matches!(refused, Err(ReviewError::NotAllowed { .. })));
    let refused = submit_product_outcome(&contract, Outcome::Success, "worked well").await;
    assert!(
        matches!(refused, Err(ReviewError::NotAllowed { .. })),
        "nothing is allowed by default"
    );
}

#[tokio::test]
async fn notes_are_checked_before_anything_is_sent() {
    let world = world().await;
    let reviewer = Reviewer::new([world.endpoint.clone()]);
    let contract = found(&world.app.get("/object").await).unwrap();
    for note in ["short", &format!("the key is {KEY}"), &"x".repeat(501)] {
        let refused = reviewer.submit(&contract, Outcome::Success, note).await;
        assert!(matches!(refused, Err(ReviewError::Note(_))), "{note}");
    }
    assert!(world.store.latest_reviews(10).await.unwrap().is_empty());
}

#[tokio::test]
async fn the_first_valid_contract_counts() {
    let world = world().await;
    let member = world.app.get("/object").await.json()["_agentFeedback"].clone();
    let other = world.app.get("/object").await.json()["_agentFeedback"].clone();
    let encoded = URL_SAFE_NO_PAD.encode(other.to_string());
    let mut headers = HeaderMap::new();
    headers.insert("agent-feedback", encoded.parse().unwrap());
    let find = |body: &str| {
        feedback_from_parts(
            &headers,
            body.as_bytes(),
            Transport::HttpsOrLoopback,
            Timestamp::now(),
        )
        .map(|contract| contract.authorization().to_owned())
    };
    let of = |contract: &Value| {
        contract["submit"]["authorization"]
            .as_str()
            .map(str::to_owned)
    };
    assert_eq!(
        find(&json!({ "a": 1, "_agentFeedback": member }).to_string()),
        of(&member)
    );
    assert_eq!(
        find(r#"{"_agentFeedback":{"v":1}}"#),
        of(&other),
        "the body's is not valid"
    );
    assert_eq!(find(r#"{"data":{"_agentFeedback":1}}"#), of(&other));
    assert_eq!(find("not json"), of(&other));
    let late = Timestamp::now() + jiff::SignedDuration::from_hours(3);
    let expired = feedback_from_parts(&headers, b"{}", Transport::HttpsOrLoopback, late);
    assert!(expired.is_none());
    assert!(feedback_from_parts(&headers, b"{}", Transport::Https, Timestamp::now()).is_none());
}

/// A collector that answers as it is told.
async fn hostile<H, T>(handler: H) -> (Served, Endpoint)
where
    H: axum::handler::Handler<T, ()>,
    T: 'static,
{
    let served = serve(Router::new().route("/api/v2/outcomes", post(handler))).await;
    let endpoint = Endpoint::development(&format!("http://{}", served.address)).unwrap();
    (served, endpoint)
}

async fn submit_to(endpoint: &Endpoint) -> Result<afp_runtime::outcome::Review, ReviewError> {
    let world = world().await;
    let url = json!(endpoint.outcomes_url());
    let contract = changed(&world, |contract| contract["submit"]["url"] = url).await;
    Reviewer::new([endpoint.clone()])
        .submit(&contract, Outcome::Success, "worked well")
        .await
}

#[tokio::test]
async fn strange_answers_are_typed_errors() {
    let (_served, endpoint) =
        hostile(|| async { Redirect::temporary("http://127.0.0.1:9/") }).await;
    assert!(matches!(
        submit_to(&endpoint).await,
        Err(ReviewError::Answer(NoReview::Refused {
            status: 307,
            code: None
        }))
    ));
    let (_served, endpoint) = hostile(|| async { "x".repeat(100_000) }).await;
    assert!(matches!(
        submit_to(&endpoint).await,
        Err(ReviewError::Answer(NoReview::Unreadable))
    ));
    let (_served, endpoint) = hostile(|| async { Json(json!({ "accepted": true })) }).await;
    assert!(matches!(
        submit_to(&endpoint).await,
        Err(ReviewError::Answer(NoReview::Unreadable))
    ));
    let gone = || async {
        (
            StatusCode::GONE,
            Json(json!({ "error": { "code": "collection_off" } })),
        )
            .into_response()
    };
    let (_served, endpoint) = hostile(gone).await;
    let refused = submit_to(&endpoint).await;
    assert!(
        matches!(refused, Err(ReviewError::Answer(NoReview::Refused { status: 410, code: Some(code) })) if code == "collection_off")
    );
}

#[tokio::test]
async fn a_collector_that_hangs_costs_five_seconds() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    let endpoint = Endpoint::development(&endpoint).unwrap();
    let start = std::time::Instant::now();
    assert!(matches!(
        submit_to(&endpoint).await,
        Err(ReviewError::Unreachable(_))
    ));
    assert!(
        start.elapsed() < Duration::from_secs(7),
        "{:?}",
        start.elapsed()
    );
}

#[tokio::test]
async fn an_agent_reviews_the_answer_it_got() {
    let world = world().await;
    let reviewer = Reviewer::new([world.endpoint.clone()]);
    let agent = Agent::new(&format!("http://{}", world.app.address)).unwrap();
    let answer = agent.call(agent.get("/object")).await.unwrap();
    let contract = answer.last().contract(&reviewer).unwrap();
    let note = "the total was right";
    let review = reviewer
        .submit(&contract, Outcome::Success, note)
        .await
        .unwrap();
    assert_eq!(
        (review.outcome, review.note.as_str()),
        (Outcome::Success, note)
    );
    assert!(answer.last().contract(&Reviewer::new([])).is_none());
}
