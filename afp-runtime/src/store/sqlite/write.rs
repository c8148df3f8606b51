use std::sync::PoisonError;
use std::time::{Duration, Instant};

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use tokio::sync::mpsc::{UnboundedReceiver, error::TryRecvError};

use super::file::DatabaseFile;
use super::outbox::Turn;
use crate::feedback::{DuplicateKey, Moment, Outcome, Source};
use crate::store::batch::{Job, Tally};
use crate::store::entry::{DUPLICATE_WINDOW_MS, MAX_DUPLICATE_KEYS};
use crate::store::{Entry, Receipt, StoreError};

/// The most entries of one transaction; one caller's entries always stay together.
const MAX_BATCH: usize = 1024;

/// The longest that a commit is put off for callers who are about to come back.
const MAX_PAUSE: Duration = Duration::from_millis(10);

/// Writes what comes in until nobody can send any more.
pub(super) fn run(
    connection: &mut Connection,
    file: &DatabaseFile,
    mut jobs: UnboundedReceiver<Job>,
    turn: &Turn,
) {
    let mut pace = Pace::default();
    while let Some(first) = jobs.blocking_recv() {
        let batch = pace.gather(first, &mut jobs);
        let started = Instant::now();
        let answers = {
            let _turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
            write(connection, file, &batch)
        };
        pace.wrote(batch.len(), started.elapsed());
        match answers {
            Ok(receipts) => {
                for (job, receipts) in batch.into_iter().zip(receipts) {
                    job.answer(Ok(receipts));
                }
            }
            Err(error) => {
                for job in batch {
                    job.answer(Err(error.again()));
                }
            }
        }
    }
}

/// Who was answered a moment ago is likely to come again: a commit waits for as many as the last
/// one had, but no longer than that one took, and never for long.
#[derive(Default)]
struct Pace {
    last_jobs: usize,
    last_took: Duration,
}

impl Pace {
    fn gather(&self, first: Job, jobs: &mut UnboundedReceiver<Job>) -> Vec<Job> {
        let deadline = Instant::now() + self.last_took.min(MAX_PAUSE);
        let mut entries = first.entries.len();
        let mut batch = vec![first];
        while entries < MAX_BATCH {
            match jobs.try_recv() {
                Ok(job) => {
                    entries += job.entries.len();
                    batch.push(job);
                }
                Err(TryRecvError::Empty) if batch.len() < self.last_jobs => {
                    if Instant::now() >= deadline {
                        break;
                    }
                    std::thread::sleep(Duration::from_micros(20));
                }
                Err(_) => break,
            }
        }
        batch
    }

    fn wrote(&mut self, jobs: usize, took: Duration) {
        *self = Self {
            last_jobs: jobs,
            last_took: took,
        };
    }
}

fn write(
    connection: &mut Connection,
    file: &DatabaseFile,
    batch: &[Job],
) -> Result<Vec<Vec<Receipt>>, StoreError> {
    try_write(connection, file, batch).map_err(|error| {
        tracing::error!(target: "afp::feedback", %error, "feedback could not be written");
        StoreError::because("could not be written", error)
    })
}

fn try_write(
    connection: &mut Connection,
    file: &DatabaseFile,
    batch: &[Job],
) -> rusqlite::Result<Vec<Vec<Receipt>>> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut tally = Tally::default();
    let insert = |entry| insert(&transaction, entry, &mut tally);
    let entries = batch.iter().flat_map(|job| &job.entries);
    let receipts: Vec<Receipt> = entries.map(insert).collect::<Result<_, _>>()?;
    add_counts(&transaction, &tally)?;
    forget_old_keys(&transaction, batch)?;
    file.check_in_place()?;
    transaction.commit()?;
    let mut receipts = receipts.into_iter();
    Ok(batch
        .iter()
        .map(|job| receipts.by_ref().take(job.entries.len()).collect())
        .collect())
}

