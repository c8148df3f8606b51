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
        let got = "x\n2030-01-01 ERROR forged \u{1b}[31m\u{2028}\u{202e}\u{200b}\u{61c}\u{e0041}"
            .to_owned();
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
    let hidden = [
        '\u{1b}',
        '\u{2028}',
        '\u{202e}',
        '\u{200b}',
        '\u{61c}',
        '\u{e0041}',
    ];
    assert!(!log.contains(hidden));
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

/// Another text in `#[error("…")]` than in `Display`, as under a derive that is not thiserror's.
#[cfg(debug_assertions)]
#[derive(Debug)]
struct Renamed(StarterError);

#[cfg(debug_assertions)]
impl std::fmt::Display for Renamed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("in other words")
    }
}

#[cfg(debug_assertions)]
impl std::error::Error for Renamed {}

#[cfg(debug_assertions)]
impl AgentError for Renamed {
    fn spec(&self) -> &'static afp_runtime::ErrorSpec {
        self.0.spec()
    }

    fn __afp_hole(&self, hole: u16, out: &mut afp_runtime::errors::__for_the_derive::Writer) {
        self.0.__afp_hole(hole, out);
    }

    fn __afp_dyn(&self) -> &dyn AgentError {
        self
    }
}

#[cfg(debug_assertions)]
#[tokio::test]
async fn a_message_that_is_not_the_display_is_reported_once() {
    logs::start();
    let renamed = || async {
        afp_runtime::http::respond(&Renamed(StarterError::NotFound {
            resource: "thing".into(),
            got: "7".into(),
        }))
    };
    let app = afp().install(Router::new().route("/", get(renamed)));
    for _ in 0..2 {
        let body = json(send(&app, "GET", "/").await).await;
        assert_eq!(body["error"], "thing 7 not found");
    }
    assert_eq!(logs::text().matches("but not of its `Display`").count(), 1);
}
