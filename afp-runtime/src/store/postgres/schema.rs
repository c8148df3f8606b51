use deadpool_postgres::Client;

use crate::store::StoreError;

/// In order. None is ever changed.
const MIGRATIONS: [&str; 2] = [
    include_str!("0001_feedback.sql"),
    include_str!("0002_outbox.sql"),
];

/// Brings the tables up to date, once, however many instances try: the others wait.
pub(super) async fn migrate(client: &mut Client) -> Result<(), StoreError> {
    let failed = |error| StoreError::because("could not bring its tables up to date", error);
    let transaction = client.transaction().await.map_err(failed)?;
    let lock = "SELECT pg_advisory_xact_lock(hashtext('afp feedback migrations'))";
    transaction.batch_execute(lock).await.map_err(failed)?;
    let table = "CREATE TABLE IF NOT EXISTS feedback_migrations (version BIGINT PRIMARY KEY)";
    transaction.batch_execute(table).await.map_err(failed)?;
    let latest = "SELECT coalesce(max(version), 0) FROM feedback_migrations";
    let row = transaction.query_one(latest, &[]).await.map_err(failed)?;
    let done = usize::try_from(row.get::<_, i64>(0)).unwrap_or(0);
    if done > MIGRATIONS.len() {
        return Err(StoreError::new(
            "was written by a newer version of this library",
        ));
    }
    for (index, migration) in MIGRATIONS.iter().enumerate().skip(done) {
        transaction.batch_execute(migration).await.map_err(failed)?;
        let version = index as i64 + 1;
        let note = "INSERT INTO feedback_migrations (version) VALUES ($1)";
        transaction
            .execute(note, &[&version])
            .await
            .map_err(failed)?;
    }
    transaction.commit().await.map_err(failed)
}

/// The key of the records in this database, made by whichever instance comes first.
pub(super) async fn key(client: &Client) -> Result<[u8; 32], StoreError> {
    let failed = |error| StoreError::because("could not read its key", error);
    let mut key = [0; 32];
    getrandom::fill(&mut key)
        .map_err(|error| StoreError::because("has no randomness for its key", error))?;
    let insert =
        "INSERT INTO feedback_meta (name, value) VALUES ('key', $1) ON CONFLICT DO NOTHING";
    client
        .execute(insert, &[&key.as_slice()])
        .await
        .map_err(failed)?;
    let select = "SELECT value FROM feedback_meta WHERE name = 'key'";
    let row = client.query_one(select, &[]).await.map_err(failed)?;
    let stored: Vec<u8> = row.get(0);
    stored
        .try_into()
        .map_err(|_| StoreError::new("has a key that is none"))
}
