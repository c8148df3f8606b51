use deadpool_postgres::BuildError;
use tokio_postgres::Config;
use tokio_postgres::config::SslMode;

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
    pub(in crate::store) fn what(&self) -> &'static str {
        match self {
            Self::InvalidText => "has a connection text that is none",
            Self::NoTlsConnector => "has no TLS connector, and sslmode=require asks for one",
            Self::Pool(_) => "could not make its connections",
        }
    }
}

/// What a text says for connections without TLS.
pub(super) fn plain(text: &str) -> Result<Config, PostgresConfigError> {
    let config = read(text)?;
    if config.get_ssl_mode() == SslMode::Require {
        return Err(PostgresConfigError::NoTlsConnector);
    }
    Ok(config)
}

/// What a text says for connections with TLS. Who hands in a connector wants it used: a server that
/// offers no TLS is refused, unless the text says `sslmode=disable`.
pub(super) fn encrypted(text: &str) -> Result<Config, PostgresConfigError> {
    let mut config = read(text)?;
    if config.get_ssl_mode() != SslMode::Disable {
        config.ssl_mode(SslMode::Require);
    }
    Ok(config)
}

fn read(text: &str) -> Result<Config, PostgresConfigError> {
    text.parse().map_err(|_| PostgresConfigError::InvalidText)
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
    fn with_a_connector_tls_is_required_unless_it_is_switched_off() {
        let mode = |text: &str| encrypted(text).unwrap().get_ssl_mode();
        for text in ["host=a", "host=a sslmode=prefer", "host=a sslmode=require"] {
            assert_eq!(mode(text), SslMode::Require, "{text}");
        }
        assert_eq!(mode("host=a sslmode=disable"), SslMode::Disable);
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
