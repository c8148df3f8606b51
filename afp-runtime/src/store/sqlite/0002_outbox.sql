CREATE TABLE feedback_forwarding (
    single INTEGER PRIMARY KEY CHECK (single = 1),
    owner INTEGER NOT NULL,
    until INTEGER NOT NULL
);

CREATE TABLE feedback_outbox (
    number INTEGER PRIMARY KEY
);

CREATE TABLE feedback_parked (
    number INTEGER PRIMARY KEY,
    reason TEXT NOT NULL,
    parked_at INTEGER NOT NULL
);

CREATE TRIGGER feedback_records_outbox AFTER INSERT ON feedback_records
WHEN EXISTS (SELECT 1 FROM feedback_forwarding)
BEGIN
    INSERT INTO feedback_outbox (number) VALUES (new.number);
END;
