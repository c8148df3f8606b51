//! What happened, one line a call.

use afp_runtime::agent::{Answer, Stopped, Trace};

use crate::plan::Call;

/// A line of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row(pub [String; 5]);

impl Row {
    /// The head of the table.
    #[must_use]
    pub fn head() -> Self {
        Self(["route", "first code", "action", "requests", "end"].map(str::to_owned))
    }

    /// The line of a call.
    #[must_use]
    pub fn new(call: &Call, result: &Result<Answer, Stopped>) -> Self {
        let trace: &Trace = match result {
            Ok(answer) => answer.trace(),
            Err(stopped) => stopped.trace(),
        };
        let (code, action) = trace.first_failure().unwrap_or(("-", "-"));
        Self([
            format!("{} {}", call.method, call.url),
            code.to_owned(),
            action.to_owned(),
            trace.requests().to_string(),
            trace.end_words(),
        ])
    }
}

impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [route, code, action, requests, end] = &self.0;
        write!(
            f,
            "{route:<26}  {code:<22}  {action:<23}  {requests:>8}  {end}"
        )
    }
}
