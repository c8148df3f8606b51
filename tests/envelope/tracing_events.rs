use axum::Router;
use axum::routing::get;

use super::*;
use crate::logs;

#[tokio::test]
async fn every_error_is_one_event() {
    logs::start();
    let app = Router::new().route("/quote", get(|| async { Err::<(), _>(DRIFTED) }));
    let app = afp().install(afp().catalogue_path("/inner").install(app));
    send(&app, "GET", "/quote").await;
    send(&app, "GET", "/nope").await;
    insta::assert_snapshot!(logs::text());
}

#[tokio::test]
async fn a_value_can_not_forge_a_line_of_the_log() {
    logs::start();
    let missing = || async {
        let got = "x\n2030-01-01 ERROR forged \u{1b}[31m\u{2028}\u{202e}".to_owned();
        Err::<(), _>(StarterError::NotFound {
            resource: "thing".into(),
            got,
        })
    };
    let app = afp().install(Router::new().route("/", get(missing)));
    let body = json(send(&app, "GET", "/").await).await;
    assert!(
        body["error"].as_str().unwrap().contains("x\n2030"),
        "the answer is as it was"
    );
    let log = logs::text();
    assert_eq!(log.lines().count(), 1, "{log}");
    assert!(!log.contains(['\u{1b}', '\u{2028}', '\u{202e}']));
}

#[cfg(debug_assertions)]
#[tokio::test]
async fn an_error_that_is_not_registered_is_reported_once() {
    logs::start();
    let app = Router::new().route("/", get(|| async { Err::<(), _>(DRIFTED) }));
    let app = Afp::new(registry![StarterError])
        .docs_base("https://a.example")
        .install(app);
    send(&app, "GET", "/").await;
    send(&app, "GET", "/").await;
    assert_eq!(logs::text().matches("not in the registry").count(), 1);
}
