//! How much one call may cost.

use std::time::Duration;

/// Bounds of one call. Whatever the server answers, a call ends within them.
///
/// ```
/// use std::time::Duration;
/// use afp_runtime::agent::Budget;
///
/// let budget = Budget { requests: 5, ..Budget::default() };
/// assert_eq!(budget.time, Duration::from_secs(300));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Budget {
    /// Requests in all, redirects and the parts of a batch included. 100 by default. A batch that
    /// needs more is not begun.
    pub requests: u32,
    /// Time in all, waits and handlers included. 300 s by default.
    pub time: Duration,
    /// Time for one request and its answer. 30 s by default.
    pub request_time: Duration,
    /// Changes of one request (of one part, once a batch is split). 16 by default.
    pub merges: u32,
    /// Waits of one request (of one part, once a batch is split). 10 by default.
    pub waits: u32,
    /// The longest single wait. 60 s by default.
    pub longest_wait: Duration,
    /// The wait when the server names none. 30 s by default (protocol 1, §2).
    pub default_wait: Duration,
    /// Resends of one request after its answer was lost or the server was not reached. 2 by
    /// default.
    pub losses: u32,
    /// Bytes read of one body. 4 MiB by default.
    pub body_bytes: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            requests: 100,
            time: Duration::from_secs(300),
            request_time: Duration::from_secs(30),
            merges: 16,
            waits: 10,
            longest_wait: Duration::from_secs(60),
            default_wait: Duration::from_secs(30),
            losses: 2,
            body_bytes: 4 * 1024 * 1024,
        }
    }
}
