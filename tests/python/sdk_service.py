"""A loopback service on the SDK's handler. Prints its URL."""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from backloop import FeedbackHandler, validate_record


def keep(record):
    result = validate_record(record)
    assert result.valid, result.issues
    if "refuses" in record["feedback"]["goal"]:
        raise RuntimeError("the disk is full")
    return {"known_issue": {"id": "ORD-12", "title": "Refunds fail", "status": "planned"}}


handler = FeedbackHandler(keep, service="orders", auth="required")


class Service(BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/.well-known/agent-feedback":
            self.answer(200, handler.discovery(url), {"content-type": "application/json"})
        else:
            self.answer(404, {}, {})

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        known = self.headers.get("authorization") == "Bearer demo-key"
        self.answer(
            *handler.handle_submit(
                body,
                self.headers.get("content-type"),
                account="acct_1" if known else None,
                user_agent=self.headers.get("user-agent"),
            )
        )

    def answer(self, status, body, headers):
        raw = json.dumps(body).encode()
        self.send_response(status)
        for name, value in {**headers, "content-length": str(len(raw))}.items():
            self.send_header(name, "0" if name == "retry-after" else value)
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, *args):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
url = f"http://127.0.0.1:{server.server_port}"
print(url, flush=True)
server.serve_forever()
