"""Forwards records of the SDK's handler to the collector at the URL of the command line."""

import json
import sys

from backloop import FeedbackHandler, ForwardError, forward_to

forward = forward_to(sys.argv[1], ingest_key="k")
handler = FeedbackHandler(forward, service="orders")
for goal in ["one", "two"]:
    body = json.dumps({"type": "bug", "goal": goal, "message": "m"})
    status, answer, _ = handler.handle_submit(body, "application/json", account="acct_1")
    assert status == 202, answer

try:
    forward_to(sys.argv[1], ingest_key="wrong")({"id": "x"})
except ForwardError as error:
    assert error.status == 401, error
else:
    raise AssertionError("a wrong key was taken")
