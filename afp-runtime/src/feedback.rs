//! The words of agent feedback (protocol 2). No IO.