fn insert(
    transaction: &Transaction<'_>,
    entry: &Entry,
    tally: &mut Tally,
) -> rusqlite::Result<Receipt> {
    let Entry {
        record,
        duplicate_key,
    } = entry;
    let earliest = record.received_at.as_milliseconds() - DUPLICATE_WINDOW_MS;
    let mut known = match duplicate_key {
        Some(key) => first_of(transaction, key, earliest)?,
        None => None,
    };
    if known.is_none() && !insert_record(transaction, entry)? {
        known = with_id(transaction, &record.id)?;
    }
    if let Some(duplicate) = known {
        tally.count("duplicates", "", 1, 0);
        return Ok(duplicate);
    }
    if let Some(key) = duplicate_key {
        let sql =
            "INSERT OR REPLACE INTO feedback_duplicates (key, id, received_at) VALUES (?1, ?2, ?3)";
        let moment = record.received_at.as_milliseconds();
        transaction
            .prepare_cached(sql)?
            .execute(params![key, record.id, moment])?;
    }
    if let Some(account) = &record.account {
        let sql = "INSERT OR IGNORE INTO feedback_accounts (account) VALUES (?1)";
        let added = transaction.prepare_cached(sql)?.execute([account])?;
        tally.count("accounts", "", i64::from(added > 0), 0);
    }
    tally.add(record);
    Ok(Receipt::Stored)
}

fn first_of(
    transaction: &Transaction<'_>,
    key: &DuplicateKey,
    earliest: i64,
) -> rusqlite::Result<Option<Receipt>> {
    let sql = "SELECT id, received_at FROM feedback_duplicates WHERE key = ?1 AND received_at > ?2";
    let mut statement = transaction.prepare_cached(sql)?;
    statement
        .query_row(params![key, earliest], duplicate)
        .optional()
}

fn with_id(transaction: &Transaction<'_>, id: &str) -> rusqlite::Result<Option<Receipt>> {
    let sql = "SELECT id, received_at FROM feedback_records WHERE id = ?1";
    transaction
        .prepare_cached(sql)?
        .query_row([id], duplicate)
        .optional()
}

fn duplicate(row: &rusqlite::Row<'_>) -> rusqlite::Result<Receipt> {
    let received_at = Moment::from_milliseconds(row.get(1)?);
    Ok(Receipt::Duplicate {
        id: row.get(0)?,
        received_at,
    })
}

/// Whether the record's id was new.
fn insert_record(transaction: &Transaction<'_>, entry: &Entry) -> rusqlite::Result<bool> {
    let record = &entry.record;
    let feedback = &record.feedback;
    let sql = "INSERT INTO feedback_records
        (id, received_at, service, account, source, type, endpoint, outcome, feedback)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT (id) DO NOTHING";
    let added = transaction.prepare_cached(sql)?.execute(params![
        record.id,
        record.received_at.as_milliseconds(),
        record.service,
        record.account,
        record.source.map(Source::as_str),
        feedback.kind.as_str(),
        feedback.endpoint,
        feedback.outcome.map(Outcome::as_str),
        feedback.json,
    ])?;
    Ok(added > 0)
}

fn add_counts(transaction: &Transaction<'_>, tally: &Tally) -> rusqlite::Result<()> {
    let sql = "INSERT INTO feedback_counts (kind, name, count, blocked) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT (kind, name) DO UPDATE
        SET count = count + excluded.count, blocked = blocked + excluded.blocked";
    let mut statement = transaction.prepare_cached(sql)?;
    for (kind, name, count, blocked) in tally.rows() {
        statement.execute(params![kind, name, count, blocked])?;
    }
    Ok(())
}

/// Takes a bounded bite, at least as large as what came in.
fn forget_old_keys(transaction: &Transaction<'_>, batch: &[Job]) -> rusqlite::Result<()> {
    let entries = || batch.iter().flat_map(|job| &job.entries);
    let moments = entries().map(|entry| entry.record.received_at.as_milliseconds());
    let Some(newest) = moments.max() else {
        return Ok(());
    };
    let sql = "DELETE FROM feedback_duplicates WHERE number IN
            (SELECT number FROM feedback_duplicates ORDER BY number LIMIT ?3)
        AND (received_at <= ?1
            OR number <= (SELECT max(number) FROM feedback_duplicates) - ?2)";
    let earliest = newest - DUPLICATE_WINDOW_MS;
    let bite = 2 * entries().count() as i64;
    transaction
        .prepare_cached(sql)?
        .execute(params![earliest, MAX_DUPLICATE_KEYS, bite])?;
    Ok(())
}

#[cfg(test)]
mod tests;
