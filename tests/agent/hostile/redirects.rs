//! Redirects to elsewhere, and in a circle.

use afp_runtime::agent::{Budget, Limit, RedirectRefused, Stop};
use serde_json::json;

use super::super::server::{Reply, Server};
use super::get;

#[tokio::test]
async fn redirects_to_elsewhere_are_not_followed_and_tell_nobody_the_credentials() {
    let elsewhere = Server::script([Reply::json(200, &json!({"ok": true}))]).await;
    let port = elsewhere.url.rsplit(':').next().unwrap().to_owned();
    for location in [
        format!("{}/x", elsewhere.url),
        format!("//127.0.0.1:{port}/x"),
        format!("http://localhost:{port}/x"),
        "https://127.0.0.1/x".to_owned(),
    ] {
        for status in [301, 302, 303, 307, 308] {
            let head = format!("Location: {location}\r\n");
            let server = Server::script([Reply::Answer(status, head, vec![])]).await;
            let stop = get(&server, Budget::default()).await;
            let problem = RedirectRefused::OtherOrigin;
            assert_eq!(stop, Stop::RedirectRefused { problem }, "{location}");
        }
    }
    assert!(elsewhere.seen().is_empty());
}

#[tokio::test]
async fn redirects_in_a_circle_end() {
    let server = Server::start(|seen, _| {
        let to = if seen.target == "/x" { "/y" } else { "/x" };
        Reply::Answer(307, format!("Location: {to}\r\n"), vec![])
    })
    .await;
    let stop = get(&server, Budget::default()).await;
    assert_eq!(
        stop,
        Stop::RedirectRefused {
            problem: RedirectRefused::Loop
        }
    );
    assert_eq!(server.seen().len(), 2);

    let server =
        Server::start(|_, n| Reply::Answer(307, format!("Location: /{n}\r\n"), vec![])).await;
    let stop = get(
        &server,
        Budget {
            requests: 7,
            ..Budget::default()
        },
    )
    .await;
    assert_eq!(
        stop,
        Stop::OverBudget {
            limit: Limit::Requests
        }
    );
    assert_eq!(server.seen().len(), 7);
}
