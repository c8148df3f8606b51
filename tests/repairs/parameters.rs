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

#[derive(Debug, Serialize, Deserialize)]
struct Flat {
    name: String,
    #[serde(flatten)]
    window: Window,
}

#[derive(Debug, Serialize, Deserialize)]
struct Window {
    page_size: u8,
    factor: Option<f32>,
    archived: Option<bool>,
    cursor: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "lowercase")]
enum Lookup {
    Id { id: i64 },
    Name { name: String },
}

fn flat_app() -> Router {
    let flat = async |AgentQuery(flat): AgentQuery<Flat>| axum::Json(flat);
    let lookup = async |AgentQuery(lookup): AgentQuery<Lookup>| axum::Json(lookup);
    let path = async |AgentPath(flat): AgentPath<Flat>| axum::Json(flat);
    let app = Router::new()
        .route("/flat", get(flat))
        .route("/lookup", get(lookup))
        .route("/path/{name}/{page_size}/{cursor}", get(path));
    afp().install(app)
}

#[tokio::test]
async fn buffered_parameters_are_read_as_what_the_type_wants() {
    let app = flat_app();
    for (uri, read) in [
        (
            "/flat?name=a&page_size=3&cursor=7",
            r#"{"name":"a","page_size":3,"factor":null,"archived":null,"cursor":"7"}"#,
        ),
        (
            "/flat?name=1&page_size=3&cursor=3&factor=3&archived=true&other=x",
            r#"{"name":"1","page_size":3,"factor":3.0,"archived":true,"cursor":"3"}"#,
        ),
        ("/lookup?by=id&id=-7", r#"{"by":"id","id":-7}"#),
        ("/lookup?by=name&name=7", r#"{"by":"name","name":"7"}"#),
        (
            "/path/1/255/true",
            r#"{"name":"1","page_size":255,"factor":null,"archived":null,"cursor":"true"}"#,
        ),
    ] {
        let answer = ask(&app, uri).await;
        assert_eq!(answer.status(), 200, "{uri}");
        let bytes = answer.into_body().collect().await.unwrap().to_bytes();
        assert_eq!(bytes, read, "{uri}");
    }
}

#[tokio::test]
async fn buffered_parameters_that_do_not_fit_are_told_and_repaired() {
    let app = flat_app();
    for (uri, code, first, suggestion) in [
        (
            "/flat?name=a&page_size=300&cursor=x",
            "QUERY_INVALID",
            r#"{"path":"page_size","expected":"an integer from 0 to 255","got":"\"300\""}"#,
            "null",
        ),
        (
            "/flat?name=a&page_size=many&cursor=x",
            "QUERY_INVALID",
            r#"{"path":"page_size","expected":"an integer from 0 to 255","got":"\"many\""}"#,
            "null",
        ),
        (
            "/flat?name=a&page_size=3&archived=true",
            "QUERY_INVALID",
            r#"{"path":"cursor","expected":"a string","got":"nothing"}"#,
            "null",
        ),
        (
            "/flat?Name=a&page_size=3&cursor=x",
            "QUERY_INVALID",
            r#"{"path":"name","expected":"a value","got":"nothing"}"#,
            r#"{"Name":null,"name":"a"}"#,
        ),
        (
            "/lookup?by=ID&id=7",
            "QUERY_INVALID",
            r#"{"path":"by","expected":"one of `id`, `name`","got":"\"ID\""}"#,
            r#"{"by":"id"}"#,
        ),
        (
            "/path/a/256/x",
            "PATH_INVALID",
            r#"{"path":"page_size","expected":"an integer from 0 to 255","got":"\"256\""}"#,
            "null",
        ),
    ] {
        let answer = envelope(ask(&app, uri).await).await;
        assert_eq!(answer["code"], code, "{uri}");
        let details = answer["feedback"]["details"].as_array().unwrap();
        assert_eq!(details.len(), 1, "{uri} {answer}");
        let first: Value = serde_json::from_str(first).unwrap();
        assert_eq!(details[0], first, "{uri}");
        let suggested = &answer["feedback"]["suggestion"];
        let expected: Value = serde_json::from_str(suggestion).unwrap();
        assert_eq!(*suggested, expected, "{uri} {answer}");
        if suggested.is_object() {
            let again = applied(uri, suggested);
            assert_eq!(ask(&app, &again).await.status(), 200, "{again}");
        }
    }
}

#[test]
fn buffered_parameters_are_read_as_others_are() {
    use afp_runtime::repair::{Pairs, read_buffered_pairs};
    use std::fmt::Debug;

    #[derive(Debug, Deserialize)]
    struct Outer<T> {
        #[serde(flatten)]
        inner: Inner<T>,
    }
    #[derive(Debug, Deserialize)]
    struct Inner<T> {
        it: T,
    }

    fn compare<T: serde::de::DeserializeOwned + PartialEq + Debug>() {
        for text in [
            "3",
            "+3",
            "007",
            "-0",
            "-3",
            "300",
            "-129",
            "3.0",
            ".5",
            "5.",
            "1e3",
            "true",
            "True",
            "1",
            "0",
            "",
            " 3",
            "3 ",
            "0x3",
            "18446744073709551615",
            "18446744073709551616",
            "-9223372036854775808",
        ] {
            let pairs = [("it".to_owned(), text.to_owned())];
            let mut url = url::Url::parse("http://x/").unwrap();
            url.query_pairs_mut().append_pair("it", text);
            let plain = Query::<Inner<T>>::try_from_uri(&url.as_str().parse().unwrap()).ok();
            let buffered = read_buffered_pairs::<Outer<T>>(&pairs, Pairs::Query);
            let ty = std::any::type_name::<T>();
            assert_eq!(
                buffered.map(|it| it.inner.it),
                plain.map(|Query(it)| it.it),
                "{ty} {text}"
            );
        }
    }
    compare::<u8>();
    compare::<u64>();
    compare::<i8>();
    compare::<i64>();
    compare::<std::num::NonZeroU8>();
    compare::<f32>();
    compare::<f64>();
    compare::<bool>();
}
