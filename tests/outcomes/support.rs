//! A product, a served application, and an HTTP/1.1 client that shows what was on the wire.

use std::{collections::HashMap, io, net::SocketAddr, time::Duration};

use afp_runtime::outcome::{Contract, ProductKey, SigningKey, Transport, UnverifiedToken};
use axum::Router;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
    time::timeout,
};

pub(crate) const KEY: &str =
    "af_live_0123456789abcdef0123456789abcdef_conformance_secret_0123456789abcdef";
/// Nothing listens on port 9.
pub(crate) const DEAD_ENDPOINT: &str = "http://127.0.0.1:9";

/// An application on a socket of its own; gone when dropped.
pub(crate) struct Served {
    pub(crate) address: SocketAddr,
    task: JoinHandle<io::Result<()>>,
}

impl Drop for Served {
    fn drop(&mut self) {
        self.task.abort();
    }
}

pub(crate) async fn serve(app: Router) -> Served {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let task = tokio::spawn(async move { axum::serve(listener, app).await });
    Served { address, task }
}

/// What came back, with chunks put together.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HashMap<String, Vec<String>>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .get(name)
            .and_then(|values| values.first())
            .map(String::as_str)
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Neither body nor head has anything of a contract.
    #[track_caller]
    pub(crate) fn assert_untouched(&self, body: &[u8]) {
        assert_eq!(self.body, body, "{}", String::from_utf8_lossy(&self.body));
        assert_eq!(self.header("agent-feedback"), None);
        assert_ne!(self.header("cache-control"), Some("private, no-store"));
    }
}

impl Served {
    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.request("GET", path, &[], b"").await
    }

    pub(crate) async fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        let mut head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n",
            self.address
        );
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        if !body.is_empty() {
            head.push_str(&format!("content-length: {}\r\n", body.len()));
        }
        head.push_str("\r\n");
        let mut sent = head.into_bytes();
        sent.extend_from_slice(body);
        let raw = exchange(self.address, &sent).await;
        parse(&raw, method == "HEAD")
    }
}

/// Sends bytes and reads to the end of the connection.
pub(crate) async fn exchange(address: SocketAddr, sent: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(sent).await.unwrap();
    let mut raw = Vec::new();
    // A server that refuses a body early may reset the connection behind its answer.
    let read = timeout(Duration::from_secs(30), stream.read_to_end(&mut raw)).await;
    drop(read.expect("an answer within 30 s"));
    raw
}

fn parse(raw: &[u8], bodyless: bool) -> Answer {
    let end = raw
        .windows(4)
        .position(|window| window == b"\r\n\r\n")
        .expect("a response head");
    let head = String::from_utf8(raw[..end].to_vec()).unwrap();
    let mut lines = head.lines();
    let status = lines
        .next()
        .unwrap()
        .split(' ')
        .nth(1)
        .unwrap()
        .parse()
        .unwrap();
    let mut headers: HashMap<String, Vec<String>> = HashMap::new();
    for line in lines {
        let (name, value) = line.split_once(':').unwrap();
        headers
            .entry(name.to_lowercase())
            .or_default()
            .push(value.trim().to_owned());
    }
    let rest = &raw[end + 4..];
    let chunked = headers
        .get("transfer-encoding")
        .is_some_and(|v| v[0] == "chunked");
    let body = if chunked {
        dechunk(rest)
    } else {
        rest.to_vec()
    };
    if let (Some(length), false) = (
        headers.get("content-length"),
        bodyless || matches!(status, 204 | 205 | 304),
    ) {
        assert_eq!(
            length[0],
            body.len().to_string(),
            "Content-Length is what was sent"
        );
    }
    Answer {
        status,
        headers,
        body,
    }
}

fn dechunk(mut raw: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let end = raw
            .windows(2)
            .position(|window| window == b"\r\n")
            .expect("a chunk size");
        let size = usize::from_str_radix(std::str::from_utf8(&raw[..end]).unwrap(), 16).unwrap();
        if size == 0 {
            return body;
        }
        body.extend_from_slice(&raw[end + 2..end + 2 + size]);
        raw = &raw[end + 2 + size + 2..];
    }
}

/// Reads a contract as an agent does, and checks that its token was signed with [`KEY`].
#[track_caller]
pub(crate) fn check_contract(json: &[u8]) -> Contract {
    let now = jiff::Timestamp::now();
    let contract = Contract::parse(json, Transport::HttpsOrLoopback, now).unwrap();
    let token = contract.authorization().strip_prefix("Bearer ").unwrap();
    let key = SigningKey::from(&KEY.parse::<ProductKey>().unwrap());
    let second = u64::try_from(now.as_second()).unwrap();
    UnverifiedToken::split(token)
        .unwrap()
        .verify(Some(&key), second)
        .unwrap();
    contract
}
