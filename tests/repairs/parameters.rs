//! Queries and paths.

use afp_runtime::http::{AgentPath, AgentQuery};
use axum::extract::Query;
use axum::routing::get;
use serde::{Deserialize, Serialize};

use super::*;

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Page {
    page_size: u32,
    sort: Option<Sort>,
    after: Option<u64>,
    archived: Option<bool>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Sort {
    Newest,
    BestRated,
}

#[derive(Debug, Serialize, Deserialize)]
struct ReportPath {
    year: u16,
    kind: Sort,
}

fn app() -> Router {
    let page = async |AgentQuery(page): AgentQuery<Page>| axum::Json(page);
    let report = async |AgentPath(path): AgentPath<ReportPath>| axum::Json(path);
    let pair = async |AgentPath((id, sort)): AgentPath<(u64, Sort)>| axum::Json((id, sort));
    let one = async |AgentPath(id): AgentPath<u64>| id.to_string();
    let sort = async |AgentPath(sort): AgentPath<Sort>| axum::Json(sort);
    let optional = async |query: Option<AgentQuery<Page>>| query.is_some().to_string();
    let none = async |path: Option<AgentPath<u64>>| path.is_some().to_string();
    let nested = Router::new().route("/reports/{year}/{kind}", get(report));
    let app = Router::new()
        .route("/pages", get(page))
        .route("/optional", get(optional))
        .route("/none", get(none))
        .route("/pairs/{id}/{sort}", get(pair))
        .route("/ones/{id}", get(one))
        .route("/sorts/{sort}", get(sort))
        .nest("/api", nested);
    afp().install(app)
}

async fn ask(app: &Router, uri: &str) -> Response {
    let request = http::Request::get(uri).body(Body::empty()).unwrap();
    send(app, request).await
}

/// What an agent asks for after it has applied the suggestion to the query.
fn applied(uri: &str, suggestion: &Value) -> String {
    let (path, query) = uri.split_once('?').unwrap();
    let mut url = url::Url::parse("http://x/").unwrap();
    url.set_query(Some(query));
    let members = suggestion.as_object().unwrap();
    let kept: Vec<(String, String)> = url
        .query_pairs()
        .map(|(name, value)| (name.into_owned(), value.into_owned()))
        .filter(|(name, _)| !members.contains_key(name))
        .collect();
    let set = members
        .iter()
        .filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned())));
    url.query_pairs_mut()
        .clear()
        .extend_pairs(kept.into_iter().chain(set));
    format!("{path}?{}", url.query().unwrap())
}

#[tokio::test]
async fn a_query_that_fits_is_read_without_feedback() {
    let app = app();
    for uri in [
        "/pages?pageSize=20",
        "/pages?pageSize=20&feedback=none",
        "/pages?feedback=none&pageSize=20&sort=best_rated&after=7&archived=true",
    ] {
        assert_eq!(ask(&app, uri).await.status(), 200, "{uri}");
    }
    assert_eq!(ask(&app, "/optional").await.status(), 200);
    assert_eq!(ask(&app, "/optional?feedback=none").await.status(), 200);
    assert_eq!(ask(&app, "/optional?pageSize=x").await.status(), 400);
    assert_eq!(ask(&app, "/none").await.status(), 200);
    // axum's own does not know the parameter.
    let uri = "http://x/?pageSize=20&feedback=none".parse().unwrap();
    assert!(Query::<Page>::try_from_uri(&uri).is_err());
}

