use crate::AgentError;

/// What is wrong with a request before a handler sees it, and the failed answers that carried no
/// envelope: the library's own codes.
///
/// Every installed application has them in its catalogue.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, AgentError)]
#[non_exhaustive]
pub enum RequestError {
    /// No route has this path.
    ///
    /// The path is misspelt, or the API has no such resource. The catalogue lists the codes that
    /// this API answers with; its documentation lists the routes.
    #[error("no route for {method} {path}")]
    #[afp(
        status = 404, action = NoActionPossible,
        expected = "{path} is a path of this API; GET {catalogue} lists its error codes",
    )]
    RouteNotFound {
        /// The method of the request.
        #[afp(example = "GET".to_owned())]
        method: String,
        /// The path of the request, cut at 200 characters.
        #[afp(current, example = "/api/nope".to_owned())]
        path: String,
        /// Where the catalogue is served.
        #[afp(example = "/api/errors".to_owned())]
        catalogue: String,
    },

    /// The path is right, its method is not.
    ///
    /// The `Allow` header field names the methods of this path. A method is never changed without
    /// being asked: another method means another thing.
    #[error("{method} is not allowed for {path}")]
    #[afp(
        status = 405, action = NoActionPossible, apply_to = Method,
        expected = "method is one of: {allowed}",
        suggestion = { "method": "{only}" },
    )]
    MethodNotAllowed {
        /// The method of the request.
        #[afp(current, example = "DELETE".to_owned())]
        method: String,
        /// The path of the request, cut at 200 characters.
        #[afp(example = "/api/orders/quote".to_owned())]
        path: String,
        /// The allowed methods, comma-separated.
        #[afp(example = "POST".to_owned())]
        allowed: String,
        /// The one method besides `HEAD` and `OPTIONS`, where there is only one.
        #[afp(example = Some("POST".to_owned()))]
        only: Option<String>,
    },

    /// The catalogue has no such code.
    ///
    /// Ask for the list without a `code` parameter.
    #[error("no error code {code}")]
    #[afp(
        status = 404, action = NoActionPossible,
        expected = "code is one that GET {catalogue} lists",
    )]
    CodeNotFound {
        /// The code that was asked for, cut at 64 characters.
        #[afp(current, example = "NOPE".to_owned())]
        code: String,
        /// Where the list is served.
        #[afp(example = "/api/errors".to_owned())]
        catalogue: String,
    },

    /// The request was refused as malformed.
    #[error("{message}")]
    #[afp(
        status = 400, action = NoActionPossible,
        expected = "a well-formed request; {message}",
    )]
    BadRequest {
        /// What the service said.
        #[afp(example = "missing header".to_owned())]
        message: String,
    },

    /// The request carries no credentials that count.
    #[error("{message}")]
    #[afp(
        status = 401, action = Reauthenticate, retryable = true, allow(static_expected),
        expected = "credentials as the WWW-Authenticate header field asks for",
    )]
    Unauthorized {
        /// What the service said.
        #[afp(example = "no session".to_owned())]
        message: String,
    },

    /// The credentials do not allow this.
    #[error("{message}")]
    #[afp(
        status = 403, action = ContactOperator, allow(static_expected),
        expected = "credentials that are allowed to do this",
    )]
    AccessDenied {
        /// What the service said.
        #[afp(example = "read only".to_owned())]
        message: String,
    },

    /// The request took longer than the service allows.
    ///
    /// It may have taken effect. Look before you send it again.
    #[error("{message}")]
    #[afp(
        status = 408, action = NoActionPossible, allow(static_expected),
        expected = "a request that completes within the time limit of the service",
    )]
    RequestTimeout {
        /// What the service said.
        #[afp(example = "timed out".to_owned())]
        message: String,
    },

    /// The request contradicts the state of the resource.
    #[error("{message}")]
    #[afp(
        status = 409, action = NoActionPossible,
        expected = "a request that fits the state of the resource; {message}",
    )]
    Conflict {
        /// What the service said.
        #[afp(example = "already shipped".to_owned())]
        message: String,
    },

    /// The body is larger than the service takes.
    #[error("{message}")]
    #[afp(
        status = 413, action = NoActionPossible,
        expected = "a smaller body; {message}",
    )]
    ContentTooLarge {
        /// What the service said.
        #[afp(example = "length limit exceeded".to_owned())]
        message: String,
    },

    /// The route does not take bodies of this media type.
    #[error("{message}")]
    #[afp(
        status = 415, action = NoActionPossible,
        expected = "a body of a media type that this route takes; {message}",
    )]
    MediaTypeRefused {
        /// What the service said.
        #[afp(example = "expected form data".to_owned())]
        message: String,
    },

    /// The request was refused for another reason.
    #[error("{message}")]
    #[afp(
        status = 400, action = NoActionPossible,
        expected = "a request that this route accepts; {message}",
    )]
    RequestRefused {
        /// What the service said.
        #[afp(example = "gone".to_owned())]
        message: String,
    },

    /// Too many requests in too short a time.
    #[error("{message}")]
    #[afp(
        status = 429, action = WaitAndRetry, allow(unexplained_suggestion),
        expected = "the same request, sent again after {retry_after_s} s",
        suggestion = { "retry_after_s": "{retry_after_s}" },
    )]
    TooManyRequests {
        /// What the service said.
        #[afp(example = "slow down".to_owned())]
        message: String,
        /// Seconds to wait, from the answer's `Retry-After`; 30 without one.
        #[afp(example = 30)]
        retry_after_s: u64,
    },

    /// The service is not available for the moment.
    #[error("service unavailable")]
    #[afp(
        status = 503, action = WaitAndRetry, allow(unexplained_suggestion),
        expected = "the same request, sent again after {retry_after_s} s",
        suggestion = { "retry_after_s": "{retry_after_s}" },
    )]
    ServiceUnavailable {
        /// Seconds to wait, from the answer's `Retry-After`; 30 without one.
        #[afp(example = 30)]
        retry_after_s: u64,
    },

    /// The service failed.
    #[error("the service failed")]
    #[afp(
        status = 500, action = ContactOperator,
        expected = "a service without a fault; its operator must act",
    )]
    ServerFault,
}
