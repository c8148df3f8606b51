//! All stores keep the same promises.

use std::{collections::HashSet, sync::Arc};

use afp_runtime::{
    http::outcome::OutcomeCollector,
    outcome::Endpoint,
    store::{MemoryOutcomes, OutcomeStore, PostgresOutcomes, SqliteOutcomes},
};
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

use super::{
    support::serve,
    tokens::{good_token, key},
};
use crate::stores::postgres::cluster::Cluster;

/// Posts 20 reviews at once with one capability.
async fn first_review_wins(store: Arc<dyn OutcomeStore>) {
    store.add_product_key("orders", &key(), None).await.unwrap();
    let endpoint = Endpoint::new("https://collector.example").unwrap();
    let served = Arc::new(serve(OutcomeCollector::new(store.clone(), &endpoint).router()).await);
    let bearer = format!("Bearer {}", good_token());
    let posts = (0..20).map(|number| {
        let (served, bearer) = (served.clone(), bearer.clone());
        tokio::spawn(async move {
            let headers = [
                ("content-type", "application/json"),
                ("authorization", &bearer),
            ];
            let body = format!(r#"{{"outcome":"success","note":"note number {number}"}}"#);
            served
                .request("POST", "/api/v2/outcomes", &headers, body.as_bytes())
                .await
        })
    });
    let mut reviews: HashSet<String> = HashSet::new();
    for answer in futures_util::future::join_all(posts).await {
        let answer = answer.unwrap();
        assert_eq!(answer.status, 200, "{}", answer.text());
        reviews.insert(answer.json()["review"].to_string());
    }
    assert_eq!(reviews.len(), 1, "all answers show the first review");
    let kept = store.latest_reviews(100).await.unwrap();
    assert_eq!(kept.len(), 1, "one row");
    let first: Value = serde_json::from_str(reviews.iter().next().unwrap()).unwrap();
    assert_eq!(serde_json::to_value(&kept[0].review).unwrap(), first);
}

async fn keys_are_managed(store: Arc<dyn OutcomeStore>) {
    let first = store.create_product_key("orders", None).await.unwrap();
    let soon = Timestamp::now() + SignedDuration::from_hours(1);
    let second = store.create_product_key("shop", Some(soon)).await.unwrap();
    store.add_product_key("thief", &first, None).await.unwrap();
    let keys: Vec<_> = store.product_keys().await.unwrap();
    let names: Vec<_> = keys
        .iter()
        .map(|key| (key.id.as_str(), key.product.as_str()))
        .collect();
    let mut expected = [(first.id(), "orders"), (second.id(), "shop")];
    assert!(
        names.iter().all(|name| expected.contains(name)) && names.len() == 2,
        "{names:?}"
    );
    expected.reverse();
    assert!(keys.iter().all(|key| !format!("{key:?}").contains("hash")));
    let record = store.product_key(second.id()).await.unwrap().unwrap();
    assert_eq!(&record.hash, second.hash());
    assert_eq!(
        record.expires_at.unwrap().as_millisecond(),
        soon.as_millisecond()
    );
    assert!(record.is_valid_at(Timestamp::now()) && !record.is_valid_at(soon));
    assert!(record.collecting);
    assert!(store.revoke_product_key(second.id()).await.unwrap());
    assert!(!store.revoke_product_key("nothing").await.unwrap());
    assert!(!store.expire_product_key("nothing", None).await.unwrap());
    let record = store.product_key(second.id()).await.unwrap().unwrap();
    assert!(!record.is_valid_at(Timestamp::now()));
    assert!(store.product_key("nothing").await.unwrap().is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn in_memory() {
    first_review_wins(Arc::new(MemoryOutcomes::new())).await;
    keys_are_managed(Arc::new(MemoryOutcomes::new())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_sqlite_and_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let open = |name: &str| SqliteOutcomes::open(folder.path().join(name));
    first_review_wins(Arc::new(open("a.db").await.unwrap())).await;
    keys_are_managed(Arc::new(open("b.db").await.unwrap())).await;
    let again = open("a.db").await.unwrap();
    assert_eq!(again.latest_reviews(10).await.unwrap().len(), 1);
    assert_eq!(again.product_keys().await.unwrap().len(), 1);
    let bytes: Vec<u8> = ["a.db", "a.db-wal"]
        .iter()
        .flat_map(|name| std::fs::read(folder.path().join(name)).unwrap_or_default())
        .collect();
    let secret = b"conformance_secret";
    assert!(
        !bytes.windows(secret.len()).any(|window| window == secret),
        "only the hash is kept"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_no_database_is_a_typed_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.db");
    std::fs::write(&path, "not a database, but long enough to be taken for one").unwrap();
    assert!(SqliteOutcomes::open(&path).await.is_err());
    assert!(
        SqliteOutcomes::open(folder.path().join("no/such/folder/x.db"))
            .await
            .is_err()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn in_postgres_from_two_pools() {
    let Some(cluster) = Cluster::find() else {
        println!("skipped: no PostgreSQL here, and no DATABASE_URL");
        return;
    };
    let config = cluster.schema().await;
    let (first, second) = tokio::join!(
        PostgresOutcomes::connect(&config),
        PostgresOutcomes::connect(&config)
    );
    first_review_wins(Arc::new(first.unwrap())).await;
    let kept = second.unwrap().latest_reviews(10).await.unwrap();
    assert_eq!(kept.len(), 1, "another pool sees it");
    let other = PostgresOutcomes::connect(&cluster.schema().await)
        .await
        .unwrap();
    keys_are_managed(Arc::new(other)).await;
}
