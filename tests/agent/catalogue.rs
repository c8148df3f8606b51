//! What an agent knows before anything fails.

use afp_runtime::agent::{Agent, CatalogueError};
use serde_json::json;

use super::server::{Reply, Server};
use crate::service::Orders;

#[tokio::test(flavor = "multi_thread")]
async fn the_catalogue_of_a_service_is_read_once() {
    let orders = tokio::task::spawn_blocking(|| Orders::start(&[]))
        .await
        .unwrap();
    let agent = Agent::new(&orders.url).unwrap();
    let catalogue = agent.catalogue().await.unwrap();
    assert!(catalogue.contains("PRICE_DRIFTED") && !catalogue.contains("PRICE"));
    assert_eq!(catalogue.codes.len(), catalogue.summary.total);
    let again = agent.revalidate_catalogue().await.unwrap();
    assert!(
        std::sync::Arc::ptr_eq(&catalogue, &again),
        "304: the same one"
    );
}

#[tokio::test]
async fn a_catalogue_is_asked_for_again_by_its_etag() {
    let page = |code: &str| Reply::json(200, &json!({"ok": true, "codes": [code, "A"]}));
    let server = Server::script([
        page("B").with("ETag: \"1\""),
        Reply::Answer(304, String::new(), vec![]),
        page("C").with("ETag: \"2\""),
        Reply::Answer(500, String::new(), vec![]),
    ])
    .await;
    let agent = Agent::builder(&server.url)
        .catalogue_path("/errors")
        .build()
        .unwrap();
    for (codes, requests) in [(["A", "B"], 1), (["A", "B"], 1)] {
        assert_eq!(agent.catalogue().await.unwrap().codes, codes);
        assert_eq!(server.seen().len(), requests);
    }
    assert_eq!(
        agent.revalidate_catalogue().await.unwrap().codes,
        ["A", "B"]
    );
    assert_eq!(
        agent.revalidate_catalogue().await.unwrap().codes,
        ["A", "C"]
    );
    assert!(matches!(
        agent.revalidate_catalogue().await,
        Err(CatalogueError::Stopped(_))
    ));
    assert_eq!(
        agent.catalogue().await.unwrap().codes,
        ["A", "C"],
        "what was kept is kept"
    );
    let asked: Vec<_> = server
        .seen()
        .iter()
        .map(|seen| seen.header("if-none-match").map(str::to_owned))
        .collect();
    assert_eq!(
        asked,
        [
            None,
            Some("\"1\"".into()),
            Some("\"1\"".into()),
            Some("\"2\"".into())
        ]
    );
    assert!(server.seen().iter().all(|seen| seen.target == "/errors"));
}

#[tokio::test]
async fn other_json_is_no_catalogue() {
    for body in [
        json!({"ok": true}),
        json!([]),
        json!({"codes": [1]}),
        json!({"codes": "A"}),
    ] {
        let server = Server::script([Reply::json(200, &body)]).await;
        let result = Agent::new(&server.url).unwrap().catalogue().await;
        assert!(
            matches!(result, Err(CatalogueError::NotACatalogue)),
            "{body}"
        );
    }
}
