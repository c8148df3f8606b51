//! The agent inside of an existing client.

use afp_runtime::agent::{Agent, Budget, RecoverMiddleware, Stop, Stopped, Trace};
use reqwest_middleware::{ClientBuilder, ClientWithMiddleware};
use serde_json::{Value, json};

use super::clock::TestClock;
use super::server::{Reply, Server};

fn client(server: &Server) -> ClientWithMiddleware {
    let budget = Budget {
        body_bytes: 1000,
        ..Budget::default()
    };
    let agent = Agent::builder(&server.url)
        .clock(TestClock::new())
        .budget(budget)
        .build()
        .unwrap();
    ClientBuilder::new(reqwest::Client::new())
        .with(RecoverMiddleware::new(agent))
        .build()
}

fn post(
    client: &ClientWithMiddleware,
    server: &Server,
    body: &Value,
) -> reqwest_middleware::RequestBuilder {
    let request = client.post(format!("{}/x", server.url));
    request
        .header("content-type", "application/json")
        .body(body.to_string())
}

#[tokio::test]
async fn requests_of_an_existing_client_recover() {
    let merge = Reply::envelope(409, "retry_with_suggestion", true, json!({"max": 606}));
    let server = Server::script([merge, Reply::json(201, &json!({"ok": true}))]).await;
    let client = client(&server);
    let response = post(&client, &server, &json!({"max": 600}))
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 201);
    assert_eq!(response.extensions().get::<Trace>().unwrap().requests(), 2);
    assert_eq!(response.text().await.unwrap(), r#"{"ok":true}"#);
    assert_eq!(server.seen()[1].json(), json!({"max": 606}));
}

#[tokio::test]
async fn the_last_answer_comes_back_with_the_reason() {
    let refused = Reply::envelope(422, "no_action_possible", false, Value::Null);
    let server = Server::script([refused]).await;
    let response = post(&client(&server), &server, &json!({}))
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 422);
    assert_eq!(
        *response.extensions().get::<Stopped>().unwrap().reason(),
        Stop::NotRetryable
    );
    assert!(
        response
            .text()
            .await
            .unwrap()
            .contains("no_action_possible")
    );
}

#[tokio::test]
async fn what_can_be_no_envelope_is_handed_through_unread() {
    let html = "Content-Type: text/html\r\n";
    let page = vec![b'x'; 100_000];
    for (status, stops) in [(200, false), (302, false), (502, true)] {
        let server = Server::script([Reply::Answer(status, html.into(), page.clone())]).await;
        let response = post(&client(&server), &server, &json!({}))
            .send()
            .await
            .unwrap();
        assert_eq!(response.status(), status);
        assert_eq!(response.extensions().get::<Stopped>().is_some(), stops);
        assert_eq!(response.bytes().await.unwrap(), page);
    }
}

#[tokio::test]
async fn a_lost_answer_is_an_error_that_says_so() {
    let wait = Reply::envelope(503, "wait_and_retry", true, json!({"retry_after_s": 0}));
    let server = Server::script([wait, Reply::Cut]).await;
    let error = post(&client(&server), &server, &json!({}))
        .send()
        .await
        .unwrap_err();
    let reqwest_middleware::Error::Middleware(error) = error else {
        panic!("{error:?}");
    };
    let stopped = error.downcast_ref::<Stopped>().unwrap();
    assert_eq!(stopped.reason().as_str(), "outcome unknown");
    assert_eq!(server.seen().len(), 2);
}
