CREATE TABLE feedback_meta (
    name TEXT PRIMARY KEY,
    value BYTEA NOT NULL
);

CREATE TABLE feedback_records (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    received_at BIGINT NOT NULL,
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
    key BYTEA PRIMARY KEY,
    number BIGINT GENERATED ALWAYS AS IDENTITY,
    id TEXT NOT NULL,
    received_at BIGINT NOT NULL
);
CREATE INDEX feedback_duplicates_oldest ON feedback_duplicates (number);

CREATE TABLE feedback_accounts (
    account TEXT PRIMARY KEY
);

CREATE TABLE feedback_counts (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    count BIGINT NOT NULL,
    blocked BIGINT NOT NULL,
    PRIMARY KEY (kind, name)
);
CREATE INDEX feedback_counts_most ON feedback_counts (kind, count);
