//! An MCP client of a few lines, over a pipe in memory.

use afp_runtime::mcp::FeedbackServer;
use rmcp::ServiceExt;
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};

pub(crate) struct Session {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    to_server: WriteHalf<DuplexStream>,
    last_id: u64,
    pub(crate) server: Value,
}

impl Session {
    pub(crate) async fn open(server: FeedbackServer, client: Value) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        tokio::spawn(async move { server.serve(theirs).await.unwrap().waiting().await });
        let (from_server, to_server) = tokio::io::split(ours);
        let mut session = Self {
            lines: BufReader::new(from_server).lines(),
            to_server,
            last_id: 0,
            server: Value::Null,
        };
        let hello =
            json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
        session.server = session.ask("initialize", hello).await["result"].clone();
        let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        session.write(&ready).await;
        session
    }

    pub(crate) async fn ask(&mut self, method: &str, params: Value) -> Value {
        self.last_id += 1;
        let id = self.last_id;
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.write(&request).await;
        loop {
            let line = self
                .lines
                .next_line()
                .await
                .unwrap()
                .expect("the server speaks");
            let message: Value = serde_json::from_str(&line).unwrap();
            if message["id"] == id {
                return message;
            }
        }
    }

    /// Whether it is an error, and the JSON of the only text block.
    pub(crate) async fn submit(&mut self, arguments: Value) -> (bool, Value) {
        let call = json!({"name": "submit_feedback", "arguments": arguments});
        let answer = self.ask("tools/call", call).await;
        let result = &answer["result"];
        assert_eq!(
            result["content"].as_array().map(Vec::len),
            Some(1),
            "{answer}"
        );
        assert_eq!(result["content"][0]["type"], "text");
        assert_eq!(result.get("structuredContent"), None);
        let text = result["content"][0]["text"].as_str().unwrap();
        (
            result["isError"] == true,
            serde_json::from_str(text).unwrap(),
        )
    }

    async fn write(&mut self, message: &Value) {
        let line = format!("{message}\n");
        self.to_server.write_all(line.as_bytes()).await.unwrap();
    }
}
