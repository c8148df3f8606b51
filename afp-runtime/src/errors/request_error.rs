use super::Piece;
use crate::AgentError;

/// What is wrong with a request before a handler sees it, and the failed answers that carried no
/// envelope: the library's own codes.
///
/// Every installed application has them in its catalogue.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, AgentError)]
#[non_exhaustive]
pub enum RequestError {
    /// The body is not strict JSON.
    ///
    /// `current` tells line and column, both from 1, and shows what stands around there, values
    /// masked. Where the text has a single reading all the same (a trailing comma, single quotes,
    /// comments, a code fence), the suggestion is the whole body.
    #[error("the body is not strict JSON: line {line}, column {column}")]
    #[afp(
        status = 400, action = FixInputFormat, retryable = true, details = "{details}",
        expected = "strict JSON; at line {line}, column {column}: {wanted}",
        suggestion = "{suggestion}",
    )]
    MalformedJson {
        /// From 1.
        #[afp(current, example = 1)]
        line: usize,
        /// In characters, from 1.
        #[afp(current, example = 16)]
        column: usize,
        /// What stands around there.
        #[afp(current, example = "{\"quantity\": ·,}".to_owned())]
        excerpt: String,
        /// What should stand there.
        #[afp(example = "a member name in double quotes".to_owned())]
        wanted: String,
        /// What to merge.
        #[afp(example = Piece::json("{\"quantity\":2}"))]
        suggestion: Piece,
        /// What else is wrong.
        #[afp(example = Piece::json("[]"))]
        details: Piece,
    },

    /// The body is JSON, and the route takes an object.
    #[error("the body is {sent}, not an object")]
    #[afp(
        status = 400, action = FixInputFormat, retryable = true, details = "{details}",
        expected = "a JSON object as the body; it is {sent}",
        suggestion = "{suggestion}",
    )]
    BodyNotObject {
        /// What was sent.
        #[afp(current = "body", example = "an array of 1 element".to_owned())]
        sent: String,
        /// What to merge.
        #[afp(example = Piece::json("{\"quantity\":2}"))]
        suggestion: Piece,
        /// What is wrong, and where.
        #[afp(example = Piece::json("[]"))]
        details: Piece,
    },

    /// A required member is missing.
    ///
    /// Where a member of nearly the same name was sent, the suggestion renames it.
    #[error("{path} is missing")]
    #[afp(
        status = 400, action = FixInputFormat, retryable = true, details = "{details}",
        expected = "{path} is required: {wanted}",
        suggestion = "{suggestion}",
    )]
    FieldMissing {
        /// Where it belongs.
        #[afp(example = "quantity".to_owned())]
        path: String,
        /// What belongs there.
        #[afp(example = "a value".to_owned())]
        wanted: String,
        /// What to merge.
        #[afp(example = Piece::json("{\"quantity\":2,\"quantty\":null}"))]
        suggestion: Piece,
        /// Everything that was found to be wrong.
        #[afp(example = Piece::json("[{\"path\":\"quantity\",\"expected\":\"a value\",\"got\":\"nothing\"}]"))]
        details: Piece,
    },

    /// A value has the wrong type or format.
    #[error("{path} has the wrong type or format")]
    #[afp(
        status = 400, action = FixInputFormat, retryable = true, details = "{details}",
        expected = "{path} must be {wanted}",
        suggestion = "{suggestion}",
    )]
    FieldInvalid {
        /// Where the value is.
        #[afp(example = "quantity".to_owned())]
        path: String,
        /// What belongs there.
        #[afp(example = "an integer from 0 to 4294967295".to_owned())]
        wanted: String,
        /// The value under its path.
        #[afp(current(flatten), example = Piece::json("{\"quantity\":\"2\"}"))]
        current: Piece,
        /// What to merge.
        #[afp(example = Piece::json("{\"quantity\":2}"))]
        suggestion: Piece,
        /// Everything that was found to be wrong.
        #[afp(example = Piece::json("[{\"path\":\"quantity\",\"expected\":\"an integer from 0 to 4294967295\",\"got\":\"\\\"2\\\"\"}]"))]
        details: Piece,
    },

    /// The route does not know a member.
    ///
    /// The suggestion gives its value to the member that was meant, and null to the unknown one,
    /// which then counts as absent.
    #[error("{path} is unknown")]
    #[afp(
        status = 400, action = UseDifferentField, retryable = true, details = "{details}",
        expected = "in place of {path}: {wanted}",
        suggestion = "{suggestion}",
    )]
    FieldUnknown {
        /// Where it is.
        #[afp(example = "quantty".to_owned())]
        path: String,
        /// The names that are known there.
        #[afp(example = "one of `quantity`, `side`".to_owned())]
        wanted: String,
        /// What to merge.
        #[afp(example = Piece::json("{\"quantity\":2,\"quantty\":null}"))]
        suggestion: Piece,
        /// Everything that was found to be wrong.
        #[afp(example = Piece::json("[{\"path\":\"quantty\",\"expected\":\"one of `quantity`, `side`\",\"got\":\"an unknown member\"}]"))]
        details: Piece,
    },

    /// A value is none of those that are allowed.
    #[error("{path} is none of the allowed values")]
    #[afp(
        status = 400, action = PickDifferentValue, retryable = true, details = "{details}",
        expected = "{path} must be {wanted}",
        suggestion = "{suggestion}",
    )]
    ValueUnknown {
        /// Where the value is.
        #[afp(example = "side".to_owned())]
        path: String,
        /// The allowed values.
        #[afp(example = "one of `buy`, `sell`".to_owned())]
        wanted: String,
        /// The value under its path.
        #[afp(current(flatten), example = Piece::json("{\"side\":\"BUY\"}"))]
        current: Piece,
        /// What to merge.
        #[afp(example = Piece::json("{\"side\":\"buy\"}"))]
        suggestion: Piece,
        /// Everything that was found to be wrong.
        #[afp(example = Piece::json("[{\"path\":\"side\",\"expected\":\"one of `buy`, `sell`\",\"got\":\"\\\"BUY\\\"\"}]"))]
        details: Piece,
    },

    /// A member is there twice; which of the two counts is not for a server to guess.
    #[error("{name} is there twice")]
    #[afp(
        status = 400, action = NoActionPossible,
        expected = "{name} once; it is repeated at {place}",
    )]
    DuplicateMember {
        /// The name of the member.
        #[afp(current, example = "quantity".to_owned())]
        name: String,
        /// Its path, or line and column of its second name.
        #[afp(current, example = "line 1, column 17".to_owned())]
        place: String,
    },

    /// The object has too few members.
    #[error("the body has {sent} of at least {required} members")]
    #[afp(
        status = 400, action = NoActionPossible,
        expected = "an object of at least {required} members; it has {sent}",
    )]
    TooFewFields {
        /// How many were sent.
        #[afp(current = "members", example = 0)]
        sent: usize,
        /// How many are required.
        #[afp(example = 1)]
        required: usize,
    },

    /// The body is larger than the route takes.
    #[error("the body is larger than {limit} bytes")]
    #[afp(
        status = 413, action = NoActionPossible,
        expected = "a body of at most {limit} bytes, after decompression",
    )]
    BodyTooLarge {
        /// The limit in bytes.
        #[afp(example = 102_400)]
        limit: u64,
    },

    /// The body is not declared as JSON, or is in a content coding that the route does not take.
    ///
    /// The suggestion is the header field to set.
    #[error("the route takes {wanted}")]
    #[afp(
        status = 415, action = ProvideMissingContext, retryable = true, apply_to = Header,
        allow(unexplained_suggestion),
        expected = "{wanted}",
        suggestion = { "{name}": "{value}" },
    )]
    UnsupportedMediaType {
        /// What is wanted.
        #[afp(example = "content-type: application/json".to_owned())]
        wanted: String,
        /// The header field as it was sent, cut at 100 characters; null where it was not.
        #[afp(current(flatten), example = Piece::json("{\"content-type\":\"text/plain\"}"))]
        current: Piece,
        /// The header field to set.
        #[afp(example = "content-type".to_owned())]
        name: String,
        /// Its value, where one would do.
        #[afp(example = Some("application/json".to_owned()))]
        value: Option<String>,
    },

    /// The query string does not fit.
    ///
    /// In the suggestion, null takes a parameter away.
    #[error("the query parameter {path} does not fit")]
    #[afp(
        status = 400, action = ProvideMissingContext, retryable = true, apply_to = Query,
        details = "{details}",
        expected = "query parameter {path}: {wanted}",
        suggestion = "{suggestion}",
    )]
    QueryInvalid {
        /// The name of the parameter.
        #[afp(example = "pageSize".to_owned())]
        path: String,
        /// What is wanted.
        #[afp(example = "an integer from 0 to 4294967295".to_owned())]
        wanted: String,
        /// The value under its name.
        #[afp(current(flatten), example = Piece::json("{\"pageSize\":\"20.0\"}"))]
        current: Piece,
        /// What to set.
        #[afp(example = Piece::json("{\"pageSize\":\"20\"}"))]
        suggestion: Piece,
        /// Everything that was found to be wrong.
        #[afp(example = Piece::json("[]"))]
        details: Piece,
    },

    /// A part of the path does not fit.
    #[error("the path parameter {path} does not fit")]
    #[afp(
        status = 400, action = ProvideMissingContext, retryable = true, apply_to = Path,
        details = "{details}",
        expected = "path parameter {path}: {wanted}",
        suggestion = "{suggestion}",
    )]
    PathInvalid {
        /// The name of the parameter.
        #[afp(example = "id".to_owned())]
        path: String,
        /// What is wanted.
        #[afp(example = "an integer from 0 to 18446744073709551615".to_owned())]
        wanted: String,
        /// The value under its name.
        #[afp(current(flatten), example = Piece::json("{\"id\":\"7.0\"}"))]
        current: Piece,
        /// What to set.
        #[afp(example = Piece::json("{\"id\":\"7\"}"))]
        suggestion: Piece,
        /// Everything that was found to be wrong.
        #[afp(example = Piece::json("[]"))]
        details: Piece,
    },

    /// No route has this path.
    ///
    /// The path is misspelt, or the API has no such resource. The catalogue lists the codes that
    /// this API answers with; its documentation lists the routes.
    #[error("{message}")]
    #[afp(
        status = 404, action = NoActionPossible,
        expected = "{path} is a path of this API; GET {catalogue} lists its error codes",
    )]
    RouteNotFound {
        /// What the service said; without words of its own, method and path.
        #[afp(example = "no route for GET /api/nope".to_owned())]
        message: String,
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
    #[error("{message}")]
    #[afp(
        status = 405, action = NoActionPossible, apply_to = Method,
        expected = "method is one of: {allowed}",
        suggestion = { "method": "{only}" },
    )]
    MethodNotAllowed {
        /// What the service said; without words of its own, method and path.
        #[afp(example = "DELETE is not allowed for /api/orders/quote".to_owned())]
        message: String,
        /// The method of the request, cut at 32 characters.
        #[afp(current, example = "DELETE".to_owned())]
        method: String,
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
