//! What holds of every store, on PostgreSQL, where there is one: `DATABASE_URL`, or a cluster of
//! its own. And what is PostgreSQL's own.

pub(crate) mod cluster;
mod read_only;
mod tls;

use std::sync::Arc;

use self::cluster::Cluster;
use super::cases::failures::{expect_taken, expect_unavailable};
use super::cases::{duplicates, failures, lists, records, sharing};
use super::place::Place;

#[tokio::test(flavor = "multi_thread")]
async fn everything_holds_in_postgres() {
    let Some(cluster) = Cluster::find().map(Arc::new) else {
        println!("skipped: no DATABASE_URL and no postgres binary");
        return;
    };
    records::in_postgres(&cluster).await;
    duplicates::in_postgres(&cluster).await;
    lists::in_postgres(&cluster).await;
    sharing::in_postgres(&cluster).await;
    failures::in_postgres(&cluster).await;
    read_only::a_server_that_only_reads_is_503_until_it_writes_again(&cluster).await;
    read_only::sessions_that_only_read_are_replaced(&cluster).await;
    tls::a_server_without_tls_is_refused_where_tls_is_wanted(&cluster).await;
    a_database_that_is_away_is_503(&cluster).await;
}

async fn a_database_that_is_away_is_503(cluster: &Arc<Cluster>) {
    if !cluster.is_own() {
        println!("skipped: the database of DATABASE_URL is not stopped");
        return;
    }
    let service = Place::postgres(cluster).await.service().await;
    expect_taken(&service, "first").await;
    cluster.stop();
    expect_unavailable(&service, "second").await;
    cluster.start();
    expect_taken(&service, "second").await;
    assert_eq!(service.records().await.len(), 2);
}
