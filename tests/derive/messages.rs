//! `error` is the text of `Display`, whichever way it is written.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use afp_runtime::AgentError;
use afp_runtime::errors::{RenderOptions, render};
use serde_json::Value;

#[derive(Debug, thiserror::Error, AgentError)]
enum Said<'a, T: fmt::Display + fmt::Debug> {
    #[error("a \"quote\", a \\, a\nline, {{braces}}, \u{2028} and é")]
    #[afp(status = 500, action = ReportBug, expected = "nothing")]
    Words,
    #[error("{text}{number}{flag}{borrowed}")]
    #[afp(status = 500, action = ReportBug, expected = "{number}, not {flag}")]
    Plain {
        text: String,
        number: i64,
        flag: bool,
        borrowed: &'a str,
    },
    #[error("{0} of {1}, {0}")]
    #[afp(status = 500, action = ReportBug, expected = "{1}")]
    Positions(u8, u64),
    #[error("{0:?} and {1:>8}")]
    #[afp(status = 500, action = ReportBug, expected = "{1}")]
    Specs(String, i16),
    #[error("no file {path}", path = .0.display())]
    #[afp(status = 500, action = ReportBug, expected = "static", allow(static_expected))]
    Argument(PathBuf),
    #[error("no file {0}")]
    #[afp(status = 500, action = ReportBug, expected = "static", allow(static_expected))]
    Path(PathBuf),
    #[error("{type} of {}", .r#type.len())]
    #[afp(status = 500, action = ReportBug, expected = "{type}")]
    Raw { r#type: String },
    #[error("one of {0}")]
    #[afp(status = 500, action = ReportBug, expected = "{0}")]
    Generic(T),
    #[error("")]
    #[afp(status = 500, action = ReportBug, expected = "static", allow(static_expected))]
    Nothing(u8),
    #[error("while paying: {0}")]
    #[afp(transparent)]
    Worded(Inner),
    #[error(transparent)]
    #[afp(transparent)]
    Transparent(Box<Outer>),
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Outer {
    #[error(transparent)]
    #[afp(transparent)]
    Transparent(Inner),
    #[error("worded: {0}")]
    #[afp(transparent)]
    Worded(Arc<Inner>),
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Inner {
    #[error("inner {0}")]
    #[afp(code = "INNER", status = 500, action = ReportBug, expected = "{0}")]
    Inner(String),
    #[error(fmt = by_hand)]
    #[afp(code = "BY_HAND", status = 500, action = ReportBug, expected = "{0}")]
    ByHand(u8),
}

fn by_hand(number: &u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "by hand {number}")
}

/// An error that is shown by its `Display`, which a message of the derive can't be.
#[derive(Debug)]
struct Shouted;

impl fmt::Display for Shouted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SHOUTED")
    }
}

fn inner() -> Inner {
    Inner::Inner("\"{0}\"".into())
}

#[test]
fn error_is_the_text_of_display() {
    let said: Vec<Said<'_, Shouted>> = vec![
        Said::Words,
        Said::Plain {
            text: "\"{number}\" \u{1}".into(),
            number: i64::MIN,
            flag: true,
            borrowed: "\\",
        },
        Said::Positions(7, u64::MAX),
        Said::Specs("\"\n".into(), -5),
        Said::Argument("a\"b".into()),
        Said::Path("a\"b".into()),
        Said::Raw { r#type: "x".into() },
        Said::Generic(Shouted),
        Said::Nothing(1),
        Said::Worded(inner()),
        Said::Worded(Inner::ByHand(2)),
        Said::Transparent(Box::new(Outer::Transparent(inner()))),
        Said::Transparent(Box::new(Outer::Transparent(Inner::ByHand(3)))),
        Said::Transparent(Box::new(Outer::Worded(Arc::new(inner())))),
    ];
    for error in &said {
        for short in [false, true] {
            let options = RenderOptions {
                short,
                ..RenderOptions::default()
            };
            let body = render(error, &options).body;
            let body: Value = serde_json::from_slice(&body).unwrap();
            assert_eq!(body["error"], error.to_string());
            assert_eq!(body["code"], error.spec().code);
            assert_eq!(body["feedback"].is_null(), short);
        }
    }
}
