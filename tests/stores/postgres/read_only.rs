//! A database that turns read-only while services use it.

use std::sync::Arc;
use std::time::Duration;

use afp_runtime::store::PostgresOutcomes;

use super::cluster::{Cluster, run_sql};
use crate::stores::cases::failures::{expect_taken, expect_unavailable};
use crate::stores::place::Place;
use crate::stores::reviews::Reviews;

/// As an operator does for maintenance: all sessions are told.
pub(super) async fn a_server_that_only_reads_is_503_until_it_writes_again(cluster: &Arc<Cluster>) {
    if !cluster.is_own() {
        println!("skipped: the database of DATABASE_URL is not set up anew");
        return;
    }
    let place = Place::postgres(cluster).await;
    let service = place.service().await;
    let reviews = reviews(&place).await;
    expect_taken(&service, "first").await;
    reviews.expect_taken().await;
    set_read_only(
        cluster,
        "ALTER SYSTEM SET default_transaction_read_only = on",
    )
    .await;
    expect_unavailable(&service, "second").await;
    reviews.expect_unavailable().await;
    assert_eq!(service.records().await.len(), 1, "it still reads");
    set_read_only(cluster, "ALTER SYSTEM RESET default_transaction_read_only").await;
    expect_taken(&service, "second").await;
    reviews.expect_taken().await;
    assert_eq!(service.records().await.len(), 2);
    assert_eq!(reviews.count().await, 2);
}

/// As after a switch to a standby: sessions that began while the database only read stay so.
pub(super) async fn sessions_that_only_read_are_replaced(cluster: &Arc<Cluster>) {
    if !cluster.is_own() {
        println!("skipped: the database of DATABASE_URL is not set up anew");
        return;
    }
    let place = Place::postgres(cluster).await;
    let service = place.service().await;
    let reviews = reviews(&place).await;
    expect_taken(&service, "first").await;
    reviews.expect_taken().await;
    let others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
        WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'";
    let now_reads = "ALTER DATABASE postgres SET default_transaction_read_only = on";
    run_sql(cluster.config(), now_reads).await;
    run_sql(cluster.config(), others).await;
    for session in ["second", "third"] {
        expect_unavailable(&service, session).await;
        reviews.expect_unavailable().await;
    }
    let writes_again = "BEGIN READ WRITE; \
        ALTER DATABASE postgres RESET default_transaction_read_only; COMMIT";
    run_sql(cluster.config(), writes_again).await;
    expect_taken(&service, "second").await;
    reviews.expect_taken().await;
    assert_eq!(service.records().await.len(), 2);
    assert_eq!(reviews.count().await, 2);
}

async fn set_read_only(cluster: &Cluster, how: &str) {
    run_sql(cluster.config(), how).await;
    run_sql(cluster.config(), "SELECT pg_reload_conf()").await;
    // The signal reaches the sessions a moment later.
    tokio::time::sleep(Duration::from_millis(500)).await;
}

async fn reviews(place: &Place) -> Reviews {
    let Place::Postgres { config, .. } = place else {
        panic!("a database");
    };
    Reviews::on(PostgresOutcomes::connect(config).await.expect("a store")).await
}
