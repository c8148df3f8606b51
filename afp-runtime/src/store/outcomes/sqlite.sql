CREATE TABLE IF NOT EXISTS outcome_products (
    name TEXT PRIMARY KEY,
    collecting INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS outcome_keys (
    id TEXT PRIMARY KEY,
    product TEXT NOT NULL REFERENCES outcome_products (name),
    hash BLOB NOT NULL,
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER,
    revoked_ms INTEGER
) STRICT;
CREATE TABLE IF NOT EXISTS outcome_interactions (
    id TEXT PRIMARY KEY,
    product TEXT NOT NULL,
    event TEXT
) STRICT;
CREATE TABLE IF NOT EXISTS outcome_reviews (
    interaction_id TEXT PRIMARY KEY REFERENCES outcome_interactions (id),
    id TEXT NOT NULL,
    outcome TEXT NOT NULL,
    note TEXT NOT NULL,
    created_at TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS outcome_reviews_by_time ON outcome_reviews (created_at);
