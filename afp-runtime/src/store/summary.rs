use crate::feedback::FeedbackType;

/// How many endpoints a summary names.
pub(super) const MAX_ENDPOINTS: usize = 100;

/// Counts over all records, kept up with each one, so that reading them scans nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Records kept.
    pub total: u64,
    /// Submissions that were duplicates.
    pub duplicates: u64,
    /// Accounts that have sent something.
    pub accounts: u64,
    /// Records of each type that occurs, in the protocol's order.
    pub by_type: Vec<(FeedbackType, u64)>,
    /// The 100 endpoints with the most records, most first.
    pub by_endpoint: Vec<EndpointCount>,
}

/// Records about one endpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndpointCount {
    /// The endpoint as the agents named it.
    pub endpoint: String,
    /// All records about it.
    pub count: u64,
    /// Those whose task was blocked.
    pub blocked: u64,
}

#[cfg(any(feature = "sqlite", feature = "postgres"))]
impl Summary {
    /// Sets the count of a row of `feedback_counts`.
    pub(super) fn set(&mut self, kind: &str, name: &str, count: i64) {
        let count = unsigned(count);
        match kind {
            "total" => self.total = count,
            "duplicates" => self.duplicates = count,
            "accounts" => self.accounts = count,
            _ => self
                .by_type
                .extend(FeedbackType::from_word(name).map(|kind| (kind, count))),
        }
        self.by_type.sort_by_key(|(kind, _)| *kind);
    }
}

#[cfg(any(feature = "sqlite", feature = "postgres"))]
impl EndpointCount {
    pub(super) fn of(endpoint: String, count: i64, blocked: i64) -> Self {
        Self {
            endpoint,
            count: unsigned(count),
            blocked: unsigned(blocked),
        }
    }
}

#[cfg(any(feature = "sqlite", feature = "postgres"))]
fn unsigned(count: i64) -> u64 {
    u64::try_from(count).unwrap_or(0)
}
