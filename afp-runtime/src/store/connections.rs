use std::time::Duration;

use deadpool_postgres::Timeouts;
use deadpool_postgres::{BuildError, Manager, ManagerConfig, Pool, RecyclingMethod, Runtime};
use tokio_postgres::config::SslMode;
use tokio_postgres::tls::{MakeTlsConnect, TlsConnect};
use tokio_postgres::{Config, NoTls, Socket};

/// The most connections of one store.
const CONNECTIONS: usize = 8;

/// The longest wait for a connection.
const WAIT: Duration = Duration::from_secs(5);

/// A TLS connector of `tokio-postgres` 0.7 that can be cloned and shared between threads, such as
/// that of `tokio-postgres-rustls`, `postgres-native-tls` or `postgres-openssl`.
///
/// There is nothing to implement: every such connector is one. Whether it checks the certificate
/// of the database, and the name in it, is its own.
pub trait PostgresTls:
    MakeTlsConnect<
        Socket,
        Stream: Send + Sync,
        TlsConnect: TlsConnect<Socket, Future: Send> + Send + Sync,
    > + Clone
    + Send
    + Sync
    + 'static
{
}

impl<T> PostgresTls for T where
    T: MakeTlsConnect<
            Socket,
            Stream: Send + Sync,
            TlsConnect: TlsConnect<Socket, Future: Send> + Send + Sync,
        > + Clone
        + Send
        + Sync
        + 'static
{
}

/// Why a store on PostgreSQL can't be set up: the source of the store's own error.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PostgresConfigError {
    /// The connection text is neither a URL nor `key=value` pairs of libpq, or has an option or a
    /// value that is not known here. The text is not repeated; it may hold a password.
    #[error(
        "the connection text is neither a URL nor key=value pairs, or has an unknown option; \
         sslmode is disable, prefer or require"
    )]
    InvalidText,
    /// The connection text says `sslmode=require`, and there is no TLS connector.
    #[error("sslmode=require needs a TLS connector, which `connect_with_tls` takes")]
    NoTlsConnector,
    /// The pool of connections.
    #[error("the pool of connections could not be made")]
    Pool(#[source] BuildError),
}

impl PostgresConfigError {
    /// Completes the sentence "the … store …".
    pub(super) fn what(&self) -> &'static str {
        match self {
            Self::InvalidText => "has a connection text that is none",
            Self::NoTlsConnector => "has no TLS connector, and sslmode=require asks for one",
            Self::Pool(_) => "could not make its connections",
        }
    }
}

/// Connections without TLS.
pub(super) fn plain(text: &str) -> Result<Pool, PostgresConfigError> {
    let config = read(text)?;
    if config.get_ssl_mode() == SslMode::Require {
        return Err(PostgresConfigError::NoTlsConnector);
    }
    pool(config, NoTls)
}

/// Connections with TLS, unless the text says `sslmode=disable`. Who hands in a connector wants it
/// used: a server that offers no TLS is refused.
pub(super) fn encrypted(text: &str, tls: impl PostgresTls) -> Result<Pool, PostgresConfigError> {
    let mut config = read(text)?;
    if config.get_ssl_mode() != SslMode::Disable {
        config.ssl_mode(SslMode::Require);
    }
    pool(config, tls)
}

fn read(text: &str) -> Result<Config, PostgresConfigError> {
    text.parse().map_err(|_| PostgresConfigError::InvalidText)
}

fn pool(config: Config, tls: impl PostgresTls) -> Result<Pool, PostgresConfigError> {
    let recycling = ManagerConfig {
        recycling_method: RecyclingMethod::Fast,
    };
    let timeouts = Timeouts {
        wait: Some(WAIT),
        create: Some(WAIT),
        recycle: Some(WAIT),
    };
    Pool::builder(Manager::from_config(config, tls, recycling))
        .max_size(CONNECTIONS)
        .timeouts(timeouts)
        .runtime(Runtime::Tokio1)
        .build()
        .map_err(PostgresConfigError::Pool)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_requires_tls_is_refused_without_a_connector() {
        for text in [
            "postgres://u:secret@db.example/orders?sslmode=require",
            "host=db.example user=u password=secret sslmode=require",
        ] {
            let refused = plain(text).map(drop).unwrap_err();
            assert!(
                matches!(refused, PostgresConfigError::NoTlsConnector),
                "{refused:?}"
            );
        }
        for text in [
            "postgres://u@db.example/orders",
            "postgres://u@db.example/orders?sslmode=prefer",
            "host=db.example user=u sslmode=disable",
        ] {
            assert!(plain(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn what_can_not_be_read_is_not_repeated() {
        for text in [
            "postgres://u:secret@db.example/orders?sslmode=verify-full",
            "host=db.example user=u password=my secret",
            "mysql://u:secret@db.example/orders",
            "",
        ] {
            let Err(refused) = plain(text) else {
                assert!(text.is_empty(), "{text}");
                continue;
            };
            assert!(matches!(refused, PostgresConfigError::InvalidText));
            assert!(!format!("{refused:?} {refused}").contains("secret"));
        }
    }
}
