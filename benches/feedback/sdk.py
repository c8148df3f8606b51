"""Rates of the Python SDK of the protocol: parsed and validated, validated, handled; one a line."""

import json
import sys
import time

from backloop.server import FeedbackHandler
from backloop.validate import validate_submission


def rate(call, calls):
    rates = []
    for _ in range(15):
        started = time.process_time()
        for _ in range(calls):
            call()
        rates.append(calls / (time.process_time() - started))
    return sorted(rates)[len(rates) // 2]


with open(sys.argv[1], encoding="utf-8") as file:
    text = file.read().strip()
parsed = json.loads(text)
body = text.encode()
handler = FeedbackHandler(lambda record: None, rate_limit=None)
print(rate(lambda: validate_submission(json.loads(text)), 3000))
print(rate(lambda: validate_submission(parsed), 3000))
print(rate(lambda: handler.handle_submit(body, "application/json"), 1000))