#[tokio::test]
async fn a_query_is_repaired() {
    let app = app();
    for (uri, suggestion) in [
        (
            "/pages?page_size=20",
            r#"{"page_size":null,"pageSize":"20"}"#,
        ),
        ("/pages?pageSize=20.0", r#"{"pageSize":"20"}"#),
        ("/pages?pageSize=%2020", r#"{"pageSize":"20"}"#),
        ("/pages?pageSize=20&sort=Newest", r#"{"sort":"newest"}"#),
        (
            "/pages?pageSize=20&sort=best-rated",
            r#"{"sort":"best_rated"}"#,
        ),
        ("/pages?pageSize=20&after=", r#"{"after":null}"#),
        ("/pages?pageSize=20&archived=True", r#"{"archived":"true"}"#),
        (
            "/pages?PageSize=20&sort=NEWEST&after=1e3",
            r#"{"PageSize":null,"pageSize":"20","sort":"newest","after":"1000"}"#,
        ),
    ] {
        let answer = ask(&app, uri).await;
        assert_eq!(answer.status(), 400, "{uri}");
        let answer = envelope(answer).await;
        let feedback = &answer["feedback"];
        assert_eq!(answer["code"], "QUERY_INVALID");
        assert_eq!(feedback["action"], "provide_missing_context");
        assert_eq!(feedback["apply_to"], "query");
        let expected: Value = serde_json::from_str(suggestion).unwrap();
        assert_eq!(feedback["suggestion"], expected, "{uri}");
        assert_eq!(feedback["retryable"], true);
        let again = applied(uri, &feedback["suggestion"]);
        assert_eq!(ask(&app, &again).await.status(), 200, "{again}");
    }
}

#[tokio::test]
async fn a_query_that_nobody_understands_is_told() {
    let app = app();
    for (uri, path) in [
        ("/pages", "pageSize"),
        ("/pages?pageSize=many", "pageSize"),
        ("/pages?pageSize=-1", "pageSize"),
        ("/pages?pageSize=20&sort=oldest", "sort"),
        ("/pages?pageSize=20&limit=7", "limit"),
        ("/pages?pageSize=20&pageSize=30", "pageSize"),
        ("/pages?pageSize=20&after=1,000", "after"),
    ] {
        let answer = envelope(ask(&app, uri).await).await;
        assert_eq!(answer["code"], "QUERY_INVALID");
        assert_eq!(answer["feedback"]["suggestion"], Value::Null, "{uri}");
        assert_eq!(answer["feedback"]["details"][0]["path"], path, "{answer}");
        let expected = answer["feedback"]["expected"].as_str().unwrap();
        assert!(expected.contains(path), "{expected}");
    }
}

#[tokio::test]
async fn a_path_is_repaired() {
    let app = app();
    for (uri, suggestion, again) in [
        (
            "/api/reports/2026/Newest",
            r#"{"kind":"newest"}"#,
            "/api/reports/2026/newest",
        ),
        (
            "/api/reports/2026.0/BestRated",
            r#"{"year":"2026","kind":"best_rated"}"#,
            "/api/reports/2026/best_rated",
        ),
        ("/pairs/7.0/newest", r#"{"id":"7"}"#, "/pairs/7/newest"),
        ("/ones/%207", r#"{"id":"7"}"#, "/ones/7"),
        ("/sorts/NEWEST", r#"{"sort":"newest"}"#, "/sorts/newest"),
    ] {
        let answer = ask(&app, uri).await;
        assert_eq!(answer.status(), 400, "{uri}");
        let answer = envelope(answer).await;
        assert_eq!(answer["code"], "PATH_INVALID");
        let feedback = &answer["feedback"];
        assert_eq!(feedback["apply_to"], "path");
        let expected: Value = serde_json::from_str(suggestion).unwrap();
        assert_eq!(feedback["suggestion"], expected, "{uri} {answer}");
        assert_eq!(ask(&app, again).await.status(), 200);
    }
    for uri in [
        "/ones/x",
        "/ones/-1",
        "/sorts/oldest",
        "/pairs/x/newest",
        "/ones/%ff",
    ] {
        let answer = envelope(ask(&app, uri).await).await;
        assert_eq!(answer["code"], "PATH_INVALID");
        assert_eq!(answer["feedback"]["suggestion"], Value::Null, "{uri}");
    }
}
