use afp_runtime::{AgentErrors, registry};

#[derive(Debug, thiserror::Error, afp_runtime::AgentError)]
#[expect(clippy::upper_case_acronyms, reason = "acronyms are the case")]
enum E {
    #[error("e")]
    #[afp(status = 500, action = ReportBug, expected = "e")]
    HTTPTimeout,
    #[error("e")]
    #[afp(status = 500, action = ReportBug, expected = "e")]
    S3AccessDenied,
    #[error("e")]
    #[afp(status = 500, action = ReportBug, expected = "e")]
    NotFound,
    #[error("e")]
    #[afp(status = 500, action = ReportBug, expected = "e")]
    OAuthTokenExpired,
    #[error("e")]
    #[afp(status = 500, action = ReportBug, expected = "e")]
    IPv6Only,
    #[error("e")]
    #[afp(status = 500, action = ReportBug, expected = "e")]
    HTTP,
    #[error("e")]
    #[afp(status = 500, action = ReportBug, expected = "e")]
    Utf8Invalid,
    #[error("e")]
    #[afp(status = 500, action = ReportBug, expected = "e")]
    Gone410Forever,
}

fn main() {
    let codes: Vec<&str> = E::GROUP.own.iter().map(|spec| spec.code).collect();
    assert_eq!(
        codes,
        [
            "HTTP_TIMEOUT", "S3_ACCESS_DENIED", "NOT_FOUND", "OAUTH_TOKEN_EXPIRED", "IPV6_ONLY",
            "HTTP", "UTF8_INVALID", "GONE410_FOREVER",
        ]
    );
    assert_eq!(registry![E].len(), 8);
}
