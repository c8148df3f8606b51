//! Connections with TLS, by the connector that the application hands in.

use std::error::Error;
use std::sync::Arc;

use afp_runtime::http::Inbox;
use afp_runtime::store::{OutcomeStore as _, PostgresConfigError, PostgresOutcomes, PostgresStore};
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::cluster::Cluster;
use crate::feedback::exchange::Service;
use crate::stores::cases::failures::expect_taken;

/// For `localhost`, from 2020 to 2120, signed by its own key; used for this test alone.
const CERTIFICATE: &str = include_str!("../../fixtures/tls/localhost.crt");
const KEY: &str = include_str!("../../fixtures/tls/localhost.key");

/// A connector that trusts these certificates alone.
fn connector(trusted: &[CertificateDer<'static>]) -> MakeRustlsConnect {
    let mut roots = RootCertStore::empty();
    for certificate in trusted {
        roots.add(certificate.clone()).expect("a certificate");
    }
    let provider = Arc::new(aws_lc_rs::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("protocol versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    MakeRustlsConnect::new(config)
}

#[tokio::test(flavor = "multi_thread")]
async fn stores_speak_tls_and_check_the_server() {
    let Some(cluster) = Cluster::encrypted(CERTIFICATE, KEY) else {
        println!("skipped: no postgres binary");
        return;
    };
    let own = CertificateDer::from_pem_slice(CERTIFICATE.as_bytes()).expect("a certificate");
    let trusting = connector(&[own]);
    let config = format!("{} application_name=afp-tls", cluster.config());
    let store = PostgresStore::connect_with_tls(&config, trusting.clone())
        .await
        .expect("a store");
    let inbox = Inbox::with_store(store).await.expect("an inbox");
    let service = Service::new(inbox);
    expect_taken(&service, "first").await;
    let outcomes = PostgresOutcomes::connect_with_tls(&config, trusting.clone())
        .await
        .expect("a store");
    assert_eq!(outcomes.latest_reviews(10).await.expect("none").len(), 0);
    assert_eq!(encrypted_sessions(&config, trusting).await, (2, 2));

    let distrusting = connector(&[]);
    let refused = PostgresStore::connect_with_tls(&config, distrusting.clone()).await;
    assert!(whole(&refused.expect_err("refused")).contains("certificate"));
    let refused = PostgresOutcomes::connect_with_tls(&config, distrusting).await;
    assert!(whole(&refused.expect_err("refused")).contains("certificate"));
    assert!(PostgresStore::connect(&config).await.is_err(), "plain text");
}

/// Sessions of the stores, and how many of them are encrypted.
async fn encrypted_sessions(config: &str, tls: MakeRustlsConnect) -> (i64, i64) {
    let config = config.replace("afp-tls", "afp-watch");
    let (client, connection) = tokio_postgres::connect(&config, tls)
        .await
        .expect("the database answers");
    let task = tokio::spawn(connection);
    let sql = "SELECT count(*), count(*) FILTER (WHERE ssl) FROM pg_stat_activity \
        JOIN pg_stat_ssl USING (pid) WHERE application_name = 'afp-tls'";
    let row = client.query_one(sql, &[]).await.expect("counts");
    task.abort();
    (row.get(0), row.get(1))
}

/// All that an error says.
fn whole(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        text.push_str(&format!(": {error}"));
        source = error.source();
    }
    text
}

#[tokio::test]
async fn a_text_that_requires_tls_is_a_typed_error_without_a_connector() {
    let config = "postgres://afp:secret@127.0.0.1:9/orders?sslmode=require";
    let feedback = PostgresStore::connect(config).await.expect_err("refused");
    let outcomes = PostgresOutcomes::connect(config)
        .await
        .expect_err("refused");
    let inbox = Inbox::postgres(config).await.expect_err("refused");
    for error in [&feedback as &dyn Error, &outcomes, &inbox] {
        let source = error.source().and_then(|source| source.downcast_ref());
        assert!(
            matches!(source, Some(PostgresConfigError::NoTlsConnector)),
            "{}",
            whole(error)
        );
        assert!(!whole(error).contains("secret"));
    }
    assert_eq!(
        feedback.to_string(),
        "the feedback store has no TLS connector, and sslmode=require asks for one"
    );
}

/// Not even where the text says nothing of TLS: a connector that is handed in is used.
pub(super) async fn a_server_without_tls_is_refused_where_tls_is_wanted(cluster: &Cluster) {
    if !cluster.is_own() {
        println!("skipped: the database of DATABASE_URL may have TLS");
        return;
    }
    let config = cluster.schema().await;
    let refused = PostgresStore::connect_with_tls(&config, connector(&[])).await;
    assert!(whole(&refused.expect_err("refused")).contains("does not support TLS"));
    let off = format!("{config} sslmode=disable");
    let store = PostgresStore::connect_with_tls(&off, connector(&[])).await;
    assert!(store.is_ok(), "TLS is switched off");
}
