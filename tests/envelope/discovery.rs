use afp_runtime::errors::StarterError;
use afp_runtime::http::Afp;
use afp_runtime::registry;
use axum::Router;

use super::*;

fn app() -> Router {
    afp().install(Router::new())
}

#[tokio::test]
async fn the_list_has_the_shape_of_the_protocol() {
    let response = send(&app(), "GET", "/api/errors").await;
    assert_eq!(response.status(), 200);
    assert_eq!(header(&response, "content-type"), ["application/json"]);
    insta::assert_snapshot!(text(response).await);
}

#[tokio::test]
async fn an_entry_has_the_shape_of_the_protocol() {
    let mut entries = String::new();
    for code in [
        "NOT_FOUND",
        "PRICE_DRIFTED",
        "MISSING_FIELD",
        "METHOD_NOT_ALLOWED",
    ] {
        let response = send(&app(), "GET", &format!("/api/errors?code={code}")).await;
        assert_eq!(response.status(), 200);
        entries += &text(response).await;
        entries.push('\n');
    }
    insta::assert_snapshot!(entries);
}

#[tokio::test]
async fn an_unknown_code_is_a_404_envelope_and_its_echo_is_cut() {
    let code = "N".repeat(5_000);
    let response = send(&app(), "GET", &format!("/api/errors?code={code}")).await;
    assert_eq!(response.status(), 404);
    let body = json(response).await;
    assert_eq!(body["code"], "CODE_NOT_FOUND");
    assert_eq!(
        body["feedback"]["current"]["code"].as_str().unwrap().len(),
        64
    );
}

#[tokio::test]
async fn who_has_the_list_is_told_so() {
    for uri in ["/api/errors", "/api/errors?code=NOT_FOUND"] {
        let first = send(&app(), "GET", uri).await;
        let tag = header(&first, "etag")[0].to_owned();
        assert!(header(&first, "cache-control")[0].contains("max-age"));
        for known in [
            tag.clone(),
            format!("W/{tag}"),
            format!("\"x\", {tag}"),
            "*".to_owned(),
        ] {
            let mut again = request("GET", uri);
            again
                .headers_mut()
                .insert("if-none-match", known.parse().unwrap());
            let again = app().oneshot(again).await.unwrap();
            assert_eq!(again.status(), 304);
            assert_eq!(header(&again, "etag"), [&tag]);
            assert_eq!(text(again).await, "");
        }
        let mut other = request("GET", uri);
        other
            .headers_mut()
            .insert("if-none-match", "\"other\"".parse().unwrap());
        assert_eq!(app().oneshot(other).await.unwrap().status(), 200);
    }
}

#[tokio::test]
async fn the_list_is_rendered_once() {
    let app = app();
    let first = send(&app, "GET", "/api/errors")
        .await
        .into_body()
        .collect()
        .await
        .unwrap();
    let second = send(&app, "GET", "/api/errors")
        .await
        .into_body()
        .collect()
        .await
        .unwrap();
    assert_eq!(first.to_bytes().as_ptr(), second.to_bytes().as_ptr());
}

#[tokio::test]
async fn the_catalogue_can_be_served_elsewhere() {
    let app = afp().catalogue_path("/errors.json").install(Router::new());
    assert_eq!(send(&app, "GET", "/errors.json").await.status(), 200);
    let missing = json(send(&app, "GET", "/api/errors").await).await;
    let expected = missing["feedback"]["expected"].as_str().unwrap();
    assert!(expected.contains("GET /errors.json"), "{expected}");
}

#[tokio::test]
async fn the_library_s_own_codes_are_in_every_catalogue() {
    let app = Afp::new(registry![QuoteError])
        .docs_base("https://api.example.com/errors/")
        .install(Router::new());
    let list = json(send(&app, "GET", "/api/errors").await).await;
    assert_eq!(list["docs_base"], "https://api.example.com/errors");
    for code in ["PRICE_DRIFTED", "INTERNAL", "ROUTE_NOT_FOUND"] {
        assert!(
            list["codes"].as_array().unwrap().contains(&code.into()),
            "{code}"
        );
    }
    assert!(
        !list["codes"]
            .as_array()
            .unwrap()
            .contains(&"MISSING_FIELD".into())
    );
}

#[test]
fn the_starter_codes_have_the_summary_of_the_protocol() {
    let catalogue = afp_runtime::errors::Catalogue::new(
        registry![StarterError].iter(),
        "https://your-api.com/errors",
    );
    insta::assert_snapshot!(catalogue.list());
}
