//! A trace as a table.

use std::fmt;

use super::{End, Exchange, Merged, Next, Trace};
use crate::agent::shown::Line;

/// Fit for a log, also when the trace was read from a report of somebody else: what could act on a
/// terminal is escaped, and no cell has more than 1000 characters.
///
/// ```text
/// POST /api/orders/quote
/// 1  409  PRICE_DRIFTED  retry_with_suggestion  merged maxPricePerUnit
/// 2  200  -              -                      answered
/// answered with 200 after 0.0 s
/// ```
impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}", cell(&self.method), cell(&self.route))?;
        let rows: Vec<_> = self.exchanges.iter().enumerate().map(cells).collect();
        let widths: [usize; 5] = std::array::from_fn(|column| width(&rows, column));
        for row in &rows {
            for (cell, width) in row.iter().zip(widths).filter(|(_, width)| *width > 0) {
                write!(f, "{cell:width$}  ")?;
            }
            writeln!(f, "{}", row[5])?;
        }
        let end = cell(self.end.to_string());
        write!(f, "{end} after {:.1} s", self.took.as_secs_f64())
    }
}

type Row = [String; 6];

fn width(rows: &[Row], column: usize) -> usize {
    let widths = rows.iter().map(|row| row[column].chars().count());
    widths.max().unwrap_or(0)
}

/// What an agent took down is escaped already, and stays as it is.
fn cell(text: impl AsRef<str>) -> String {
    Line(text.as_ref(), 1000).to_string()
}

fn cells((index, exchange): (usize, &Exchange)) -> Row {
    let text = |text: &Option<String>| text.as_ref().map_or_else(|| "-".into(), cell);
    let items = exchange.items.as_ref();
    [
        (index + 1).to_string(),
        exchange
            .status
            .map_or_else(|| "---".into(), |status| status.to_string()),
        items.map_or_else(String::new, |items| {
            format!("items {}..{}", items.start, items.end)
        }),
        text(&exchange.code),
        text(&exchange.action),
        cell(exchange.next.to_string()),
    ]
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Answered(status) => write!(f, "answered with {status}"),
            Self::Stopped(stop) => write!(f, "stopped: {stop}"),
        }
    }
}

/// `merged slug, cleared Slug`.
struct Done<'a>(&'static str, &'a Merged);

impl fmt::Display for Done<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(verb, Merged { set, cleared }) = self;
        if !set.is_empty() {
            write!(f, "{verb} {}", set.join(", "))?;
        }
        if !cleared.is_empty() {
            let comma = if set.is_empty() { "" } else { ", " };
            write!(f, "{comma}cleared {}", cleared.join(", "))?;
        }
        Ok(())
    }
}

impl fmt::Display for Next {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Answered => f.write_str("answered"),
            Self::Merged(members) => write!(f, "{}", Done("merged", members)),
            Self::Split(parts) => write!(f, "split into {parts} parts"),
            Self::Waited(seconds) => write!(f, "waited {seconds:.1} s"),
            Self::Reauthenticated => f.write_str("fetched new credentials"),
            Self::Supplied(members) => write!(f, "{}", Done("supplied", members)),
            Self::UserActed => f.write_str("a human acted"),
            Self::Redirected => f.write_str("followed the redirect"),
            Self::Resent => f.write_str("no answer, sent again"),
            Self::Stopped => f.write_str("stopped"),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::agent::Trace;

    #[test]
    fn a_trace_of_somebody_else_is_escaped() {
        let hostile = "a\\u001b[2J\\n\\u202e";
        let json = format!(
            r#"{{"method":"{hostile}","route":"{hostile}","took":1,"exchanges":[
                {{"code":"{hostile}","action":"{hostile}","next":{{"merged":{{"set":["{hostile}"]}}}}}}],
                "end":{{"stopped":{{"reason":"unreachable","cause":"{hostile}"}}}}}}"#
        );
        let trace: Trace = serde_json::from_str(&json).unwrap();
        let text = trace.to_string();
        assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text:?}");
        assert_eq!(text.lines().count(), 3, "{text:?}");
    }
}
