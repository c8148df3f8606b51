//! The agent's side: decide, recover, report.
