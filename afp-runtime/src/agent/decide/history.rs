//! What was tried for one request.

use super::{Budget, Limit, Request, Step, Stop};

/// What was tried so far for one request: give it to [`decide`](super::decide), tell it of every
/// request before it is [sent](Self::sent) and of every step that is [taken](Self::took).
///
/// It keeps a hash of each request, not the request.
#[derive(Debug, Clone, Default)]
pub struct History {
    sent: Vec<u64>,
    pub(super) merges: u32,
    pub(super) waits: u32,
    pub(super) losses: u32,
    pub(super) refreshed: bool,
}

impl History {
    /// Takes note of a request that is sent.
    pub fn sent(&mut self, request: &Request) {
        self.sent.push(request.fingerprint());
    }

    /// Takes note of a step that is followed.
    pub fn took(&mut self, step: &Step) {
        match step {
            Step::Resend(resend) if !resend.merged.is_empty() => self.merges += 1,
            Step::Wait(_) => self.waits += 1,
            Step::Reauthenticate => self.refreshed = true,
            _ => {}
        }
    }

    /// Takes note of an answer that was lost.
    pub fn lost(&mut self) {
        self.losses += 1;
    }

    /// The history that a part of a split batch begins with: credentials are refreshed once in a
    /// call, all else is counted anew.
    #[must_use]
    pub fn for_part(&self) -> Self {
        Self {
            refreshed: self.refreshed,
            ..Self::default()
        }
    }

    /// Whether what was done by a handler is still within the budget.
    pub(in crate::agent) fn within(&self, budget: &Budget) -> Result<(), Stop> {
        let limit = match (self.merges > budget.merges, self.waits > budget.waits) {
            (true, _) => Limit::Merges,
            (_, true) => Limit::Waits,
            _ => return Ok(()),
        };
        Err(Stop::OverBudget { limit })
    }

    pub(super) fn holds(&self, request: &Request) -> bool {
        self.sent.contains(&request.fingerprint())
    }
}
