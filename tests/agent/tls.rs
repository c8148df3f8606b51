//! TLS as the feature configures it.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use afp_runtime::agent::Agent;

use super::interpreter::interpreter;

const SERVER: &str = r#"
import http.server, ssl, sys
class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(b'{"ok":true}')
server = http.server.HTTPServer(("127.0.0.1", 0), Answer)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_port, flush=True)
server.serve_forever()
"#;

#[tokio::test(flavor = "multi_thread")]
async fn https_works_and_unknown_certificates_are_refused() {
    let (Some(python), Some(openssl)) =
        (interpreter("python3", "TLS"), interpreter("openssl", "TLS"))
    else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let (key, cert) = (
        folder.path().join("key.pem"),
        folder.path().join("cert.pem"),
    );
    let made = Command::new(openssl)
        .args([
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
        ])
        .args(["-nodes", "-days", "2", "-subj", "/CN=localhost"])
        .args(["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"])
        .args(["-addext", "basicConstraints=critical,CA:FALSE", "-keyout"])
        .arg(&key)
        .arg("-out")
        .arg(&cert)
        .output()
        .unwrap();
    assert!(
        made.status.success(),
        "{}",
        String::from_utf8_lossy(&made.stderr)
    );
    let mut server = Command::new(python)
        .args(["-c", SERVER])
        .args([&cert, &key])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut port = String::new();
    BufReader::new(server.stdout.take().unwrap())
        .read_line(&mut port)
        .unwrap();
    let url = format!("https://localhost:{}", port.trim());

    let certificate = reqwest::Certificate::from_pem(&std::fs::read(&cert).unwrap()).unwrap();
    let trusting = reqwest::Client::builder().tls_certs_only([certificate]);
    let agent = Agent::builder(&url).http(trusting).build().unwrap();
    let answer = agent.call(agent.get("/x")).await;
    let stranger = Agent::new(&url).unwrap();
    let refused = stranger.call(stranger.get("/x")).await;
    server.kill().unwrap();
    server.wait().unwrap();
    assert_eq!(answer.unwrap().body(), r#"{"ok":true}"#);
    assert_eq!(refused.unwrap_err().reason().as_str(), "unreachable");
}
