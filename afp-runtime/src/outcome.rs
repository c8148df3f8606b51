//! The words of the outcome contract (protocol 3). No IO.
