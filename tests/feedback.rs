//! The inbox of protocol 2: fixtures, the service, its faults.

mod redaction;
