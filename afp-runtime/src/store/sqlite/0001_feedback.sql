CREATE TABLE feedback_meta (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
) WITHOUT ROWID;

CREATE TABLE feedback_records (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    received_at INTEGER NOT NULL,
    service TEXT,
    account TEXT,
    source TEXT,
    type TEXT NOT NULL,
    endpoint TEXT,
    outcome TEXT,
    feedback TEXT NOT NULL
);
CREATE INDEX feedback_records_newest ON feedback_records (received_at, number);
CREATE INDEX feedback_records_type ON feedback_records (type, received_at, number);
CREATE INDEX feedback_records_endpoint ON feedback_records (endpoint, received_at, number)
    WHERE endpoint IS NOT NULL;
CREATE INDEX feedback_records_service ON feedback_records (service, received_at, number)
    WHERE service IS NOT NULL;

CREATE TABLE feedback_duplicates (
    number INTEGER PRIMARY KEY,
    key BLOB NOT NULL UNIQUE,
    id TEXT NOT NULL,
    received_at INTEGER NOT NULL
);

CREATE TABLE feedback_accounts (
    account TEXT PRIMARY KEY
) WITHOUT ROWID;

CREATE TABLE feedback_counts (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    count INTEGER NOT NULL,
    blocked INTEGER NOT NULL,
    PRIMARY KEY (kind, name)
) WITHOUT ROWID;
CREATE INDEX feedback_counts_most ON feedback_counts (kind, count);
