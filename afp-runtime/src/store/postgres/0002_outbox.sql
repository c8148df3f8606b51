CREATE TABLE feedback_forwarding (
    single INTEGER PRIMARY KEY CHECK (single = 1),
    owner BIGINT NOT NULL,
    until TIMESTAMPTZ NOT NULL
);

CREATE TABLE feedback_outbox (
    number BIGINT PRIMARY KEY
);

CREATE TABLE feedback_parked (
    number BIGINT PRIMARY KEY,
    reason TEXT NOT NULL,
    parked_at BIGINT NOT NULL
);

CREATE FUNCTION feedback_records_outbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM feedback_forwarding) THEN
        INSERT INTO feedback_outbox (number) SELECT number FROM new_records;
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER feedback_records_outbox AFTER INSERT ON feedback_records
    REFERENCING NEW TABLE AS new_records
    FOR EACH STATEMENT EXECUTE FUNCTION feedback_records_outbox();
