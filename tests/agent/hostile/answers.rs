//! Answers that are no envelope, no HTTP, or too much of it.

use afp_runtime::agent::{Budget, Stop};
use serde_json::json;

use super::super::server::{Reply, Server};
use super::{get, post, quick};

#[tokio::test]
async fn answers_that_are_no_envelope_have_a_typed_end() {
    let html = "Content-Type: text/html\r\n";
    let json_type = "Content-Type: application/json\r\n";
    let deep = format!("{{\"feedback\":{}", "[".repeat(1_000_000));
    for (reply, status, kind) in [
        (
            Reply::Answer(502, html.into(), b"<h1>Bad gateway</h1>".to_vec()),
            502,
            Some("text/html"),
        ),
        (
            Reply::Answer(200, html.into(), b"<h1>Hello</h1>".to_vec()),
            200,
            Some("text/html"),
        ),
        (Reply::Answer(500, String::new(), vec![]), 500, None),
        (
            Reply::json(400, &json!({"ok": false, "code": "C"})),
            400,
            Some("application/json"),
        ),
        (
            Reply::json(422, &json!({"feedback": "try again"})),
            422,
            Some("application/json"),
        ),
        (Reply::json(422, &json!([])), 422, Some("application/json")),
        (
            Reply::Answer(400, json_type.into(), deep.into_bytes()),
            400,
            Some("application/json"),
        ),
        (
            Reply::Answer(400, json_type.into(), vec![0xff; 100]),
            400,
            Some("application/json"),
        ),
        (
            Reply::Answer(200, json_type.into(), b"{\"ok\":".to_vec()),
            200,
            Some("application/json"),
        ),
    ] {
        let server = Server::script([reply]).await;
        let stopped = post(&server).await.unwrap_err();
        let content_type = kind.map(str::to_owned);
        assert_eq!(
            *stopped.reason(),
            Stop::NotAnEnvelope {
                status,
                content_type
            }
        );
        assert_eq!(server.seen().len(), 1);
        assert_eq!(stopped.response().unwrap().status.as_u16(), status);
    }
}

#[tokio::test]
async fn bodies_without_end_are_not_read() {
    const GIB: u64 = 1 << 30;
    let limit = Budget::default().body_bytes;
    let declared = format!("HTTP/1.1 200 X\r\nContent-Length: {GIB}\r\n\r\n{{}}");
    for reply in [Reply::Flood(GIB), Reply::Raw(declared.into_bytes())] {
        let server = Server::script([reply]).await;
        let stop = get(&server, Budget::default()).await;
        assert_eq!(stop, Stop::BodyTooLarge { status: 200, limit });
        assert_eq!(server.seen().len(), 1);
    }
    let server = Server::script([Reply::json(200, &json!("12345678"))]).await;
    let exact = Budget {
        body_bytes: 10,
        ..Budget::default()
    };
    let agent = quick(&server, exact);
    assert_eq!(
        agent.call(agent.get("/x")).await.unwrap().body(),
        "\"12345678\""
    );
}

#[tokio::test]
async fn broken_http_is_a_lost_answer() {
    for bytes in [
        &b"not http at all\r\n\r\n"[..],
        b"HTTP/1.1 200 X\r\nContent-Length: 100\r\n\r\n{\"ok\":true",
        b"HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
        b"HTTP/1.1 999999 X\r\n\r\n",
        b"HTTP/1.1 200 X\r\nContent-Length: -1\r\n\r\n",
        b"",
    ] {
        let server = Server::start(move |_, _| Reply::Raw(bytes.to_vec())).await;
        let stopped = post(&server).await.unwrap_err();
        assert_eq!(
            stopped.reason().as_str(),
            "outcome unknown",
            "{}",
            bytes.escape_ascii()
        );
        assert_eq!(server.seen().len(), 1);
    }
}
