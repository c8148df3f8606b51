//! The layer alone.

mod bodies;
mod environment;
mod framed;
mod heads;
mod own_endpoints;
mod requests;
mod within;

use std::{convert::Infallible, future::ready};

use afp_runtime::http::outcome::OutcomeContract;
use axum::http::{HeaderName, HeaderValue, Request, Response};
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use tower::{Layer, ServiceExt, service_fn};

/// Sends a GET through the layer around a service that answers with this.
async fn through<B>(
    contract: &OutcomeContract,
    path: &str,
    response: Response<B>,
) -> Response<Bytes>
where
    B: http_body::Body + Clone,
    B::Error: std::fmt::Debug,
{
    let service = contract.layer(service_fn(move |_: Request<()>| {
        ready(Ok::<_, Infallible>(response.clone()))
    }));
    let request = Request::get(path).body(()).unwrap();
    let (parts, body) = service.oneshot(request).await.unwrap().into_parts();
    Response::from_parts(parts, body.collect().await.unwrap().to_bytes())
}

fn answer(headers: &[(&str, &str)], body: &'static [u8]) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from_static(body)));
    for (name, value) in headers {
        let name: HeaderName = name.parse().unwrap();
        response
            .headers_mut()
            .append(name, HeaderValue::from_str(value).unwrap());
    }
    response
}

fn json_answer(body: &'static [u8]) -> Response<Full<Bytes>> {
    answer(&[("content-type", "application/json")], body)
}

fn is_instrumented(response: &Response<Bytes>) -> bool {
    let body = String::from_utf8_lossy(response.body());
    body.contains("afr2_") || response.headers().contains_key("agent-feedback")
}
