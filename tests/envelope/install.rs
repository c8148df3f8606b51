use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use afp_runtime::http::InstallError;
use axum::Router;
use axum::routing::get;

use super::*;

#[test]
fn a_wrong_configuration_is_refused_in_one_sentence() {
    let bare = || Afp::new(registry![QuoteError]);
    let taken = Router::new().route("/api/errors", get(|| async {}));
    let refusals = [
        bare().try_install(Router::new()),
        bare()
            .docs_base("http://api.example.com")
            .try_install(Router::new()),
        bare().docs_base("https://").try_install(Router::new()),
        bare()
            .docs_base("https://a.example/\r\nx: y")
            .try_install(Router::new()),
        bare()
            .docs_base("https://a.example/é")
            .try_install(Router::new()),
        bare()
            .docs_base("https://u:pw@a.example/e")
            .try_install(Router::new()),
        bare()
            .docs_base("https://a.example:port/e")
            .try_install(Router::new()),
        afp().catalogue_path("/:errors").try_install(Router::new()),
        afp()
            .feedback_link("/feedback\r\nx: y")
            .try_install(Router::new()),
        afp().feedback_link("/é").try_install(Router::new()),
        afp()
            .feedback_link("https://a.example/f")
            .try_install(Router::new()),
        afp().catalogue_path("errors").try_install(Router::new()),
        afp().catalogue_path("/{errors}").try_install(Router::new()),
        afp().api_prefix("api").try_install(Router::new()),
        afp().try_install(taken),
    ];
    let sentences: Vec<String> = refusals
        .into_iter()
        .map(|refusal| refusal.map(drop).unwrap_err().to_string())
        .collect();
    insta::assert_snapshot!(sentences.join("\n"));
}

#[test]
fn a_wildcard_route_is_not_the_catalogue() {
    let app = Router::new().route("/api/{*rest}", get(|| async {}));
    assert!(afp().try_install(app).is_ok());
    assert_eq!(
        afp()
            .try_install(
                Router::new().nest("/api", Router::new().route("/errors", get(|| async {})))
            )
            .map(drop),
        Err(InstallError::PathTaken("/api/errors".to_owned())),
    );
}

#[test]
fn install_panics_at_the_place_of_its_caller() {
    static PLACE: Mutex<Option<String>> = Mutex::new(None);
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|info| {
        *PLACE.lock().unwrap() = info.location().map(|place| place.file().to_owned());
    }));
    let result = catch_unwind(AssertUnwindSafe(|| {
        Afp::new(registry![QuoteError]).install(Router::new())
    }));
    std::panic::set_hook(hook);
    assert!(result.is_err());
    assert_eq!(PLACE.lock().unwrap().as_deref(), Some(file!()));
}

#[tokio::test]
async fn an_application_does_not_outlive_its_router() {
    let state = std::sync::Arc::new(());
    let handle = std::sync::Arc::downgrade(&state);
    let app = Router::new()
        .route(
            "/",
            get(|_: axum::extract::State<std::sync::Arc<()>>| async {}),
        )
        .with_state(state);
    let app = afp().install(app);
    assert_eq!(send(&app, "DELETE", "/").await.status(), 405);
    drop(app);
    assert!(handle.upgrade().is_none());
}
