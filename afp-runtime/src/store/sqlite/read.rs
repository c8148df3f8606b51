use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Row, params_from_iter};

use crate::feedback::Record;
use crate::store::batch::{Columns, record_of};
use crate::store::summary::MAX_ENDPOINTS;
use crate::store::{EndpointCount, Page, Query, Summary};

pub(super) const COLUMNS: &str =
    "number, id, received_at, service, account, source, type, endpoint, outcome, feedback";

pub(super) fn record(row: &Row<'_>) -> rusqlite::Result<(i64, Record)> {
    let columns = Columns {
        id: row.get(1)?,
        received_at: row.get(2)?,
        service: row.get(3)?,
        account: row.get(4)?,
        source: row.get(5)?,
        kind: row.get(6)?,
        endpoint: row.get(7)?,
        outcome: row.get(8)?,
        json: row.get(9)?,
    };
    Ok((row.get(0)?, record_of(columns)))
}

pub(super) fn find(connection: &Connection, id: &str) -> rusqlite::Result<Option<Record>> {
    let sql = format!("SELECT {COLUMNS} FROM feedback_records WHERE id = ?1");
    let found = connection
        .prepare_cached(&sql)?
        .query_row([id], record)
        .optional()?;
    Ok(found.map(|(_, record)| record))
}

pub(super) fn list(connection: &Connection, query: &Query) -> rusqlite::Result<Page> {
    let limit = query.bounded_limit();
    let mut sql = format!("SELECT {COLUMNS} FROM feedback_records WHERE true");
    let mut values: Vec<Value> = Vec::new();
    let mut narrow = |condition: &str, value: Value| {
        sql.push_str(condition);
        values.push(value);
    };
    if let Some(kind) = query.kind {
        narrow(" AND type = ?", Value::Text(kind.as_str().to_owned()));
    }
    if let Some(endpoint) = &query.endpoint {
        narrow(" AND endpoint = ?", Value::Text(endpoint.clone()));
    }
    if let Some(service) = &query.service {
        narrow(" AND service = ?", Value::Text(service.clone()));
    }
    if let Some(since) = query.since {
        narrow(
            " AND received_at >= ?",
            Value::Integer(since.as_milliseconds()),
        );
    }
    if let Some(after) = query.after {
        narrow(
            " AND (received_at, number) < (?",
            Value::Integer(after.received_at.as_milliseconds()),
        );
        narrow(", ?)", Value::Integer(after.number));
    }
    narrow(
        " ORDER BY received_at DESC, number DESC LIMIT ?",
        Value::Integer(limit as i64 + 1),
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let rows = statement.query_map(params_from_iter(values), record)?;
    Ok(Page::of(rows.collect::<Result<_, _>>()?, limit))
}

pub(super) fn summary(connection: &Connection) -> rusqlite::Result<Summary> {
    let mut summary = Summary::default();
    let sql = "SELECT kind, name, count FROM feedback_counts WHERE kind <> 'endpoint'";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        summary.set(
            row.get_ref(0)?.as_str()?,
            row.get_ref(1)?.as_str()?,
            row.get(2)?,
        );
    }
    let sql = "SELECT name, count, blocked FROM feedback_counts WHERE kind = 'endpoint'
        ORDER BY count DESC, name LIMIT ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let endpoints = statement.query_map([MAX_ENDPOINTS as i64], |row| {
        Ok(EndpointCount::of(row.get(0)?, row.get(1)?, row.get(2)?))
    })?;
    summary.by_endpoint = endpoints.collect::<Result<_, _>>()?;
    Ok(summary)
}
