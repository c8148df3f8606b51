/// Products that say nothing about the agent behind them: browsers and plain HTTP libraries.
const NO_AGENT: &[&str] = &[
    "aiohttp",
    "akka-http",
    "apache-httpclient",
    "axios",
    "bun",
    "curl",
    "dart",
    "deno",
    "electron",
    "faraday",
    "fetch",
    "feign",
    "go-http-client",
    "got",
    "grpc",
    "guzzlehttp",
    "http",
    "httpclient",
    "httpie",
    "httpx",
    "hyper",
    "insomnia",
    "isahc",
    "java",
    "java-http-client",
    "jersey",
    "ky",
    "libcurl",
    "libwww-perl",
    "lwp",
    "lynx",
    "mozilla",
    "node",
    "node-fetch",
    "node.js",
    "okhttp",
    "opera",
    "perl",
    "php",
    "postmanruntime",
    "powershell",
    "python",
    "python-httpx",
    "python-requests",
    "python-urllib",
    "python-urllib3",
    "requests",
    "rest-client",
    "restsharp",
    "ruby",
    "reqwest",
    "superagent",
    "typhoeus",
    "undici",
    "unirest",
    "urllib",
    "urllib3",
    "ureq",
    "w3m",
    "wget",
    "winhttp",
    "xh",
    "surf",
    "symfony",
    "swagger-codegen",
    "dalvik",
    "cfnetwork",
];

/// The agent that a `User-Agent` header names: its first product and that one's version. `None`
/// for browsers, plain HTTP libraries and what is no product.
///
/// ```
/// use afp_runtime::feedback::agent_of;
/// assert_eq!(agent_of("acme-agent/2.1 (linux)"), Some(("acme-agent", Some("2.1"))));
/// assert_eq!(agent_of("Mozilla/5.0 (X11)"), None);
/// assert_eq!(agent_of("python-requests/2.32"), None);
/// ```
#[must_use]
pub fn agent_of(user_agent: &str) -> Option<(&str, Option<&str>)> {
    let product = user_agent.split_whitespace().next()?;
    let (name, version) = match product.split_once('/') {
        Some((name, version)) => (name, Some(version).filter(|text| is_token(text))),
        None => (product, None),
    };
    let lower = name.to_ascii_lowercase();
    let is_agent = is_token(name)
        && name.starts_with(|first: char| first.is_ascii_alphanumeric())
        && !NO_AGENT.contains(&lower.as_str());
    is_agent.then_some((name, version))
}

/// RFC 9110 §5.6.2.
fn is_token(text: &str) -> bool {
    let in_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(in_token)
}
