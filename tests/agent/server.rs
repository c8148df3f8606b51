//! A small HTTP/1.1 server that answers as it is told, byte for byte when need be.

use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// A request as it came.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    pub(super) method: String,
    pub(super) target: String,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl Seen {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let mut fields = self.headers.iter();
        fields
            .find(|(field, _)| field == name)
            .map(|(_, value)| &**value)
    }

    pub(super) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }

    pub(super) fn path(&self) -> &str {
        self.target.split('?').next().unwrap()
    }
}

/// What the server does with a request.
#[derive(Debug, Clone)]
pub(super) enum Reply {
    /// Status, more header lines, body.
    Answer(u16, String, Vec<u8>),
    /// These bytes, then the end.
    Raw(Vec<u8>),
    /// Closes the connection.
    Cut,
    /// Never answers.
    Hang,
    /// The head of an answer, then one byte each time.
    Drip(Duration),
    /// One byte of the head of an answer each time.
    DripHead(Duration),
    /// The head of an answer without a length, then this many bytes.
    Flood(u64),
}

impl Reply {
    pub(super) fn json(status: u16, body: &Value) -> Self {
        let kind = "Content-Type: application/json\r\n";
        Self::Answer(status, kind.into(), body.to_string().into_bytes())
    }

    pub(super) fn with(self, line: &str) -> Self {
        match self {
            Self::Answer(status, lines, body) => {
                Self::Answer(status, format!("{lines}{line}\r\n"), body)
            }
            other => other,
        }
    }

    pub(super) fn envelope(status: u16, action: &str, retryable: bool, suggestion: Value) -> Self {
        Self::json(status, &envelope(action, retryable, suggestion))
    }
}

#[expect(clippy::needless_pass_by_value, reason = "every caller makes one")]
pub(super) fn envelope(action: &str, retryable: bool, suggestion: Value) -> Value {
    serde_json::json!({"ok": false, "error": "e", "code": "C", "feedback": {
        "expected": "something else", "current": {}, "suggestion": suggestion,
        "retryable": retryable, "action": action, "docs_url": "https://docs.test/C"}})
}

/// Ends when it is dropped.
pub(super) struct Server {
    pub(super) url: String,
    seen: Arc<Mutex<Vec<Seen>>>,
    task: JoinHandle<()>,
}

impl Server {
    pub(super) async fn start(
        answer: impl Fn(&Seen, usize) -> Reply + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (answer, record) = (Arc::new(answer), Arc::clone(&seen));
        let task = tokio::spawn(async move {
            let mut connections = tokio::task::JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                let (answer, record) = (Arc::clone(&answer), Arc::clone(&record));
                connections.spawn(async move {
                    let _ended: io::Result<()> = serve(stream, &*answer, &record).await;
                });
            }
        });
        Self { url, seen, task }
    }

    /// Answers in this order, then 599.
    pub(super) async fn script(replies: impl Into<Vec<Reply>>) -> Self {
        let replies = replies.into();
        Self::start(move |_, index| {
            replies
                .get(index)
                .cloned()
                .unwrap_or_else(|| Reply::Answer(599, String::new(), vec![]))
        })
        .await
    }

    pub(super) fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(
    mut stream: TcpStream,
    answer: &(dyn Fn(&Seen, usize) -> Reply + Send + Sync),
    record: &Mutex<Vec<Seen>>,
) -> io::Result<()> {
    let request = read(&mut stream).await?;
    let index = {
        let mut seen = record.lock().unwrap();
        seen.push(request.clone());
        seen.len() - 1
    };
    match answer(&request, index) {
        Reply::Answer(status, lines, body) => {
            let length = body.len();
            let head = format!(
                "HTTP/1.1 {status} X\r\nContent-Length: {length}\r\nConnection: close\r\n{lines}\r\n"
            );
            stream.write_all(&[head.as_bytes(), &body].concat()).await?;
        }
        Reply::Raw(bytes) => stream.write_all(&bytes).await?,
        Reply::Cut => {}
        Reply::Hang => std::future::pending().await,
        Reply::Drip(pause) => {
            stream
                .write_all(b"HTTP/1.1 200 X\r\nContent-Length: 100000\r\n\r\n")
                .await?;
            drip(&mut stream, b" ", pause).await?;
        }
        Reply::DripHead(pause) => {
            stream.write_all(b"HTTP/1.1 200 X\r\nX-Slow: ").await?;
            drip(&mut stream, b"x", pause).await?;
        }
        Reply::Flood(bytes) => {
            stream
                .write_all(b"HTTP/1.1 200 X\r\nConnection: close\r\n\r\n")
                .await?;
            let chunk = vec![b' '; 64 * 1024];
            for _ in 0..bytes / 65_536 {
                stream.write_all(&chunk).await?;
            }
        }
    }
    stream.shutdown().await
}

async fn drip(stream: &mut TcpStream, byte: &[u8], pause: Duration) -> io::Result<()> {
    loop {
        tokio::time::sleep(pause).await;
        stream.write_all(byte).await?;
    }
}

async fn read(stream: &mut TcpStream) -> io::Result<Seen> {
    let mut bytes = Vec::new();
    let head = loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break end;
        }
        if stream.read_buf(&mut bytes).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    };
    let text = String::from_utf8_lossy(&bytes[..head]).into_owned();
    let mut lines = text.lines();
    let mut first = lines
        .next()
        .unwrap_or_default()
        .split(' ')
        .map(str::to_owned);
    let headers = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let mut seen = Seen {
        method: first.next().unwrap_or_default(),
        target: first.next().unwrap_or_default(),
        headers,
        body: bytes.split_off(head + 4),
    };
    let length = seen
        .header("content-length")
        .and_then(|it| it.parse().ok())
        .unwrap_or(0);
    while seen.body.len() < length {
        if stream.read_buf(&mut seen.body).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    Ok(seen)
}
