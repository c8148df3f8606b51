use afp_runtime::AgentError;
use afp_runtime::http::AgentJson;
use axum::response::Response;
use axum::routing::post;
use http::StatusCode;
use jiff::civil::Date;
use serde::Deserialize;
use serde_json::json;

use super::{Routes, ok};

/// Errors of the schedule.
#[derive(Debug, thiserror::Error, AgentError)]
pub(crate) enum ScheduleError {
    /// Dates are written as in ISO 8601.
    #[error("{given:?} is not a date like 2026-12-31")]
    #[afp(
        status = 422, action = FixInputFormat, retryable = true,
        expected = "date is an ISO date, year-month-day, not {given:?}",
        suggestion = { "date": "{iso}" },
    )]
    BadDate {
        #[afp(current = "date")]
        given: String,
        /// The same day, where the given text names one.
        iso: Option<String>,
    },
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Appointment {
    date: String,
}

pub(crate) fn routes() -> Routes {
    Routes::new().route("/api/schedule", post(schedule))
}

async fn schedule(
    AgentJson(Appointment { date }): AgentJson<Appointment>,
) -> Result<Response, ScheduleError> {
    if iso_day(&date).is_none() {
        let iso = day_month_year(&date).map(|day| day.to_string());
        return Err(ScheduleError::BadDate { given: date, iso });
    }
    Ok(ok(
        StatusCode::CREATED,
        "appointment",
        json!({ "date": date }),
    ))
}

fn iso_day(text: &str) -> Option<Date> {
    let day = Date::strptime("%Y-%m-%d", text).ok()?;
    (day.to_string() == text).then_some(day)
}

fn day_month_year(text: &str) -> Option<Date> {
    // A year of two digits could be of any century.
    (text.len() == "31/12/2026".len()).then(|| Date::strptime("%d/%m/%Y", text).ok())?
}
