//! Redirects within the origin.

use http::Method;
use http::header::{CONTENT_ENCODING, CONTENT_LANGUAGE, CONTENT_TYPE, LOCATION};

use super::{RedirectRefused, Request, Response};

/// 307 and 308 repeat the request; 303 fetches the result with GET; 301 and 302 are followed only
/// when the method is safe, since clients disagree on what they do to others (RFC 9110, §15.4).
pub(super) fn follow(request: &Request, response: &Response) -> Result<Request, RedirectRefused> {
    let location = response
        .headers
        .get(LOCATION)
        .and_then(|value| value.to_str().ok());
    let mut url = location
        .and_then(|location| request.url.join(location).ok())
        .ok_or(RedirectRefused::Location)?;
    url.set_fragment(None);
    let keeps_user_info = url.username().is_empty() && url.password().is_none();
    if url.origin() != request.origin() || !keeps_user_info {
        return Err(RedirectRefused::OtherOrigin);
    }
    let mut next = Request {
        url,
        path: None,
        ..request.clone()
    };
    match response.status.as_u16() {
        307 | 308 => Ok(next),
        301 | 302 if request.method.is_safe() => Ok(next),
        303 => {
            fetch_result(&mut next);
            Ok(next)
        }
        _ => Err(RedirectRefused::ChangesRequest),
    }
}

fn fetch_result(request: &mut Request) {
    if request.method != Method::HEAD {
        request.method = Method::GET;
    }
    request.body = bytes::Bytes::new();
    for name in [CONTENT_TYPE, CONTENT_ENCODING, CONTENT_LANGUAGE] {
        request.headers.remove(name);
    }
}
