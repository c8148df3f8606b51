//! What is sent, and what counts as its answer.

use afp_runtime::agent::{Agent, Method, StatusCode};

use super::super::server::{Reply, Server};

#[tokio::test]
async fn a_request_that_cannot_be_sent_is_refused_before() {
    let agent = Agent::new("http://127.0.0.1:9").unwrap();
    let stopped = agent
        .call(agent.get("/x").header("bad name", "x"))
        .await
        .unwrap_err();
    assert_eq!(stopped.reason().as_str(), "invalid request");
    assert!(Agent::new("127.0.0.1:9").is_err());
    assert!(Agent::new("http://user:pass@127.0.0.1/").is_err());
}

#[tokio::test]
async fn each_usual_method_has_a_word() {
    let server = Server::start(|_, _| Reply::Answer(204, String::new(), vec![])).await;
    let agent = Agent::new(&server.url).unwrap();
    let requests = [
        agent.get("/x"),
        agent.head("/x"),
        agent.post("/x"),
        agent.put("/x"),
        agent.patch("/x"),
        agent.delete("/x"),
        agent.request(Method::OPTIONS, "/x"),
    ];
    for request in requests {
        let answer = agent.call(request).await.unwrap();
        assert_eq!(answer.status(), StatusCode::NO_CONTENT);
    }
    let seen = server.seen();
    let methods: Vec<_> = seen.iter().map(|seen| seen.method.as_str()).collect();
    let words = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    assert_eq!(methods, words);
}

#[tokio::test]
async fn a_2xx_of_plain_text_is_the_answer_and_a_page_says_what_it_is() {
    let typed = |kind: &str, body: &str| {
        let kind = format!("Content-Type: {kind}\r\n");
        Reply::Answer(200, kind, body.as_bytes().to_vec())
    };
    let server = Server::script([
        typed("text/plain; charset=utf-8", "done"),
        typed("text/html", "<h1>Log in</h1>"),
    ])
    .await;
    let agent = Agent::new(&server.url).unwrap();
    let answer = agent.call(agent.delete("/x")).await.unwrap();
    assert_eq!(answer.body(), "done");
    let stopped = agent.call(agent.delete("/x")).await.unwrap_err();
    assert_eq!(
        stopped.to_string(),
        "DELETE /x stopped: status 200 with a body that was not asked for (text/html)"
    );
    assert_eq!(stopped.response().unwrap().body, "<h1>Log in</h1>");
}

#[tokio::test]
async fn a_client_of_the_caller_keeps_its_name() {
    let server = Server::start(|_, _| Reply::Answer(204, String::new(), vec![])).await;
    let own = reqwest::Client::builder().user_agent("buyer/1");
    let named = Agent::builder(&server.url).http(own).build().unwrap();
    for agent in [Agent::new(&server.url).unwrap(), named] {
        agent.call(agent.get("/x")).await.unwrap();
    }
    let seen = server.seen();
    let names = seen.iter().map(|seen| seen.header("user-agent").unwrap());
    let [ours, theirs] = <[&str; 2]>::try_from(names.collect::<Vec<_>>()).unwrap();
    assert!(ours.starts_with("afp-runtime/"), "{ours}");
    assert_eq!(theirs, "buyer/1");
}
