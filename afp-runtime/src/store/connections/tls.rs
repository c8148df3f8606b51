use tokio_postgres::Socket;
use tokio_postgres::tls::{MakeTlsConnect, TlsConnect};

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
