CREATE TABLE IF NOT EXISTS outcome_products (
    name TEXT PRIMARY KEY,
    collecting BOOLEAN NOT NULL
);
CREATE TABLE IF NOT EXISTS outcome_keys (
    id TEXT PRIMARY KEY,
    product TEXT NOT NULL REFERENCES outcome_products (name),
    hash BYTEA NOT NULL,
    created_ms BIGINT NOT NULL,
    expires_ms BIGINT,
    revoked_ms BIGINT
);
CREATE TABLE IF NOT EXISTS outcome_interactions (
    id TEXT PRIMARY KEY,
    product TEXT NOT NULL,
    event TEXT
);
CREATE TABLE IF NOT EXISTS outcome_reviews (
    interaction_id TEXT PRIMARY KEY REFERENCES outcome_interactions (id),
    id TEXT NOT NULL,
    outcome TEXT NOT NULL,
    note TEXT NOT NULL,
    created_at TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS outcome_reviews_by_time ON outcome_reviews (created_at);
