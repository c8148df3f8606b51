use deadpool_postgres::Client;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Error, Row};

use crate::feedback::Record;
use crate::store::batch::{Columns, record_of};
use crate::store::summary::MAX_ENDPOINTS;
use crate::store::{EndpointCount, Page, Query, Summary};

pub(super) const COLUMNS: &str =
    "number, id, received_at, service, account, source, type, endpoint, outcome, feedback";

pub(super) fn record(row: &Row) -> (i64, Record) {
    let columns = Columns {
        id: row.get(1),
        received_at: row.get(2),
        service: row.get(3),
        account: row.get(4),
        source: row.get(5),
        kind: row.get(6),
        endpoint: row.get(7),
        outcome: row.get(8),
        json: row.get(9),
    };
    (row.get(0), record_of(columns))
}

pub(super) async fn find(client: &Client, id: &str) -> Result<Option<Record>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM feedback_records WHERE id = $1");
    let statement = client.prepare_cached(&sql).await?;
    let row = client.query_opt(&statement, &[&id]).await?;
    Ok(row.as_ref().map(|row| record(row).1))
}

pub(super) async fn list(client: &Client, query: &Query) -> Result<Page, Error> {
    let limit = query.bounded_limit();
    let mut sql = format!("SELECT {COLUMNS} FROM feedback_records WHERE true");
    let mut values: Vec<Box<dyn ToSql + Sync + Send>> = Vec::new();
    let mut narrow = |condition: &str, value: Box<dyn ToSql + Sync + Send>| {
        values.push(value);
        sql.push_str(&condition.replace('?', &format!("${}", values.len())));
    };
    if let Some(kind) = query.kind {
        narrow(" AND type = ?", Box::new(kind.as_str()));
    }
    if let Some(endpoint) = &query.endpoint {
        narrow(
            " AND endpoint = ?",
            Box::new(super::write::storable(endpoint)),
        );
    }
    if let Some(service) = &query.service {
        narrow(
            " AND service = ?",
            Box::new(super::write::storable(service)),
        );
    }
    if let Some(since) = query.since {
        narrow(" AND received_at >= ?", Box::new(since.as_milliseconds()));
    }
    if let Some(after) = query.after {
        narrow(
            " AND (received_at, number) < (?",
            Box::new(after.received_at.as_milliseconds()),
        );
        narrow(", ?)", Box::new(after.number));
    }
    narrow(
        " ORDER BY received_at DESC, number DESC LIMIT ?",
        Box::new(limit as i64 + 1),
    );
    let statement = client.prepare_cached(&sql).await?;
    let values: Vec<&(dyn ToSql + Sync)> = values
        .iter()
        .map(|value| &**value as &(dyn ToSql + Sync))
        .collect();
    let rows = client.query(&statement, &values).await?;
    Ok(Page::of(rows.iter().map(record).collect(), limit))
}

pub(super) async fn summary(client: &Client) -> Result<Summary, Error> {
    let mut summary = Summary::default();
    let sql = "SELECT kind, name, count FROM feedback_counts WHERE kind <> 'endpoint'";
    let statement = client.prepare_cached(sql).await?;
    for row in client.query(&statement, &[]).await? {
        summary.set(row.get(0), row.get(1), row.get(2));
    }
    let sql = "SELECT name, count, blocked FROM feedback_counts WHERE kind = 'endpoint'
        ORDER BY count DESC, name LIMIT $1";
    let statement = client.prepare_cached(sql).await?;
    let rows = client.query(&statement, &[&(MAX_ENDPOINTS as i64)]).await?;
    let count = |row: &Row| EndpointCount::of(row.get(0), row.get(1), row.get(2));
    summary.by_endpoint = rows.iter().map(count).collect();
    Ok(summary)
}
